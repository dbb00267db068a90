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

// start starts a session and returns the other end.
func start(t *testing.T) (*expect.Dialog, <-chan error) {
	t.Helper()
	return protocoltest.Start(t, "xboard", xboard.New(), protocoltest.Engine(t))
}
