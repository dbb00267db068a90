package filelock

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLock checks that a lock has one owner at a time, that the error names it, and that
// unlocking removes its file.
func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.lock")
	unlock, err := Lock(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Lock(path); err == nil || !strings.Contains(err.Error(), "another process") || !strings.Contains(err.Error(), path) {
		t.Errorf("locked twice: %v", err)
	}
	unlock()
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("unlocked, and still there: %v", err)
	}
	if unlock, err = Lock(path); err != nil {
		t.Fatal(err)
	}
	unlock()
}

// TestLockFolder checks that a folder has one owner at a time, that unlocking removes an empty
// one, and that a file and a folder without a parent are refused.
func TestLockFolder(t *testing.T) {
	dir := t.TempDir()
	path, file := filepath.Join(dir, "c"), filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, kept := range []bool{false, true} {
		unlock, err := LockFolder(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := LockFolder(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("locked twice: %v", err)
		}
		if kept {
			os.WriteFile(filepath.Join(path, "work"), nil, 0o666)
		}
		unlock()
		if _, err := os.Stat(path); kept != (err == nil) {
			t.Errorf("kept %v, then: %v", kept, err)
		}
	}
	for _, bad := range []string{file, filepath.Join(dir, "no", "c")} {
		if _, err := LockFolder(bad); err == nil || !strings.Contains(err.Error(), bad) {
			t.Errorf("%s: locked: %v", bad, err)
		}
	}
	if unlock, err := LockFolder(""); err != nil {
		t.Error(err)
	} else {
		unlock()
	}
}

// TestLeftover checks that an empty lock file of a killed process is reused, and that a file with
// content that has the name of a lock is not removed.
func TestLeftover(t *testing.T) {
	for text, stays := range map[string]bool{"": false, "my notes": true} {
		path := filepath.Join(t.TempDir(), "x.lock")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		unlock, err := Lock(path)
		if err != nil {
			t.Fatal(err)
		}
		unlock()
		if got, err := os.ReadFile(path); (err == nil) != stays || string(got) != text {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	if _, err := Lock(filepath.Join(t.TempDir(), "nowhere", "x.lock")); err == nil {
		t.Error("no folder, and no error")
	}
}
