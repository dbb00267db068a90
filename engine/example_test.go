package engine_test

import (
	"context"
	"fmt"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// One engine plays any variant: here it finds the winning move in four of them.
func Example() {
	for _, c := range []struct{ variant, fen string }{
		{"chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"},
		{"crazyhouse", "6k1/5ppp/8/8/8/8/8/K1R5[] w - - 0 1"},
		{"peasants", "8/P7/8/8/8/8/7p/8 w - - 0 1"},
		{"losalamos", "k5/6/1K4/6/6/5R w - - 0 1"},
	} {
		v, err := rules.Builtin().Get(c.variant)
		if err != nil {
			panic(err)
		}
		g, err := board.Compile(v)
		if err != nil {
			panic(err)
		}
		p, err := notation.ParseFEN(g, c.fen)
		if err != nil {
			panic(err)
		}
		e, err := engine.New(g, engine.DefaultOptions())
		if err != nil {
			panic(err)
		}
		e.Set(p, nil)
		best := e.Go(context.Background(), engine.Limits{Depth: 3}, nil)
		fmt.Println(c.variant, notation.Move(g, &p, best.Move))
	}
	// Output:
	// chess d1d8
	// crazyhouse c1c8
	// peasants a7a8
	// losalamos f1f6
}
