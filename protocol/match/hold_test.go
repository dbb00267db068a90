package match

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// meddler calls a function when it is written to for the first time.
type meddler struct {
	once sync.Once
	call func()
}

func (m *meddler) Write(p []byte) (int, error) {
	m.once.Do(m.call)
	return len(p), nil
}

// TestTwoAtOnce begins matches while another is under way that writes the same files, by
// their names or by others: all of them are refused, and the files stay whole.
func TestTwoAtOnce(t *testing.T) {
	begin := func(pgn, journal string) *Config {
		m, _ := contest("tinyhouse", 4, sinner("tinyhouse", "none", 0, Control{Depth: 1}), sinner("tinyhouse", "none", 0, Control{Depth: 1}))
		m.PGN, m.Journal, m.Adjudication.MaxMoves = pgn, journal, 4
		return m
	}
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	m := begin(at("games.pgn"), at("journal"))
	others := []*Config{begin(at("games.pgn"), at("other")), begin(at("other.pgn"), at("journal")), begin(at("games.pgn"), "")}
	if runtime.GOOS != "windows" {
		if err := os.Symlink(folder, at("link")); err != nil {
			t.Fatal(err)
		}
		others = append(others, begin(at("link/games.pgn"), at("other")))
	}
	m.Out = &meddler{call: func() {
		for i, other := range others {
			_, err := Run(t.Context(), other)
			file := at("games.pgn.lock")
			if i == 1 {
				file = at("journal.lock")
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
		t.Errorf("the journal in the PGN file: %v", err)
	}
}

// TestLockLeft says that the lock of a process that was killed stands in nobody's way.
func TestLockLeft(t *testing.T) {
	m, _ := contest("tinyhouse", 2, sinner("tinyhouse", "none", 0, Control{Depth: 1}), sinner("tinyhouse", "none", 0, Control{Depth: 1}))
	m.PGN, m.Adjudication.MaxMoves = filepath.Join(t.TempDir(), "games.pgn"), 4
	if err := os.WriteFile(m.PGN+".lock", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	run(t, m)
}
