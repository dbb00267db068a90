package inspect

import (
	"fmt"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/table"
)

// TableReport is the result of verifying a table.
type TableReport struct {
	Table string `json:"table"`
	Rules
	Material   string  `json:"material"`
	Placements uint64  `json:"placements"` // positions by the rules alone that were looked up
	Complete   bool    `json:"complete"`   // they are all of the material
	Games      uint64  `json:"games"`      // positions of random games that were looked up
	Positions  uint64  `json:"positions"`
	Errors     uint64  `json:"errors"`
	First      []Fault `json:"first"`
}

// Fault is an error in a file.
type Fault struct {
	FEN   string `json:"fen"`
	Fault string `json:"fault"`
}

// NewTableReport describes what verify.Table has found.
func NewTableReport(t *table.File, rules Rules, r verify.Report) *TableReport {
	v := &TableReport{Table: t.Name(), Rules: rules, Material: t.Material(), Placements: r.Placements, Complete: r.Complete,
		Games: r.Games, Positions: r.Positions, Errors: r.Errors, First: []Fault{}}
	for i := range r.First {
		f := &r.First[i]
		v.First = append(v.First, Fault{notation.FEN(t.Game(), &f.Position), faultText(t.Game(), f)})
	}
	return v
}

// String returns the report for users, with the counts in the last line.
func (r *TableReport) String() string {
	listed := fmt.Sprintf("placements: %d sampled, games: %d positions", r.Placements, r.Games)
	if r.Complete {
		listed = fmt.Sprintf("placements: all %d", r.Placements)
	}
	return r.Rules.text() + faultLines(r.First) + fmt.Sprintf("%s\nverified: %d positions, %d errors\n", listed, r.Positions, r.Errors)
}

// faultLines returns a line for each error.
func faultLines(faults []Fault) (text string) {
	for _, f := range faults {
		text += fmt.Sprintf("error: %s: %s\n", f.FEN, f.Fault)
	}
	return text
}

// faultText describes an error in the value of a position.
func faultText(g *board.Game, f *verify.Fault) string {
	switch {
	case f.Kind == verify.MissingSignature:
		return "not in the table, which claims its material"
	case f.Kind == verify.NotFound:
		return "a position of the material, but the table has no value of it"
	case f.Kind == verify.SharedNumber:
		return "has the number of a position that is no image of it"
	case f.Kind == verify.WrongCount:
		return fmt.Sprintf("the table counts %d images of it, the rules allow %d", f.Counted, f.Found)
	case f.Kind == verify.NoSuccessor:
		return fmt.Sprintf("%s leads out of the table", notation.Move(g, &f.Position, f.Move))
	case f.Move == board.NoMove:
		return fmt.Sprintf("stored %v, by the rules %v", f.Stored.Exact(), f.Want)
	}
	return fmt.Sprintf("stored %v, by %s %v", f.Stored.Exact(), notation.Move(g, &f.Position, f.Move), f.Want)
}

// CertificateReport is the result of verifying a certificate.
type CertificateReport struct {
	Certificate string `json:"certificate"`
	Rules
	Root string `json:"root"`
	Known
	Proved    bool    `json:"proved"` // every record was checked and is right
	Positions uint64  `json:"positions"`
	Errors    uint64  `json:"errors"`
	First     []Fault `json:"first"`
}

// NewCertificateReport describes what verify.Certificate has found. A sample proves nothing, nor does a
// file with errors: they only claim.
func NewCertificateReport(f *certificate.File, rules Rules, r verify.CertificateReport) *CertificateReport {
	root := f.Root()
	v := &CertificateReport{Certificate: f.Name(), Rules: rules, Root: notation.FEN(f.Game(), &root), Known: newKnown(r.Root),
		Proved: r.Errors == 0 && r.Positions == f.Len(), Positions: r.Positions, Errors: r.Errors, First: []Fault{}}
	for i := range r.First {
		fault := &r.First[i]
		v.First = append(v.First, Fault{notation.FEN(f.Game(), &fault.Position), lookup.FaultText(f.Game(), fault)})
	}
	return v
}

// String returns the report for users, with the counts in the last line.
func (v *CertificateReport) String() string {
	word := "claimed"
	if v.Proved {
		word = "proved"
	}
	return v.Rules.text() + faultLines(v.First) + fmt.Sprintf("root: %s\n%s: %s\nverified: %d positions, %d errors\n", v.Root, word, v.Claim, v.Positions, v.Errors)
}
