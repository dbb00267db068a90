package analyze

import (
	"slices"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
)

// Result is what was found of a position, as JSON has it. Scores and values are those of the
// side to move; a mate counts full moves, dtm plies. Only TimeMS differs from run to run where
// the search has a limit of nodes or depth.
type Result struct {
	Line     int      `json:"line"`           // of the text where the position or its game begins
	Ply      *int     `json:"ply,omitempty"`  // of the game, if it has moves
	Move     string   `json:"move,omitempty"` // that led to the position
	ID       string   `json:"id,omitempty"`   // the operation of EPD
	FEN      string   `json:"fen"`
	Variant  string   `json:"variant"`
	Side     string   `json:"stm"`    // to move: "w" or "b"
	Result   string   `json:"result"` // "*" while the game goes on
	Reason   string   `json:"reason,omitempty"`
	Score    Score    `json:"score"`
	WDL      [3]int   `json:"wdl"` // permille
	Exact    *string  `json:"exact"`
	DTM      *int     `json:"dtm"` // below 0 for a loss
	BestMove *string  `json:"bestmove"`
	SAN      *string  `json:"san"` // the same move
	PV       []string `json:"pv"`
	Depth    int      `json:"depth"`
	SelDepth int      `json:"seldepth"`
	Nodes    uint64   `json:"nodes"`
	TBHits   uint64   `json:"tbhits"`
	Lines    []Line   `json:"lines,omitempty"` // with MultiPV: all of them
	Solved   *bool    `json:"solved,omitempty"`
	TimeMS   int64    `json:"time_ms"`

	Err error `json:"-"` // why the text at Line is no position; the rest counts for nothing then
	epd notation.EPD
	pv  []string // in SAN
	ce  int
}

// Line is one of several lines.
type Line struct {
	Rank     int      `json:"multipv"`
	Score    Score    `json:"score"`
	WDL      [3]int   `json:"wdl"`
	BestMove string   `json:"bestmove"`
	SAN      string   `json:"san"`
	PV       []string `json:"pv"`
	Depth    int      `json:"depth"`
}

// Score is centipawns, or full moves to the end of the game, below 0 for a loss.
type Score struct {
	CP   *int `json:"cp,omitempty"`
	Mate *int `json:"mate,omitempty"`
}

// scoreOf returns a value of the search.
func scoreOf(v score.Value) Score {
	if v.IsDecisive() {
		moves := v.MateMoves()
		return Score{Mate: &moves}
	}
	cp := int(v)
	return Score{CP: &cp}
}

// result puts together what was found.
func (w *worker) result(j *job, s *search, best engine.Best) *Result {
	p := j.moment.Position
	r := &Result{
		Line: j.item.Line, FEN: notation.FEN(w.Game, &p), Variant: w.Game.Variant().Name, Side: p.Turn().String(),
		Nodes: s.last.Nodes, TBHits: s.last.TBHits, TimeMS: int64(s.last.Elapsed / time.Millisecond),
		PV: []string{}, epd: notation.EPD{Position: p, Ops: slices.Clone(j.item.Ops)},
	}
	r.Result, r.Reason = j.moment.Result(w.Game)
	if n := j.moment.Ply; len(j.item.Moves) > 0 {
		r.Ply = &n
		if n > 0 {
			r.Move = notation.SAN(w.Game, &j.moment.Before, j.moment.Move)
		}
	}
	if id, ok := r.epd.Op("id"); ok && len(id) > 0 {
		r.ID = id[0]
	}
	r.setExact(w.Options, &p, best)
	for i, found := range s.lines() {
		uci, san := s.line(p, found.PV)
		if i == 0 {
			r.Score, r.WDL, r.Depth, r.SelDepth = scoreOf(found.Value), found.WDL, found.Depth, found.SelDepth
			r.PV, r.pv, r.ce = uci, san, centipawns(found.Value)
			if len(uci) > 0 {
				r.BestMove, r.SAN = &uci[0], &san[0]
				r.setSolved(w.Game, found.PV[0])
			}
		}
		if w.MultiPV > 1 && len(uci) > 0 {
			r.Lines = append(r.Lines, Line{i + 1, scoreOf(found.Value), found.WDL, uci[0], san[0], uci, found.Depth})
		}
	}
	return r
}

// setExact tells the exact value of the position, where the rules or the tables know it. Of a
// proof the distance may be more than it need be: it is not told then.
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

// setSolved compares the move found with those that the line of EPD has as best, or as to be
// avoided. It tells nothing where it has neither, or moves that are none.
func (r *Result) setSolved(g *board.Game, m board.Move) {
	for _, name := range []string{"bm", "am"} {
		moves, err := r.epd.Moves(g, name)
		if err == nil && len(moves) > 0 {
			solved := slices.Contains(moves, m) == (name == "bm")
			r.Solved = &solved
			return
		}
	}
}

// centipawns returns a value as the operation ce has it, a mate being as good as 32767 less the
// plies to it.
func centipawns(v score.Value) int {
	switch {
	case v >= score.Decisive:
		return 32767 - v.Plies()
	case v <= -score.Decisive:
		return v.Plies() - 32767
	}
	return int(v)
}
