// Package faulty runs a UCI engine with a selectable fault, for tests of programs that must survive it.
package faulty

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// Run is an engine for a variant on standard input and output, until its input ends. It has the fault
// after it has answered go correctly a number of times. mover returns a legal move for the last line "position ...".
// The faults are:
//
//	none        none
//	echo        repeats its input instead of speaking UCI
//	exits       ends at once
//	mute        does not write uciok
//	chess-only  has no option UCI_Variant
//	variants    lacks the variant
//	busy        does not write readyok
//	silent      answers neither go nor stop
//	slow        answers only after stop
//	late        answers half a second late
//	flood       writes endless lines instead of an answer
//	chatter     writes endless lines at all times
//	half        answers without a line end
//	last        the same, and ends
//	long        writes a line of 100 MB before the answer
//	nul         writes a million NULs before the answer, and some within
//	exit        ends, with a message on standard error
//	close       closes its output, but does not end
//	deaf        stops reading
//	illegal     answers an illegal move
//	none-yet    answers that it has no move
//	empty       answers without a move
//	babble      answers words that are no move
//	spelling    answers a move in the wrong case
//	twice       answers twice
//	pv          writes an illegal PV
//	words       writes a line that violates UCI
//	immortal    does not end at quit
func Run(fault, variant string, after int, mover func(position string) string) {
	e := engine{fault: fault, variant: variant, left: after, mover: mover, out: bufio.NewWriter(os.Stdout)}
	switch fault {
	case "exits":
		return
	case "echo":
		io.Copy(os.Stdout, os.Stdin)
		return
	}
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			break
		}
		e.perform(strings.TrimSpace(line))
		e.out.Flush()
	}
	if fault == "immortal" {
		time.Sleep(time.Hour)
	}
}

// engine is a faulty engine.
type engine struct {
	fault    string
	variant  string
	left     int // correct answers before the fault
	position string
	mover    func(string) string
	out      *bufio.Writer
}

// has reports whether the engine has a fault now.
func (e *engine) has(fault string) bool { return e.fault == fault && e.left <= 0 }

func (e *engine) perform(line string) {
	switch word, _, _ := strings.Cut(line, " "); word {
	case "uci":
		if !e.has("mute") {
			fmt.Fprintf(e.out, "id name Faulty %s\noption name Hash type spin default 1 min 1 max 9\n%suciok\n", e.fault, e.variants())
		}
	case "isready":
		if e.has("chatter") {
			e.flood()
		}
		if !e.has("busy") {
			fmt.Fprintln(e.out, "readyok")
		}
	case "position":
		e.position = line
	case "go":
		if e.left > 0 || e.fault == "none" {
			e.left--
			move := e.mover(e.position)
			fmt.Fprintf(e.out, "info depth 1 score cp 20 pv %s\nbestmove %s\n", move, move)
			return
		}
		e.answer(e.mover(e.position))
	case "stop":
		if e.has("slow") {
			fmt.Fprintln(e.out, "bestmove "+e.mover(e.position))
		}
	}
}

// variants returns the line of the option UCI_Variant.
func (e *engine) variants() string {
	switch e.fault {
	case "chess-only":
		return ""
	case "variants":
		return "option name UCI_Variant type combo default x var x var other-" + e.variant + "\n"
	}
	return "option name UCI_Variant type combo default x var x var " + e.variant + "\n"
}

// flood writes endless lines.
func (e *engine) flood() {
	for {
		fmt.Fprintln(e.out, "info string "+strings.Repeat("blah ", 20))
	}
}

// answer answers go with the fault. It is long because it has a case for each fault.
func (e *engine) answer(move string) {
	line := "info depth 1 score cp 20 pv " + move + "\n"
	switch e.fault {
	case "silent", "slow":
	case "late":
		time.Sleep(500 * time.Millisecond)
		fmt.Fprintf(e.out, "%sbestmove %s\n", line, move)
	case "flood", "chatter":
		e.flood()
	case "half":
		fmt.Fprint(e.out, "bestmove "+move)
	case "last":
		fmt.Fprint(e.out, "bestmove "+move)
		e.out.Flush()
		os.Exit(0)
	case "long":
		io.CopyN(e.out, letters{}, 100<<20)
		fmt.Fprintf(e.out, "\n%sbestmove %s\n", line, move)
	case "nul":
		fmt.Fprintf(e.out, "%s\n%sbestmove\x00%s\x00\n", strings.Repeat("\x00", 1<<20), line, move)
	case "exit":
		fmt.Fprintln(os.Stderr, "out of cheese")
		os.Exit(3)
	case "close":
		os.Stdout.Close()
		time.Sleep(time.Hour)
	case "deaf":
		time.Sleep(time.Hour)
	case "illegal":
		fmt.Fprintf(e.out, "%sbestmove %s%s\n", line, move[2:4], move[:2])
	case "none-yet":
		fmt.Fprintln(e.out, "bestmove (none)")
	case "empty":
		fmt.Fprintln(e.out, "bestmove")
	case "babble":
		fmt.Fprintln(e.out, "bestmove "+strings.Repeat("{;%[ ", 1000))
	case "spelling":
		fmt.Fprintf(e.out, "%sbestmove %s\n", line, swapCase(move))
	case "twice":
		fmt.Fprintf(e.out, "%sbestmove %s\nbestmove %s\n", line, move, move)
	case "pv":
		fmt.Fprintf(e.out, "info depth 1 score cp 20 pv %s %s\nbestmove %s\n", move, move, move)
	case "words":
		fmt.Fprintf(e.out, "info dept 1\n%sbestmove %s\n", line, move)
	default:
		fmt.Fprintf(e.out, "%sbestmove %s\n", line, move)
	}
}

// letters is an endless text.
type letters struct{}

// Read fills p.
func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// swapCase returns text in lower case, or in upper case if it is lower case.
func swapCase(text string) string {
	if lower := strings.ToLower(text); lower != text {
		return lower
	}
	return strings.ToUpper(text)
}
