package samples

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"tinyhouse/engine/board"
	"tinyhouse/engine/identity"
)

const (
	magic     = "\x89THS\r\n\x1a\n"
	version   = 1
	headerLen = len(magic) + 4 + sha256.Size + 4
	chunkHead = 12

	// MaxChunk limits the samples of a chunk.
	MaxChunk = 1 << 16
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// header returns the header of files of g.
func header(g *board.Game) []byte {
	b := binary.LittleEndian.AppendUint32([]byte(magic), version)
	digest := sha256.Sum256(fmt.Appendf(nil, "%ssamples = %d\n", identity.Text(g), version))
	b = append(b, digest[:]...)
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// Reader reads the chunks of a file in order.
type Reader struct {
	coder *Coder
	in    *bufio.Reader
	good  int64 // length of what has been read without an error
}

// NewReader returns a reader of a file of g. It refuses other files, and those of other rules.
func NewReader(in io.Reader, g *board.Game) (*Reader, error) {
	r := &Reader{coder: NewCoder(g), in: bufio.NewReaderSize(in, 1<<16)}
	head, want := make([]byte, headerLen), header(g)
	if _, err := io.ReadFull(r.in, head); err != nil || string(head[:len(magic)]) != magic {
		return nil, errors.New("samples: it is no file of samples")
	}
	body := len(head) - 4
	switch {
	case binary.LittleEndian.Uint32(head[body:]) != crc32.Checksum(head[:body], castagnoli):
		return nil, ErrDamaged
	case binary.LittleEndian.Uint32(head[len(magic):]) != version:
		return nil, fmt.Errorf("samples: version %d of the format: want %d", binary.LittleEndian.Uint32(head[len(magic):]), version)
	case string(head) != string(want):
		return nil, errors.New("samples: they are of a game with other rules")
	}
	r.good = int64(headerLen)
	return r, nil
}

// Next appends the samples of the next chunk to s. After the last one it returns io.EOF, and ErrDamaged
// where the rest is damaged or cut off.
func (r *Reader) Next(s []Sample) ([]Sample, error) {
	head := make([]byte, chunkHead)
	switch _, err := io.ReadFull(r.in, head); err {
	case nil:
	case io.EOF:
		return s, io.EOF
	case io.ErrUnexpectedEOF:
		return s, ErrDamaged
	default:
		return s, err
	}
	count, size := binary.LittleEndian.Uint32(head), binary.LittleEndian.Uint32(head[4:])
	if count > MaxChunk || size > count*maxSample {
		return s, ErrDamaged
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(r.in, data); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return s, ErrDamaged
		}
		return s, err
	}
	if crc32.Update(crc32.Checksum(head[:8], castagnoli), castagnoli, data) != binary.LittleEndian.Uint32(head[8:]) {
		return s, ErrDamaged
	}
	before := len(s)
	for range count {
		sample, n, err := r.coder.Read(data)
		if err != nil {
			return s[:before], err
		}
		s, data = append(s, sample), data[n:]
	}
	if len(data) > 0 {
		return s[:before], ErrDamaged
	}
	r.good += int64(chunkHead) + int64(size)
	return s, nil
}

// Writer writes chunks to a file.
type Writer struct {
	coder  *Coder
	out    *os.File
	chunks int
	count  int
}

// Continue opens the file at path, or creates it, and writes after its last whole chunk. What comes after
// that, such as a chunk that a killed process has begun, is cut off.
func Continue(path string, g *board.Game) (*Writer, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	w := &Writer{coder: NewCoder(g), out: f}
	if err := w.recover(g); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	return w, nil
}

// recover reads the file and cuts off what is damaged.
func (w *Writer) recover(g *board.Game) error {
	info, err := w.out.Stat()
	if err != nil {
		return err
	}
	good := int64(headerLen)
	if info.Size() < good { // killed before the header was written
		if err := w.out.Truncate(0); err != nil {
			return err
		}
		_, err = w.out.Write(header(g))
		return err
	}
	r, err := NewReader(w.out, g)
	if err != nil {
		return err
	}
	var s []Sample
	for {
		if s, err = r.Next(s[:0]); err != nil {
			break
		}
		w.chunks++
		w.count += len(s)
	}
	if err != io.EOF && !errors.Is(err, ErrDamaged) {
		return err
	}
	if err := w.out.Truncate(r.good); err != nil {
		return err
	}
	_, err = w.out.Seek(r.good, io.SeekStart)
	return err
}

// Chunks returns the number of chunks in the file.
func (w *Writer) Chunks() int { return w.chunks }

// Samples returns the number of samples in the file.
func (w *Writer) Samples() int { return w.count }

// Write appends a chunk of at most MaxChunk samples.
func (w *Writer) Write(s []Sample) error {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(s)))
	b = append(b, make([]byte, 8)...)
	for i := range s {
		b = w.coder.Append(b, &s[i])
	}
	binary.LittleEndian.PutUint32(b[4:], uint32(len(b)-chunkHead))
	sum := crc32.Update(crc32.Checksum(b[:8], castagnoli), castagnoli, b[chunkHead:])
	binary.LittleEndian.PutUint32(b[8:], sum)
	if _, err := w.out.Write(b); err != nil {
		return err
	}
	w.chunks++
	w.count += len(s)
	return nil
}

// Close writes the file to disk and closes it.
func (w *Writer) Close() error { return errors.Join(w.out.Sync(), w.out.Close()) }
