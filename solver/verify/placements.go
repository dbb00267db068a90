package verify

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"tinyhouse/engine/board"
	"tinyhouse/solver/internal/placements"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
)

const (
	// maxListed bounds the placements, legal or not, of which all are looked up. That takes about as
	// long as the scan, and at this bound as long as the sample.
	maxListed = 1 << 26

	// samplePlacements and sampleGames are the positions that are looked up in larger spaces.
	samplePlacements = 1_000_000
	sampleGames      = 250_000

	// maxTries bounds the random placements for each position.
	maxTries = 100

	// maxPlies bounds a random game.
	maxPlies = 100

	// sampleChunk is the number of sampled positions that a thread looks up at a time.
	sampleChunk = 1000
)

// listing looks up in a table the positions that the rules alone allow for its material; see the
// package comment.
type listing struct {
	scan   *scan
	space  *placements.Space
	orbits *placements.Orbits
	every  uint64 // of this many positions one is compared with its successors

	listers []*lister
}

// The parts of an element of scan.found: the orbit and, in the lowest bits, the count of the positions
// that have the number.
const (
	countBits = 3
	countMask = 1<<countBits - 1
)

// newListing prepares the positions of the material of a table.
func newListing(s *scan) (*listing, error) {
	space, err := placements.New(s.game, s.table.Material())
	if err != nil {
		return nil, err
	}
	l := &listing{scan: s, space: space, orbits: space.Orbits(), every: 1}
	numbers := s.first[len(s.layouts)]
	if !s.sampled && numbers <= min(maxListed, uint64(s.memory)/16) && space.Small(maxListed) {
		s.found = make([]atomic.Uint64, numbers)
		if numbers > compareAll {
			l.every = compareOne
		}
	}
	for range s.threads {
		l.listers = append(l.listers, &lister{checker: checker{finder: finder{scan: s}, listing: l}})
	}
	return l, nil
}

// The scan compares one position of each number with its successors; the listing does so again with
// every position of a table of few numbers, and with one of several of a larger one.
const (
	compareAll = 1 << 15
	compareOne = 16
)

// checkNumbers checks the numbers of the table, after run.
func (l *listing) checkNumbers(ctx context.Context, r *Report) error {
	checkers := make([]*checker, l.scan.threads)
	err := l.scan.run(ctx, func(i int) visitor {
		checkers[i] = &checker{finder: finder{scan: l.scan}, listing: l}
		return checkers[i]
	})
	for _, c := range checkers {
		r.Positions += c.positions
		r.Errors += c.errors
		r.First = append(r.First, c.first...)
	}
	return err
}

// run looks up all positions, or a sample of placements and games.
func (l *listing) run(ctx context.Context, r *Report) error {
	err := l.lookUp(ctx)
	var first []Fault
	for _, w := range l.listers {
		r.Placements += w.positions
		r.Games += w.games
		r.Errors += w.errors
		first = append(first, w.first...)
	}
	r.Complete = l.scan.found != nil
	slices.SortStableFunc(first, func(a, b Fault) int { return cmp.Compare(a.number, b.number) })
	r.First = append(r.First, first[:min(len(first), maxFaults)]...)
	return err
}

func (l *listing) lookUp(ctx context.Context) error {
	threads := l.scan.threads
	if l.scan.found != nil {
		return parallel(ctx, threads, uint64(l.space.Parts()), 1, func(thread int, part, _ uint64) (uint64, error) {
			w := l.listers[thread]
			w.begin(part)
			return 0, l.space.All(int(part), func(p *board.Position) error { return w.lookUp(ctx, p) })
		}, nil)
	}
	placements, games := min(samplePlacements, l.scan.samples), min(sampleGames, l.scan.samples)
	chunks := (placements + sampleChunk - 1) / sampleChunk
	all := chunks + (games+sampleChunk-1)/sampleChunk
	return parallel(ctx, threads, all, 1, func(thread int, chunk, _ uint64) (uint64, error) {
		w := l.listers[thread]
		w.begin(chunk)
		rng := rand.New(rand.NewPCG(chunk, samplePlacements))
		if chunk < chunks {
			return 0, w.samplePlacements(ctx, rng, min(sampleChunk, placements-chunk*sampleChunk))
		}
		return 0, w.sampleGames(ctx, rng, min(sampleChunk, games-(chunk-chunks)*sampleChunk))
	}, nil)
}

// lister looks up positions in one thread. It is a checker of the positions that it gets.
type lister struct {
	checker
	games uint64
	order uint64 // of the next position, among all
}

// finder finds the numbers of positions, in one thread.
type finder struct {
	scan   *scan
	recent [2]signature // by side to move
}

// signature is where a table has a signature.
type signature struct {
	index.Signature
	number int
	ok     bool
}

// begin starts a part of the listing. Parts of one thread come in ascending order.
func (w *lister) begin(part uint64) { w.order = part << 40 }

