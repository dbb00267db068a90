package usi_test

import (
	"testing"

	"tinyhouse/protocol"
	"tinyhouse/protocol/protocoltest"
	"tinyhouse/protocol/usi"
)

func TestTranscripts(t *testing.T) {
	protocoltest.Transcripts(t, "usi", func() protocol.Dialect { return usi.Dialect{} })
}
