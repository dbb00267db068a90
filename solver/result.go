package solver

import (
	"encoding/json"
	"fmt"
	"strings"

	"tinyhouse/engine/score"
)

// Result summarizes the values of positions for the side to move.
type Result struct {
	Variant    string
	Positions  uint64 // both sides to move
	Wins       uint64
	Losses     uint64
	Draws      uint64
	Longest    score.Exact  // of the longest wins and losses; a draw if there are none
	LongestFEN string       // a position of that value, or ""
	Start      *score.Exact // of the start position; nil: it is not among the positions
	Uncounted  bool         // the plies of Start are unknown
	Bound      string       // what is known of the start position in words, if Start is nil; or empty
	Hashed     bool         // that rests on hashes of positions, and no certificate has been checked
	Table      string       // the file with the values, or ""
	Bytes      int64        // its size
}

// Add counts n positions of one value. If it is longer than all before, Add calls fen for the FEN
// of one of the positions.
func (r *Result) Add(value score.Exact, n int, fen func() string) {
	r.Positions += uint64(n)
	switch value.Outcome {
	case score.Win:
		r.Wins += uint64(n)
	case score.Loss:
		r.Losses += uint64(n)
	default:
		r.Draws += uint64(n)
		return
	}
	if r.LongestFEN == "" || value.Plies > r.Longest.Plies {
		r.Longest, r.LongestFEN = value, fen()
	}
}

// String returns the summary, a line for each figure, with "-" where there is no longest win,
// start or table.
func (r *Result) String() string {
	longest, start, table := "-", "-", "-"
	if r.LongestFEN != "" {
		longest = fmt.Sprint(r.Longest.Plies, " ", r.LongestFEN)
	}
	if known := r.Known(); known != "" {
		start = known
	}
	if r.Hashed {
		start += " (unverified: " + hashedPositions + ")"
	}
	if r.Table != "" {
		table = fmt.Sprint(r.Table, " ", r.Bytes)
	}
	var b strings.Builder
	for _, line := range [...]struct {
		name  string
		value any
	}{
		{"variant", r.Variant},
		{"positions", r.Positions},
		{"wins", r.Wins},
		{"losses", r.Losses},
		{"draws", r.Draws},
		{"longest", longest},
		{"start", start},
		{"table", table},
	} {
		fmt.Fprintf(&b, "%s: %v\n", line.name, line.value)
	}
	return b.String()
}

// hashedPositions is what a value rests on that is not verified.
const hashedPositions = "hashed positions"

// Value is the JSON form of an exact value: "value" is "win", "loss" or "draw"; a draw has no
// "plies".
type Value struct {
	Value string  `json:"value"`
	Plies *uint16 `json:"plies,omitempty"`
}

// ValueOf returns e as a Value.
func ValueOf(e score.Exact) Value {
	word, _, _ := strings.Cut(e.String(), " ")
	if e.Outcome == score.Draw {
		return Value{Value: word}
	}
	return Value{word, &e.Plies}
}

// Known returns what is known of the start position in words; nothing if that is unknown.
func (r *Result) Known() string {
	switch {
	case r.Start == nil:
		return r.Bound
	case r.Uncounted:
		return ValueOf(*r.Start).Value
	}
	return r.Start.String()
}

// Object is a result as JSON has it, with the names of String; null stands where String has "-".
type Object struct {
	Variant   string       `json:"variant"`
	Positions uint64       `json:"positions"`
	Wins      uint64       `json:"wins"`
	Losses    uint64       `json:"losses"`
	Draws     uint64       `json:"draws"`
	Longest   *longestJSON `json:"longest"`
	Start     *Value       `json:"start"`
	Table     *tableJSON   `json:"table"`

	Unverified string `json:"unverified,omitempty"` // what the value of the start rests on, unless it is verified
}

type longestJSON struct {
	Value
	FEN string `json:"fen"`
}

type tableJSON struct {
	File  string `json:"file"`
	Bytes int64  `json:"bytes"`
}

// Object returns the result as JSON has it.
func (r *Result) Object() Object {
	o := Object{Variant: r.Variant, Positions: r.Positions, Wins: r.Wins, Losses: r.Losses, Draws: r.Draws}
	if r.LongestFEN != "" {
		o.Longest = &longestJSON{ValueOf(r.Longest), r.LongestFEN}
	}
	if r.Start != nil {
		start := ValueOf(*r.Start)
		if r.Uncounted {
			start.Plies = nil
		}
		o.Start = &start
	}
	if r.Hashed {
		o.Unverified = hashedPositions
	}
	if r.Table != "" {
		o.Table = &tableJSON{r.Table, r.Bytes}
	}
	return o
}

// MarshalJSON returns the summary as an object with the names of String, and null instead of "-".
func (r *Result) MarshalJSON() ([]byte, error) { return json.Marshal(r.Object()) }
