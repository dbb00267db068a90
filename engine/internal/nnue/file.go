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

// header is the beginning of a file.
type header struct {
	Magic     [8]byte
	Version   uint32
	Inputs    uint32
	Hidden    uint32
	Scale     uint32
	Rules     [32]byte
	Hands     Hands
	Bias      int32
	NameLen   uint32
	OriginLen uint32
}

// Write writes the file.
func (f *File) Write(w io.Writer) error {
	h := header{Magic: [8]byte([]byte(magic)), Version: formatVersion, Inputs: uint32(len(f.Rows) / max(f.Hidden, 1)), Hidden: uint32(f.Hidden),
		Scale: uint32(f.Scale), Rules: f.Rules, Hands: f.Hands, Bias: f.Bias,
		NameLen: uint32(len(f.Name)), OriginLen: uint32(len(f.Origin))}
	var b bytes.Buffer
	for _, part := range []any{h, []byte(f.Name), []byte(f.Origin), f.Rows, f.Biases, f.Output} {
		if err := binary.Write(&b, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	sum := sha256.Sum256(b.Bytes())
	b.Write(sum[:])
	if _, err := Parse(b.Bytes()); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
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
	var h header
	if _, err := binary.Decode(data, binary.LittleEndian, &h); err != nil {
		return nil, err
	}
	if err := h.check(len(data)); err != nil {
		return nil, fmt.Errorf("nnue: %w", err)
	}
	body := len(data) - sha256.Size
	if sha256.Sum256(data[:body]) != [32]byte(data[body:]) {
		return nil, errors.New("nnue: it is damaged: its digest is wrong")
	}
	f := &File{Rules: h.Rules, Hands: h.Hands}
	f.Hidden, f.Scale, f.Bias = int(h.Hidden), int(h.Scale), h.Bias
	rest := data[headerLen:body]
	f.Name, rest = string(rest[:h.NameLen]), rest[h.NameLen:]
	f.Origin, rest = string(rest[:h.OriginLen]), rest[h.OriginLen:]
	f.Rows = make([]int16, int(h.Inputs)*f.Hidden)
	f.Biases, f.Output = make([]int16, f.Hidden), make([]int8, 2*f.Hidden)
	for _, part := range []any{f.Rows, f.Biases, f.Output} {
		n, err := binary.Decode(rest, binary.LittleEndian, part)
		if err != nil {
			return nil, err
		}
		rest = rest[n:]
	}
	return f, nil
}

// check returns what is wrong with the header of a file of a size.
func (h *header) check(size int) error {
	switch {
	case h.Version != formatVersion:
		return fmt.Errorf("version %d of the format: want %d", h.Version, formatVersion)
	case h.Inputs < 1 || h.Inputs > maxInputs:
		return fmt.Errorf("%d inputs: want 1 to %d", h.Inputs, maxInputs)
	case h.Hidden < MinHidden || h.Hidden > MaxHidden || h.Hidden%HiddenStep != 0:
		return fmt.Errorf("a hidden layer of %d: want a multiple of %d from %d to %d", h.Hidden, HiddenStep, MinHidden, MaxHidden)
	case h.Scale < 1 || h.Scale > 10000:
		return fmt.Errorf("scale %d: want 1 to 10000", h.Scale)
	case h.NameLen > maxName || h.OriginLen > maxOrigin:
		return fmt.Errorf("texts of %d and %d bytes: want at most %d and %d", h.NameLen, h.OriginLen, maxName, maxOrigin)
	}
	for k, n := range h.Hands {
		if n > MaxHand {
			return fmt.Errorf("inputs for %d pieces of kind %d in hand: want at most %d", n, k, MaxHand)
		}
	}
	want := headerLen + int(h.NameLen) + int(h.OriginLen) + 2*int(h.Inputs*h.Hidden) + 4*int(h.Hidden) + sha256.Size
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
