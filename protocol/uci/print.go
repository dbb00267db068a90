package uci

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/protocol"
)

// Greet answers "uci".
func (Dialect) Greet(id protocol.ID, options []protocol.Option) []string {
	return Greeting(id, options, "option name ", "uciok")
}

// Greeting returns the identification, a line per option and the last line.
func Greeting(id protocol.ID, options []protocol.Option, head, end string) []string {
	lines := []string{"id name " + id.Name, "id author " + id.Author, ""}
	for _, o := range options {
		lines = append(lines, head+option(o))
	}
	return append(lines, end)
}

// option returns an option in the form "Hash type spin default 16 min 1 max 65536". Names and values must
// not contain these keywords.
func option(o protocol.Option) string {
	head := o.Name + " type "
	switch o.Kind {
	case protocol.Toggle:
		return head + "check default " + o.Default
	case protocol.Number:
		return fmt.Sprintf("%sspin default %s min %d max %d", head, o.Default, o.Min, o.Max)
	case protocol.Choice:
		return head + "combo default " + o.Default + " var " + strings.Join(o.Values, " var ")
	case protocol.Text:
		if o.Default == "" {
			return head + "string default <empty>"
		}
		return head + "string default " + o.Default
	}
	return head + "button"
}

// Ready answers "isready".
func (Dialect) Ready() string { return "readyok" }

// Note is prose.
func (Dialect) Note(text string) string { return "info string " + text }

// Problem is an error.
func (Dialect) Problem(err error) string { return "info string ERROR: " + err.Error() }

// Unknown is an unknown word, in Stockfish's form.
func (Dialect) Unknown(what, text string) string {
	if what == "option" {
		return "No such option: " + text
	}
	return "Unknown command: " + text
}

// Announce returns the size and the start of a variant in Fairy-Stockfish's form. The pocket is the
// number of kinds that a hand can hold, 0 without drops.
func (Dialect) Announce(name string, v *rules.Variant) []string {
	return []string{fmt.Sprintf("info string variant %s files %d ranks %d pocket %d template %s startpos %s",
		name, v.Board.Width, v.Board.Height, v.PocketSize(), v.Template, v.Start)}
}

// Info is a line of a search. Depth 0 says that the game is over, and "mate 0" that it is not a draw.
func (d Dialect) Info(r *protocol.Report) []string { return []string{InfoLine(r, d, value)} }

// InfoLine is Info with the notation and the scores of another protocol.
func InfoLine(r *protocol.Report, n protocol.Notation, value func(*engine.Info) string) string {
	if r.Depth == 0 && len(r.PV) == 0 {
		return "info depth 0 score " + value(&r.Info)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d seldepth %d multipv %d score %s", r.Depth, r.SelDepth, max(r.MultiPV, 1), value(&r.Info))
	switch r.Bound {
	case engine.Lower:
		b.WriteString(" lowerbound")
	case engine.Upper:
		b.WriteString(" upperbound")
	}
	if r.ShowWDL {
		fmt.Fprintf(&b, " wdl %d %d %d", r.WDL[0], r.WDL[1], r.WDL[2])
	}
	fmt.Fprintf(&b, " nodes %d nps %d hashfull %d tbhits %d time %d",
		r.Nodes, r.NPS, r.HashFull, r.TBHits, r.Elapsed/time.Millisecond)
	if len(r.PV) > 0 {
		b.WriteString(" pv" + moves(n, r.Game, *r.Root, r.PV))
	}
	return b.String()
}

// value returns a score in centipawns, or in moves to the end of the game.
func value(i *engine.Info) string {
	if x, ok := i.Forced(); ok {
		return "mate " + strconv.Itoa(x.MateMoves())
	}
	return "cp " + strconv.Itoa(int(i.Value))
}

// moves returns a line of moves from p, each after a blank.
func moves(n protocol.Notation, g *board.Game, p board.Position, line []board.Move) string {
	var b strings.Builder
	for _, m := range line {
		b.WriteString(" " + n.Move(g, &p, m))
		g.Apply(&p, &p, m)
	}
	return b.String()
}

// Best answers a search: "bestmove b1b2 ponder c4c3", or "bestmove (none)" without a move.
func (d Dialect) Best(a *protocol.Answer) []string {
	return []string{BestLine(a, d, noMove)}
}

// noMove answers without a move.
const noMove = "bestmove (none)"

// BestLine is Best with the notation of another protocol, and its answer without a move.
func BestLine(a *protocol.Answer, n protocol.Notation, none string) string {
	if !a.OK {
		return none
	}
	line := []board.Move{a.Move}
	if a.Ponder == board.NoMove {
		return "bestmove" + moves(n, a.Game, *a.Root, line)
	}
	words := strings.Fields(moves(n, a.Game, *a.Root, append(line, a.Ponder)))
	return "bestmove " + words[0] + " ponder " + words[1]
}
