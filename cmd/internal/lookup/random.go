package lookup

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sort"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/tb/dtm"
)

// Wanted describes the positions to draw from.
type Wanted struct {
	Value string // "win", "loss" or "draw"; "": any
	Plies int    // of a win or loss; negative: any
}

// Random is a position drawn from a table or a certificate.
type Random struct {
	FEN     string `json:"fen"`
	Variant string `json:"variant"`
	Table   string `json:"table"`
	Value   string `json:"value"`
	Plies   *int   `json:"plies"`
	Seed    uint64 `json:"seed"` // gives the same position again
}

// ErrNone is for values that no position has, or so few that none was found.
var ErrNone = errors.New("no such position was found")

// Check returns an error if no position can be as wanted.
func (w Wanted) Check() error {
	switch w.Value {
	case "win", "loss", "":
	case "draw":
		if w.Plies >= 0 {
			return errors.New("plies: a draw has none")
		}
	default:
		return fmt.Errorf("value %.20q: want win, loss or draw", w.Value)
	}
	if w.Plies > dtm.MaxPlies {
		return fmt.Errorf("plies %d: want 0 to %d", w.Plies, dtm.MaxPlies)
	}
	return nil
}

// has reports whether a value is as wanted.
func (w Wanted) has(v score.Exact) bool {
	return (w.Value == "" || w.Value == word(v)) && (w.Plies < 0 || v.Outcome != score.Draw && int(v.Plies) == w.Plies)
}

// Draw returns a random position of one of the files, which must be of one game. The same seed gives
// the same position. In a table every position is equally likely, unless the wanted ones are rare. The
// error is ErrNone, damage, or ctx's.
func Draw(ctx context.Context, files []*File, w Wanted, seed uint64) (*Random, error) {
	rng := rand.New(rand.NewPCG(seed, 0x7a11))
	for _, i := range rng.Perm(len(files)) {
		f := files[i]
		draw := drawRecord
		if f.Table != nil {
			draw = drawNumber
		}
		p, v, err := draw(ctx, f, w, rng)
		if errors.Is(err, ErrNone) {
			continue
		}
		if err != nil {
			return nil, err
		}
		g := f.Game()
		r := &Random{FEN: notation.FEN(g, &p), Variant: g.Variant().Name, Table: f.ID, Value: word(v), Seed: seed}
		if v.Outcome != score.Draw {
			plies := int(v.Plies)
			r.Plies = &plies
		}
		return r, nil
	}
	return nil, ErrNone
}

// The work of a search in a table: random numbers to try, then numbers to read in order from a random
// one, in parts.
const (
	randomTries = 20_000
	maxScan     = 200_000_000
	scanPart    = 1 << 15
	ctxTries    = 8 // tries between two checks of a context
)

// drawNumber draws a position of a table. It leaves out trivial positions, in which the side to move
// wins by taking the royal piece.
func drawNumber(ctx context.Context, f *File, w Wanted, rng *rand.Rand) (p board.Position, v score.Exact, err error) {
	t := f.Table
	first := make([]uint64, len(t.Signatures())) // the numbers before each signature
	var all uint64
	for i := range first {
		first[i] = all
		all += t.Size(i)
	}
	for try := range min(all*8, randomTries) {
		if try%ctxTries == 0 && ctx.Err() != nil {
			return p, v, ctx.Err()
		}
		n := rng.Uint64N(all)
		i := sort.Search(len(first), func(i int) bool { return first[i] > n }) - 1
		layout, err := t.Layout(i)
		if err != nil {
			return p, v, err
		}
		if !layout.Decode(n-first[i], &p) {
			continue
		}
		v, ok, err := t.ProbeAt(i, &p)
		if err != nil {
			return p, v, err
		}
		if ok && w.has(v) {
			return turned(f, p, rng), v, nil
		}
	}
	return scan(ctx, f, w, rng)
}

// turned returns a position or, as often, its image with the colours exchanged, where the rules are
// the same for both.
func turned(f *File, p board.Position, rng *rand.Rand) board.Position {
	if rng.IntN(2) == 0 || !f.Indexer().Turns() {
		return p
	}
	return f.Indexer().Turned(&p)
}

// scan returns the first wanted position from a random number on, around the end of the table.
func scan(ctx context.Context, f *File, w Wanted, rng *rand.Rand) (p board.Position, v score.Exact, err error) {
	t := f.Table
	n := len(t.Signatures())
	first := rng.IntN(n)
	begin := rng.Uint64()
	scanned := uint64(0)
	part := make([]dtm.Value, scanPart)
	for step := range n + 1 { // the first signature twice: its end, then its beginning
		i := (first + step) % n
		from, size := uint64(0), t.Size(i)
		if step == 0 && size > 0 {
			from = begin % size
		}
		for ; from < size && scanned < maxScan; from += scanPart {
			if err := ctx.Err(); err != nil {
				return p, v, err
			}
			values := part[:min(scanPart, size-from)]
			if err := t.Values(i, from, values); err != nil {
				return p, v, err
			}
			if p, v, ok, err := wantedIn(f, i, from, values, w); ok || err != nil {
				return turned(f, p, rng), v, err
			}
			scanned += scanPart
		}
	}
	return p, v, ErrNone
}

// wantedIn returns the first wanted position among the values of consecutive numbers of signature i.
func wantedIn(f *File, i int, from uint64, values []dtm.Value, w Wanted) (p board.Position, v score.Exact, ok bool, err error) {
	for k, value := range values {
		if v = value.Exact(); value == dtm.None || !w.has(v) {
			continue
		}
		at := span{file: f, signature: i}
		if p, ok, err := at.position(from + uint64(k)); ok || err != nil {
			return p, v, ok, err
		}
	}
	return p, v, false, nil
}

// drawRecord draws a position with a record: first a block, then a record in it.
func drawRecord(ctx context.Context, f *File, w Wanted, rng *rand.Rand) (p board.Position, v score.Exact, err error) {
	c := f.Certificate
	first := rng.IntN(max(c.Blocks(), 1))
	for step := range c.Blocks() {
		if err := ctx.Err(); err != nil {
			return p, v, err
		}
		found := 0
		err := c.Block((first+step)%c.Blocks(), func(at *board.Position, _ board.Move, value score.Exact) error {
			if w.has(value) {
				if found++; rng.IntN(found) == 0 {
					p, v = *at, value
				}
			}
			return nil
		})
		if err != nil {
			return p, v, err
		}
		if found > 0 {
			return turned(f, p, rng), v, nil
		}
	}
	return p, v, ErrNone
}
