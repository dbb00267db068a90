package match

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// firstWrite calls a function at the first write.
type firstWrite struct {
	once sync.Once
	call func()
}

func (m *firstWrite) Write(p []byte) (int, error) {
	m.once.Do(m.call)
	return len(p), nil
}

// TestTwoAtOnce starts matches while another match writes the same files, by the same or other names. All
// are refused, and the files stay intact.
func TestTwoAtOnce(t *testing.T) {
	begin := func(pgn, checkpoint string) *Config {
		m, _ := newMatch("tinyhouse", 4, faultyEngine("none", 0, Control{Depth: 1}), faultyEngine("none", 0, Control{Depth: 1}))
		m.PGN, m.Checkpoint, m.Adjudication.MaxMoves = pgn, checkpoint, 4
		return m
	}
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	m := begin(at("games.pgn"), at("checkpoint"))
	others := []*Config{begin(at("games.pgn"), at("other")), begin(at("other.pgn"), at("checkpoint")), begin(at("games.pgn"), "")}
	if runtime.GOOS != "windows" {
		if err := os.Symlink(folder, at("link")); err != nil {
			t.Fatal(err)
		}
		others = append(others, begin(at("link/games.pgn"), at("other")))
	}
	m.Out = &firstWrite{call: func() {
		for i, other := range others {
			_, err := Run(t.Context(), other)
			file := at("games.pgn.lock")
			if i == 1 {
				file = at("checkpoint.lock")
			}
			if err == nil || !strings.Contains(err.Error(), "another process") || !strings.Contains(err.Error(), file) {
				t.Errorf("match %d beside it: %v", i, err)
			}
		}
	}}
	if s := run(t, m); s.Games != 4 {
		t.Errorf("%d games", s.Games)
	}
	left, _ := filepath.Glob(at("*.lock"))
	if games := strings.Count(movesOf(t, m.PGN), "[Round "); games != 4 || len(left) > 0 {
		t.Errorf("%d games in the file, left: %v", games, left)
	}
	m = begin(at("games.pgn"), at("games.pgn"))
	if _, err := Run(t.Context(), m); err == nil || !strings.Contains(err.Error(), "want two files") {
		t.Errorf("the checkpoint in the PGN file: %v", err)
	}
}

// TestLockLeft checks that the lock of a killed process locks nothing.
func TestLockLeft(t *testing.T) {
	m, _ := newMatch("tinyhouse", 2, faultyEngine("none", 0, Control{Depth: 1}), faultyEngine("none", 0, Control{Depth: 1}))
	m.PGN, m.Adjudication.MaxMoves = filepath.Join(t.TempDir(), "games.pgn"), 4
	write(t, m.PGN+".lock", "")
	run(t, m)
}
