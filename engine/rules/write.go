package rules

import (
	"fmt"
	"io"
	"reflect"
	"strings"
)

// WriteINI writes v as a section that Parse reads back to the same variant, and that Fairy-Stockfish
// loads, if it knows the rules. It omits keys with their default values, except regions, and an empty
// Start or Template. It reads its text before it writes it: a variant that no text can express, such
// as Parse never returns, is an error.
func WriteINI(w io.Writer, v *Variant) error {
	text := definitionOf(v).section()
	r := &reader{catalog: &Catalog{}}
	d := r.read(r.sections(text)[0])
	if d != nil && v.Start == "" {
		d.Start = ""
	}
	if d != nil && v.Template == "" {
		d.Template = ""
	}
	if r.mistakes > 0 || d == nil || !d.variant().equal(v) {
		return fmt.Errorf("rules: variant %.40q has rules that ini text cannot express", v.Name)
	}
	_, err := io.WriteString(w, text)
	return err
}

// section returns the section that defines d.
func (d *definition) section() string {
	defaults := d.defaults()
	var b strings.Builder
	fmt.Fprintf(&b, "[%s]\nmaxRank = %d\nmaxFile = %d\n", d.Name, d.ranks, d.files)
	for _, p := range d.pieces {
		fmt.Fprintf(&b, "%s = %c", p.Name, p.Letter)
		if isCustom(p.Name) || predefined[p.Name] != p.Betza {
			fmt.Fprintf(&b, ":%s", p.Betza)
		}
		b.WriteByte('\n')
	}
	for _, s := range settings {
		if s.get == nil {
			continue
		}
		if value := s.get(d); value != "" && value != s.get(defaults) {
			fmt.Fprintf(&b, "%s = %s\n", s.key, value)
		}
	}
	return b.String()
}

// defaults returns the definition whose values are not written: the defaults for the pieces and the
// board of d, but with other regions than d's where regions matter.
func (d *definition) defaults() *definition {
	p := newDefinition()
	p.files, p.ranks = d.files, d.ranks
	for _, piece := range d.pieces {
		p.pieces = append(p.pieces, pieceDefinition{Piece: piece.Piece})
	}
	p.promotion = d.differing(d.promotion, d.hasForms() || d.hasPawn())
	p.double = d.differing(d.double, d.doubleStep)
	return p
}

// differing returns regions that differ on the board of d from r, or empty ones if they are not used
// and r is empty.
func (d *definition) differing(r [2]region, used bool) (other [2]region) {
	for side := range r {
		if used && r[side].on(d.geometry()) == 0 {
			other[side] = everywhere()
		}
	}
	return other
}

// equal reports whether v and w have the same name and rules.
func (v *Variant) equal(w *Variant) bool { return reflect.DeepEqual(v, w) }

// definitionOf returns a definition of v. It is the inverse of variant, if v has a definition.
func definitionOf(v *Variant) *definition {
	d := newDefinition()
	defaults := d.Variant
	d.Variant = *v
	d.files, d.ranks = v.Board.Width, v.Board.Height
	for _, p := range v.Pieces {
		d.pieces = append(d.pieces, pieceDefinition{p, v.key(p.Promoted)})
	}
	d.promotion = d.regions(v.Promote.Zone)
	d.promoteTo = v.keys(v.Promote.To)
	d.mandatoryPawn = v.Promote.PawnMandatory || !d.hasPawn()
	d.mandatoryPiece = v.Promote.PieceMandatory
	d.doubleStep = v.Pawn.DoubleStep
	d.double = d.regions(v.Pawn.DoubleFrom)
	if v.Pawn.DoubleStep && !v.Pawn.EnPassant {
		d.enPassant = region{}
	}
	d.flag, d.flagZone = v.key(v.End.Flag), d.regions(v.End.FlagZone)
	d.extinct, d.extinctOff = v.keys(v.End.Extinct), v.End.Extinct == ""
	d.recoverDrop(v, defaults)
	d.recoverCastling(v, defaults)
	return d
}

// regions is the inverse of sides.
func (d *definition) regions(s Sides) [2]region {
	return [2]region{regionOf(d.geometry(), s[0]), regionOf(d.geometry(), s[1])}
}

// key returns the key of the piece of a letter, empty where there is none.
func (v *Variant) key(letter byte) string {
	if p := v.Piece(letter); p != nil {
		return p.Name
	}
	return ""
}

// keys returns the keys of the pieces of a list of letters.
func (v *Variant) keys(letters Letters) []string {
	var keys []string
	for i := range len(letters) {
		keys = append(keys, v.key(letters[i]))
	}
	return keys
}

// recoverDrop sets the drop keys, of which it finds the two for the pawn's zone by trial.
func (d *definition) recoverDrop(v *Variant, defaults Variant) {
	if v.Drop.NoDoubled == 0 {
		d.Drop.NoDoubledCount = defaults.Drop.NoDoubledCount
	}
	d.noDoubled = v.key(v.Drop.NoDoubled)
	if !v.Drop.Allowed {
		return
	}
	d.dropZone = d.regions(v.Drop.Zone)
	for try := range 4 {
		d.firstRankDrops, d.zoneDrops = try&1 != 0, try&2 != 0
		if d.finalDrop().PawnZone == v.Drop.PawnZone {
			return
		}
	}
}

// recoverCastling sets the castling keys.
func (d *definition) recoverCastling(v *Variant, defaults Variant) {
	d.castling = v.Castle.Allowed
	if !d.castling {
		d.Castle = defaults.Castle
		return
	}
	d.castlingRank = v.Castle.Rank[0] + 1
	d.rook = v.key(v.Castle.Rook)
	for wing, corner := range [2]int{v.Board.Width - 1, 0} {
		if v.Castle.RookFile[wing] == corner {
			d.Castle.RookFile[wing] = edge
		}
	}
}
