package lookup

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/certificate"
)

// Certificate describes a certificate.
type Certificate struct {
	ID      string `json:"id"`
	Variant string `json:"variant"`
	Root    string `json:"root"` // FEN
	Turn    string `json:"turn"` // at the root, "w" or "b"
	Claim   Own    `json:"claim"`
	Records uint64 `json:"records"`
	Bytes   int64  `json:"bytes"`
	Digest  string `json:"digest"` // in the footer of the file

	Problem string `json:"problem,omitempty"` // why it cannot be read
}

// Describe describes a certificate. The error is damage of the file.
func Describe(f *certificate.File, id string) (*Certificate, error) {
	root, g := f.Root(), f.Game()
	claim, err := Claim(f, &root)
	if err != nil {
		return nil, err
	}
	return &Certificate{ID: id, Variant: g.Variant().Name, Root: notation.FEN(g, &root), Turn: root.Turn().String(), Claim: claim,
		Records: f.Len(), Bytes: f.Bytes(), Digest: fmt.Sprintf("%x", f.Digest())}, nil
}

// Claim returns what the records of a certificate claim of a position of its game.
func Claim(f *certificate.File, p *board.Position) (Own, error) {
	b, err := f.Bounds(p)
	return known(Finding{Bounds: b, Source: f.Kind()}).Own, err
}

// Replay is the result of the check of one step of a proof by the rules.
type Replay struct {
	Record  bool   `json:"record"`          // the position has a record, and is checked with all replies to its move
	Fault   string `json:"fault,omitempty"` // what is wrong with the record
	Records int    `json:"records"`         // replies, or moves of a position without a record, after which there is one
	Over    int    `json:"over"`            // those after which the game is over
	Outside int    `json:"outside"`         // the others
}

// CheckStep checks the record of a position of the certificate's game by playing its move and all
// replies to it. Of a position without a record it counts the moves that stay in the certificate.
func CheckStep(f *certificate.File, p *board.Position) (*Replay, error) {
	c, err := verify.NewRecordChecker(f)
	if err != nil {
		return nil, err
	}
	s := &Replay{}
	fault, found, err := c.Record(p)
	if err != nil {
		return nil, err
	}
	s.Record = found
	if fault != nil {
		s.Fault = FaultText(f.Game(), fault)
	}
	n, err := Proof(f, p)
	if err != nil {
		return nil, err
	}
	for _, r := range n.Replies {
		switch r.Status {
		case "record":
			s.Records++
		case "over":
			s.Over++
		default:
			s.Outside++
		}
	}
	return s, nil
}

// Fault is a record that is not justified.
type Fault struct {
	FEN   string `json:"fen"`
	Fault string `json:"fault"`
}

// Part is the result of the check of a part of a certificate.
type Part struct {
	Next    uint64  `json:"next"` // number of the record to go on with; Records after the last part
	Records uint64  `json:"records"`
	Checked uint64  `json:"checked"`
	Errors  uint64  `json:"errors"`
	Faults  []Fault `json:"faults"` // the first errors
	Root    *Own    `json:"root"`   // what the records claim of the root; null before the last part
}

// CheckPart checks the records of a certificate from a number on, at least one, until enough returns
// true. All parts together prove what the records claim of the root if there are no errors.
func CheckPart(f *certificate.File, from uint64, enough func() bool) (*Part, error) {
	c, err := verify.NewRecordChecker(f)
	if err != nil {
		return nil, err
	}
	next, r, err := c.Part(from, enough)
	if err != nil {
		return nil, err
	}
	part := &Part{Next: next, Records: f.Len(), Checked: r.Positions, Errors: r.Errors, Faults: []Fault{}}
	for i := range r.First {
		part.Faults = append(part.Faults, Fault{notation.FEN(f.Game(), &r.First[i].Position), FaultText(f.Game(), &r.First[i])})
	}
	if next == f.Len() {
		claim := known(Finding{Bounds: r.Root, Source: f.Kind()}).Own
		part.Root = &claim
	}
	return part, nil
}

// FaultText describes an error in the record of a position.
func FaultText(g *board.Game, f *verify.RecordFault) string {
	switch f.Kind {
	case verify.NotLegal:
		return "no position of the game in which it goes on"
	case verify.NoRoot:
		return "the root, of which no record says anything"
	case verify.NoSuchMove:
		return fmt.Sprintf("recorded %v by a move that is not legal", f.Stored)
	}
	moves, p := notation.Move(g, &f.Position, f.Move), f.Position
	if f.Reply != board.NoMove {
		g.Apply(&p, &p, f.Move)
		moves += " " + notation.Move(g, &p, f.Reply)
	}
	switch f.Kind {
	case verify.WeakEnd:
		return fmt.Sprintf("recorded %v, but after %s the game is over: %v", f.Stored, moves, f.Found)
	case verify.NoRecord:
		return fmt.Sprintf("recorded %v, but there is no record after %s", f.Stored, moves)
	}
	return fmt.Sprintf("recorded %v, but the record after %s is %v", f.Stored, moves, f.Found)
}
