package analyze

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"tinyhouse/cmd/tinyhouse/internal/input"
	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
)

// Result is the result of a search, as --json prints it. Scores and values are those of the side
// to move; Mate counts full moves, DTM plies.
type Result struct {
	Line     int      `json:"line"`           // of the input where the position or its game begins
	Game     int      `json:"game,omitempty"` // number of the game in PGN, from 1
	White    string   `json:"white,omitempty"`
	Black    string   `json:"black,omitempty"`
	Event    string   `json:"event,omitempty"`
	Site     string   `json:"site,omitempty"`
	Ply      *int     `json:"ply,omitempty"`  // moves before the position, if its game has moves
	Move     string   `json:"move,omitempty"` // the move that led to the position
	ID       string   `json:"id,omitempty"`   // the operation of EPD
	FEN      string   `json:"fen"`
	Variant  string   `json:"variant"`
	Side     string   `json:"stm"`    // to move: "w" or "b"
	Result   string   `json:"result"` // "*" while the game goes on
	Reason   string   `json:"reason,omitempty"`
	Score    Score    `json:"score"`
	WDL      [3]int   `json:"wdl"` // permille
	Exact    *string  `json:"exact"`
	DTM      *int     `json:"dtm"` // negative for a loss
	BestMove *string  `json:"bestmove"`
	SAN      *string  `json:"san"` // the same move
	PV       []string `json:"pv"`
	Depth    int      `json:"depth"`
	SelDepth int      `json:"seldepth"`
	Nodes    uint64   `json:"nodes"`
	TBHits   uint64   `json:"tbhits"`
	Lines    []Line   `json:"lines,omitempty"` // with MultiPV
	Solved   *bool    `json:"solved,omitempty"`
	TimeMS   int64    `json:"time_ms"`

	Err     error `json:"-"` // why the item at Line could not be read; then only Line and Game are valid
	Warning error `json:"-"` // what was ignored in the input, or nil
	epd     notation.EPD
	pv      []string // in SAN
	ce      int
}

// Line is one of several principal variations.
type Line struct {
	Rank     int      `json:"multipv"`
	Score    Score    `json:"score"`
	WDL      [3]int   `json:"wdl"`
	BestMove string   `json:"bestmove"`
	SAN      string   `json:"san"`
	PV       []string `json:"pv"`
	Depth    int      `json:"depth"`
}

// Score is centipawns, or full moves to the end of the game, negative for a loss.
type Score struct {
	CP   *int `json:"cp,omitempty"`
	Mate *int `json:"mate,omitempty"`
}

func scoreOf(i *engine.Info) Score {
	if x, ok := i.Forced(); ok {
		moves := x.MateMoves()
		return Score{Mate: &moves}
	}
	cp := int(i.Value)
	return Score{CP: &cp}
}

// result returns the result of a finished search.
func (w *worker) result(j *job, s *report, best engine.Best) *Result {
	p := j.moment.Position
	r := &Result{
		Line: j.Line, FEN: notation.FEN(w.Game, &p), Variant: w.Game.Variant().Name, Side: p.Turn().String(),
		Nodes: s.last.Nodes, TBHits: s.last.TBHits, TimeMS: int64(s.last.Elapsed / time.Millisecond),
		PV: []string{}, epd: notation.EPD{Position: p, Ops: slices.Clone(j.Ops)},
	}
	r.Result, r.Reason = j.moment.Result(w.Game)
	r.setOrigin(w.Game, j)
	r.setExact(w.Options, &p, best)
	for i, found := range s.lines() {
		uci, san := input.MoveTexts(w.Game, p, found.PV, notation.Move), input.MoveTexts(w.Game, p, found.PV, notation.SAN)
		if i == 0 {
			r.Score, r.WDL, r.Depth, r.SelDepth = scoreOf(&found), found.WDL, found.Depth, found.SelDepth
			r.PV, r.pv, r.ce = uci, san, centipawns(&found)
			if len(uci) > 0 {
				r.BestMove, r.SAN = &uci[0], &san[0]
			}
		}
		if w.MultiPV > 1 && len(uci) > 0 {
			r.Lines = append(r.Lines, Line{i + 1, scoreOf(&found), found.WDL, uci[0], san[0], uci, found.Depth})
		}
	}
	r.setSolved(w.Game, best.Move)
	return r
}

// setOrigin sets where the position comes from: its game, and the id of EPD. A position of a game
// in PGN gets an id for its line of EPD.
func (r *Result) setOrigin(g *board.Game, j *job) {
	if n := j.moment.Ply; len(j.Moves) > 0 {
		r.Ply = &n
		if n > 0 {
			r.Move = notation.SAN(g, &j.moment.Before, j.moment.Move)
		}
	}
	if id, ok := r.epd.Op("id"); ok && len(id) > 0 {
		r.ID = id[0]
	}
	if r.Game = j.Game; r.Game == 0 {
		return
	}
	for name, field := range map[string]*string{"White": &r.White, "Black": &r.Black, "Event": &r.Event, "Site": &r.Site} {
		if value := j.Tag(name); value != "?" {
			*field = value
		}
	}
	id := fmt.Sprintf("game %d", r.Game)
	if r.White+r.Black != "" {
		id += fmt.Sprintf(", %s - %s", cmp.Or(r.White, "?"), cmp.Or(r.Black, "?"))
	}
	r.epd.Set("id", fmt.Sprintf("%s, ply %d", id, j.moment.Ply))
}

// setExact sets the exact value of the position if the rules or a table know it. The distance that
// a certificate gives is only an upper bound unless its bounds are equal: then DTM stays unset.
func (r *Result) setExact(o *Options, p *board.Position, best engine.Best) {
	var x score.Exact
	sure := true
	switch {
	case best.Outcome.Over():
		x.Outcome = score.Outcome(best.Outcome.Result)
	case o.Prober == nil || !o.Prober.Holds(o.Game):
		return
	default:
		var known bool
		if x, known = o.Prober.Probe(o.Game, p); !known {
			return
		}
		if o.Game.MoveLimitWithin(p, int(x.Plies)) {
			return
		}
		b := o.Prober.Bounds(o.Game, p)
		sure = b.Lower == b.Upper
	}
	word := [...]string{"loss", "draw", "win"}[x.Outcome+1]
	r.Exact = &word
	if plies := int(x.Outcome) * int(x.Plies); x.Outcome != score.Draw && sure {
		r.DTM = &plies
	}
}

// setSolved compares the move found with the operation bm, or else am, of the input.
func (r *Result) setSolved(g *board.Game, m board.Move) {
	for _, name := range []string{"bm", "am"} {
		moves, err := r.epd.Moves(g, name)
		switch {
		case err != nil:
			r.Warning = cmp.Or(r.Warning, fmt.Errorf("operation %s is ignored: %w", name, err))
		case len(moves) > 0 && r.BestMove != nil && r.Solved == nil:
			solved := slices.Contains(moves, m) == (name == "bm")
			r.Solved = &solved
		}
	}
}

// centipawns returns a value as the operation ce has it: 32767 less the plies to a mate.
func centipawns(i *engine.Info) int {
	switch x, ok := i.Forced(); {
	case !ok:
		return int(i.Value)
	case x.Outcome == score.Win:
		return 32767 - int(x.Plies)
	default:
		return int(x.Plies) - 32767
	}
}
