package lock

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHold says that a lock is one holder's at a time, names itself to the others, and is gone
// when it is let go.
func TestHold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.lock")
	let, err := Hold(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Hold(path); err == nil || !strings.Contains(err.Error(), "another process") || !strings.Contains(err.Error(), path) {
		t.Errorf("held twice: %v", err)
	}
	let()
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("let go, and still there: %v", err)
	}
	if let, err = Hold(path); err != nil {
		t.Fatal(err)
	}
	let()
}

// TestFolder says that a folder is one holder's at a time and goes when it is let go, unless something is in
// it, and that a file and a folder in none are refused.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	path, file := filepath.Join(dir, "c"), filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, kept := range []bool{false, true} {
		let, err := Folder(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Folder(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("held twice: %v", err)
		}
		if kept {
			os.WriteFile(filepath.Join(path, "work"), nil, 0o666)
		}
		let()
		if _, err := os.Stat(path); kept != (err == nil) {
			t.Errorf("kept %v, then: %v", kept, err)
		}
	}
	for _, bad := range []string{file, filepath.Join(dir, "no", "c")} {
		if _, err := Folder(bad); err == nil || !strings.Contains(err.Error(), bad) {
			t.Errorf("%s was taken: %v", bad, err)
		}
	}
	if let, err := Folder(""); err != nil {
		t.Error(err)
	} else {
		let()
	}
}

// TestLeft says that a file which a killed process has left is taken over, and that one of
// somebody's that has the name of a lock is not removed.
func TestLeft(t *testing.T) {
	for text, stays := range map[string]bool{"": false, "my notes": true} {
		path := filepath.Join(t.TempDir(), "x.lock")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		let, err := Hold(path)
		if err != nil {
			t.Fatal(err)
		}
		let()
		if got, err := os.ReadFile(path); (err == nil) != stays || string(got) != text {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	if _, err := Hold(filepath.Join(t.TempDir(), "nowhere", "x.lock")); err == nil {
		t.Error("no folder, and no error")
	}
}
