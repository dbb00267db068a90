package contest

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/protocol/match"
)

// Where games begin.

// bookFlags are what is said of a file of openings.
type bookFlags struct {
	file    string
	isPGN   bool
	shuffle bool // take them in an order that the seed fixes
	plies   int  // of games, that are openings; 0: all
}

// parseBook reads the name of a file, or settings. What the format is not said of is told by
// how the name ends.
func parseBook(text string) (b bookFlags, err error) {
	settings := []pair{{"file", text}}
	if strings.Contains(text, "=") {
		if settings, err = pairs(text); err != nil {
			return b, err
		}
	}
	format := ""
	for _, s := range settings {
		switch {
		case s.key == "file":
			b.file = s.value
		case s.key == "format" && (s.value == "epd" || s.value == "pgn"):
			format = s.value
		case s.key == "order" && (s.value == "random" || s.value == "sequential"):
			b.shuffle = s.value == "random"
		case s.key == "plies":
			if b.plies, err = number(s, 1); err != nil {
				return b, err
			}
		default:
			return b, fmt.Errorf("match: --openings: %s=%s unknown", s.key, s.value)
		}
	}
	b.isPGN = format == "pgn" || format == "" && strings.HasSuffix(strings.ToLower(b.file), ".pgn")
	return b, nil
}

// readOpenings reads the file of openings, or sees to random ones. What makes random ones
// good is not asked of those in a file: somebody has chosen them.
func (f *Flags) readOpenings(table engine.Prober) (err error) {
	if f.Openings == "" {
		f.Config.Openings, err = f.random(table)
		return err
	}
	if f.From != (board.Position{}) {
		return fmt.Errorf("match: --fen and --openings at once")
	}
	b, err := parseBook(f.Openings)
	if err != nil {
		return err
	}
	in, err := os.Open(b.file)
	if err != nil {
		return fmt.Errorf("match: openings: %w", err)
	}
	defer in.Close()
	var book *match.Book
	if b.isPGN {
		book, err = match.ReadPGN(f.Game, in, b.plies)
	} else {
		book, err = match.ReadEPD(f.Game, in)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", b.file, err)
	}
	if b.shuffle {
		book.Shuffle(f.Seed)
	}
	f.Config.Openings = book
	return nil
}

// random returns random openings that are balanced as the flags say.
func (f *Flags) random(table engine.Prober) (match.Openings, error) {
	r := &match.Random{Game: f.Game, From: f.From, Seed: f.Seed, Plies: f.Plies, Table: table, Undecided: f.Adjudicate}
	if f.Balance == 0 {
		return r, nil
	}
	j, err := newJudge(f.Game, f.Balance)
	if err != nil {
		return nil, err
	}
	r.Balanced, r.Note = j.balanced, fmt.Sprintf(", balance %d", f.Balance)
	return r, nil
}

// judgeNodes is how much the judge searches: it takes some milliseconds.
const judgeNodes = 5000

// judge tells by a short search whether a position is balanced. The search is the same every
// time, whatever was searched before.
type judge struct {
	mu     sync.Mutex
	engine *engine.Engine
	limit  score.Value
}

// newJudge returns a judge for whom a lead of more than limit centipawns is too much.
func newJudge(g *board.Game, limit int) (*judge, error) {
	o := engine.DefaultOptions()
	o.Hash, o.Threads = engine.MinHash, 1
	e, err := engine.New(g, o)
	if err != nil {
		return nil, err
	}
	return &judge{engine: e, limit: score.Value(limit)}, nil
}

// balanced reports whether neither side is ahead by more than the limit.
func (j *judge) balanced(p *board.Position, past []uint64) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.engine.NewGame()
	j.engine.Set(*p, past)
	var value score.Value
	j.engine.Go(context.Background(), engine.Limits{Nodes: judgeNodes}, func(i engine.Info) {
		if i.Bound == engine.Exact {
			value = i.Value
		}
	})
	return max(value, -value) <= j.limit
}
