package match

import (
	"strconv"
	"strings"
	"time"

	"tinyhouse/engine/notation"
)

// Result is a game that has ended, as the journal keeps it.
type Result struct {
	Game  int `json:"game"`  // from 0
	White int `json:"white"` // which player
	Verdict
	Plies  int       `json:"plies"` // without those of the opening
	FEN    string    `json:"fen"`   // where it ended
	Counts [2]Counts `json:"counts"`
	PGN    string    `json:"pgn"`
}

// Counts is what a player did wrong, in a game or in many.
type Counts struct {
	IllegalMoves int           `json:"illegal_moves"`
	TimeLosses   int           `json:"time_losses"`
	Stalls       int           `json:"stalls"`
	Disconnects  int           `json:"disconnects"`
	IllegalPVs   int           `json:"illegal_pvs"` // moves in lines, which lose nothing
	Warnings     int           `json:"warnings"`    // of a strict referee
	Overruns     int           `json:"overruns"`    // of the clock, some of them within the margin
	Worst        time.Duration `json:"worst_ns"`    // of them
	Excused      int           `json:"excused"`     // beyond the margin, but the machine was busy
}

// add counts a fault that loses a game.
func (c *Counts) add(f fault) {
	switch f {
	case illegalMove:
		c.IllegalMoves++
	case timeLoss:
		c.TimeLosses++
	case stall:
		c.Stalls++
	case disconnect:
		c.Disconnects++
	}
}

// plus adds the counts of a game.
func (c *Counts) plus(d *Counts) {
	c.IllegalMoves += d.IllegalMoves
	c.TimeLosses += d.TimeLosses
	c.Stalls += d.Stalls
	c.Disconnects += d.Disconnects
	c.IllegalPVs += d.IllegalPVs
	c.Warnings += d.Warnings
	c.Overruns += d.Overruns
	c.Worst = max(c.Worst, d.Worst)
	c.Excused += d.Excused
}

// IsClean reports whether nothing was wrong.
func (c *Counts) IsClean() bool {
	return c.IllegalMoves+c.TimeLosses+c.Stalls+c.Disconnects+c.IllegalPVs+c.Warnings == 0
}

// result writes the game down.
func (x *game) result(v Verdict) (*Result, error) {
	r := &Result{Game: x.number, White: x.player(0), Verdict: v, Plies: len(x.moves) - x.book,
		FEN: notation.FEN(x.game, &x.pos), Counts: x.counts}
	var b strings.Builder
	record := &notation.Record{Tags: x.tags(v), Start: x.start, Moves: x.moves, Comments: x.comments, Result: v.Result}
	if n := len(record.Comments); n > 0 {
		record.Comments[n-1] += ", " + v.Reason
	}
	err := notation.WritePGN(&b, x.game, record)
	r.PGN = b.String()
	return r, err
}

// tags returns the tags of the game that are not worked out from its moves.
func (x *game) tags(v Verdict) []notation.Tag {
	end := time.Now()
	event := x.match.Event
	if event == "" {
		event = "Tinyhouse match"
	}
	tags := []notation.Tag{
		{Name: "Event", Value: event},
		{Name: "Date", Value: x.began.Format("2006.01.02")},
		{Name: "Round", Value: strconv.Itoa(x.number + 1)},
		{Name: "White", Value: x.match.names[x.player(0)]},
		{Name: "Black", Value: x.match.names[x.player(1)]},
		{Name: "GameStartTime", Value: x.began.Format(timeLayout)},
		{Name: "GameEndTime", Value: end.Format(timeLayout)},
		{Name: "GameDuration", Value: time.Time{}.Add(end.Sub(x.began)).Format("15:04:05")},
		{Name: "PlyCount", Value: strconv.Itoa(len(x.moves))},
	}
	if white, black := x.clocks[0].Control.String(), x.clocks[1].Control.String(); white == black {
		tags = append(tags, notation.Tag{Name: "TimeControl", Value: white})
	} else {
		tags = append(tags, notation.Tag{Name: "WhiteTimeControl", Value: white}, notation.Tag{Name: "BlackTimeControl", Value: black})
	}
	if v.Termination != "" {
		tags = append(tags, notation.Tag{Name: "Termination", Value: v.Termination})
	}
	return tags
}

// timeLayout is how CuteChess writes a time: with the offset of the zone.
const timeLayout = "2006-01-02T15:04:05.000 -0700"
