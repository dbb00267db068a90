package webapi

import (
	"fmt"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
	"tinyhouse/engine/tablebase"
)

// Position is all that a board shows of a position.
type Position struct {
	Variant    string            `json:"variant"`
	FEN        string            `json:"fen"`
	Code       string            `json:"code,omitempty"`  // of a game on one file
	Turn       string            `json:"turn"`            // "w" or "b"
	Number     int               `json:"number"`          // of the move to be played
	Men        map[string]string `json:"men"`             // by square, as FEN writes them
	Hands      [2]map[string]int `json:"hands"`           // White's and Black's, by capital letter
	Check      string            `json:"check,omitempty"` // the square of the king that is in check
	Result     string            `json:"result"`          // "*" while the game goes on
	Reason     string            `json:"reason,omitempty"`
	Occurrence int               `json:"occurrence"`       // how often the position has stood on the board
	Value      string            `json:"value"`            // "win 11", "draw", "loss 8" or "unknown", for the side to move
	Source     string            `json:"source,omitempty"` // what knows the value: "rules", "table" or "certificate"
	Moves      []Move            `json:"moves"`            // legal; none once the game is over
}

// Move is a legal move.
type Move struct {
	UCI       string `json:"uci"`
	SAN       string `json:"san"`
	From      string `json:"from,omitempty"` // square; none of a drop
	Drop      string `json:"drop,omitempty"` // capital letter of the piece
	To        string `json:"to"`
	Capture   bool   `json:"capture,omitempty"`
	Promotion string `json:"promotion,omitempty"` // what the move ends with: "q", "+"
	Becomes   string `json:"becomes,omitempty"`   // the promoted piece, as FEN writes it
	Value     string `json:"value"`               // for the side that plays it
}

// line is a position with the keys of those before it.
type line struct {
	g       *board.Game
	p       board.Position
	history []uint64
}

// maxMoves limits the moves of a request.
const maxMoves = 20000

func checkMoves(moves []string) error {
	if len(moves) > maxMoves {
		return fmt.Errorf("webapi: %d moves: want at most %d", len(moves), maxMoves)
	}
	return nil
}

// play returns the position of a request.
func (a *API) play(r *Request) (*line, error) {
	g, err := a.game(r)
	if err != nil {
		return nil, err
	}
	if err := checkMoves(r.Moves); err != nil {
		return nil, err
	}
	l := &line{g: g}
	if l.p, err = parsePosition(g, r.Text); err != nil {
		return nil, err
	}
	for _, text := range r.Moves {
		m, err := notation.ParseMove(g, &l.p, text)
		if err != nil {
			return nil, err
		}
		l.history = append(l.history, l.p.Key())
		g.Apply(&l.p, &l.p, m)
	}
	return l, nil
}

// parsePosition reads a FEN or a code, also a code with ranks parted by slashes or with counters after
// the side to move. The empty text is the start position.
func parsePosition(g *board.Game, text string) (board.Position, error) {
	text = clean(text)
	if text == "" {
		return notation.Start(g)
	}
	cells, rest, ok := strings.Cut(text, ":")
	if !ok {
		return notation.ParsePosition(g, text)
	}
	side, _, _ := strings.Cut(rest, ":")
	return notation.ParseCode(g, strings.ReplaceAll(cells, "/", ",")+":"+side)
}

// Position describes the position of a request.
func (a *API) Position(r *Request) (*Position, error) {
	l, err := a.play(r)
	if err != nil {
		return nil, err
	}
	d := l.describe(a.probing(r, l.g))
	if d.Value != unknown {
		d.Source = a.source(l)
	}
	return d, nil
}

// source says what knows the value of a position, of which a value is known.
func (a *API) source(l *line) string {
	if l.g.Ended(&l.p).Over() {
		return "rules"
	}
	if files, err := a.files(); err == nil {
		if found, err := files.Find(l.g, &l.p); err == nil && valueText(found.Bounds) != unknown {
			return found.Source
		}
	}
	return "certificate" // an uploaded one
}

// DescribePosition describes a position of g that no other came before. The prober may be nil.
func DescribePosition(g *board.Game, p *board.Position, t tablebase.Prober) *Position {
	return (&line{g: g, p: *p}).describe(t)
}

