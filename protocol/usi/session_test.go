package usi_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/protocol"
	"tinyhouse/protocol/talk"
	"tinyhouse/protocol/usi"
)

// start starts a session with the real engine and returns the other end. The channel has
// the session's error when it has ended.
func start(t testing.TB) (*talk.Talk, <-chan error) {
	t.Helper()
	v, err := rules.Builtin().Get(rules.Default)
	if err != nil {
		t.Fatal(err)
	}
	g, err := board.Compile(v)
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(g, engine.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	s, err := protocol.New(protocol.Config{
		ID: protocol.ID{Name: "Tinyhouse test", Author: "the authors"}, In: inR, Out: outW, Backend: e,
		Dialects: map[string]protocol.Dialect{"usi": usi.Dialect{}}, Dialect: "usi",
		Catalog: rules.Builtin(), Variant: rules.Default, MaxHash: 1024,
	})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		err := s.Run(context.Background())
		outW.Close()
		done <- err
	}()
	t.Cleanup(func() { inW.Close() })
	return talk.New(inW, outR), done
}

// TestTranscripts holds the conversations in testdata.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			conversation, done := start(t)
			conversation.Timeout = 30 * time.Second
			if err := conversation.Play(string(text)); err != nil {
				t.Fatal(err)
			}
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}
