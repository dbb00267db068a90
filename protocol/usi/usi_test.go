package usi_test

import (
	"reflect"
	"testing"
	"time"

	"tinyhouse/engine"
	"tinyhouse/protocol"
	"tinyhouse/protocol/usi"
)

// TestByoyomi checks clocks with byoyomi.
func TestByoyomi(t *testing.T) {
	const second = time.Second
	for line, want := range map[string]engine.Limits{
		"go btime 3000 wtime 2000":              {Timed: true, Time: [2]time.Duration{3 * second, 2 * second}},
		"go btime 3000 wtime 2000 byoyomi 1000": {Timed: true, Time: [2]time.Duration{4 * second, 3 * second}, Inc: [2]time.Duration{second, second}},
		"go btime 3000 wtime 0 byoyomi 1000":    {Timed: true, Time: [2]time.Duration{4 * second, second}, Inc: [2]time.Duration{second, second}},
		"go btime 0 wtime 0 byoyomi 1000":       {MoveTime: second},
		"go ponder btime 0 wtime 0 byoyomi 500": {MoveTime: second / 2, Ponder: true},
		"go byoyomi 1000 nodes 7":               {MoveTime: second, Nodes: 7},
	} {
		got, err := usi.Dialect{}.Parse(line)
		if c, ok := got.(protocol.Go); err != nil || !ok || !reflect.DeepEqual(c.Limits, want) {
			t.Errorf("%s: %+v, %v, want %+v", line, got, err, want)
		}
	}
}
