package nnue_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/internal/nnue"
)

// written returns the bytes of a file.
func written(t testing.TB, f *nnue.File) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestFile checks that a file reads back, and that its net is the one that was written.
func TestFile(t *testing.T) {
	for i, g := range games(t, 10) {
		f := enginetest.Net(t, g, 32+32*(i%8), uint64(i))
		data := written(t, f)
		back, err := nnue.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(f, back) {
			t.Errorf("%s: the file reads back as another", g.Variant().Name)
		}
		if len(data) > nnue.MaxFile {
			t.Errorf("%s: %d bytes, at most %d", g.Variant().Name, len(data), nnue.MaxFile)
		}
		one, err := f.For(g)
		if err != nil {
			t.Fatal(err)
		}
		two, err := back.For(g)
		if err != nil {
			t.Fatal(err)
		}
		enginetest.Walk(t, g, rand.New(rand.NewPCG(1, 1)), 20, func(p *board.Position) {
			if v, w := one.Evaluate(p), two.Evaluate(p); v != w {
				t.Errorf("%s: %d, from the file %d", g.Variant().Name, v, w)
			}
		})
	}
}

// sealed returns data with the digest of what is before it.
func sealed(data []byte) []byte {
	body := data[:len(data)-sha256.Size]
	sum := sha256.Sum256(body)
	return append(bytes.Clone(body), sum[:]...)
}

// TestDamaged checks that no changed file is accepted, and what is said of some.
func TestDamaged(t *testing.T) {
	data := written(t, enginetest.Net(t, enginetest.Game(t, "dobutsu"), 32, 1))
	for at := range data {
		if at > 2000 && at%37 != 0 {
			continue
		}
		changed := bytes.Clone(data)
		changed[at] ^= 1 << (at % 8)
		if _, err := nnue.Parse(changed); err == nil {
			t.Errorf("byte %d changed: accepted", at)
		}
		if _, err := nnue.Parse(data[:at]); err == nil {
			t.Errorf("cut to %d bytes: accepted", at)
		}
	}
	word := func(at int, v uint32) []byte {
		changed := bytes.Clone(data)
		binary.LittleEndian.PutUint32(changed[at:], v)
		return sealed(changed)
	}
	for _, c := range []struct {
		data []byte
		want string
	}{
		{nil, "nnue: it is not a net"},
		{data[:50], "nnue: 50 bytes: it has no end"},
		{append(bytes.Clone(data), 0), "want"},
		{word(8, 2), "nnue: version 2 of the format: want 1"},
		{word(12, 1<<31), "nnue: 2147483648 inputs: want 1 to 8192"},
		{word(16, 33), "nnue: a hidden layer of 33: want a multiple of 32 from 32 to 256"},
		{word(20, 0), "nnue: scale 0: want 1 to 10000"},
		{word(56, 17), "nnue: inputs for 17 pieces of kind 0 in hand: want at most 16"},
		{word(68, 1<<20), "nnue: texts of 1048576 and"},
		{append(bytes.Clone(data[:len(data)-1]), data[len(data)-1]^1), "nnue: it is damaged: its digest is wrong"},
	} {
		if _, err := nnue.Parse(c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got error %v, want %s", err, c.want)
		}
	}
}

// TestOtherRules checks that a net is used for its rules only, whatever they are called.
func TestOtherRules(t *testing.T) {
	const same, other = "[same:gardner]\n", "[other:gardner]\nstalemateValue = loss\n"
	f := enginetest.Net(t, enginetest.Game(t, "gardner"), 32, 1)
	if _, err := f.For(enginetest.Custom(t, same, "same")); err != nil {
		t.Errorf("the same rules: %v", err)
	}
	_, err := f.For(enginetest.Custom(t, other, "other"))
	if want := `nnue: it is for other rules, those of "gardner"`; !errors.Is(err, nnue.ErrOtherRules) || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
	f.Name = "other"
	if _, err := f.For(enginetest.Custom(t, other, "other")); err == nil || err.Error() != `nnue: it is for other rules that are called "other", too` {
		t.Errorf("the same name: error %v", err)
	}
	f.Hands[1]++
	if _, err = f.For(enginetest.Game(t, "gardner")); err == nil || !strings.Contains(err.Error(), "inputs: want") {
		t.Errorf("other inputs: error %v", err)
	}
}

// FuzzParse checks that no input makes Parse crash, and that what it accepts is written as it was.
func FuzzParse(f *testing.F) {
	data := written(f, enginetest.Net(f, enginetest.Game(f, "dobutsu"), 32, 1))
	f.Add(data)
	f.Add(data[:nnue.Header])
	f.Add(data[:8])
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > sha256.Size { // else no change would get past the digest
			data = sealed(data)
		}
		file, err := nnue.Parse(data)
		if err != nil {
			return
		}
		if !bytes.Equal(written(t, file), data) {
			t.Error("the file is written differently")
		}
	})
}
