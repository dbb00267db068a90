package container

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"io"
)

// Directory reads the directory of a file from its beginning, in pieces, so that the length that
// the footer states takes no memory. After the first piece that is not there or not valid, all
// others are zero, and Left is 0.
type Directory struct {
	file *File
	in   *bufio.Reader
	left uint64
	bad  bool
	err  error // why the file cannot be read
}

// directoryBuffer is the size of the buffer of a Directory, and the most that Bytes returns.
const directoryBuffer = 1 << 15

// ReadDirectory calls read with the directory, which it must read to the end, and returns its
// error, or that the directory has other lengths, or that the digest of the file is wrong.
func (f *File) ReadDirectory(read func(*Directory) error) error {
	sum := sha256.New()
	sum.Write(f.header.append(nil))
	section := io.NewSectionReader(f.r, int64(f.footer.directory), int64(f.footer.length))
	d := &Directory{file: f, left: f.footer.length,
		in: bufio.NewReaderSize(io.TeeReader(section, sum), directoryBuffer)}
	err := read(d)
	switch {
	case d.err != nil:
		return f.Fail("cannot read the directory: %w", d.err)
	case err != nil:
		return err
	case d.bad || d.left > 0:
		return f.Fail("the directory is damaged (lengths)")
	}
	sum.Write(f.footer.plain())
	if !bytes.Equal(sum.Sum(nil), f.sum[:]) {
		return f.Fail("the header or the directory is damaged (checksum)")
	}
	return nil
}

// File returns the file of the directory. While it is being opened, it has no game.
func (d *Directory) File() *File { return d.file }

// Left returns how many bytes are left.
func (d *Directory) Left() uint64 { return d.left }

// Bytes returns the next n bytes, which are valid until the next call, or nil.
func (d *Directory) Bytes(n int) []byte {
	if d.bad || uint64(n) > d.left || n > directoryBuffer {
		d.Refuse()
		return nil
	}
	b, err := d.in.Peek(n)
	if err != nil {
		d.err = err
		if err == io.EOF {
			d.err = io.ErrUnexpectedEOF
		}
		d.Refuse()
		return nil
	}
	d.in.Discard(n) // does not fail: the bytes are in the buffer
	d.left -= uint64(n)
	return b
}

// Refuse makes the directory invalid.
func (d *Directory) Refuse() { d.bad, d.left = true, 0 }

// Number returns the next integer of a number of bytes, up to eight.
func (d *Directory) Number(size int) (n uint64) {
	b := d.Bytes(size)
	for i := range b {
		n |= uint64(b[i]) << (8 * i)
	}
	return n
}

// Extent returns the next extent. No file has a block of fewer bytes than its kind needs.
func (d *Directory) Extent() (e Extent, ok bool) {
	e = Extent{uint32(d.Number(4)), uint32(d.Number(4))}
	if e.length < d.file.header.kind.minBlock {
		d.Refuse()
	}
	return e, !d.bad
}

// Extents appends the next n extents to dst, or all before the first that is not valid.
func (d *Directory) Extents(dst []Extent, n uint64) []Extent {
	for range n {
		e, ok := d.Extent()
		if !ok {
			break
		}
		dst = append(dst, e)
	}
	return dst
}
