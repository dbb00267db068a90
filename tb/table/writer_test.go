package table_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/table"
)

// TestDeterministic checks that the bytes depend on the values alone.
func TestDeterministic(t *testing.T) {
	d := space(t, "chess", "KRvK")
	values := fill(t, d, some(40))
	folder := t.TempDir()
	var first []byte
	for threads := range 9 {
		if testing.Short() && threads%4 > 0 {
			continue
		}
		path := filepath.Join(folder, "x.tht")
		write(t, path, d, values, threads)
		b := enginetest.ReadFile(t, path)
		if first == nil {
			first = b
		}
		if !bytes.Equal(b, first) {
			t.Fatalf("%d threads: other bytes", threads)
		}
	}
	if files := names(t, folder); len(files) != 1 {
		t.Errorf("left: %v", files)
	}
}

// names returns the names of the files in a folder.
func names(t *testing.T, folder string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestUnfinished ends writing in every wrong way: no file may be left.
func TestUnfinished(t *testing.T) {
	d := space(t, "tinyhouse", "KWUvK")
	values := fill(t, d, some(40))
	for _, c := range []struct {
		what string
		f    func(w *table.Writer, path string) error
		want string
	}{
		{"abort at once", func(w *table.Writer, path string) error { w.Abort(); return nil }, ""},
		{"abort", func(w *table.Writer, path string) error { err := w.Write(values); w.Abort(); w.Abort(); return err }, ""},
		{"close after abort", func(w *table.Writer, path string) error { w.Abort(); return w.Close() }, "file already closed"},
		{"too few", func(w *table.Writer, path string) error { _ = w.Write(values[1:]); return w.Close() }, "65831 values are too few, want 65832"},
		{"too many", func(w *table.Writer, path string) error { _ = w.Write(values); return w.Write(values) }, "more values than the table has numbers"},
		{"too many, closed", func(w *table.Writer, path string) error {
			_ = w.Write(values)
			_ = w.Write(values[:1])
			return w.Close()
		}, "more values than the table has numbers"},
		{"no value", func(w *table.Writer, path string) error {
			bad := append([]dtm.Value{}, values...)
			bad[len(bad)-5] = 7
			_ = w.Write(bad)
			return w.Close()
		}, "0x0007 at place"},
		{"disk", func(w *table.Writer, path string) error {
			_ = w.Write(values)
			return errors.Join(os.Remove(path+".0.tmp"), w.Close())
		}, "no such file"},
	} {
		folder := t.TempDir()
		path := filepath.Join(folder, "x.tht")
		w, err := table.Create(path, d, 2)
		if err != nil {
			t.Fatal(err)
		}
		err = c.f(w, path)
		w.Abort()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path)) {
			t.Errorf("%s: %v, want %s", c.what, err, c.want)
		}
		if left := names(t, folder); len(left) > 0 {
			t.Errorf("%s: left %v", c.what, left)
		}
	}
}

// TestReplace checks that a table replaces an old one once it is complete.
func TestReplace(t *testing.T) {
	d := desc(t, enginetest.Game(t, "tinyhouse"), "KWvK")
	folder := t.TempDir()
	path := filepath.Join(folder, "x.tht")
	write(t, path, d, fill(t, d, some(4)), 1)
	before, _ := os.ReadFile(path)
	w, err := table.Create(path, d, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(names(t, folder)) != 2 {
		t.Error("no temporary file")
	}
	if now, _ := os.ReadFile(path); !bytes.Equal(now, before) {
		t.Error("the old table is gone before the new one is complete")
	}
	if err := w.Write(fill(t, d, some(400))); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	w.Abort()
	if err := w.Close(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("closed again: %v", err)
	}
	if now, _ := os.ReadFile(path); bytes.Equal(now, before) || len(names(t, folder)) != 1 {
		t.Error("the old table is still there")
	}
}

// TestCreate checks the errors of tables that cannot be written.
func TestCreate(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	enginetest.WriteFile(t, file, nil)
	g := enginetest.Game(t, "tinyhouse")
	d := desc(t, g, "KWvK")
	long := d
	long.Material = strings.Repeat("W1", 5000)
	for _, c := range []struct {
		path string
		d    table.Desc
		want string
	}{
		{folder, d, "is a folder or device"},
		{filepath.Join(folder, "no", "x.tht"), d, "no such file"},
		{filepath.Join(file, "x.tht"), d, "not a directory"},
		{filepath.Join(folder, "x.tht"), long, "too long"},
		{filepath.Join(folder, "x.tht"), desc(t, g, "KWvK", "KWvK"), "KWvK is there twice"},
		{filepath.Join(folder, "x.tht"), desc(t, g, "KWvKK"), "want one king a side"},
	} {
		if _, err := table.Create(c.path, c.d, 1); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "tb: create "+c.path) {
			t.Errorf("%s: %v, want %s", c.path, err, c.want)
		}
	}
	if left := names(t, folder); len(left) != 1 {
		t.Errorf("left %v", left)
	}
}
