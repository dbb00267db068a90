package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// command is a run of the program.
type command struct {
	args   []string
	input  io.Reader     // nil: none
	output *os.File      // nil: kept
	limit  time.Duration // after which the process counts as hung; 0: a minute
	memory int64         // bytes that it may take; 0: 4 GiB
	signal os.Signal     // sent after a while; nil: none
	after  time.Duration
}

// outcome is how a run ended.
type outcome struct {
	status   int // -1 after a signal
	out, err string
	took     time.Duration
	answered time.Duration // from the signal to the end; 0: there was no signal
	peak     int64         // bytes of memory
	hung     bool
	greedy   bool
	killed   bool // by the signal, or before it could act on it
}

// stopped says why a process was killed by its observer.
type stopped int32

const (
	ended stopped = iota
	overTime
	overMemory
)

// run runs a command. It kills what takes too long or too much memory.
func (h *harness) run(c command) (o outcome, err error) {
	cmd := exec.Command(h.binary, c.args...)
	var out, errOut bytes.Buffer
	cmd.Stdin, cmd.Stderr = c.input, &errOut
	cmd.Stdout = &out
	if c.output != nil {
		cmd.Stdout = c.output
	}
	cmd.WaitDelay = time.Second
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return o, err
	}
	done, watched := make(chan struct{}), make(chan struct{})
	var why, sent atomic.Int64
	go func() {
		defer close(watched)
		why.Store(int64(c.watch(cmd.Process, begin, &sent, &o.peak, done)))
	}()
	_ = cmd.Wait() // the status says all
	close(done)
	<-watched
	o.took = time.Since(begin)
	if sent.Load() > 0 {
		o.answered = o.took - time.Duration(sent.Load())
	}
	o.status, o.out, o.err = cmd.ProcessState.ExitCode(), out.String(), errOut.String()
	o.hung, o.greedy = stopped(why.Load()) == overTime, stopped(why.Load()) == overMemory
	o.killed = o.status < 0 && !o.hung && !o.greedy && sent.Load() > 0
	return o, nil
}

// watch kills the process if it takes too long or too much memory, and sends it the signal when
// it is due.
func (c *command) watch(p *os.Process, begin time.Time, sent *atomic.Int64, peak *int64, done chan struct{}) stopped {
	limit, memory := c.limit, c.memory
	if limit == 0 {
		limit = time.Minute
	}
	if memory == 0 {
		memory = 4 << 30
	}
	for {
		wait := 10 * time.Millisecond
		if left := c.after - time.Since(begin); c.signal != nil && sent.Load() == 0 {
			wait = max(0, min(wait, left))
		}
		select {
		case <-done:
			return ended
		case <-time.After(wait):
		}
		if c.signal != nil && sent.Load() == 0 && time.Since(begin) >= c.after {
			sent.Store(max(1, int64(time.Since(begin))))
			_ = p.Signal(c.signal)
		}
		*peak = max(*peak, peakMemory(p.Pid))
		switch {
		case time.Since(begin) > limit:
			_ = p.Kill()
			return overTime
		case *peak > memory:
			_ = p.Kill()
			return overMemory
		}
	}
}

// peakMemory returns the most memory that a process has taken so far, on Linux, elsewhere 0.
func peakMemory(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "\nVmHWM:")
	line, _, _ := strings.Cut(rest, "\n")
	kilobytes, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(line, "kB")), 10, 64)
	return kilobytes << 10
}

// crashed returns what a crash of the Go runtime has written, or "".
func (o *outcome) crashed() string {
	for _, mark := range []string{"panic: ", "fatal error: ", "unexpected fault address", "SIGBUS", "SIGSEGV", "goroutine 1 ["} {
		if i := strings.Index(o.err, mark); i >= 0 {
			return fmt.Sprintf("%.300s", o.err[i:])
		}
	}
	if o.status < 0 && !o.hung && !o.greedy && !o.killed {
		return "died of a signal: " + o.err
	}
	return ""
}

// must is run for commands that nothing stops: they must succeed.
func (h *harness) must(args ...string) (outcome, error) {
	o, err := h.run(command{args: args, limit: 5 * time.Minute, memory: 1 << 40})
	if err == nil && o.status != 0 {
		err = fmt.Errorf("%q: status %d: %s", args, o.status, o.err)
	}
	return o, err
}

// ends counts how a run ended. It reports whether it ended by itself, without a crash.
func (t *tally) ends(o *outcome, format string, args ...any) bool {
	what := fmt.Sprintf(format, args...)
	switch crash := o.crashed(); {
	case o.hung:
		t.fault(hung, "%s: no end after %v", what, o.took.Round(time.Second))
	case o.greedy:
		t.fault(greedy, "%s: %d MiB", what, o.peak>>20)
	case crash != "":
		t.fault(crashed, "%s: %s", what, crash)
	default:
		return true
	}
	return false
}

// answers reports whether a process ended by itself soon after a signal, if it got one.
func (t *tally) answers(o *outcome, signal os.Signal, format string, args ...any) bool {
	switch what := fmt.Sprintf(format, args...); {
	case o.killed:
		t.fault(hung, "%s: killed by %v, not ended by it", what, signal)
	case o.answered > maxAnswer && (!strings.Contains(what, "solve") || o.answered > maxSaving):
		t.fault(hung, "%s: ended %v after %v", what, o.answered.Round(time.Millisecond), signal)
	default:
		return true
	}
	return false
}

// refusal counts a run that ended by itself with an error. The error must be a message of one
// line or more that begins with the name of the program.
func (t *tally) refusal(o *outcome, format string, args ...any) {
	if o.err == "" {
		t.fault(false_, "%s: status %d without a message", fmt.Sprintf(format, args...), o.status)
		return
	}
	t.add(refused, 1)
}
