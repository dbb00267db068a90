package match

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"tinyhouse/engine/notation"
)

// GameRecord is a finished game, as stored in the checkpoint.
type GameRecord struct {
	Game  int `json:"game"`  // from 0
	White int `json:"white"` // index of the engine
	Result
	Plies  int       `json:"plies"` // without those of the opening
	FEN    string    `json:"fen"`   // the final position
	Counts [2]Counts `json:"counts"`
	PGN    string    `json:"pgn"`
}

// Counts counts the faults of an engine.
type Counts struct {
	IllegalMoves int           `json:"illegal_moves"`
	TimeLosses   int           `json:"time_losses"`
	Stalls       int           `json:"stalls"`
	Disconnects  int           `json:"disconnects"`
	IllegalPVs   int           `json:"illegal_pvs"` // they lose nothing
	Warnings     int           `json:"warnings"`    // of a strict referee
	Overruns     int           `json:"overruns"`    // of the clock, within the margin or not
	Worst        time.Duration `json:"worst_ns"`    // overrun
}

func (c *Counts) plus(d *Counts) {
	c.IllegalMoves += d.IllegalMoves
	c.TimeLosses += d.TimeLosses
	c.Stalls += d.Stalls
	c.Disconnects += d.Disconnects
	c.IllegalPVs += d.IllegalPVs
	c.Warnings += d.Warnings
	c.Overruns += d.Overruns
	c.Worst = max(c.Worst, d.Worst)
}

// IsClean reports whether there are no faults.
func (c *Counts) IsClean() bool {
	return c.IllegalMoves+c.TimeLosses+c.Stalls+c.Disconnects+c.IllegalPVs+c.Warnings == 0
}

func (x *game) record(result Result) (*GameRecord, error) {
	r := &GameRecord{Game: x.number, White: x.engine(0), Result: result, Plies: len(x.moves) - x.book,
		FEN: notation.FEN(x.game, &x.pos), Counts: x.counts}
	var b strings.Builder
	pgn := &notation.Record{Tags: x.tags(result), Start: x.start, Moves: x.moves, Comments: x.comments, Result: result.Result}
	if n := len(pgn.Comments); n > 0 {
		pgn.Comments[n-1] += ", " + result.Reason
	}
	err := notation.WritePGN(&b, x.game, pgn)
	r.PGN = b.String()
	return r, err
}

// tags returns the tags of the game beside those that WritePGN derives.
func (x *game) tags(result Result) []notation.Tag {
	end := time.Now()
	tags := []notation.Tag{
		{Name: "Event", Value: cmp.Or(x.match.Event, "Tinyhouse match")},
		{Name: "Date", Value: x.began.Format("2006.01.02")},
		{Name: "Round", Value: strconv.Itoa(x.number + 1)},
		{Name: "White", Value: x.match.names[x.engine(0)]},
		{Name: "Black", Value: x.match.names[x.engine(1)]},
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
	if result.Termination != "" {
		tags = append(tags, notation.Tag{Name: "Termination", Value: result.Termination})
	}
	return tags
}

// timeLayout is CuteChess's form of a time.
const timeLayout = "2006-01-02T15:04:05.000 -0700"
