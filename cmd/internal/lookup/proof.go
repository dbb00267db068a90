package lookup

import (
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/score"
	"tinyhouse/tb/certificate"
)

// Node is a step of the proof in a certificate. In a position with a record the claimant is to
// move: the node has his claim, the move of the record, and all replies to it. In any other one it
// has no claim and all moves of the position as replies.
type Node struct {
	FEN     string  `json:"fen"`
	Claim   *string `json:"claim"` // "win" or "draw": the side to move has that or more
	Plies   *int    `json:"plies"` // the claimed win takes at most that many
	Move    *Named  `json:"move"`
	Result  *string `json:"result"` // why the game is over at FEN or after Move, if it is
	Replies []Reply `json:"replies"`
}

// Named is a move in both notations.
type Named struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
}

// Reply is a move of the opponent, the position after it, and what the certificate has there:
// a "record", with the plies of a claimed win; nothing because the game is "over"; or nothing,
// "outside".
type Reply struct {
	Named
	FEN    string `json:"fen"`
	Status string `json:"status"`
	Plies  *int   `json:"plies"`
}

// Proof returns the step of a proof at p, a position of the file's game; nil is the root. The error
// is damage of the file.
func Proof(f *certificate.File, p *board.Position) (*Node, error) {
	root := f.Root()
	if p == nil {
		p = &root
	}
	g, at := f.Game(), *p
	n := &Node{FEN: notation.FEN(g, p), Replies: []Reply{}}
	m, v, ok, err := f.Probe(p)
	if err != nil {
		return nil, err
	}
	if ok && g.IsLegal(p, m) {
		claim := word(v)
		n.Claim, n.Plies, n.Move = &claim, winIn(v), name(g, p, m)
		g.Apply(&at, p, m)
	}
	if o := g.Ended(&at); o.Over() {
		reason := o.Reason.String()
		n.Result = &reason
		return n, nil
	}
	return n, n.addReplies(f, &at)
}

// addReplies adds the moves of a position.
func (n *Node) addReplies(f *certificate.File, p *board.Position) error {
	g := f.Game()
	var l board.List
	g.Moves(p, &l)
	for _, m := range l.All() {
		var next board.Position
		g.Apply(&next, p, m)
		r := Reply{Named: *name(g, p, m), FEN: notation.FEN(g, &next), Status: "outside"}
		if g.Ended(&next).Over() {
			r.Status = "over"
		} else {
			_, v, ok, err := f.Probe(&next)
			if err != nil {
				return err
			}
			if ok {
				r.Status, r.Plies = "record", winIn(v)
			}
		}
		n.Replies = append(n.Replies, r)
	}
	return nil
}

// winIn returns the plies of a win, or nil.
func winIn(v score.Exact) *int {
	if v.Outcome != score.Win {
		return nil
	}
	plies := int(v.Plies)
	return &plies
}

func name(g *board.Game, p *board.Position, m board.Move) *Named {
	return &Named{notation.Move(g, p, m), notation.SAN(g, p, m)}
}
