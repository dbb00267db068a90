package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// files returns the names in a folder.
func files(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestWrite checks that a write replaces the file, that a failed one keeps it, and that neither
// leaves a temporary file.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	failure := errors.New("no")
	for _, c := range []struct {
		text string
		err  error
		want string
	}{{"one", nil, "one"}, {"two", nil, "two"}, {"three", failure, "two"}} {
		err := Write(path, func(w io.Writer) error {
			io.WriteString(w, c.text)
			return c.err
		})
		if got, _ := os.ReadFile(path); !errors.Is(err, c.err) || string(got) != c.want {
			t.Errorf("%s: %q, %v", c.text, got, err)
		}
		if got := files(t, dir); !slices.Equal(got, []string{"f"}) {
			t.Errorf("%s: files %v", c.text, got)
		}
	}
}

// TestCreate checks that two temporary files of one path are different files, that leftovers are
// removed, and that a folder is not replaced.
func TestCreate(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	one, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	two, err := Create(path)
	if err != nil || one.Name() == two.Name() {
		t.Fatalf("the second temporary file: %v", err)
	}
	one.Close()
	two.Abort()
	if got := files(t, dir); !slices.Equal(got, []string{filepath.Base(one.Name())}) {
		t.Errorf("files %v", got)
	}
	for _, name := range []string{"f.tmp", "g.0.tmp"} {
		os.WriteFile(filepath.Join(dir, name), nil, 0o666)
	}
	if err := RemoveTemporary(path); err != nil {
		t.Error(err)
	}
	if got := files(t, dir); !slices.Equal(got, []string{"f.tmp", "g.0.tmp"}) {
		t.Errorf("files %v", got)
	}
	for _, bad := range []string{dir, filepath.Join(dir, "nowhere", "f")} {
		if f, err := Create(bad); err == nil {
			f.Abort()
			t.Errorf("%s: created", bad)
		}
		if err := Check(bad); err == nil {
			t.Errorf("%s: checked", bad)
		}
	}
	if err := Check(path); err != nil {
		t.Error(err)
	}
	if got := files(t, dir); !slices.Equal(got, []string{"f.tmp", "g.0.tmp"}) {
		t.Errorf("files %v", got)
	}
}

// TestCommit checks that a commit that fails removes the temporary file.
func TestCommit(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	f, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	os.Mkdir(path, 0o777)
	if err := f.Commit(); err == nil {
		t.Error("replaced a folder")
	}
	if got := files(t, dir); !slices.Equal(got, []string{"f"}) {
		t.Errorf("files %v", got)
	}
}
