package tt

import (
	"sync"
	"testing"
)

func TestRoundTrip(t *testing.T) {
	tab := New(1)
	for i, e := range []Entry{
		{Move: 65535, Value: -32000, Eval: 123, Depth: 127, Bound: Exact},
		{Move: 1, Value: 32000, Eval: -1, Depth: -2, Bound: Lower},
		{Value: 5, Bound: Upper},
	} {
		key := uint64(i+1) * 0x9e3779b97f4a7c15
		tab.Put(key, e)
		if got, ok := tab.Get(key); !ok || got != e {
			t.Errorf("got %+v, %v, want %+v", got, ok, e)
		}
		if _, ok := tab.Get(key + 1); ok {
			t.Errorf("found a key never stored")
		}
	}
}

func TestKeepsDeepAndMove(t *testing.T) {
	tab := New(1)
	tab.Put(7, Entry{Move: 9, Depth: 10, Bound: Lower})
	tab.Put(7, Entry{Depth: 2, Bound: Upper})
	if e, _ := tab.Get(7); e.Depth != 10 {
		t.Errorf("a shallow entry replaced a deep one: %+v", e)
	}
	tab.NewSearch()
	tab.Put(7, Entry{Depth: 2, Bound: Upper})
	if e, _ := tab.Get(7); e.Depth != 2 || e.Move != 9 {
		t.Errorf("got %+v, want depth 2 and the old move", e)
	}
}

func TestConcurrent(t *testing.T) {
	tab := New(1)
	var wg sync.WaitGroup
	for n := range 4 {
		wg.Go(func() {
			for i := range uint64(20000) {
				key := (i%512 + 1) * 0x9e3779b97f4a7c15
				tab.Put(key, Entry{Move: uint16(i % 512), Depth: int8(n), Bound: Exact})
				if e, ok := tab.Get(key); ok && e.Move != uint16(i%512) {
					t.Errorf("entry of another key: %+v", e)
					return
				}
			}
		})
	}
	wg.Wait()
}

// TestClear checks that no entry survives, in a table below and above the size from which
// memory is returned to the system.
func TestClear(t *testing.T) {
	for _, mib := range []int{1, 1100} {
		tab := New(mib)
		tab.NewSearch()
		for key := range uint64(20) {
			tab.Put(key<<59, Entry{Move: 1})
		}
		tab.Clear()
		for key := range uint64(20) {
			if e, ok := tab.Get(key << 59); ok {
				t.Errorf("%d MiB: got %+v after Clear", mib, e)
			}
		}
		if n := tab.Full(); n != 0 {
			t.Errorf("%d MiB: %d permille full after Clear", mib, n)
		}
	}
}

// TestFree allocates more than the machine can hold, one table after the other.
func TestFree(t *testing.T) {
	for range 200 {
		tab := New(4096)
		tab.NewSearch()
		tab.Put(1<<63, Entry{Move: 1})
		tab.Free()
	}
}
