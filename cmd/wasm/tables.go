//go:build js && wasm

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
	"syscall/js"

	"tinyhouse/cmd/internal/webapi"
	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/tb"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
)

// tables is the tables that the page has given, as a protocol.TableProvider. All names of files in
// the option TablebasePath are ignored: there are no files.
type tables struct {
	set *tb.Set

	mu       sync.Mutex
	troubles []string
}

// cacheBytes is the memory for unpacked blocks.
const cacheBytes = 16 << 20

func newTables() *tables {
	t := &tables{set: tb.NewSet(cacheBytes)}
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
	if _, err := t.set.Read(container.NewSource(bytes.NewReader(data), int64(len(data)), args[0].String())); err != nil {
		return err.Error()
	}
	return ""
}

// opened describes a table or certificate.
type opened struct {
	Kind    string `json:"kind"` // "table" or "certificate"
	Variant string `json:"variant"`
	Subject string `json:"subject"` // the material of a table, the root of a certificate
	Entries uint64 `json:"entries"` // numbers of a table, records of a certificate
}

// openFile is the JavaScript function of that name.
func (t *tables) openFile(_ js.Value, args []js.Value) any {
	name, size := args[0].String(), int64(args[1].Float())
	f, err := t.set.Read(container.NewSource(pieces{args[2], size}, size, name))
	var answer any
	if err != nil {
		answer = webapi.Failure{Error: err.Error()}
	} else {
		answer = opened{f.Kind(), f.Game().Variant().Name, t.subject(f), f.Entries()}
	}
	text, _ := json.Marshal(answer) // of texts and numbers: there is no error
	return string(text)
}

// subject returns the material of a table, the root of a certificate.
func (t *tables) subject(f *container.File) string {
	for _, c := range t.set.Certificates() {
		if c.File == f {
			root := c.Root()
			return webapi.DescribePosition(c.Game(), &root, nil).FEN
		}
	}
	return f.Subject()
}

// Certificate returns the certificate with a name, or nil.
func (t *tables) Certificate(name string) *certificate.File {
	for _, f := range t.set.Certificates() {
		if f.Name() == name {
			return f
		}
	}
	return nil
}

// CertificateIDs returns the names of all certificates.
func (t *tables) CertificateIDs() (names []string) {
	for _, f := range t.set.Certificates() {
		names = append(names, f.Name())
	}
	return names
}

// removeFile is the JavaScript function of that name.
func (t *tables) removeFile(_ js.Value, args []js.Value) any {
	found, _ := t.set.Remove(args[0].String()) // nothing is written: closing does not fail
	return found
}

// pieces is an io.ReaderAt that a JavaScript function read(offset, length) provides. The function
// returns a Uint8Array, or a text that says why it cannot read.
type pieces struct {
	read js.Value
	size int64
}

func (r pieces) ReadAt(p []byte, at int64) (int, error) {
	n := int(max(0, min(int64(len(p)), r.size-at)))
	if n > 0 {
		part := r.read.Invoke(float64(at), n)
		if part.Type() == js.TypeString {
			return 0, errors.New(part.String())
		}
		n = js.CopyBytesToGo(p, part)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// Open returns a prober of the tables that the page has given so far.
func (t *tables) Open([]string, int) (engine.Prober, []string) { return t.set, nil }

// Unused returns nothing: the page knows which tables it has given.
func (t *tables) Unused(*board.Game) []string { return nil }

// damage is the JavaScript function of that name.
func (t *tables) damage(js.Value, []js.Value) any { return strings.Join(t.Troubles(), "\n") }

// Troubles returns the damage found since the last call.
func (t *tables) Troubles() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	troubles := t.troubles
	t.troubles = nil
	return troubles
}
