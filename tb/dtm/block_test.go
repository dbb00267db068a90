package dtm_test

import (
	"bytes"
	"testing"

	"tinyhouse/tb/dtm"
	"tinyhouse/tb/internal/compress"
)

// pack packs values.
func pack(values ...dtm.Value) []byte {
	encoder, err := compress.NewEncoder(1)
	if err != nil {
		panic(err)
	}
	b, err := dtm.Pack(values, encoder)
	if err != nil {
		panic(err)
	}
	return b
}

// unpack unpacks a block and reads all of it.
func unpack(b []byte, count int) error {
	block, err := dtm.Unpack(b, count)
	if err != nil {
		return err
	}
	for i := range count {
		if v := block.At(i); dtm.ValueOf(v.Exact()) != v {
			panic("a block with what is no value")
		}
	}
	return nil
}

// TestDamagedBlock unpacks blocks with impossible contents.
func TestDamagedBlock(t *testing.T) {
	good := pack(dtm.Draw, dtm.Win+1, dtm.Loss, dtm.None, dtm.Loss+300)
	for i := range good {
		for bit := range 8 {
			bad := bytes.Clone(good)
			bad[i] ^= 1 << bit
			_ = unpack(bad, 5) // may be right by chance, and must not panic
		}
	}
	for name, bad := range map[string]string{
		"nothing": "", "no values": "\x00", "no list": "\x02\x00", "too many": "\x06\x00\x01\x01\x01\x01\x01",
		"no value": "\x01\x01", "not rising": "\x02\x00\x00", "beyond": "\x01\xff\xff\x03", "overflow": "\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
		"a rest": "\x01\x00\x00", "no codes": "\x02\x00\x80\x80\x01", "other codes": "\x02\x00\x80\x80\x01abcdefgh",
		"cut": string(good[:len(good)-1]), "more": string(good) + "x", "twice": string(good) + string(good[10:]),
	} {
		if unpack([]byte(bad), 5) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if err := unpack(good, 5); err != nil {
		t.Error(err)
	}
	if unpack(good, 4) == nil || unpack(good, 6) == nil {
		t.Error("accepted with another number of values")
	}
}

// FuzzUnpack unpacks arbitrary bytes.
func FuzzUnpack(f *testing.F) {
	f.Add(pack(dtm.Draw, dtm.Win+1, dtm.Loss, dtm.None, dtm.Loss+300), 5)
	f.Add(pack(dtm.Draw, dtm.Draw), 2)
	f.Fuzz(func(t *testing.T, b []byte, many int) {
		if 0 < many && many <= 1<<20 {
			_ = unpack(b, many)
		}
	})
}
