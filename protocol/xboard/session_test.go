package xboard_test

import (
	"testing"

	"tinyhouse/protocol"
	"tinyhouse/protocol/expect"
	"tinyhouse/protocol/protocoltest"
	"tinyhouse/protocol/xboard"
)

func TestTranscripts(t *testing.T) {
	protocoltest.Transcripts(t, "xboard", func() protocol.Dialect { return xboard.New() })
}

// end closes the input and checks that the session ends without error.
func end(t *testing.T, c *expect.Dialog, done <-chan error) {
	t.Helper()
	c.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// start starts a session and returns the other end.
func start(t *testing.T) (*expect.Dialog, <-chan error) {
	t.Helper()
	return protocoltest.Start(t, "xboard", xboard.New(), protocoltest.Engine(t))
}
