package main

// The shelf: tables and certificates for the protocols.

import (
	"fmt"
	"strings"
	"sync"

	"tinyhouse/engine"
	"tinyhouse/tb"
	"tinyhouse/tb/container"
	"tinyhouse/tb/embedded"
	"tinyhouse/tb/table"
)

// shelf opens tables; it is the session's protocol.Shelf. Those that the program itself
// holds are always there, and opened when their game is played.
type shelf struct {
	set *tb.Set // what is open now, or nil

	mu       sync.Mutex
	troubles []string
}

// Open closes what it has opened before, and opens all tables and certificates in the files
// and folders,
// with a cache of so many MiB for all of them. What is wrong with one file does not keep
// the others away.
func (s *shelf) Open(paths []string, cache int) (engine.Prober, []string) {
	if s.set != nil {
		s.set.Close()
	}
	s.set = tb.NewSet(int64(cache) << 20)
	s.set.OnError = s.trouble
	s.set.More = embedded.Open
	var notes []string
	for _, path := range paths {
		if path == "" {
			continue
		}
		tables, certificates := len(s.set.Tables()), len(s.set.Certificates())
		err := s.set.Open(path)
		for _, t := range s.set.Tables()[tables:] {
			notes = append(notes, fmt.Sprintf("table %s: %s %s, %d numbers, %d bytes",
				t.Name(), t.Game().Variant().Name, t.Material(), t.Numbers(), t.Bytes()))
		}
		for _, f := range s.set.Certificates()[certificates:] {
			notes = append(notes, fmt.Sprintf("certificate %s: %s, %d records, %d bytes",
				f.Name(), f.Game().Variant().Name, f.Len(), f.Bytes()))
		}
		notes = appendErrors(notes, err)
	}
	return s.set, notes
}

// trouble takes note of damage; any goroutine may call it.
func (s *shelf) trouble(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.troubles = append(s.troubles, "ERROR: "+err.Error())
}

// Troubles returns the damage found since the last call.
func (s *shelf) Troubles() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	troubles := s.troubles
	s.troubles = nil
	return troubles
}

// appendErrors appends a note for each error in a joined one.
func appendErrors(notes []string, err error) []string {
	if err == nil {
		return notes
	}
	for line := range strings.Lines(err.Error()) {
		notes = append(notes, "ERROR: no table opened: "+strings.TrimSuffix(line, "\n"))
	}
	return notes
}

// openTable opens a table for a command.
func openTable(path string) (*table.File, error) {
	return table.Open(path, container.NewCache(tableCache))
}

// isProof reports whether the file at path is a certificate. What cannot be read is none: it is
// for who opens it to say why.
func isProof(path string) bool {
	s, err := container.Map(path)
	if err != nil {
		return false
	}
	defer s.Close()
	return s.Is(&container.Certificate)
}

// tableCache is the memory for what a command unpacks, in bytes.
const tableCache = 64 << 20
