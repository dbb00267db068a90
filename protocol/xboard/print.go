package xboard

// Answers, as lines.

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

// orthodox is what XBoard calls orthodox chess.
const orthodox = "normal"

// features are what the engine can do and wants, but for its name, variants and options.
const features = "setboard=1 usermove=1 ping=1 playother=1 time=1 draw=1 reuse=1 analyze=1 memory=1 smp=1 " +
	"highlight=1 debug=1 san=0 sigint=0 sigterm=0 colors=0 ics=0 name=0 pause=0 nps=0"

// covered are the options that XBoard has commands or menus of its own for, and names that
// only make others easier to reach elsewhere.
var covered = []string{"Hash", "Threads", "Ponder", "UCI_Variant", "UCI_AnalyseMode", "UCI_ShowWDL", "ShowWDL", "TBPath"}

// Greet answers "protover". The variants are those of the option for them, orthodox chess by
// XBoard's name and only once.
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

// describe describes an option: "Move Overhead -spin 10 0 5000".
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

// Ready is the answer to no command of this protocol: see Dialect.ping.
func (d *Dialect) Ready() string { return "pong" }

// Note is prose, which XBoard keeps in its log.
func (d *Dialect) Note(text string) string { return "# " + text }

// Problem is an error.
func (d *Dialect) Problem(err error) string { return "Error (bad argument): " + err.Error() }

// Unknown is a word that means nothing here.
func (d *Dialect) Unknown(what, text string) string {
	return fmt.Sprintf("Error (unknown %s): %s", what, text)
}

// Announce describes a variant that XBoard does not have itself: the letters in the order of
// its pieces, size, how many kinds can be in hand, which of its games is alike, and the
// start; then how each piece moves. Those it has are the ones that are their own template.
func (d *Dialect) Announce(_ string, v *rules.Variant) []string {
	if rules.IsOrthodox(v.Name) || v.Template == v.Name {
		return nil
	}
	lines := []string{fmt.Sprintf("setup (%s) %dx%d+%d_%s %s", charTable(v), v.Board.Width, v.Board.Height, v.Kept(), v.Template, v.Start)}
	for _, p := range v.Pieces {
		letter := strings.ToUpper(string(p.Letter))
		lines = append(lines, "piece "+letter+"& "+betza(v, &p))
		if to := v.Piece(p.Promoted); p.Promoted != 0 && to != nil {
			lines = append(lines, "piece +"+letter+"& "+to.Betza)
		}
	}
	return lines
}

// slots are the letters of XBoard's pieces, in its order and without the king, which is last.
const slots = "PNBRQFEACWMOHIJGDVLSU"

// charTable returns the letters of a game in that order, White's then Black's, or "-" where
// XBoard's own will do. In a game without a king they will not: it looks for one.
func charTable(v *rules.Variant) string {
	if v.CharTable != "" {
		return v.CharTable
	}
	table := []byte(strings.Repeat(".", len(slots)+1))
	var strangers []byte
	for _, p := range v.Pieces {
		upper := p.Letter - 'a' + 'A'
		at := strings.IndexByte(slots, upper)
		switch {
		case p.Role == rules.RoyalKing:
			return "-"
		case at >= 0:
			table[at] = upper
		default:
			strangers = append(strangers, upper)
		}
	}
	for _, letter := range strangers {
		table[slices.Index(table, '.')] = letter
	}
	return string(table) + strings.ToLower(string(table))
}

// betza returns how a piece moves, with what the rules add to its steps, in XBoard's words.
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

// Info is a line of thinking: depth, score, time, nodes, then the longest line, speed and
// tables found, and the moves. Before those stands the one that is pondered on. Bounds are
// left out, as are searches with nothing to find.
func (d *Dialect) Info(r *protocol.Report) []string {
	if r.Bound != engine.Exact || r.Depth == 0 {
		return nil
	}
	if r.MultiPV <= 1 {
		d.last = r.Info
	}
	if !d.posts && d.task != studying {
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d %d %d %d %d %d\t", r.Depth, points(r.Value), r.Elapsed/hundredth, r.Nodes, r.SelDepth, r.NPS, r.TBHits)
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

// mate is the score of a mate, less its distance in moves.
const mate = 100000

// points is a score in hundredths of a pawn, or that of a mate.
func points(v score.Value) int {
	switch {
	case !v.IsDecisive():
		return int(v)
	case v > 0:
		return mate + v.MateMoves()
	}
	return -mate + v.MateMoves()
}

// Best is the engine's move. What was found while pondering, or in an analysis, is nothing to
// tell.
func (d *Dialect) Best(a *protocol.Answer) []string {
	if d.task != thinking || !a.OK {
		return nil
	}
	return []string{"move " + d.Move(a.Game, a.Root, a.Move)}
}
