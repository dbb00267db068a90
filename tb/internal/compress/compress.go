// Package compress compresses blocks with zstd, and refuses to decompress more than expected.
package compress

import (
	"sync"

	"github.com/klauspost/compress/zstd"
)

// maxBlock is the size in bytes of the largest block.
const maxBlock = 2 << 20

// Encoder compresses blocks.
type Encoder struct{ zstd *zstd.Encoder }

// NewEncoder returns an encoder that up to threads goroutines can use at a time. It takes some
// 35 MB for each. The best level takes 5 to 10 % less space than the next and five times its
// time, which is still little compared with solving.
func NewEncoder(threads int) (*Encoder, error) {
	e, err := zstd.NewWriter(nil,
		zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithEncoderConcurrency(threads),
		zstd.WithWindowSize(maxBlock),
		zstd.WithSingleSegment(true),
		zstd.WithEncoderCRC(false))
	return &Encoder{e}, err
}

// Append appends the compressed data to dst.
func (e *Encoder) Append(dst, data []byte) []byte { return e.zstd.EncodeAll(data, dst) }

// Decode decompresses data, which must be of exactly size bytes decompressed. It takes no more
// memory than that.
func Decode(data []byte, size int) (b []byte, ok bool) {
	b, err := decoder().DecodeAll(data, make([]byte, 0, size))
	return b, err == nil && len(b) == size
}

// decoder returns the decompressor of the whole process. As many goroutines as there are
// processors use it at a time.
var decoder = sync.OnceValue(func() *zstd.Decoder {
	d, err := zstd.NewReader(nil,
		zstd.WithDecoderConcurrency(0),
		zstd.WithDecodeAllCapLimit(true),
		zstd.WithDecoderMaxMemory(2*maxBlock))
	if err != nil {
		panic("compress: options of the decompressor: " + err.Error())
	}
	return d
})
