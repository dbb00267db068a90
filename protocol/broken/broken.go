// Package broken is engines that break UCI in every way that has been seen or thought of,
// for the tests of those who must survive them.
package broken

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// Sins are the ways to break the protocol that Run knows. Which of them loses a game, and
// how, is for who tests to say.
var Sins = []string{
	"none",     // nothing wrong
	"mute",     // does not say uciok
	"busy",     // does not say readyok, once it has moved
	"silent",   // does not answer go, nor stop
	"slow",     // answers only when it is told to stop
	"late",     // answers half a second after it should
	"flood",    // writes lines without end instead of an answer
	"chatter",  // writes lines without end at all times
	"half",     // leaves its answer without an end of line
	"last",     // the same, and ends
	"long",     // writes a line of 100 MB before it answers
	"nul",      // writes a million NULs before it answers, and one within
	"exit",     // ends, with a word on standard error
	"close",    // closes its output, but does not end
	"deaf",     // does not read any more
	"illegal",  // a move that is none
	"none-yet", // says that it has no move
	"empty",    // a bestmove without a move
	"babble",   // answers in words that are no move
	"spelling", // a move in the wrong case
	"twice",    // answers twice
	"pv",       // a line that cannot be played
	"words",    // a line that cannot be read
	"immortal", // does not end when told to
}

// Run is an engine that speaks on standard input and output until its input ends. It gives
// in to its sin when it has answered go so many times properly; mover returns a legal move
// for the line "position ..." that it was sent last.
func Run(sin string, after int, mover func(position string) string) {
	e := engine{sin: sin, left: after, mover: mover, out: bufio.NewWriter(os.Stdout)}
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			break
		}
		e.heed(strings.TrimSpace(line))
		e.out.Flush()
	}
	if sin == "immortal" {
		time.Sleep(time.Hour)
	}
}

// engine is a sinner at work.
type engine struct {
	sin      string
	left     int // proper answers still to give
	position string
	mover    func(string) string
	out      *bufio.Writer
}

// sinning reports whether it is time for a sin.
func (e *engine) sinning(sin string) bool { return e.sin == sin && e.left <= 0 }

// heed does what one line asks for.
func (e *engine) heed(line string) {
	switch word, _, _ := strings.Cut(line, " "); word {
	case "uci":
		if !e.sinning("mute") {
			fmt.Fprintf(e.out, "id name Broken %s\noption name Hash type spin default 1 min 1 max 9\nuciok\n", e.sin)
		}
	case "isready":
		if e.sinning("chatter") {
			e.flood()
		}
		if !e.sinning("busy") {
			fmt.Fprintln(e.out, "readyok")
		}
	case "position":
		e.position = line
	case "go":
		if e.left > 0 || e.sin == "none" {
			e.left--
			move := e.mover(e.position)
			fmt.Fprintf(e.out, "info depth 1 score cp 20 pv %s\nbestmove %s\n", move, move)
			return
		}
		e.answer(e.mover(e.position))
	case "stop":
		if e.sinning("slow") {
			fmt.Fprintln(e.out, "bestmove "+e.mover(e.position))
		}
	}
}

// flood writes lines without end.
func (e *engine) flood() {
	for {
		fmt.Fprintln(e.out, "info string "+strings.Repeat("blah ", 20))
	}
}

// answer answers go as the sin will have it. It is long because there are so many sins.
func (e *engine) answer(move string) {
	line := "info depth 1 score cp 20 pv " + move + "\n"
	switch e.sin {
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

// letters is text without end.
type letters struct{}

// Read fills p.
func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// swapCase turns capitals into small letters and the other way round.
func swapCase(text string) string {
	if lower := strings.ToLower(text); lower != text {
		return lower
	}
	return strings.ToUpper(text)
}
