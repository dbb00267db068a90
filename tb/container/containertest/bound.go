package containertest

import (
	"runtime"
	"testing"
	"time"
)

// Bound runs f, and fails the test if it allocates more than a number of bytes in all, or takes more
// than half a minute.
func Bound(t testing.TB, bytes uint64, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin := time.Now()
	f()
	took := time.Since(begin)
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > bytes {
		t.Errorf("%d bytes allocated, want at most %d", n, bytes)
	}
	if took > 30*time.Second {
		t.Errorf("%v, want at most half a minute", took)
	}
}

// Pieces returns pieces of a byte string, each with its length as two bytes before it, and what is
// left as the last. Join is its inverse; so a fuzzer can change a list of blocks.
func Pieces(b []byte) (pieces [][]byte) {
	for len(b) >= 2 && len(b)-2 >= int(order.Uint16(b)) {
		n := 2 + int(order.Uint16(b))
		pieces, b = append(pieces, b[2:n]), b[n:]
	}
	if len(b) > 0 {
		pieces = append(pieces, b)
	}
	return pieces
}

// Join puts pieces of up to 65,535 bytes together.
func Join(pieces [][]byte) (b []byte) {
	for _, p := range pieces {
		b = append(order.AppendUint16(b, uint16(len(p))), p...)
	}
	return b
}
