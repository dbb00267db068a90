package main

import (
	"fmt"
	"strings"
	"sync"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/tb"
	"tinyhouse/tb/embedded"
)

// tableProvider opens tables and certificates for a protocol.Session. It opens the embedded
// tables of a game when a position of that game is first probed.
type tableProvider struct {
	set *tb.Set // what is open now, or nil

	mu       sync.Mutex
	troubles []string
}

// Open closes the files of the last call and opens all tables and certificates in the files and
// folders, with a common cache in MiB. It skips files that cannot be opened. The notes describe
// each file, or why it is skipped.
func (p *tableProvider) Open(paths []string, cache int) (engine.Prober, []string) {
	if p.set != nil {
		p.set.Close()
	}
	p.set = tb.NewSet(int64(cache) << 20)
	p.set.OnError = p.addTrouble
	p.set.More = embedded.Open
	var notes []string
	for _, path := range paths {
		if path == "" {
			continue
		}
		tables, certificates := len(p.set.Tables()), len(p.set.Certificates())
		err := p.set.Open(path)
		for _, t := range p.set.Tables()[tables:] {
			notes = append(notes, fmt.Sprintf("table %s: %s %s, %d numbers, %d bytes",
				t.Name(), t.Game().Variant().Name, t.Material(), t.Numbers(), t.Bytes()))
		}
		for _, f := range p.set.Certificates()[certificates:] {
			notes = append(notes, fmt.Sprintf("certificate %s: %s, %d records, %d bytes",
				f.Name(), f.Game().Variant().Name, f.Len(), f.Bytes()))
		}
		if err != nil {
			for line := range strings.SplitSeq(err.Error(), "\n") { // a joined error
				notes = append(notes, "ERROR: no table opened: "+line)
			}
		}
	}
	return p.set, notes
}

// Unused returns a note about each open file that is not used in g.
func (p *tableProvider) Unused(g *board.Game) []string {
	if p.set == nil {
		return nil
	}
	return p.set.Unused(g)
}

// addTrouble remembers damage. Any goroutine may call it.
func (p *tableProvider) addTrouble(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.troubles = append(p.troubles, "ERROR: "+err.Error())
}

// Troubles returns the damage found since the last call.
func (p *tableProvider) Troubles() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	troubles := p.troubles
	p.troubles = nil
	return troubles
}
