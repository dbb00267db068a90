package table_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/tb/container/containertest"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/table"
)

// TestEveryByte changes every byte of a table in turn, cuts it to every length and appends a byte.
// The table does not open, or the check and reading the block find a changed byte.
func TestEveryByte(t *testing.T) {
	good := small(t)
	if err := check(good); err != nil {
		t.Fatal(err)
	}
	late := 0
	if _, err := read(append(bytes.Clone(good), 0)); err == nil {
		t.Error("with a byte more it opens")
	}
	for i := range good {
		if _, err := read(good[:i]); err == nil {
			t.Errorf("cut to %d bytes of %d it opens", i, len(good))
		}
		bad := bytes.Clone(good)
		bad[i] ^= byte(1 + i%255)
		tab, err := read(bad)
		if err != nil {
			continue
		}
		late++
		err = tab.Check(t.Context())
		if err == nil || !strings.Contains(err.Error(), "tb: test.tht: block 0 of K") {
			t.Errorf("byte %d of %d changed: %v", i, len(good), err)
		}
		unread := 0
		for signature := range tab.Signatures() {
			if tab.Values(signature, 0, make([]dtm.Value, layoutOf(t, tab, signature).Size())) != nil {
				unread++
			}
		}
		if unread != 1 {
			t.Errorf("byte %d of %d changed: %d signatures are refused", i, len(good), unread)
		}
	}
	t.Logf("%d bytes, of which %d in blocks", len(good), late)
}

// TestRefused checks the errors of files that are no tables of this program. Their digests are
// correct, so that they do not hide the reason.
func TestRefused(t *testing.T) {
	good := small(t)
	d := desc(t, enginetest.Game(t, "tinyhouse"), "KWvK", "KvKW")
	twins := bytesOf(t, d, fill(t, d, some(9)))
	replace := func(old, new string) []byte {
		return bytes.Replace(good, []byte(old), []byte(new), 1)
	}
	number := func(at int, n uint32) []byte {
		b := bytes.Clone(good)
		binary.LittleEndian.PutUint32(b[at:], n)
		return b
	}
	directory := int(binary.LittleEndian.Uint64(good[len(good)-72:]))
	signatures := bytes.Index(good[directory:], []byte("KvK[W]")) + directory
	for _, c := range []struct {
		what string
		b    []byte
		want string
	}{
		{"empty", nil, "is empty, not a table"},
		{"text", []byte("[Event \"?\"]\n\n1. e4 *\n"), `is not a table (it begins with "[Event \"")`},
		{"beginning", good[:5], "cut short: 5 bytes are no whole table"},
		{"half", good[:len(good)/2], "cut short or damaged: the end mark is missing"},
		{"newer", number(8, 2), "format version 2, this program reads 1"},
		{"other numbering", number(12, 999), "positions numbered by version 999"},
		{"block size", number(16, 60), "the header is damaged (lengths)"},
		{"no rules", number(20, 1<<31), "the header is damaged (lengths)"},
		{"key unknown", replace("maxRank", "maxBank"), "its rules cannot be read: rules: rules:2: key \"maxBank\" unknown"},
		{"two variants", replace("wazir = w", "[variant]"), "its rules cannot be read"},
		{"other rules", replace("Types = wuf", "Types = fuw"), "its rules are not what this program makes of their text"},
		{"hash", number(28, 5), "its rules are not what this program makes of their text"},
		{"many signatures", number(directory, 1<<31), "the directory is damaged (lengths)"},
		{"size", number(signatures+6, 999), "2169 numbers, want 1248"},
		{"blocks", number(signatures+6, 1<<24), "the directory is damaged (lengths)"},
		{"no signature", replace("KvK[W]", "KvK[X]"), `signature "KvK[X]": 'X' cannot be in hand`},
		{"unusual signature", replace("KvK[W]", "Kv[W]K"), "the directory is damaged"},
		{"twice", bytes.Replace(twins, []byte("KvKW"), []byte("KWvK"), 1), `"KWvK" is there twice`},
		{"long block", number(len(good)-72-8, 1<<30), "a block of 1073741824 bytes"},
		{"gap", number(len(good)-72-8, 5), "blocks end at"},
		{"empty block", number(len(good)-72-8, 0), "the directory is damaged (lengths)"},
		{"numbers", number(len(good)-72+24, 3), "numbers, want 3"},
	} {
		_, err := read(containertest.Reseal(bytes.Clone(c.b)))
		if c.what == "half" || c.what == "empty" || c.what == "beginning" {
			_, err = read(c.b)
		}
		if err == nil || !strings.HasPrefix(err.Error(), "tb: test.tht: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.what, err, c.want)
		}
	}
}

// TestSizes opens tables whose directory gives a signature another size than the rules do, with
// everything else to match. The layout is computed when it is needed, and then no value is given.
func TestSizes(t *testing.T) {
	good := small(t)
	for i := range 3 {
		f, err := containertest.Open(good)
		if err != nil {
			t.Fatal(err)
		}
		f.Signatures[i].Size--
		f.Entries--
		tab, err := read(f.Seal())
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("%s has %d numbers", f.Signatures[i].Name, f.Signatures[i].Size)
		_, layout := tab.Layout(i)
		for _, err := range []error{layout, tab.Check(t.Context())} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		}
		var p board.Position
		for n := uint64(0); !layoutOf(t, must(t, good), i).Decode(n, &p); n++ {
		}
		if _, ok, err := tab.Probe(&p); ok || err == nil {
			t.Errorf("%s is probed", f.Signatures[i].Name)
		}
	}
}

// TestOpen checks the errors of paths without a table.
func TestOpen(t *testing.T) {
	folder := t.TempDir()
	empty := filepath.Join(folder, "empty.tht")
	enginetest.WriteFile(t, empty, nil)
	for path, want := range map[string]string{
		folder:                              "is a folder or device, want a file",
		filepath.Join(folder, "no.tht"):     "no.tht: ",
		filepath.Join(empty, "no.tht"):      "empty.tht",
		empty:                               "empty.tht: is empty, not a table",
		filepath.Join(folder, "\x00.tht"):   "tb: ",
		filepath.Join(folder, "a", "b.tht"): "tb: ",
	} {
		if _, err := table.Open(path, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", path, err, want)
		}
	}
}
