package verify_test

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/container"
	"tinyhouse/tb/container/containertest"
	"tinyhouse/tb/index"
	"tinyhouse/tb/table"
)

// rewrite returns a table with the parts that change changes, and correct digests.
func rewrite(t testing.TB, from *table.File, change func(*containertest.File)) *table.File {
	t.Helper()
	f, err := containertest.Open(enginetest.ReadFile(t, from.Name()))
	if err != nil {
		t.Fatal(err)
	}
	change(f)
	b := f.Seal()
	tab, err := table.Read(container.NewSource(bytes.NewReader(b), int64(len(b)), from.Name()), nil)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

// TestHugeMaterial checks small tables that claim material of more signatures than any file can
// have: the check ends at once and takes little memory.
func TestHugeMaterial(t *testing.T) {
	for _, c := range []struct{ variant, material, huge string }{
		{"tinyhouse", "U1", "W20U20F9"},
		{"tinyhouse", "U1", "W10U10F10P12"},
		{"tinyhouse", "U1", "W61"},
		{"thinchess8", "KRvK", "KRRRRRNNNNNNvKRRRRRNNNNNN"},
		{"chess", "KvK", "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP"},
		{"chess", "KvK", "KQQQQQQQQQQQQQQQQQQQQQQQvKQQQQQQQQQQQQQQQQQQQQQQQ"},
	} {
		small := solve(t, game(t, c.variant), c.material).write(t, 0, nil)
		huge := rewrite(t, small, func(f *containertest.File) { f.Subject = c.huge })
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		began := time.Now()
		_, err := verify.Table(context.Background(), huge, verify.Options{Threads: 2})
		took := time.Since(began)
		runtime.ReadMemStats(&after)
		if err == nil || !strings.Contains(err.Error(), c.huge) {
			t.Errorf("%s: %v", c.huge, err)
		}
		if bytes := after.TotalAlloc - before.TotalAlloc; took > 10*time.Second || bytes > 200<<20 {
			t.Errorf("%s: %v, %d MiB", c.huge, took, bytes>>20)
		}
		t.Logf("%s: %v, %d MiB: %v", c.huge, took, (after.TotalAlloc-before.TotalAlloc)>>20, err)
	}
}

// TestLesserMaterial checks tables that claim less material than their positions have.
func TestLesserMaterial(t *testing.T) {
	for _, c := range []struct{ variant, material, less string }{
		{"thinchess8", "KRvKR", "KRvK"}, {"tinyhouse", "W1U1", "W1"}, {"peasants1", "PPvPP", "v"},
	} {
		small := solve(t, game(t, c.variant), c.material).write(t, 0, nil)
		lesser := rewrite(t, small, func(f *containertest.File) { f.Subject = c.less })
		r, err := verify.Table(context.Background(), lesser, verify.Options{})
		if (err == nil || !strings.Contains(err.Error(), c.less)) && r.Errors == 0 {
			t.Errorf("%s as %s: %+v, %v", c.material, c.less, r, err)
		}
	}
}

// TestCancelledMissing cancels the count of missing signatures. Once in five tries the timer must be
// faster than the count.
func TestCancelledMissing(t *testing.T) {
	small := solve(t, game(t, "tinyhouse"), "U1").write(t, 0, nil)
	huge := rewrite(t, small, func(f *containertest.File) { f.Subject = "W20U20F9" })
	var err error
	for range 5 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
		_, err = verify.Table(ctx, huge, verify.Options{})
		cancel()
		if errors.Is(err, context.DeadlineExceeded) {
			return
		}
	}
	t.Error(err)
}

// TestManyLayouts checks a table of a few bytes for each of 100,000 signatures, which differ in the
// hands alone: their layouts must not take more memory than there is.
func TestManyLayouts(t *testing.T) {
	g := game(t, "tinyhouse")
	ix := index.New(g)
	many := rewrite(t, solve(t, g, "W0").write(t, 0, nil), func(f *containertest.File) {
		kings, block := f.Signatures[0], f.Blocks[0]
		s, err := ix.Parse(kings.Name)
		if err != nil {
			t.Fatal(err)
		}
		f.Signatures, f.Blocks, f.Entries = nil, nil, 0
		for i := range 100_000 {
			next := s
			for slot, rest := 0, i; rest > 0; slot, rest = slot+1, rest/5 {
				next.Give(board.Color(slot/4), board.Kind(1+slot%4), rest%5)
			}
			f.Signatures = append(f.Signatures, containertest.Signature{Name: ix.Text(next), Size: kings.Size})
			f.Blocks, f.Entries = append(f.Blocks, block), f.Entries+kings.Size
		}
	})
	_, err := verify.Table(context.Background(), many, verify.Options{Memory: 1})
	if err == nil || !strings.Contains(err.Error(), "of its 100000 signatures take all of 32 MiB of memory") {
		t.Error(err)
	}
}
