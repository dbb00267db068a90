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

// The command "go": limits, all of which hold together. A number out of range is taken for
// the nearest that is not; a word where a number should stand makes the whole command one
// that is answered "bestmove (none)" after an error, since each go has one bestmove.

// The largest numbers, far from overflowing anything.
const (
	maxDepth = 1 << 20
	maxTime  = 1 << 40 // milliseconds
)

// limits is a go under way of being read. The colours of clocks are those of the board.
type limits struct {
	protocol.Go
	clock   [2]bool // which clocks were given
	perft   int
	isPerft bool
}

// number is a word of go that a number follows: the range of the number, and what it does.
type number struct {
	low, high int64
	set       func(l *limits, n int64)
}

// numbers holds what a zero would mean out of range: a script that asks for depth 0 gets
// depth 1, not a search without end.
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

// plain are the words of go that stand alone, and searchmoves, which moves follow.
var plain = map[string]func(l *limits){
	"infinite":    func(l *limits) { l.Limits.Infinite = true },
	"ponder":      func(l *limits) { l.Limits.Ponder = true },
	"searchmoves": func(l *limits) { l.Moves = []string{} },
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// setClock sets a clock. A negative time is kept: the engine then moves at once.
func (l *limits) setClock(c board.Color, n int64) {
	l.Limits.Time[c], l.Limits.Timed, l.clock[c] = milliseconds(n), true, true
}

// parseGo reads the words after "go". Unknown words are reported and skipped, as UCI wants.
func parseGo(words []string) (protocol.Command, error) {
	var l limits
	var problem error
	moves := false // words are moves to search, up to the next word of go
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
			if err := num.read(&l, word, rest); err != nil {
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

// read takes the number from the words after its name. One of too many digits becomes the
// nearest that is allowed.
func (num *number) read(l *limits, name string, words []string) error {
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

// shareClock gives a side whose clock was left out the other's.
func (l *limits) shareClock() {
	for c := range l.clock {
		if l.Limits.Timed && !l.clock[c] {
			l.Limits.Time[c] = l.Limits.Time[1-c]
		}
	}
}
