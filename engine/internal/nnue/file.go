package nnue

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"tinyhouse/engine/board"
)

// docs/formats.md specifies the format.

const (
	magic         = "\x89THN\r\n\x1a\n"
	formatVersion = 1
	headerLen     = 76

	maxInputs = 8192
	maxName   = 256
	maxOrigin = 1 << 16

	// MaxFile limits a file, in bytes.
	MaxFile = headerLen + maxName + maxOrigin + 2*maxInputs*MaxHidden + 4*MaxHidden + 4 + sha256.Size
)

// File is a net as a file holds it: it says which rules it is for, but does not have them.
type File struct {
	Weights
	Rules  [32]byte // Digest of the game
	Name   string   // the variant's, for people
	Origin string   // how the net was made, for people: lines of "name: value"
	Hands  Hands
}

// header is the beginning of a file after the magic.
type header struct {
	version, inputs, hidden, scale uint32
	rules                          [32]byte
	hands                          Hands
	bias                           int32
	nameLen, originLen             uint32
}

// words returns the numbers of the header, in the order of the file, with the rules and the hands between
// scale and bias.
func (h *header) words() (before [4]*uint32, after [2]*uint32) {
	return [...]*uint32{&h.version, &h.inputs, &h.hidden, &h.scale}, [...]*uint32{&h.nameLen, &h.originLen}
}

// append appends the header to b.
func (h *header) append(b []byte) []byte {
	before, after := h.words()
	b = append(b, magic...)
	for _, x := range before {
		b = binary.LittleEndian.AppendUint32(b, *x)
	}
	b = append(append(b, h.rules[:]...), h.hands[:]...)
	b = binary.LittleEndian.AppendUint32(b, uint32(h.bias))
	for _, x := range after {
		b = binary.LittleEndian.AppendUint32(b, *x)
	}
	return b
}

// readHeader reads the header from the first headerLen bytes of a file.
func readHeader(data []byte) *header {
	h := new(header)
	before, after := h.words()
	data = data[len(magic):]
	word := func() uint32 {
		x := binary.LittleEndian.Uint32(data)
		data = data[4:]
		return x
	}
	for _, x := range before {
		*x = word()
	}
	data = data[copy(h.rules[:], data):]
	data = data[copy(h.hands[:], data):]
	h.bias = int32(word())
	for _, x := range after {
		*x = word()
	}
	return h
}

// Write writes the file.
func (f *File) Write(w io.Writer) error {
	h := header{version: formatVersion, inputs: uint32(len(f.Rows) / max(f.Hidden, 1)), hidden: uint32(f.Hidden),
		scale: uint32(f.Scale), rules: f.Rules, hands: f.Hands, bias: f.Bias,
		nameLen: uint32(len(f.Name)), originLen: uint32(len(f.Origin))}
	b := append(append(h.append(nil), f.Name...), f.Origin...)
	for _, numbers := range [][]int16{f.Rows, f.Biases} {
		for _, x := range numbers {
			b = binary.LittleEndian.AppendUint16(b, uint16(x))
		}
	}
	for _, x := range f.Output {
		b = append(b, byte(x))
	}
	sum := sha256.Sum256(b)
	b = append(b, sum[:]...)
	if _, err := Parse(b); err != nil {
		return err
	}
	_, err := w.Write(b)
	return err
}

// Parse reads a file, which may be anything. An error says what is wrong with it.
func Parse(data []byte) (*File, error) {
	if !bytes.HasPrefix(data, []byte(magic)) {
		return nil, errors.New("nnue: it is not a net")
	}
	if len(data) < headerLen+sha256.Size {
		return nil, fmt.Errorf("nnue: %d bytes: it has no end", len(data))
	}
	h := readHeader(data)
	if err := h.check(len(data)); err != nil {
		return nil, fmt.Errorf("nnue: %w", err)
	}
	body := len(data) - sha256.Size
	if sha256.Sum256(data[:body]) != [32]byte(data[body:]) {
		return nil, errors.New("nnue: it is damaged: its digest is wrong")
	}
	f := &File{Rules: h.rules, Hands: h.hands}
	f.Hidden, f.Scale, f.Bias = int(h.hidden), int(h.scale), h.bias
	rest := data[headerLen:body]
	f.Name, rest = string(rest[:h.nameLen]), rest[h.nameLen:]
	f.Origin, rest = string(rest[:h.originLen]), rest[h.originLen:]
	f.Rows, f.Biases, f.Output = make([]int16, int(h.inputs)*f.Hidden), make([]int16, f.Hidden), make([]int8, 2*f.Hidden)
	for _, numbers := range [][]int16{f.Rows, f.Biases} {
		for i := range numbers {
			numbers[i] = int16(binary.LittleEndian.Uint16(rest[2*i:]))
		}
		rest = rest[2*len(numbers):]
	}
	for i := range f.Output {
		f.Output[i] = int8(rest[i])
	}
	return f, nil
}

// check returns what is wrong with the header of a file of a size.
func (h *header) check(size int) error {
	switch {
	case h.version != formatVersion:
		return fmt.Errorf("version %d of the format: want %d", h.version, formatVersion)
	case h.inputs < 1 || h.inputs > maxInputs:
		return fmt.Errorf("%d inputs: want 1 to %d", h.inputs, maxInputs)
	case h.hidden < MinHidden || h.hidden > MaxHidden || h.hidden%HiddenStep != 0:
		return fmt.Errorf("a hidden layer of %d: want a multiple of %d from %d to %d", h.hidden, HiddenStep, MinHidden, MaxHidden)
	case h.scale < 1 || h.scale > 10000:
		return fmt.Errorf("scale %d: want 1 to 10000", h.scale)
	case h.nameLen > maxName || h.originLen > maxOrigin:
		return fmt.Errorf("texts of %d and %d bytes: want at most %d and %d", h.nameLen, h.originLen, maxName, maxOrigin)
	}
	for k, n := range h.hands {
		if n > MaxHand {
			return fmt.Errorf("inputs for %d pieces of kind %d in hand: want at most %d", n, k, MaxHand)
		}
	}
	want := headerLen + int(h.nameLen) + int(h.originLen) + 2*int(h.inputs*h.hidden) + 4*int(h.hidden) + sha256.Size
	if size != want {
		return fmt.Errorf("%d bytes: want %d", size, want)
	}
	return nil
}

// ErrOtherRules says that a net is for other rules than those of a game.
var ErrOtherRules = errors.New("nnue: it is for other rules")

// For returns the net for a game, or an error if it is for other rules.
func (f *File) For(g *board.Game) (*Net, error) {
	if f.Rules != Digest(g) {
		if f.Name == g.Variant().Name {
			return nil, fmt.Errorf("%w that are called %.60q, too", ErrOtherRules, f.Name)
		}
		return nil, fmt.Errorf("%w, those of %.60q", ErrOtherRules, f.Name)
	}
	in := NewInputs(g, f.Hands)
	if len(f.Rows) != in.Len()*f.Hidden {
		return nil, fmt.Errorf("nnue: %d inputs: want %d", len(f.Rows)/f.Hidden, in.Len())
	}
	return newNet(in, f.Weights, f.Name), nil
}
