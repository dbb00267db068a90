package uci

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/protocol"
)

// The largest numbers. They prevent overflow.
const (
	maxDepth = 1 << 20
	maxTime  = 1 << 40 // milliseconds
)

// limits is a go command being parsed.
type limits struct {
	protocol.Go
	clock   [2]bool // the clocks given, by colour
	perft   int
	isPerft bool
}

// number is the range and the effect of a number after a word of go.
type number struct {
	low, high int64
	set       func(l *limits, n int64)
}

// numbers are the words that are followed by a number. Limits are at least 1: depth 0 must not search
// without end.
var numbers = map[string]number{
	"depth":     {1, maxDepth, func(l *limits, n int64) { l.Limits.Depth = int(n) }},
	"nodes":     {1, math.MaxInt64, func(l *limits, n int64) { l.Limits.Nodes = uint64(n) }},
	"mate":      {1, maxDepth, func(l *limits, n int64) { l.Limits.Mate = int(n) }},
	"movetime":  {1, maxTime, func(l *limits, n int64) { l.Limits.MoveTime = milliseconds(n) }},
	"wtime":     {-maxTime, maxTime, func(l *limits, n int64) { l.setClock(board.White, n) }},
	"btime":     {-maxTime, maxTime, func(l *limits, n int64) { l.setClock(board.Black, n) }},
	"winc":      {0, maxTime, func(l *limits, n int64) { l.Limits.Inc[board.White] = milliseconds(n) }},
	"binc":      {0, maxTime, func(l *limits, n int64) { l.Limits.Inc[board.Black] = milliseconds(n) }},
	"movestogo": {0, maxDepth, func(l *limits, n int64) { l.Limits.MovesToGo = int(n) }},
	"perft":     {0, maxDepth, func(l *limits, n int64) { l.perft, l.isPerft = int(n), true }},
}

// plain are the words without a number. Moves follow searchmoves.
var plain = map[string]func(l *limits){
	"infinite":    func(l *limits) { l.Limits.Infinite = true },
	"ponder":      func(l *limits) { l.Limits.Ponder = true },
	"searchmoves": func(l *limits) { l.Moves = []string{} },
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// setClock sets a clock. With a negative time the engine moves at once.
func (l *limits) setClock(c board.Color, n int64) {
	l.Limits.Time[c], l.Limits.Timed, l.clock[c] = milliseconds(n), true, true
}

// parseGo parses the words after "go". It skips unknown words, as UCI demands, and clamps numbers. A missing
// number makes the command a Pass, since each go needs a bestmove.
func parseGo(words []string) (protocol.Command, error) {
	var l limits
	var problem error
	moves := false // the next words may be moves of searchmoves
	for len(words) > 0 {
		word, rest := words[0], words[1:]
		set, isPlain := plain[word]
		num, isNumber := numbers[word]
		switch {
		case isPlain:
			set(&l)
			moves = word == "searchmoves"
		case isNumber:
			moves = false
			if err := num.parse(&l, word, rest); err != nil {
				return protocol.Pass{}, err
			}
			rest = rest[1:]
		case moves:
			l.Moves = append(l.Moves, word)
		default:
			problem = fmt.Errorf("go: unknown word %.40q", word)
		}
		words = rest
	}
	if l.isPerft {
		return protocol.Perft{Depth: l.perft}, problem
	}
	l.shareClock()
	return l.Go, problem
}

// parse parses the first of words, clamped to the range.
func (num *number) parse(l *limits, name string, words []string) error {
	if len(words) == 0 {
		return fmt.Errorf("go: %s: want a number", name)
	}
	n, err := strconv.ParseInt(words[0], 10, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("go: %s %.40q: want a number", name, words[0])
	}
	num.set(l, min(max(n, num.low), num.high))
	return nil
}

// shareClock copies the time of a clock to a missing one.
func (l *limits) shareClock() {
	for c := range l.clock {
		if l.Limits.Timed && !l.clock[c] {
			l.Limits.Time[c] = l.Limits.Time[1-c]
		}
	}
}
