package main

import (
	"bytes"
	"io/fs"
	"testing"

	"tinyhouse/web"
)

// TestCommitted checks that the committed site is what its sources make.
func TestCommitted(t *testing.T) {
	b := &builder{root: "../..", noEngine: true}
	if err := b.build(); err != nil {
		t.Fatal(err)
	}
	const remedy = "run go run ./cmd/site -no-engine -no-pack web/dist"
	committed := map[string]bool{}
	err := fs.WalkDir(web.Site(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		committed[name] = true
		data, err := fs.ReadFile(web.Site(), name)
		if err == nil && !bytes.Equal(data, b.files[name]) {
			t.Errorf("%s differs from what its sources make: %s", name, remedy)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range b.files {
		if !committed[name] {
			t.Errorf("%s is missing: %s", name, remedy)
		}
	}
}
