package compress_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"sync"
	"testing"

	"tinyhouse/tb/container/containertest"
	"tinyhouse/tb/internal/compress"
)

// encoder is shared: it takes long to make.
var encoder = sync.OnceValue(func() *compress.Encoder {
	e, err := compress.NewEncoder(1)
	if err != nil {
		panic(err)
	}
	return e
})

// overhead is what a decompression may allocate besides its result.
const overhead = 1 << 20

// warm makes the decompressor, which takes more memory than its use.
func warm(t testing.TB) {
	t.Helper()
	if b, ok := compress.Decode(encoder().Append(nil, []byte("abc")), 3); !ok || string(b) != "abc" {
		t.Fatal(b, ok)
	}
}

// TestRoundTrip compresses and decompresses data of all sizes up to the greatest block.
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, size := range []int{0, 1, 2, 255, 256, 1 << 14, 100_000, 2 << 20} {
		for _, values := range []int{1, 3, 256} {
			data := make([]byte, size)
			for i := range data {
				data[i] = byte(rng.IntN(values))
			}
			packed := encoder().Append([]byte("before"), data)
			if !bytes.HasPrefix(packed, []byte("before")) {
				t.Fatal("does not append")
			}
			packed = packed[6:]
			if got, ok := compress.Decode(packed, size); size > 0 && (!ok || !bytes.Equal(got, data)) {
				t.Errorf("%d bytes of %d values: %v, %d", size, values, ok, len(got))
			}
			for _, other := range []int{size - 1, size + 1, size / 2, 2*size + 1} {
				if _, ok := compress.Decode(packed, max(other, 0)); ok && other != size && size > 0 {
					t.Errorf("%d bytes decompressed as %d", size, other)
				}
			}
		}
	}
}

// TestBomb decompresses frames of a few bytes that claim or hold more than is expected. They take no
// more memory than the expected result.
func TestBomb(t *testing.T) {
	warm(t)
	zeros := encoder().Append(nil, make([]byte, 2<<20))
	if len(zeros) > 1000 {
		t.Fatalf("%d bytes", len(zeros))
	}
	claims := func(descriptor byte, size uint64) []byte { // a frame header, and a block of one byte repeated
		b := append([]byte{0x28, 0xb5, 0x2f, 0xfd, descriptor}, binary.LittleEndian.AppendUint64(nil, size)...)
		const last, rle = 1, 1 << 1
		header := uint32(last | rle | (1<<17)<<3)
		return append(b, byte(header), byte(header>>8), byte(header>>16), 7)
	}
	for name, data := range map[string][]byte{
		"zeros": zeros, "twice": append(bytes.Clone(zeros), zeros...), "often": bytes.Repeat(zeros, 500),
		"a claim of 2^40": claims(0xe0, 1<<40), "a claim of 2^63": claims(0xe0, 1<<63), "a claim of 1000": claims(0xe0, 1000),
		"a great window": append([]byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xff}, 1, 0, 0),
		"skipped":        bytes.Repeat([]byte{0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0}, 1000),
		"nothing":        nil, "text": []byte("not a frame"),
	} {
		containertest.Bound(t, overhead, func() {
			if b, ok := compress.Decode(data, 1000); ok {
				t.Errorf("%s: %d bytes", name, len(b))
			}
		})
	}
}

// FuzzDecode decompresses arbitrary bytes: the result has the expected size, and takes no more
// memory.
func FuzzDecode(f *testing.F) {
	warm(f)
	for _, size := range []int{1, 300, 1 << 14} {
		data := make([]byte, size)
		for i := range data {
			data[i] = byte(i * i >> 5)
		}
		f.Add(encoder().Append(nil, data), size)
	}
	f.Fuzz(func(t *testing.T, data []byte, size int) {
		if size < 0 || size > 4<<20 {
			return
		}
		containertest.Bound(t, uint64(size)+overhead, func() {
			if b, ok := compress.Decode(data, size); ok && len(b) != size {
				t.Errorf("%d bytes, want %d", len(b), size)
			}
		})
	})
}
