package unmove_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/geom"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/setup"
	"tinyhouse/solver/unmove"
)

// plain returns p without counters, key and castling rights.
func plain(p *board.Position) board.Position {
	d := board.Builder{Position: *p}
	d.ResetCounters()
	return d.Finish()
}

// changeOf describes the change by the move m of q, from q alone.
func changeOf(g *board.Game, q *board.Position, m board.Move) string {
	if m.IsDrop() {
		return fmt.Sprintf("drop %d", m.Kind())
	}
	text := ""
	mover := q.KindAt(m.From())
	if victim, ok := q.At(m.To()); ok {
		text = fmt.Sprintf("capture %d %v ", victim.Kind, victim.Promoted)
	} else if mover == g.Pawn() && mover != 0 && m.To() == q.EnPassant() {
		text = fmt.Sprintf("capture %d false ", g.Pawn())
	}
	switch {
	case m.Kind() == 0:
	case mover == g.Pawn():
		text += fmt.Sprintf("promote %d", m.Kind())
	default:
		text += fmt.Sprintf("form %d", m.Kind())
	}
	return text
}

// textOf describes a Change in the same way.
func textOf(by unmove.Change) string {
	text := ""
	if k, ok := by.Dropped(); ok {
		text += fmt.Sprintf("drop %d", k)
	}
	if k, promoted, ok := by.Captured(); ok {
		text += fmt.Sprintf("capture %d %v ", k, promoted)
	}
	if k, ok := by.Promoted(); ok {
		text += fmt.Sprintf("promote %d", k)
	}
	if k, ok := by.FormPromoted(); ok {
		text += fmt.Sprintf("form %d", k)
	}
	return text
}

// edge is a predecessor and the change by its move.
type edge struct {
	q    board.Position
	text string
}

// checker checks the reverse moves of one game.
type checker struct {
	t     *testing.T
	g     *board.Game
	u     *unmove.Unmover
	edges int
}

func newChecker(t *testing.T, g *board.Game) *checker {
	return &checker{t: t, g: g, u: unmove.New(g)}
}

func (c *checker) name(p *board.Position) string {
	return c.g.Variant().Name + " " + notation.FEN(c.g, p)
}

// before returns the predecessors of p in which the game is not over. All must be legal.
func (c *checker) before(p *board.Position) map[edge]int {
	all := map[edge]int{}
	c.u.Before(p, func(q *board.Position, by unmove.Change) {
		if q.Clock() != 0 || q.Fullmove() != 1 || q.Castling() != 0 {
			c.t.Errorf("%s: predecessor with counters or rights", c.name(p))
		}
		if !c.legal(q) {
			c.t.Fatalf("%s: predecessor %s is illegal", c.name(p), c.name(q))
		}
		if !c.g.Decided(q).Over() {
			all[edge{plain(q), textOf(by)}]++
		}
	})
	return all
}

// forward checks that q is a predecessor of the positions after its moves, once for each move.
func (c *checker) forward(q *board.Position) {
	if q.Castling() != 0 {
		return
	}
	from := plain(q)
	var l board.List
	c.g.Moves(&from, &l)
	for _, m := range l.All() {
		var p board.Position
		c.g.Apply(&p, &from, m)
		got := c.before(&p)[edge{from, changeOf(c.g, &from, m)}]
		if got != 1 {
			c.t.Fatalf("%s: %s by %s (%s) found %d times", c.name(&p), c.name(&from), notation.Move(c.g, &from, m), changeOf(c.g, &from, m), got)
		}
		c.edges++
	}
}

// legal reports whether q is a legal position.
func (c *checker) legal(q *board.Position) bool {
	p, err := notation.ParseFEN(c.g, notation.FEN(c.g, q))
	return err == nil && p == plain(q)
}

