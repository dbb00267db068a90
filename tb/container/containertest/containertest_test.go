package containertest_test

import (
	"bytes"
	"context"
	"testing"

	"tinyhouse/engine/enginetest"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
	"tinyhouse/tb/container/containertest"
	"tinyhouse/tb/table"
)

// check reads bytes as the kind of file that they begin as.
func check(b []byte) error {
	s := container.NewSource(bytes.NewReader(b), int64(len(b)), "test")
	if s.Is(&container.Certificate) {
		f, err := certificate.Read(s, nil)
		if err != nil {
			return err
		}
		return f.Check(context.Background())
	}
	f, err := table.Read(s, nil)
	if err != nil {
		return err
	}
	return f.Check(context.Background())
}

// TestSeal takes files apart and puts them together again: as they are to the same bytes, and
// changed to files that open.
func TestSeal(t *testing.T) {
	for _, path := range []string{
		"../../embedded/tables/chess-KPvK.tht",
		"../../embedded/tables/tinyhouse-W1U1F0P0.tht",
		"../../proofs/tinyhouse-b1b2-a4b3.thc",
		"../../proofs/tinyhouse-a2a3-b4a2.thc",
	} {
		good := enginetest.ReadFile(t, path)
		f, err := containertest.Open(good)
		if err != nil {
			t.Fatal(path, err)
		}
		if !bytes.Equal(f.Seal(), good) || !bytes.Equal(containertest.Reseal(bytes.Clone(good)), good) {
			t.Errorf("%s: not the same bytes", path)
		}
		bad := bytes.Clone(good)
		at := bytes.Index(bad, []byte("wazir"))
		if at < 0 {
			at = bytes.Index(bad, []byte("["))
		}
		bad[at+1] ^= 1
		if check(bad) == nil {
			t.Errorf("%s: opens with another name of its rules and the old digest", path)
		}
		if !f.IsCertificate() {
			f.Subject = "another material"
			if err := check(f.Seal()); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
		last := &f.Blocks[len(f.Blocks)-1]
		*last = (*last)[:len(*last)-1]
		if err := check(f.Seal()); err == nil || !bytes.HasSuffix([]byte(err.Error()), []byte("(contents)")) {
			t.Errorf("%s: a block cut short: %v", path, err)
		}
	}
}

// TestDamaged takes no file apart whose lengths do not fit, and seals it without a panic.
func TestDamaged(t *testing.T) {
	good := enginetest.ReadFile(t, "../../embedded/tables/thinchess8-KNRvKNR.tht")
	for i := range good {
		if _, err := containertest.Open(good[:i]); err == nil {
			t.Errorf("cut to %d bytes it is whole", i)
		}
		containertest.Reseal(bytes.Clone(good[:i]))
		bad := bytes.Clone(good)
		bad[i] ^= 0x80
		containertest.Reseal(bad)
		_, _ = containertest.Open(bad)
	}
}
