//go:build js && wasm

package main

import (
	"bytes"
	"sync"
	"syscall/js"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/tb"
	"tinyhouse/tb/container"
	"tinyhouse/tb/table"
)

// tables is the tables that the page has given, as a protocol.TableProvider. All names of files in
// the option TablebasePath are ignored: there are no files.
type tables struct {
	set   *tb.Set
	cache *container.Cache

	mu       sync.Mutex
	troubles []string
}

// cacheBytes is the memory for unpacked blocks.
const cacheBytes = 16 << 20

func newTables() *tables {
	t := &tables{set: tb.NewSet(cacheBytes), cache: container.NewCache(cacheBytes)}
	t.set.OnError = func(err error) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.troubles = append(t.troubles, "ERROR: "+err.Error())
	}
	return t
}

// addTable is the JavaScript function of that name.
func (t *tables) addTable(_ js.Value, args []js.Value) any {
	data := make([]byte, args[1].Length())
	js.CopyBytesToGo(data, args[1])
	f, err := table.Read(container.NewSource(bytes.NewReader(data), int64(len(data)), args[0].String()), t.cache)
	if err != nil {
		return err.Error()
	}
	t.set.Add(f)
	return ""
}

// Open returns a prober of the tables that the page has given so far.
func (t *tables) Open([]string, int) (engine.Prober, []string) { return t.set, nil }

// Unused returns nothing: the page knows which tables it has given.
func (t *tables) Unused(*board.Game) []string { return nil }

// Troubles returns the damage found since the last call.
func (t *tables) Troubles() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	troubles := t.troubles
	t.troubles = nil
	return troubles
}