// lookUp checks that a position is in the table, under a number of its own or of its images, with
// the value that its successors imply.
func (w *lister) lookUp(ctx context.Context, p *board.Position) error {
	if w.order++; w.order%ctxSteps == 0 && ctx.Err() != nil {
		return ctx.Err()
	}
	w.positions++
	fault := Fault{Kind: NotFound, Stored: dtm.None, signature: len(w.scan.layouts), number: w.order, Move: board.NoMove}
	i, number, ok := w.find(p)
	if !ok {
		w.fail(p, fault)
		return nil
	}
	value, err := w.scan.values.at(i, number)
	if err != nil {
		return err
	}
	if fault.Stored = value; !isValue(value) {
		w.fail(p, fault)
		return nil
	}
	orbit, alone := w.listing.orbits.Keys(p)
	if !w.shares(i, number, orbit) {
		fault.Kind = SharedNumber
		w.fail(p, fault)
		return nil
	}
	if alone%w.listing.every != 0 {
		return nil
	}
	fault.Kind = WrongValue
	if err := w.best(p, &fault); err != nil {
		return err
	}
	if fault.Kind != WrongValue || value.Exact() != fault.Want {
		w.fail(p, fault)
	}
	return nil
}

// fail counts an error and keeps the first ones.
func (w *lister) fail(p *board.Position, fault Fault) {
	w.errors++
	if len(w.first) < maxFaults {
		fault.Position = *p
		w.first = append(w.first, fault)
	}
}

// find returns the signature and the number of a position, as any probe of the table finds them.
func (f *finder) find(p *board.Position) (i int, number uint64, ok bool) {
	s := f.scan.ix.SignatureOf(p)
	recent := &f.recent[p.Turn()]
	if recent.Signature != s || !recent.ok {
		recent.Signature = s
		recent.number, recent.ok = f.scan.table.SignatureNumber(s)
	}
	if !recent.ok {
		return 0, 0, false
	}
	layout := f.scan.layouts[recent.number]
	number, ok = layout.Encode(p)
	return recent.number, number, ok && number < layout.Full()
}

// shares reports whether all positions with a number, so far, are images of each other, and counts
// them. In a sample it compares the position only with the one that the number stands for.
func (w *lister) shares(i int, number, orbit uint64) bool {
	if w.scan.found == nil {
		var p board.Position
		if !w.scan.layouts[i].Decode(number, &p) {
			return false
		}
		stands, _ := w.listing.orbits.Keys(&p)
		return stands == orbit
	}
	at := &w.scan.found[w.scan.first[i]+number]
	for {
		old := at.Load()
		if old != 0 && old>>countBits != orbit>>countBits || old&countMask == countMask {
			return false
		}
		if at.CompareAndSwap(old, orbit>>countBits<<countBits|(old&countMask+1)) {
			return true
		}
	}
}

// samplePlacements looks up n random placements.
func (w *lister) samplePlacements(ctx context.Context, rng *rand.Rand, n uint64) error {
	for tries := n * maxTries; n > 0 && tries > 0; tries-- {
		p, ok := w.listing.space.Random(rng)
		if !ok {
			if tries%ctxSteps == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			continue
		}
		if err := w.lookUp(ctx, &p); err != nil {
			return err
		}
		n--
	}
	return nil
}

// sampleGames looks up n positions of random games, which begin in random placements and, where the
// start is of the material, every other one in the start.
func (w *lister) sampleGames(ctx context.Context, rng *rand.Rand, n uint64) error {
	g, space := w.scan.game, w.listing.space
	start, whole := space.Start()
	for tries := n * maxTries; n > 0 && tries > 0; tries-- {
		p, ok := space.Random(rng)
		if whole && rng.IntN(2) == 0 {
			p, ok = start, true
		}
		for ply := 0; ok && n > 0 && ply < maxPlies; ply++ {
			if err := w.lookUp(ctx, &p); err != nil {
				return err
			}
			w.positions--
			w.games++
			n--
			if g.Moves(&p, &w.moves); w.moves.Len() == 0 {
				break
			}
			g.Apply(&p, &p, w.moves.At(rng.IntN(w.moves.Len())))
			ok = !g.Decided(&p).Over()
		}
	}
	return nil
}

// counted returns how many positions were found under the number of an entry and whether they are
// its images. In a sample it does so for some entries; for the others known is false.
func (c *checker) counted(e *entry) (n uint64, images, known bool) {
	l := c.listing
	at := l.scan.first[e.signature] + e.number
	if l.scan.found == nil {
		if !l.scan.sampled && at%compareOne != 0 {
			return 0, false, false
		}
		return c.recount(e)
	}
	found := l.scan.found[at].Load()
	if n = found & countMask; n == 0 {
		return 0, true, true
	}
	orbit, _ := l.orbits.Keys(e.pos)
	return n, orbit>>countBits == found>>countBits, true
}

// recount counts the images of an entry that the rules allow and that have its number.
func (c *checker) recount(e *entry) (n uint64, images, known bool) {
	known = true
	c.listing.orbits.Images(e.pos, func(p *board.Position) {
		holds, ok := c.listing.space.Holds(p)
		if known = known && ok; !holds || !ok {
			return // the rules may give it no number, as where no pawn can stand
		}
		if i, number, ok := c.find(p); ok && i == e.signature && number == e.number {
			n++
		}
	})
	return n, true, known
}
