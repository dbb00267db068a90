package retro_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/rules"
	"tinyhouse/solver"
	"tinyhouse/solver/retro"
)

// generals is a game in which a side without a general has lost, and pawns promote to generals.
const generals = `
[generals]
maxRank = 4
maxFile = 3
pawn = p
commoner = g
queen = q
startFen = gqg/ppp/PPP/GQG w - - 0 1
promotionRank = 4
doubleStep = false
castling = false
promotionPieceTypes = g
extinctionPieceTypes = g
extinctionValue = loss
[general-drops:generals]
pieceDrops = true
capturesToHand = true
[two-generals:generals]
extinctionPieceCount = 1
[no-help:generals]
promotionPieceTypes = q
`

// TestExtinctMaterial solves material in which the game is over unless pawns have promoted.
func TestExtinctMaterial(t *testing.T) {
	for _, test := range []struct {
		variant, material string
		positions         uint64
	}{
		{"generals", "PvG", 0},
		{"generals", "GvP", 0},
		{"generals", "PvP", 0},
		{"generals", "GvG", 0},
		{"generals", "PPvG", 0},
		{"generals", "QPvG", 0},
		{"general-drops", "P1G1", 0},
		{"general-drops", "P2", 0},
		{"general-drops", "P2G1", 0},
		{"two-generals", "GPvGG", 0},
	} {
		t.Run(test.variant+test.material, func(t *testing.T) {
			g := enginetest.Custom(t, generals, test.variant)
			m := parse(t, g, test.material)
			space, ok := bruteSpace(t, g, m, 200_000)
			if !ok || space.Len() == 0 || test.positions > 0 && test.positions != uint64(space.Len()) {
				t.Fatalf("%d positions, want %d", space.Len(), test.positions)
			}
			compareSpace(t, g, m, space)
		})
	}
	g := enginetest.Custom(t, generals, "no-help")
	_, err := retro.Solve(context.Background(), g, parse(t, g, "PvG"), filepath.Join(t.TempDir(), "t.tht"), retro.Options{})
	if err == nil || !strings.Contains(err.Error(), "no position has material") {
		t.Errorf("pawns that do not promote to generals: %v", err)
	}
}

// TestExtinctionByPromotion compares random games, in which kinds end the game by their extinction
// that pieces promote to, with brute force. Much of the material lacks such a kind.
func TestExtinctionByPromotion(t *testing.T) {
	games, limit := 5000, 100_000
	switch {
	case testing.Short():
		games, limit = 150, 8_000
	case !*full:
		games, limit = 600, 30_000
	}
	compared, rescued := 0, 0
	for seed := range uint64(games) {
		v := *enginetest.Random(t, seed+5000).Variant()
		if !endByPromoted(&v, seed) {
			continue
		}
		g, err := board.Compile(&v)
		if err != nil {
			continue // such as a start without the pieces
		}
		m, lacking := lackingMaterial(g, seed)
		if placements(g, &m) > 4*float64(limit) || m.Len()+2 > g.Squares().Len() {
			continue
		}
		space, ok := bruteSpace(t, g, m, limit)
		if !ok {
			continue
		}
		compared++
		if lacking && space.Len() > 0 {
			rescued++
		}
		t.Run(fmt.Sprint(seed), func(t *testing.T) { compareSpace(t, g, m, space) })
	}
	t.Logf("%d of %d spaces compared, %d of them by promotion alone", compared, games, rescued)
	if compared < games/20 || rescued < games/50 {
		t.Error("too few to compare")
	}
}

// endByPromoted makes kinds that pieces promote to end the game by their extinction; false if there
// is none.
func endByPromoted(v *rules.Variant, seed uint64) bool {
	promoted := v.Promote.To
	for _, p := range v.Pieces {
		if p.Promoted != 0 {
			promoted += rules.Letters(p.Promoted)
		}
	}
	if len(promoted) == 0 {
		return false
	}
	v.End.Extinct = promoted[seed%uint64(len(promoted)):][:1]
	v.End.ExtinctCount = int(seed/7%5) / 4
	v.End.ExtinctIs = [...]rules.Result{rules.Loss, rules.Loss, rules.Win, rules.Draw}[seed/3%4]
	return true
}

// lackingMaterial chooses one to four pieces, mostly too few of the kind whose extinction ends the
// game, but some that promote to it.
func lackingMaterial(g *board.Game, seed uint64) (m solver.Material, lacking bool) {
	v := g.Variant()
	k, _ := g.KindOf(v.End.Extinct[0])
	var able []board.Kind
	for from := board.Kind(1); int(from) < g.Kinds(); from++ {
		if from == g.Pawn() && strings.Contains(string(v.Promote.To), string(v.End.Extinct)) || g.HasPromotedForm(from) && v.Piece(g.Letter(from)).Promoted == v.End.Extinct[0] {
			able = append(able, from)
		}
	}
	for i := range 2 + seed%4/2 {
		kind, c := k, board.Color((seed+i)%2)
		if (seed>>i+i)%3 != 0 && len(able) > 0 {
			kind = able[(seed+i)%uint64(len(able))]
		}
		if g.HasCaptures() {
			c = board.White
		}
		m[c][kind]++
	}
	if g.HasCaptures() {
		return m, m[board.White][k] < 2*(v.End.ExtinctCount+1)
	}
	return m, m[board.White][k] <= v.End.ExtinctCount || m[board.Black][k] <= v.End.ExtinctCount
}
