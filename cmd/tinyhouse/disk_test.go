package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// smallDisk mounts a file system of size bytes.
func smallDisk(t *testing.T, size int) string {
	t.Helper()
	dir := t.TempDir()
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		t.Skip("full and read-only disks are not tested: only root on Linux can mount one")
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", fmt.Sprint("size=", size), "none", dir).CombinedOutput(); err != nil {
		t.Skipf("full and read-only disks are not tested: mount: %v, %s", err, out)
	}
	t.Cleanup(func() {
		if err := exec.Command("umount", dir).Run(); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// filesIn returns the contents of the files in a folder and its subfolders, by path.
func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		files[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// fill writes a file until the disk is full.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 1 << 16; size > 0; {
		if _, err := f.Write(make([]byte, size)); err != nil {
			size /= 2
		}
	}
}

// TestDiskFull fills the disk while a solution runs: the error says so, and the files stay as they were.
func TestDiskFull(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: solves on no full disk")
	}
	dir := smallDisk(t, 16<<20)
	work := []string{"--variant", "losalamos", "--material", "KQvKR"}
	want := solved(t, filepath.Join(t.TempDir(), "want.tht"), work...)
	path, filler := filepath.Join(dir, "table.tht"), filepath.Join(dir, "filler")
	solve := func(args ...string) result {
		return finish(t, "", slices.Concat([]string{"solve", "--out", path, "--checkpoint-every", "20ms"}, work, args)...)
	}
	if err := os.WriteFile(path, []byte("what was there before"), 0o666); err != nil {
		t.Fatal(err)
	}
	if r := solve("--time", "150ms"); r.status != 1 || !strings.Contains(r.err, path+".checkpoint is kept") {
		t.Fatal(r)
	}
	fill(t, filler)
	before := filesIn(t, dir)
	for _, test := range []struct {
		args []string
		says string
	}{
		{[]string{"--memory", "1"}, path + ".checkpoint/"},      // states need the disk
		{[]string{"--time", "100ms"}, path + ".checkpoint/"},    // the last checkpoint does
		{[]string{"--checkpoint-every", "1h"}, path + ".0.tmp"}, // the table does
		{[]string{"--json"}, "WRN solve error="},                // others can wait
	} {
		r := solve(test.args...)
		if r.status != 1 || !strings.Contains(r.err, test.says) || !strings.Contains(r.err, "no space left") || !strings.Contains(r.err, "the last checkpoint in "+path) {
			t.Errorf("%q: %+v", test.args, r)
		}
		if after := filesIn(t, dir); !maps.Equal(before, after) {
			t.Errorf("%q: %d files, then %d: %v", test.args, len(before), len(after), slices.Sorted(maps.Keys(after)))
		}
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	if got := solved(t, path, work...); !bytes.Equal(got, want) {
		t.Errorf("with room again another table: %d bytes, want %d", len(got), len(want))
	}
	if left := filesIn(t, dir); len(left) != 1 {
		t.Errorf("left: %v", slices.Sorted(maps.Keys(left)))
	}
}
