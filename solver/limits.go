package solver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Limits bound the resources of a solver and say where it keeps unfinished work.
type Limits struct {
	Threads    int           // at least 1; less means 1
	Memory     int64         // bytes
	Time       time.Duration // after which the solver stops as if interrupted; 0: no limit
	Checkpoint string        // folder for unfinished work; each solver says what "" means
	Interval   time.Duration // least time between checkpoints; 0: a minute
	Warn       func(error)   // receives errors that do not end the work; nil: nothing does
}

// Reasons why a solver ends without a result. One that was interrupted or has used up its time
// returns an error that wraps the error of its context, which has no sentinel here.
var (
	ErrMemory   = errors.New("too little memory")
	ErrNotSaved = errors.New("the checkpoint could not be written")
)

// WithTimeout returns a context that ends with ctx or when the time is used up.
func (l *Limits) WithTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	if l.Time > 0 {
		return context.WithTimeout(ctx, l.Time)
	}
	return ctx, func() {}
}

// Pause returns the time between two checkpoints of which one took so long to write: writing
// takes at most 5 % of the time.
func (l *Limits) Pause(writing time.Duration) time.Duration {
	interval := l.Interval
	if interval == 0 {
		interval = time.Minute
	}
	return max(interval, 20*writing)
}

// Warning passes an error that does not end the work to Warn.
func (l *Limits) Warning(err error) {
	if l.Warn != nil {
		l.Warn(err)
	}
}

// Stopped returns the error of a solver that ends without a result because of err. Its one line
// says why, and what remains of the work: failed is the reason why the last checkpoint could
// not be written, or nil; saved reports whether there is one, be it older.
func (l *Limits) Stopped(err, failed error, saved bool) error {
	var parts []string
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		parts = append(parts, "stopped when the time was up")
	case errors.Is(err, context.Canceled):
		parts = append(parts, "interrupted")
	default:
		parts = append(parts, err.Error())
	}
	if failed != nil {
		parts = append(parts, failed.Error())
	}
	switch {
	case l.Checkpoint == "":
		parts = append(parts, "without a checkpoint folder nothing is kept")
	case saved:
		parts = append(parts, fmt.Sprintf("the last checkpoint in %s is kept: the same command continues from it", l.Checkpoint))
	}
	return stopped{errors.Join(err, failed), strings.ReplaceAll(strings.Join(parts, "; "), "\n", "; ")}
}

// stopped is an error with a text of its own.
type stopped struct {
	error
	text string
}

func (s stopped) Error() string { return s.text }

func (s stopped) Unwrap() error { return s.error }
