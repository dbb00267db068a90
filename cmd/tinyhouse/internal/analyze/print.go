package analyze

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// Help is the long help of the command analyze.
const Help = `Search many positions and print one line for each, in the order of the input: EPD with the operations
acd, acn, bm, ce, dm and pv, or a JSON object with --json.

The input is standard input, the file of --epd, or the one position of --fen. Each line is a position
(FEN, EPD, or the code of games on one file), or moves that lead to it, as in "startpos moves ..." and
"fen FEN moves ...". Input that begins with [ is PGN: every position of every game is searched, or the
last position only with --final. Its results name the game: the operation id, or the JSON fields game
(a number), white, black, event, site and ply.

Scores, wdl (permille), exact and dtm (plies; of tables and finished games only) are those of the side
to move. The field solved says whether the move found is the bm, or avoids the am, of the input line; a
bm of the input is kept. Each position is searched by one thread with its own hash table. With --nodes
or --depth the results are the same in every run and for any --threads, except time_ms.

A line that cannot be read is reported with its number, on standard error or with --json as
{"line":N,"error":"..."}; the other lines are searched, and the exit status is 1.`

// Printer prints each result on a line.
type Printer struct {
	Game   *board.Game
	Out    io.Writer
	JSON   bool                      // print JSON objects instead of EPD
	Report func(line int, err error) // receives errors and warnings that Out has no field for
}

// Print prints a result.
func (p *Printer) Print(r *Result) error {
	var line []byte
	var err error
	if r.Warning != nil {
		p.Report(r.Line, r.Warning)
	}
	switch {
	case p.JSON:
		line, err = r.JSON()
	case r.Err != nil:
		p.Report(r.Line, r.Err)
	default:
		line = []byte(r.EPD(p.Game))
	}
	if err == nil {
		_, err = p.Out.Write(line)
	}
	return err
}

// Sum counts results.
type Sum struct {
	Read, Failed     int
	Problems, Solved int // positions with bm or am, and those that were solved
	Nodes            uint64
}

// Add counts a result.
func (s *Sum) Add(r *Result) {
	s.Read++
	s.Nodes += r.Nodes
	if r.Err != nil {
		s.Failed++
	}
	if r.Solved != nil {
		s.Problems++
		if *r.Solved {
			s.Solved++
		}
	}
}

// JSON returns the result, or its error, as an object on a line.
func (r *Result) JSON() ([]byte, error) {
	var text bytes.Buffer
	out := json.NewEncoder(&text)
	out.SetEscapeHTML(false)
	if r.Err != nil {
		err := out.Encode(struct {
			Line  int    `json:"line"`
			Game  int    `json:"game,omitempty"`
			Error string `json:"error"`
		}{r.Line, r.Game, r.Err.Error()})
		return text.Bytes(), err
	}
	err := out.Encode(r)
	return text.Bytes(), err
}

// EPD returns the result as a line of EPD: the operations of the input, and acd, acn, ce, pv, dm for
// a win, and bm unless the input has one.
func (r *Result) EPD(g *board.Game) string {
	e := r.epd
	e.Set("acd", strconv.Itoa(r.Depth))
	e.Set("acn", strconv.FormatUint(r.Nodes, 10))
	if _, given := e.Op("bm"); !given && r.SAN != nil {
		e.Set("bm", *r.SAN)
	}
	e.Set("ce", strconv.Itoa(r.ce))
	e.Set("dm")
	if m := r.Score.Mate; m != nil && *m > 0 {
		e.Set("dm", strconv.Itoa(*m))
	}
	e.Set("pv", r.pv...)
	return notation.FormatEPD(g, &e) + "\n"
}
