// Package protocoltest runs sessions in tests of any protocol. Errors fail the test.
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

// Start starts a session in the dialect d with the given name. The channel receives the error of the
// session at its end.
func Start(t testing.TB, word string, d protocol.Dialect, b protocol.Backend) (*expect.Dialog, <-chan error) {
	t.Helper()
	return Serve(t, protocol.Config{
		ID: protocol.ID{Name: "Tinyhouse test", Author: "the authors"}, Backend: b,
		Dialects: map[string]protocol.Dialect{word: d}, Dialect: word,
		Catalog: rules.Builtin(), Variant: rules.Default, MaxHash: 1024,
	})
}

// Serve starts a session, connected to the Dialog unless c has In or Out. The channel is that of Start.
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

// Transcripts plays each transcript in testdata in its own session.
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
			dialog, done := Start(t, word, dialect(), Engine(t))
			dialog.Timeout = 30 * time.Second
			if err := dialog.Play(string(text)); err != nil {
				t.Fatal(err)
			}
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}
