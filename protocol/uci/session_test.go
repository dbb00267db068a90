package uci_test

import (
	"testing"

	"tinyhouse/protocol"
	"tinyhouse/protocol/protocoltest"
	"tinyhouse/protocol/uci"
)

func TestTranscripts(t *testing.T) {
	protocoltest.Transcripts(t, "uci", func() protocol.Dialect { return uci.Dialect{} })
}
