package inspect

// What verify finds in a table or a certificate.

import (
	"fmt"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/table"
)

// TableVerdict is what verify finds, as --json prints it.
type TableVerdict struct {
	Table     string  `json:"table"`
	Variant   string  `json:"variant"`
	Material  string  `json:"material"`
	Positions uint64  `json:"positions"`
	Errors    uint64  `json:"errors"`
	First     []Fault `json:"first"`
}

// Fault is one error of a file, in words.
type Fault struct {
	FEN   string `json:"fen"`
	Fault string `json:"fault"`
}

// NewTableVerdict puts what was found in a table into words.
func NewTableVerdict(t *table.File, r verify.Report) *TableVerdict {
	v := &TableVerdict{t.Name(), t.Game().Variant().Name, t.Material(), r.Positions, r.Errors, []Fault{}}
	for i := range r.First {
		f := &r.First[i]
		v.First = append(v.First, Fault{notation.FEN(t.Game(), &f.Position), faultText(t.Game(), f)})
	}
	return v
}

// Text writes the errors, and the counts in the last line.
func (r *TableVerdict) Text() string {
	return faultLines(r.First) + fmt.Sprintf("verified: %d positions, %d errors\n", r.Positions, r.Errors)
}

// faultLines writes errors, a line for each.
func faultLines(faults []Fault) (text string) {
	for _, f := range faults {
		text += fmt.Sprintf("error: %s: %s\n", f.FEN, f.Fault)
	}
	return text
}

// faultText says what is wrong with the value of a position.
func faultText(g *board.Game, f *verify.Fault) string {
	switch {
	case f.Kind == verify.MissingSlice:
		return "not in the table, which claims its material"
	case f.Kind == verify.NoSuccessor:
		return fmt.Sprintf("%s leads out of the table", notation.Move(g, &f.Position, f.Move))
	case f.Move == board.NoMove:
		return fmt.Sprintf("stored %v, by the rules %v", f.Stored.Exact(), f.Want)
	}
	return fmt.Sprintf("stored %v, by %s %v", f.Stored.Exact(), notation.Move(g, &f.Position, f.Move), f.Want)
}

// ProofVerdict is what verify finds in a certificate, as --json prints it.
type ProofVerdict struct {
	Certificate string `json:"certificate"`
	Variant     string `json:"variant"`
	Root        string `json:"root"`
	Known
	Proved    bool    `json:"proved"` // all was looked at, and is right
	Positions uint64  `json:"positions"`
	Errors    uint64  `json:"errors"`
	First     []Fault `json:"first"`
}

// NewProofVerdict puts what was found in a certificate into words. Of a sample nothing is proved,
// nor of a file with errors: then it says what is claimed.
func NewProofVerdict(f *certificate.File, r verify.ProofReport) *ProofVerdict {
	root := f.Root()
	v := &ProofVerdict{Certificate: f.Name(), Variant: f.Game().Variant().Name, Root: notation.FEN(f.Game(), &root), Known: newKnown(r.Root),
		Proved: r.Errors == 0 && r.Positions == f.Len(), Positions: r.Positions, Errors: r.Errors, First: []Fault{}}
	for i := range r.First {
		fault := &r.First[i]
		v.First = append(v.First, Fault{notation.FEN(f.Game(), &fault.Position), proofFaultText(f.Game(), fault)})
	}
	return v
}

// Text writes the errors, what is proved of the root, and the counts in the last line.
func (v *ProofVerdict) Text() string {
	word := "claimed"
	if v.Proved {
		word = "proved"
	}
	return faultLines(v.First) + fmt.Sprintf("root: %s\n%s: %s\nverified: %d positions, %d errors\n", v.Root, word, v.Claim, v.Positions, v.Errors)
}

// proofFaultText says what is wrong with the record of a position.
func proofFaultText(g *board.Game, f *verify.ProofFault) string {
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
