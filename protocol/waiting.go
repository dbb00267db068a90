package protocol

import "slices"

// The order of commands. A limited search (see searchJob), a count and the benchmark run to their
// end before the commands after them, so a script can pipe in any number of positions and gets a full
// answer to each. While one runs:
//
//   - Ready is answered at once.
//   - Stop ends the running job at once, and each waiting job as soon as it starts.
//   - Quit waits for the jobs before it. If the last of them is a search, Quit stops it as soon as it
//     runs.
//   - All other commands wait, in the order of the input. The end of input stops nothing.
//
// No command waits for any other search (infinite, ponder, clocks only): positions and settings apply
// to the next search, and the next search or the end of input stops this one. The same holds for
// every search of a Follower.

// maxWaiting bounds the waiting commands, in bytes of input. While more wait, the session reads
// nothing.
const maxWaiting = 1 << 24

// entry is a command that waits for its turn.
type entry struct {
	command Command // or nil
	err     error   // to report first, or nil
	stopped bool    // a Stop came after it
	bytes   int
}

// waiting is a queue of commands.
type waiting struct {
	entries []entry
	bytes   int
}

func (w *waiting) any() bool  { return len(w.entries) > 0 }
func (w *waiting) full() bool { return w.bytes > maxWaiting }

func (w *waiting) add(e entry) {
	w.entries = append(w.entries, e)
	w.bytes += e.bytes
}

func (w *waiting) first() Command { return w.entries[0].command }

func (w *waiting) pop() entry {
	e := w.entries[0]
	w.entries[0] = entry{}
	w.entries = w.entries[1:]
	w.bytes -= e.bytes
	return e
}

// submit performs a command, or lets it wait for its turn. It reports err first.
func (s *Session) submit(c Command, err error, bytes int) {
	if _, ok := c.(Stop); ok {
		for i := range s.waiting.entries {
			s.waiting.entries[i].stopped = true
		}
	}
	e := entry{command: c, err: err, bytes: bytes + entryBytes}
	if s.mustWait(c, s.waiting.entries) {
		s.waiting.add(e)
	} else {
		s.perform(e)
	}
}

// entryBytes is the memory of an entry beside its line.
const entryBytes = 64

// mustWait reports whether a command behind the entries ahead waits for the end of the running job.
func (s *Session) mustWait(c Command, ahead []entry) bool {
	if !s.isBusy() {
		return false
	}
	switch c.(type) {
	case Ready, Stop:
		return false
	case Quit:
		return !s.job.isSearch || slices.ContainsFunc(ahead, startsJob)
	}
	return true
}

func startsJob(e entry) bool {
	switch e.command.(type) {
	case Go, Perft, RunBench:
		return true
	}
	return false
}

// perform performs a command whose turn it is.
func (s *Session) perform(e entry) {
	if e.err != nil {
		s.ReportError(e.err)
	}
	if e.command != nil {
		e.command.do(s)
	}
	if e.stopped {
		s.stopAll()
	}
}