// backward checks that moves lead from the predecessors of p to p.
func (c *checker) backward(p *board.Position) {
	to := plain(p)
	for e, n := range c.before(&to) {
		var l board.List
		c.g.Moves(&e.q, &l)
		for _, m := range l.All() {
			var r board.Position
			c.g.Apply(&r, &e.q, m)
			if plain(&r) == to && changeOf(c.g, &e.q, m) == e.text {
				n--
			}
		}
		if n != 0 {
			c.t.Fatalf("%s: predecessor %s by %s is visited %d times too often", c.name(&to), c.name(&e.q), e.text, n)
		}
		c.edges++
	}
}

func (c *checker) check(p *board.Position) {
	c.forward(p)
	c.backward(p)
}

// scattered returns a position with pieces at random; ok is false after too many tries.
func scattered(g *board.Game, rng *rand.Rand) (p board.Position, ok bool) {
	squares := g.Geometry().Squares()
	for range 200 {
		s := setup.Spec{Turn: board.Color(rng.IntN(2)), EnPassant: geom.NoSquare}
		free := rng.Perm(squares)
		put := func(c board.Color, k board.Kind, up bool) {
			if len(free) > 0 {
				s.Put(geom.Square(free[0]), board.Piece{Color: c, Kind: k, Promoted: up})
				free = free[1:]
			}
		}
		if g.Variant().Pawn.EnPassant && rng.IntN(3) == 0 {
			var attackers geom.Set
			if s.EnPassant, attackers = doubleStep(g, rng, s.Turn); s.EnPassant != geom.NoSquare {
				for sq := range attackers.All() {
					s.Put(sq, board.Piece{Color: s.Turn, Kind: g.Pawn()})
				}
				steps := g.PawnSteps(s.Turn.Other())
				now, start := int(s.EnPassant)+steps.Up, int(s.EnPassant)-steps.Up
				s.Put(geom.Square(now), board.Piece{Color: s.Turn.Other(), Kind: g.Pawn()})
				taken := s.Occupied.With(s.EnPassant).With(geom.Square(start))
				free = slices.DeleteFunc(free, func(sq int) bool { return taken.Has(geom.Square(sq)) })
			}
		}
		if g.HasKing() {
			put(board.White, board.King, false)
			put(board.Black, board.King, false)
		}
		for _, letter := range []byte(g.Variant().End.Extinct) {
			k, _ := g.KindOf(letter)
			for range 2 * (g.Variant().End.ExtinctCount + rng.IntN(2)) {
				put(board.Color(len(free)%2), k, false)
			}
		}
		for range rng.IntN(1 + squares/2) {
			k := board.Kind(1 + rng.IntN(max(g.Kinds()-1, 1)))
			if rng.IntN(3) == 0 && g.Pawn() != 0 {
				k = g.Pawn()
			}
			if int(k) < g.Kinds() {
				put(board.Color(rng.IntN(2)), k, rng.IntN(4) == 0 && (g.HasPromotedForm(k) || g.HasCaptures() && g.Demoted(k) != k))
			}
		}
		if g.HasDrops() {
			for range rng.IntN(5) {
				if k := 1 + rng.IntN(max(g.Kinds()-1, 1)); k < g.Kinds() {
					s.Hands[rng.IntN(2)][k]++
				}
			}
		}
		if p, err := setup.New(g, &s); err == nil {
			return p, true
		}
	}
	return p, false
}

// doubleStep returns a square that a pawn of the opponent of c can have passed over, or NoSquare,
// and one or two squares from which pawns of c attack it.
func doubleStep(g *board.Game, rng *rand.Rand, c board.Color) (passed geom.Square, attackers geom.Set) {
	steps := g.PawnSteps(c)
	for sq := range g.PawnSteps(c.Other()).Passed.All() {
		at := geom.Of(sq)
		from := at.Rotate(-steps.Left)&steps.CanLeft | at.Rotate(-steps.Right)&steps.CanRight
		if rng.IntN(3) == 0 {
			from &= -from
		}
		if from != 0 && rng.IntN(3) == 0 {
			return sq, from
		}
	}
	return geom.NoSquare, 0
}

