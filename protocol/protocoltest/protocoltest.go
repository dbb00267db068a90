// Package protocoltest holds sessions with the real engine for tests of any protocol. What
// belongs here fails the test instead of returning an error.
package protocoltest

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/rules"
	"tinyhouse/protocol"
	"tinyhouse/protocol/expect"
)

// Engine returns the engine of the default variant.
func Engine(t testing.TB) *engine.Engine {
	t.Helper()
	e, err := engine.New(enginetest.Game(t, rules.Default), engine.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Start starts a session in the dialect that a word chooses and returns the other end. The channel has the session's
// error when it has ended.
func Start(t testing.TB, word string, d protocol.Dialect, b protocol.Backend) (*expect.Dialog, <-chan error) {
	t.Helper()
	return Serve(t, protocol.Config{
		ID: protocol.ID{Name: "Tinyhouse test", Author: "the authors"}, Backend: b,
		Dialects: map[string]protocol.Dialect{word: d}, Dialect: word,
		Catalog: rules.Builtin(), Variant: rules.Default, MaxHash: 1024,
	})
}

// Serve starts a session whose input and output, unless the configuration has others, are those of
// the other end, which it returns. The channel is that of Start.
func Serve(t testing.TB, c protocol.Config) (*expect.Dialog, <-chan error) {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	if c.In == nil {
		c.In = inR
	}
	if c.Out == nil {
		c.Out = outW
	}
	s, err := protocol.New(c)
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
	return expect.New(inW, outR), done
}

// Transcripts holds the conversations in testdata, each in a session of its own.
func Transcripts(t *testing.T, word string, dialect func() protocol.Dialect) {
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
			conversation, done := Start(t, word, dialect(), Engine(t))
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
