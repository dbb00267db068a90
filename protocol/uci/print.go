package uci

// Answers, as lines. Nothing here has a tab, and numbers are whole: GUIs and scripts read
// them with less care than one would think.

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
	"tinyhouse/protocol"
)

// Greet answers "uci".
func (Dialect) Greet(id protocol.ID, options []protocol.Option) []string {
	return Greeting(id, options, "option name ", "uciok")
}

// Greeting is the answer to the name of a protocol: who is there, an option a line, and a
// last word.
func Greeting(id protocol.ID, options []protocol.Option, head, end string) []string {
	lines := []string{"id name " + id.Name, "id author " + id.Author, ""}
	for _, o := range options {
		lines = append(lines, head+option(o))
	}
	return append(lines, end)
}

// option describes an option. The words name, type, default, min, max and var are how
// readers find their way in the line, so that no name or value may contain them:
//
//	Hash type spin default 16 min 1 max 65536
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

// Unknown is a word that means nothing here, in Stockfish's words.
func (Dialect) Unknown(what, text string) string {
	if what == "option" {
		return "No such option: " + text
	}
	return "Unknown command: " + text
}

// Announce tells GUIs the size and start of a variant, as Fairy-Stockfish does; scripts
// look for the line to see whether there is such a variant. The pocket is how many kinds
// of pieces a hand can hold, 0 in games without drops.
func (Dialect) Announce(name string, v *rules.Variant) []string {
	return []string{fmt.Sprintf("info string variant %s files %d ranks %d pocket %d template %s startpos %s",
		name, v.Board.Width, v.Board.Height, v.Kept(), v.Template, v.Start)}
}

// Info is a line of the search, its score for the side to move. Depth 0 is a position in
// which there is nothing to search: the game is over, and "mate 0" means that it is decided.
func (d Dialect) Info(r *protocol.Report) []string { return []string{InfoLine(r, d, value)} }

// InfoLine is Info with moves and scores written in the way of another protocol.
func InfoLine(r *protocol.Report, n protocol.Notation, value func(score.Value) string) string {
	if r.Depth == 0 && len(r.PV) == 0 {
		return "info depth 0 score " + value(r.Value)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d seldepth %d multipv %d score %s", r.Depth, r.SelDepth, max(r.MultiPV, 1), value(r.Value))
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

// value is a score: centipawns, or full moves to the end of the game.
func value(v score.Value) string {
	if v.IsDecisive() {
		return "mate " + strconv.Itoa(v.MateMoves())
	}
	return "cp " + strconv.Itoa(int(v))
}

// moves writes a line of moves from p, each after a blank. How a move is written depends
// on the position before it.
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

// noMove is the answer where there is none.
const noMove = "bestmove (none)"

// BestLine is Best with moves written in the way of another protocol, and its words for
// there being none.
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