// sample checks positions of random games and random positions.
func (c *checker) sample(games, plies, setups int) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range games {
		enginetest.Walk(c.t, c.g, rng, plies, func(p *board.Position) {
			if rng.IntN(4) == 0 {
				c.check(p)
			}
		})
	}
	for range setups {
		if p, ok := scattered(c.g, rng); ok {
			c.check(&p)
		}
	}
}

// TestBuiltin checks the built-in variants.
func TestBuiltin(t *testing.T) {
	games, setups := 8, 80
	if testing.Short() {
		games, setups = 3, 40
	}
	for _, g := range enginetest.Games(t) {
		t.Run(g.Variant().Name, func(t *testing.T) {
			c := newChecker(t, g)
			c.sample(games, 60, setups)
			t.Logf("%d edges", c.edges)
		})
	}
}

// TestRandom checks random variants.
func TestRandom(t *testing.T) {
	seeds := 160
	if testing.Short() {
		seeds = 60
	}
	edges := 0
	for seed := range uint64(seeds) {
		c := newChecker(t, enginetest.Random(t, seed))
		c.sample(2, 40, 8)
		edges += c.edges
		if t.Failed() {
			t.Fatalf("seed %d: %+v", seed, c.g.Variant())
		}
	}
	t.Logf("%d edges", edges)
}

// TestAfterDoubleStep checks positions with an en passant square: only a double step leads to them.
func TestAfterDoubleStep(t *testing.T) {
	for _, name := range []string{"step", "stephouse", "passant", "chess", "peasants4"} {
		c, rng, n := newChecker(t, enginetest.FromFile(t, small, name)), rand.New(rand.NewPCG(6, 6)), 0
		for range 1200 {
			if p, ok := scattered(c.g, rng); ok && p.EnPassant() != geom.NoSquare {
				c.backward(&p)
				n++
			}
		}
		if n < 100 {
			t.Errorf("%s: only %d positions", name, n)
		}
	}
}

// TestManyRays surrounds a king by more lines of attack than a KingRayList has.
func TestManyRays(t *testing.T) {
	g := enginetest.Custom(t, `
[aims]
king = k
wazir = w
fers = f
customPiece1 = x:nNnAnDnHnCnZnG
startFen = k7/8/8/8/8/8/8/K7 w - - 0 1
castling = false
`, "aims")
	c := newChecker(t, g)
	for _, fen := range []string{
		"XXXXXXX1/X5X1/X1WFW1X1/X1FkF1X1/X1WFW1X1/X5X1/XXXXXXX1/7K b - - 0 1",
		"XXXXXXX1/X5X1/X1WFW1X1/X1FkF1X1/X1WF2X1/X5X1/XXXXXXX1/7K b - - 0 1",
		"XXXXXXX1/X5X1/X1W1W1X1/X1FkF1X1/X1WFW1X1/X5X1/XXXXXXX1/7K b - - 0 1",
	} {
		p := enginetest.Position(t, g, fen)
		var l board.KingRayList
		if _, ok := g.KingRays(&p, &l); ok {
			t.Errorf("%s: all attacks are listed", fen)
		}
		edges := c.edges
		c.check(&p)
		if c.edges == edges {
			t.Errorf("%s: no predecessor", fen)
		}
	}
}

// TestFullHands checks positions with as many pieces as possible, and one less.
func TestFullHands(t *testing.T) {
	c := newChecker(t, enginetest.FromFile(t, small, "pocket"))
	for rooks := range 3 {
		s := setup.Spec{EnPassant: geom.NoSquare}
		s.Put(0, board.Piece{Color: board.White})
		s.Put(11, board.Piece{Color: board.Black})
		rook, _ := c.g.KindOf('r')
		s.Put(2, board.Piece{Color: board.Black, Kind: rook})
		s.Hands[board.White][rook] = 60
		s.Hands[board.Black][rook] = board.MaxUnits - 65 + rooks
		p, err := setup.New(c.g, &s)
		if err != nil {
			t.Fatal(err)
		}
		c.check(&p)
	}
}
