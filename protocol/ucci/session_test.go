package ucci_test

import (
	"testing"

	"tinyhouse/protocol"
	"tinyhouse/protocol/protocoltest"
	"tinyhouse/protocol/ucci"
)

func TestTranscripts(t *testing.T) {
	protocoltest.Transcripts(t, "ucci", func() protocol.Dialect { return ucci.New() })
}
