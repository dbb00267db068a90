package notation

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tinyhouse/engine/board"
)

// EPD is a line of EPD: the first four fields of a FEN, and operations with operands:
//
//	fuwk/3p/P3/KWUF[] w - - bm Ud3; id "the start"; hmvc 0; fmvn 1;
//
// The counters are the operations hmvc and fmvn. They are read in this form or that of FEN, and
// written unless they are 0 and 1.
type EPD struct {
	Position board.Position
	Ops      []Op // in the order of the line, without hmvc and fmvn
}

// Op is an operation of EPD.
type Op struct {
	Name     string
	Operands []string
}

// maxEPD limits the operations of a line, in bytes.
const maxEPD = 1 << 16

// The operations for the counters of a position.
const (
	halfmoveOp = "hmvc"
	fullmoveOp = "fmvn"
)

// ParseEPD returns the position and the operations of a line. It reads the position in any form that
// ParsePosition does, so that a FEN is an EPD, too. The last semicolon may be missing. The error is
// an *Error.
func ParseEPD(g *board.Game, line string) (EPD, error) {
	position, rest := CutEPD(line)
	p, err := ParsePosition(g, position)
	if err != nil {
		return EPD{}, err
	}
	e := EPD{Position: p}
	if e.Ops, err = readOps(rest); err == nil {
		err = e.applyCounters(g)
	}
	if err != nil {
		return EPD{}, &Error{Kind: "epd", Text: rest, Err: err}
	}
	return e, nil
}

// readOps reads operations, each up to a semicolon outside quotation marks.
func readOps(text string) ([]Op, error) {
	if len(text) > maxEPD {
		return nil, errLong
	}
	var ops []Op
	text = oneLine.Replace(text)
	for text = strings.Trim(text, epdBlanks+";"); text != ""; {
		op := Op{}
		for done := false; !done; {
			word, rest, err := cutOperand(text)
			switch {
			case err != nil:
				return nil, err
			case op.Name == "" && (text[0] == '"' || !isOpcode(word)):
				return nil, fmt.Errorf("operation %s: want a name that begins with a letter", quote(strings.TrimRight(text[:len(text)-len(rest)], epdBlanks)))
			case op.Name == "":
				op.Name = word
			default:
				op.Operands = append(op.Operands, word)
			}
			text = rest
			if done = text == "" || text[0] == ';'; done {
				text = strings.TrimLeft(text, epdBlanks+";")
			}
		}
		ops = append(ops, op)
	}
	return ops, nil
}

// epdBlanks separate the words of a line.
const epdBlanks = " \t\r\n"

// oneLine replaces what a text of an operation is written without.
var oneLine = strings.NewReplacer("\n", " ", "\r", " ", "\t", " ")

// cutOperand cuts the first word off text, and the blanks after it: a string in quotation marks, in
// which a backslash escapes them and itself, or all up to a blank, a semicolon or a quotation mark.
func cutOperand(text string) (word, rest string, err error) {
	if text[0] != '"' {
		end := strings.IndexAny(text, epdBlanks+`;"`)
		if end < 0 {
			end = len(text)
		}
		return text[:end], strings.TrimLeft(text[end:], epdBlanks), nil
	}
	for end := 1; end < len(text); end++ {
		switch text[end] {
		case '\\':
			end++
		case '"':
			return unescape(text[1:end]), strings.TrimLeft(text[end+1:], epdBlanks), nil
		}
	}
	return "", "", errors.New("a text has no end: want another quotation mark")
}

// isOpcode reports whether word can name an operation.
func isOpcode(word string) bool {
	if word == "" || len(word) > 15 || word[0]|0x20 < 'a' || word[0]|0x20 > 'z' {
		return false
	}
	for _, c := range []byte(word) {
		if letter := c | 0x20; !isDigit(c) && c != '_' && (letter < 'a' || letter > 'z') {
			return false
		}
	}
	return true
}

// applyCounters moves the counters from the operations to the position.
func (e *EPD) applyCounters(g *board.Game) error {
	fields := strings.Fields(FEN(g, &e.Position))
	n := len(fields)
	for i, name := range []string{halfmoveOp, fullmoveOp} {
		if operands, ok := e.Op(name); ok {
			if len(operands) != 1 || !isNumber(operands[0]) {
				return fmt.Errorf("operation %s: want a number", name)
			}
			fields[n-2+i] = operands[0]
			e.Set(name)
		}
	}
	p, err := ParseFEN(g, strings.Join(fields, " "))
	if err != nil {
		return errors.Unwrap(err)
	}
	e.Position = p
	return nil
}

// Op returns the operands of the first operation of a name.
func (e *EPD) Op(name string) (operands []string, ok bool) {
	for _, op := range e.Ops {
		if op.Name == name {
			return op.Operands, true
		}
	}
	return nil, false
}

// Set sets the operands of the first operation of a name, or appends one. Without operands it
// removes all operations of the name.
func (e *EPD) Set(name string, operands ...string) {
	at := slices.IndexFunc(e.Ops, func(op Op) bool { return op.Name == name })
	switch {
	case len(operands) == 0:
		e.Ops = slices.DeleteFunc(e.Ops, func(op Op) bool { return op.Name == name })
	case at < 0:
		e.Ops = append(e.Ops, Op{name, operands})
	default:
		e.Ops[at].Operands = operands
	}
}

// Moves returns the legal moves that the operands of an operation name, such as bm. The error is an
// *Error for the first that is not a legal move.
func (e *EPD) Moves(g *board.Game, name string) ([]board.Move, error) {
	operands, _ := e.Op(name)
	var moves []board.Move
	for _, text := range operands {
		m, err := ParseAny(g, &e.Position, text)
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// FormatEPD returns a line of EPD, without a line end.
func FormatEPD(g *board.Game, e *EPD) string {
	fields := strings.Fields(FEN(g, &e.Position))
	line := strings.Join(fields[:len(fields)-2], " ")
	for _, op := range e.Ops {
		line += " " + op.Name
		for i, operand := range op.Operands {
			line += " " + quoteOperand(op.Name, i, operand)
		}
		line += ";"
	}
	if n := e.Position.Clock(); n > 0 {
		line += " " + halfmoveOp + " " + strconv.Itoa(n) + ";"
	}
	if n := e.Position.Fullmove(); n > 1 {
		line += " " + fullmoveOp + " " + strconv.Itoa(n) + ";"
	}
	return line
}

// quoteOperand quotes an operand if its operation has a text, or if it could not be read as one word
// otherwise.
func quoteOperand(name string, i int, operand string) string {
	isText := i == 0 && (name == "id" || len(name) == 2 && (name[0] == 'c' || name[0] == 'v') && isDigit(name[1]))
	if isText || operand == "" || strings.ContainsAny(operand, epdBlanks+`;"`) {
		return `"` + tagEscapes.Replace(operand) + `"`
	}
	return operand
}
