package match

import (
	"context"
	"errors"

	"tinyhouse/protocol/client"
)

// worker plays games one after the other with the same two processes. It restarts an engine that
// stalled or crashed for the next game.
type worker struct {
	*match
	players [2]*player // by engine; nil: not running
	fail    func(error)
}

// run plays games until their channel is closed or ctx ends. It begins a game when the one before is
// reported.
func (w *worker) run(ctx context.Context, games <-chan int, records chan<- finished) {
	defer func() {
		w.players[0].quit()
		w.players[1].quit()
	}()
	for n := range games {
		r, err := w.playGame(ctx, n)
		if err != nil {
			if ctx.Err() == nil {
				w.fail(err)
			}
			return
		}
		f := finished{r, make(chan struct{})}
		records <- f
		<-f.reported
	}
}

// finished is a game on its way to the report.
type finished struct {
	*GameRecord
	reported chan struct{} // closed when it is there
}

// playGame plays a game. Only ctx and a faulty opening cause an error; the faults of engines have a
// result.
func (w *worker) playGame(ctx context.Context, number int) (*GameRecord, error) {
	o, err := w.Openings.At(number / 2)
	if err != nil {
		return nil, err
	}
	x := newGame(w.match, number, o)
	w.report.started(w.match, number)
	result, err := w.preparePlayers(ctx, x)
	if err == nil && result == nil {
		result, err = x.run(ctx)
	}
	if err != nil {
		return nil, err
	}
	for i := range w.players {
		if x.lost[i] {
			w.players[i].quit()
			w.players[i] = nil
		}
	}
	return x.record(*result)
}

// preparePlayers starts both engines, unless they run, and announces the game to them, White first. It
// returns a result if one of them fails.
func (w *worker) preparePlayers(ctx context.Context, x *game) (result *Result, err error) {
	for color := range x.players {
		i := x.engine(color)
		if w.players[i] == nil {
			if w.players[i], err = w.startPlayer(ctx, i); err != nil {
				return x.loseEngine(ctx, color, err)
			}
		}
		x.players[color] = w.players[i]
		if err := w.players[i].newGame(ctx, x.checkIdleLine(color)); err != nil {
			return x.loseEngine(ctx, color, err)
		}
	}
	return nil, nil
}

// loseEngine returns the result for the side whose engine stalled or crashed, or the error of ctx.
func (x *game) loseEngine(ctx context.Context, color int, err error) (*Result, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	x.lost[x.engine(color)] = true
	x.reportFault(color, "%v", err)
	f := disconnect
	if errors.Is(err, client.ErrStalled) {
		f = stall
	}
	return x.forfeit(f, color, ""), nil
}
