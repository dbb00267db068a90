package xboard

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
	"tinyhouse/protocol"
)

// orthodox is XBoard's name of orthodox chess.
const orthodox = "normal"

// features are the features except name, variants and options.
const features = "setboard=1 usermove=1 ping=1 playother=1 time=1 draw=1 reuse=1 analyze=1 memory=1 smp=1 " +
	"highlight=1 debug=1 san=0 sigint=0 sigterm=0 colors=0 ics=0 name=0 pause=0 nps=0"

// covered are the options that have commands or menus of their own, and aliases.
var covered = []string{"Hash", "Threads", "Ponder", "UCI_Variant", "UCI_AnalyseMode", "UCI_ShowWDL", "ShowWDL", "TBPath"}

// Greet answers "protover".
func (d *Dialect) Greet(id protocol.ID, options []protocol.Option) []string {
	names := []string{orthodox}
	var lines []string
	for _, o := range options {
		if o.Name == "UCI_Variant" {
			for _, name := range o.Values {
				if !rules.IsOrthodox(name) {
					names = append(names, name)
				}
			}
		}
		if !slices.Contains(covered, o.Name) {
			lines = append(lines, "feature option=\""+describe(o)+"\"")
		}
	}
	head := []string{"feature done=0", "feature " + features,
		fmt.Sprintf("feature myname=\"%s\" egt=\"%s\"", id.Name, tables),
		fmt.Sprintf("feature variants=\"%s\"", strings.Join(names, ","))}
	return append(append(head, lines...), "feature done=1")
}

// describe returns the form of an option in a feature: "Move Overhead -spin 10 0 5000".
func describe(o protocol.Option) string {
	switch o.Kind {
	case protocol.Toggle:
		on := 0
		if o.Default == "true" {
			on = 1
		}
		return fmt.Sprintf("%s -check %d", o.Name, on)
	case protocol.Number:
		return fmt.Sprintf("%s -spin %s %d %d", o.Name, o.Default, o.Min, o.Max)
	case protocol.Choice:
		values := slices.Clone(o.Values)
		if at := slices.Index(values, o.Default); at >= 0 {
			values[at] = "*" + values[at]
		}
		return o.Name + " -combo " + strings.Join(values, " /// ")
	case protocol.Text:
		return o.Name + " -string " + o.Default
	}
	return o.Name + " -button"
}

// Ready is not used: see Dialect.ping.
func (d *Dialect) Ready() string { return "pong" }

// Note is a comment for the debug file.
func (d *Dialect) Note(text string) string { return "# " + text }

// Problem is an error.
func (d *Dialect) Problem(err error) string { return "Error (bad argument): " + err.Error() }

// Unknown is an unknown word.
func (d *Dialect) Unknown(what, text string) string {
	return fmt.Sprintf("Error (unknown %s): %s", what, text)
}

// Announce describes a variant that XBoard does not know, that is, whose template is another variant. The
// line setup has the letters in XBoard's order, the size, the number of kinds in hand, the template and
// the start position; a line per piece has its moves.
func (d *Dialect) Announce(_ string, v *rules.Variant) []string {
	if rules.IsOrthodox(v.Name) || v.Template == v.Name {
		return nil
	}
	lines := []string{fmt.Sprintf("setup (%s) %dx%d+%d_%s %s", charTable(v), v.Board.Width, v.Board.Height, v.PocketSize(), v.Template, v.Start)}
	for _, p := range v.Pieces {
		letter := strings.ToUpper(string(p.Letter))
		lines = append(lines, "piece "+letter+"& "+betza(v, &p))
		if to := v.Piece(p.Promoted); p.Promoted != 0 && to != nil {
			lines = append(lines, "piece +"+letter+"& "+to.Betza)
		}
	}
	return lines
}

// slots are the letters of XBoard's pieces in its order, without the king, which is last.
const slots = "PNBRQFEACWMOHIJGDVLSU"

// charTable returns the letters of a variant in the order of slots, White's then Black's, or "-" for
// XBoard's own. Those do not fit a variant without a king.
func charTable(v *rules.Variant) string {
	if v.CharTable != "" {
		return v.CharTable
	}
	table := []byte(strings.Repeat(".", len(slots)+1))
	var others []byte
	for _, p := range v.Pieces {
		upper := p.Letter - 'a' + 'A'
		at := strings.IndexByte(slots, upper)
		switch {
		case p.Role == rules.RoyalKing:
			return "-"
		case at >= 0:
			table[at] = upper
		default:
			others = append(others, upper)
		}
	}
	for _, letter := range others {
		table[slices.Index(table, '.')] = letter
	}
	return string(table) + strings.ToLower(string(table))
}

// betza returns the moves of a piece in XBoard's Betza notation.
func betza(v *rules.Variant, p *rules.Piece) string {
	text := p.Betza
	switch {
	case p.Role == rules.PawnRole && v.Pawn.DoubleStep && v.Pawn.EnPassant:
		return "fmWfceFifmnD"
	case p.Role == rules.PawnRole && v.Pawn.DoubleStep:
		return text + "ifmnD"
	case p.Role == rules.RoyalKing && v.Castle.Allowed:
		return text + "isO2"
	}
	return text
}

// hundredth is XBoard's unit of time.
const hundredth = 10 * time.Millisecond

// Info returns depth, score, time, nodes, selective depth, speed, table hits and the PV, after the move
// that is pondered on. It omits bounds and positions without moves.
func (d *Dialect) Info(r *protocol.Report) []string {
	if r.Bound != engine.Exact || r.Depth == 0 {
		return nil
	}
	if r.MultiPV <= 1 {
		d.last = r.Info
	}
	if !d.posts && d.task != analyzing {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d %d %d %d %d %d\t", r.Depth, points(&r.Info), r.Elapsed/hundredth, r.Nodes, r.SelDepth, r.NPS, r.TBHits)
	if d.task == pondering {
		b.WriteString(" (" + d.hint + ")")
	}
	p := *r.Root
	for _, m := range r.PV {
		b.WriteString(" " + d.Move(r.Game, &p, m))
		r.Game.Apply(&p, &p, m)
	}
	return []string{b.String()}
}

// mate is the base of the scores of mates.
const mate = 100000

// points returns a score in centipawns, or mate plus the distance in moves.
func points(i *engine.Info) int {
	switch x, ok := i.Forced(); {
	case !ok:
		return int(i.Value)
	case x.Outcome == score.Win:
		return mate + x.MateMoves()
	default:
		return -mate + x.MateMoves()
	}
}

// Best returns the move of the engine. Pondering and analysis end without one.
func (d *Dialect) Best(a *protocol.Answer) []string {
	if d.task != thinking || !a.OK {
		return nil
	}
	return []string{"move " + d.Move(a.Game, a.Root, a.Move)}
}
