package matchflags

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/score"
	"tinyhouse/protocol/match"
)

// bookFlags are the settings of a file of openings.
type bookFlags struct {
	file    string
	isPGN   bool
	shuffle bool // in a random order that depends on the seed
	plies   int  // of each game; 0: all
}

// parseBook parses the name of a file, or settings. The default format depends on the suffix.
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

// readOpenings reads the file of openings, or configures random ones. It does not check that openings of a
// file are balanced.
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
	in, err := f.Open(b.file)
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

func (f *Flags) random(table engine.Prober) (match.Openings, error) {
	r := &match.Random{Game: f.Game, From: f.From, Seed: f.Seed, Plies: f.Plies, Table: table, Undecided: f.Adjudicate}
	if f.Balance == 0 {
		return r, nil
	}
	b, err := newBalancer(f.Context, f.Game, f.Balance)
	if err != nil {
		return nil, err
	}
	r.Balanced, r.Note = b.balanced, fmt.Sprintf(", balance %d", f.Balance)
	return r, nil
}

// balanceNodes limits the search of a balancer, to a few milliseconds.
const balanceNodes = 5000

// balancer decides by a short search whether a position is balanced. The result does not depend on earlier
// searches.
type balancer struct {
	ctx    context.Context // cancelled: every position is balanced, since no game will be played
	mu     sync.Mutex
	engine *engine.Engine
	limit  score.Value
}

// newBalancer returns a balancer with a limit in centipawns.
func newBalancer(ctx context.Context, g *board.Game, limit int) (*balancer, error) {
	o := engine.DefaultOptions()
	o.Hash, o.Threads = engine.MinHash, 1
	e, err := engine.New(g, o)
	if err != nil {
		return nil, err
	}
	return &balancer{ctx: ctx, engine: e, limit: score.Value(limit)}, nil
}

// balanced reports whether neither side leads by more than the limit.
func (b *balancer) balanced(p *board.Position, past []uint64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.engine.NewGame()
	b.engine.Set(*p, past)
	var value score.Value
	b.engine.Go(b.ctx, engine.Limits{Nodes: balanceNodes}, func(i engine.Info) {
		if i.Bound == engine.Exact {
			value = i.Value
		}
	})
	return max(value, -value) <= b.limit || b.ctx.Err() != nil
}