func (l *line) describe(t tablebase.Prober) *Position {
	g, p := l.g, &l.p
	d := &Position{
		Variant: g.Variant().Name, FEN: notation.FEN(g, p), Code: notation.Code(g, p), Turn: p.Turn().String(),
		Number: p.Fullmove(), Men: map[string]string{}, Moves: []Move{},
	}
	for sq := range p.Occupied().All() {
		piece, _ := p.At(sq)
		d.Men[g.Geometry().Name(sq)] = notation.PieceText(g, piece)
	}
	for c := range d.Hands {
		d.Hands[c] = hand(g, p.Hand(board.Color(c)))
	}
	if g.HasKing() && g.InCheck(p) {
		d.Check = g.Geometry().Name(p.Of(p.Turn(), board.King).First())
	}
	d.Occurrence = occurrence(p, l.history)
	over := g.Outcome(p, l.history)
	d.Result, d.Reason = notation.Result(g, p.Turn(), over)
	d.Value = valueText(bounds(g, p, t))
	if !over.Over() {
		d.Moves = moves(g, p, t)
	}
	return d
}

// occurrence returns how often a position has stood on the board, now included.
func occurrence(p *board.Position, history []uint64) int {
	n := 1
	for _, key := range history {
		if key == p.Key() {
			n++
		}
	}
	return n
}

// hand returns the counts of a hand.
func hand(g *board.Game, h board.Hand) map[string]int {
	counts := map[string]int{}
	for k := range board.Kind(g.Kinds()) {
		if n := h.Count(k); n > 0 {
			counts[capital(g.Letter(k))] = n
		}
	}
	return counts
}

// moves lists the legal moves.
func moves(g *board.Game, p *board.Position, t tablebase.Prober) []Move {
	var list board.List
	var next board.Position
	g.Moves(p, &list)
	all := make([]Move, 0, list.Len())
	for _, m := range list.All() {
		g.Apply(&next, p, m)
		d := describeMove(g, p, m)
		if d.Promotion != "" {
			piece, _ := next.At(m.To())
			d.Becomes = notation.PieceText(g, piece)
		}
		d.Value = valueText(bounds(g, &next, t).Prev())
		all = append(all, d)
	}
	return all
}

// describeMove returns a move without its value and what it promotes to.
func describeMove(g *board.Game, p *board.Position, m board.Move) Move {
	geo := g.Geometry()
	d := Move{UCI: notation.Move(g, p, m), SAN: notation.SAN(g, p, m), To: geo.Name(m.To())}
	if m.IsDrop() {
		d.Drop = capital(g.Letter(m.Kind()))
		return d
	}
	d.From = geo.Name(m.From())
	d.Capture = strings.Contains(d.SAN, "x")
	if _, _, ok := g.CastlingOf(p, m); ok {
		d.To = d.UCI[len(d.From):]
	} else {
		d.Promotion = d.UCI[len(d.From)+len(d.To):]
	}
	return d
}

// bounds returns what the rules and tables say about the value of a position.
func bounds(g *board.Game, p *board.Position, t tablebase.Prober) score.Bounds {
	if o := g.Ended(p); o.Over() {
		v := score.Exact{}
		switch o.Result {
		case rules.Win:
			v = score.WinIn(0)
		case rules.Loss:
			v = score.LossIn(0)
		}
		return score.Bounds{Lower: v, Upper: v}
	}
	if t == nil {
		return score.Unknown
	}
	return t.Bounds(g, p)
}

// unknown is the text of a value that is not known exactly.
const unknown = "unknown"

// valueText returns an exact value in words, or unknown.
func valueText(b score.Bounds) string {
	if v, ok := b.Exact(); ok {
		return v.String()
	}
	return unknown
}

// Typed is a move that the user typed.
type Typed struct {
	UCI string `json:"uci"`
}

// Move reads Input as a move of the position, in SAN or UCI form.
func (a *API) Move(r *Request) (*Typed, error) {
	l, err := a.play(r)
	if err != nil {
		return nil, err
	}
	m, err := notation.ParseAny(l.g, &l.p, clean(r.Input))
	if err != nil {
		return nil, err
	}
	return &Typed{notation.Move(l.g, &l.p, m)}, nil
}
