package pawns_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/notation"
	"tinyhouse/solver/pawns"
)

var (
	fullFiles   = flag.Int("files", 4, "files of the game that TestSolve solves")
	fullThreads = flag.Int("threads", 2, "threads of TestSolve")
	fullMiB     = flag.Int64("mib", 64, "MiB of table of TestSolve")
	fullDump    = flag.String("dump", "", "file to go on from, and to save to every few minutes")
)

// TestSolve solves the game on some files, with a line every half minute.
func TestSolve(t *testing.T) {
	g := enginetest.Game(t, fmt.Sprintf("peasants%d", *fullFiles))
	l, _ := pawns.New(g)
	p, err := notation.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	s := pawns.NewSearch(l, *fullMiB<<20)
	if file, err := os.Open(*fullDump); err == nil {
		if err := s.Restore(file); err != nil {
			t.Fatal(err)
		}
		file.Close()
	}
	done := make(chan bool)
	defer close(done)
	go watch(t, s, &p, done)
	start := time.Now()
	wins, ok := s.Wins(context.Background(), &p, *fullThreads, 1<<62)
	n := s.Nodes()
	t.Logf("wins %v %v: %d nodes, %d opened, %.2f s, load %d", wins, ok, n, s.Opened(), time.Since(start).Seconds(), s.Load())
	start = time.Now()
	holds, ok := s.Holds(context.Background(), &p, *fullThreads, 1<<62)
	t.Logf("holds %v %v: %d nodes, %d opened in all, %.2f s, load %d", holds, ok, s.Nodes()-n, s.Opened(), time.Since(start).Seconds(), s.Load())
	if wins || !holds {
		t.Error("no draw")
	}
}

// watch tells how a search goes, and saves it every few minutes, until it is done.
func watch(t *testing.T, s *pawns.Search, p *board.Position, done chan bool) {
	start := time.Now()
	for i := 1; ; i++ {
		select {
		case <-done:
			return
		case <-time.After(30 * time.Second):
		}
		fmt.Fprintf(os.Stderr, "%s: %.0f s, %d nodes, load %d,%s\n", time.Now().Format(time.TimeOnly),
			time.Since(start).Seconds(), s.Nodes(), s.Load(), settled(t, s, p))
		if i%10 == 0 && *fullDump != "" {
			save(t, s)
		}
	}
}

// settled lists the moves of p that are known not to win, or not to lose, in the form of
// replies that hold and that win.
func settled(t *testing.T, s *pawns.Search, p *board.Position) (text string) {
	g := enginetest.Game(t, fmt.Sprintf("peasants%d", *fullFiles))
	var l board.List
	g.Moves(p, &l)
	for _, m := range l.All() {
		var q board.Position
		g.Apply(&q, p, m)
		if yes, ok := s.Known(&q, false); ok {
			text += fmt.Sprintf(" %s wins=%v", notation.Move(g, p, m), !yes)
		}
		if yes, ok := s.Known(&q, true); ok {
			text += fmt.Sprintf(" %s holds=%v", notation.Move(g, p, m), !yes)
		}
	}
	return text
}

func save(t *testing.T, s *pawns.Search) {
	file, err := os.Create(*fullDump + ".new")
	if err != nil {
		t.Error(err)
		return
	}
	start := time.Now()
	if err := s.Save(file); err != nil {
		t.Error(err)
	}
	file.Close()
	if err := os.Rename(*fullDump+".new", *fullDump); err != nil {
		t.Error(err)
	}
	fmt.Fprintf(os.Stderr, "saved in %.1f s\n", time.Since(start).Seconds())
}
