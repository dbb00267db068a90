package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/score"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/container"
	"tinyhouse/tb/container/containertest"
	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
)

// change returns a changed copy of a file and describes the change. It may use path for a temporary
// file. It returns nil if nothing has changed.
func (b *base) change(rng *rand.Rand, path string) ([]byte, string) {
	var (
		data []byte
		what string
	)
	switch kind := rng.IntN(20); {
	case kind < 6:
		data, what = changeBytes(bytes.Clone(b.bytes), rng)
	case kind < 10:
		data, what = changeBytes(bytes.Clone(b.bytes), rng)
		data, what = containertest.Reseal(data), what+", digests put right"
	case b.table != nil && kind < 15:
		data, what = b.changeValues(rng)
	case b.table != nil || kind < 17:
		data, what = b.changeParts(rng)
	default: // takes ten times as long as the others
		data, what = b.changeRecords(rng, path)
	}
	if bytes.Equal(data, b.bytes) {
		return nil, ""
	}
	return data, what
}

// hostile are numbers that lengths and counts may be wrong by.
var hostile = []uint64{0, 1, 2, 3, 15, 16, 21, 64, 255, 256, 4095, 1 << 15, 1<<16 - 1, 1 << 20, 1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 40, 1<<63 - 1, 1 << 63, 1<<64 - 1}

// texts are materials that a table may claim.
var texts = []string{"", "x", "W20U20F9", "W1U0F0P0", "W0U0F0P0", "W2U2F2P2", "KRvK", "KQRBNPPPvKQRBNPPP", "W99999999999999999999U1F1P1",
	strings.Repeat("W1", 2000), "KvK", "PPvPP", "PPPPPPPPvPPPPPPPP", "KNRvKNR", "KNvKNR", "-", "W1U0F0P0\n", "\x00", "v"}

// changeParts changes a part of a file and puts all digests right.
func (b *base) changeParts(rng *rand.Rand) ([]byte, string) {
	f, err := containertest.Open(b.bytes)
	if err != nil {
		return nil, ""
	}
	number := hostile[rng.IntN(len(hostile))]
	i, j := rng.IntN(len(f.Blocks)), rng.IntN(len(f.Blocks))
	what := fmt.Sprint("part changed: ", number)
	switch rng.IntN(12) {
	case 0:
		f.Bits = uint32(number)
	case 1:
		f.Entries = number
	case 2:
		f.Numbering, what = uint32(number), "numbering"
	case 3:
		f.Subject = texts[rng.IntN(len(texts))]
		what = fmt.Sprintf("subject %.30q", f.Subject)
	case 4:
		what = changeRules(f, rng)
	case 5:
		f.Blocks[i], f.Blocks[j], what = f.Blocks[j], f.Blocks[i], fmt.Sprintf("blocks %d and %d exchanged", i, j)
	case 6:
		f.Blocks[i], what = slices.Clone(f.Blocks[j]), fmt.Sprintf("block %d replaced by %d", i, j)
	case 7:
		f.Blocks[i], what = changeBytes(f.Blocks[i], rng)
		what = fmt.Sprintf("block %d: %s", i, what)
	case 8:
		f.Blocks, what = slices.Delete(f.Blocks, i, i+1), fmt.Sprintf("block %d left out", i)
	default:
		what = changeDirectory(f, rng, number)
	}
	if f.IsCertificate() && len(f.Firsts) != len(f.Blocks) {
		f.Firsts = slices.Delete(f.Firsts, i, i+1)
	}
	return f.Seal(), what
}

// changeDirectory changes what the directory says beside the lengths of blocks.
func changeDirectory(f *containertest.File, rng *rand.Rand, number uint64) string {
	if f.IsCertificate() {
		i := rng.IntN(len(f.Firsts))
		first, what := changeBytes([]byte(f.Firsts[i]), rng)
		if len(first) > 255 {
			first = first[:255]
		}
		f.Firsts[i] = string(first)
		return fmt.Sprintf("first key %d: %s", i, what)
	}
	i, j := rng.IntN(len(f.Signatures)), rng.IntN(len(f.Signatures))
	s := &f.Signatures[i]
	switch rng.IntN(5) {
	case 0:
		s.Size = number
		return fmt.Sprintf("signature %s has %d numbers", s.Name, number)
	case 1:
		s.Name, f.Signatures[j].Name = f.Signatures[j].Name, s.Name
		return fmt.Sprintf("signatures %d and %d exchanged", i, j)
	case 2:
		f.Signatures = slices.Delete(f.Signatures, i, i+1)
		return fmt.Sprintf("signature %d left out", i)
	case 3:
		f.Signatures = append(f.Signatures, *s)
		return fmt.Sprintf("signature %s twice", s.Name)
	}
	name, what := changeBytes([]byte(s.Name), rng)
	s.Name = string(name[:min(len(name), 1<<15)])
	return fmt.Sprintf("signature %d: %s", i, what)
}

// lines are keys that change or do not change a game.
var lines = []string{"stalemateValue = loss", "stalemateValue = win", "nMoveRule = 3", "nFoldRule = 2", "nFoldValue = loss", "flagPiece = k",
	"flagRegionWhite = *4", "extinctionPieceTypes = w", "extinctionValue = loss", "pocketSize = 9", "mustCapture = true", "pieceDrops = false",
	"startFen = k3/4/4/3K[] w - - 0 1", "maxRank = 9", "maxFile = 99", "promotionRegionWhite =", "doubleStep = true", "nonsense = 1"}

// changeRules changes the text of the rules, and puts their digest right if they can be read.
func changeRules(f *containertest.File, rng *rand.Rand) string {
	all := strings.SplitAfter(f.Rules, "\n")
	at := 1 + rng.IntN(len(all)-1)
	what := ""
	switch rng.IntN(3) {
	case 0:
		what = "rules without " + strings.TrimSpace(all[at])
		all = slices.Delete(all, at, at+1)
	case 1:
		line := lines[rng.IntN(len(lines))]
		what = "rules with " + line
		all = slices.Insert(all, at, line+"\n")
	default:
		var text []byte
		text, what = changeBytes([]byte(f.Rules), rng)
		all = []string{string(text)}
	}
	f.Rules = strings.Join(all, "")
	c, err := rules.Parse("rules", f.Rules, rules.Builtin())
	if err != nil {
		return what
	}
	names := c.Names()
	v, err := c.Get(names[len(names)-1])
	if err != nil {
		return what
	}
	if g, err := board.Compile(v); err == nil {
		f.RulesDigest = index.RulesDigest(g)
	}
	return what
}

// changeValues changes some values of a table.
func (b *base) changeValues(rng *rand.Rand) ([]byte, string) {
	f, err := containertest.Open(b.bytes)
	if err != nil {
		return nil, err.Error()
	}
	i, block, from := rng.IntN(len(f.Signatures)), 0, uint64(0)
	for j := range i {
		block += int(container.BlocksOf(f.Signatures[j].Size, f.Bits))
	}
	size := f.Signatures[i].Size
	if size == 0 {
		return nil, "no values"
	}
	if n := container.BlocksOf(size, f.Bits); n > 1 {
		k := rng.Uint64N(n)
		block, from = block+int(k), k<<f.Bits
	}
	values := make([]dtm.Value, min(size-from, 1<<f.Bits))
	if err := b.table.Values(i, from, values); err != nil {
		return nil, err.Error()
	}
	at, what := rng.IntN(len(values)), "values:"
	shift := []int{-2, 2, -1, 1, 1 << 13}[rng.IntN(5)]
	for range 1 + rng.IntN(1+rng.IntN(8)) {
		old := values[at]
		values[at] = changeValue(old, shift, rng)
		what += fmt.Sprintf(" %v to %v", old, values[at])
		at = (at + rng.IntN(50)) % len(values)
	}
	f.Blocks[block] = packValues(values)
	return f.Seal(), what
}

// packValues returns a block as docs/formats.md describes it, with a frame that stores the codes as they are.
func packValues(values []dtm.Value) []byte {
	distinct := slices.Clone(values)
	slices.Sort(distinct)
	distinct = slices.Compact(distinct)
	b := binary.AppendUvarint(nil, uint64(len(distinct)))
	last := dtm.Value(0)
	for _, v := range distinct {
		b = binary.AppendUvarint(b, uint64(v-last))
		last = v
	}
	if len(distinct) == 1 {
		return b
	}
	low, high := make([]byte, len(values)), make([]byte, len(values))
	for i, v := range values {
		code, _ := slices.BinarySearch(distinct, v)
		low[i], high[i] = byte(code), byte(code>>8)
	}
	if len(distinct) > 256 {
		low = append(low, high...)
	}
	b = append(b, 0x28, 0xB5, 0x2F, 0xFD, 0xA0)               // zstd: one segment, its size in four bytes
	b = binary.LittleEndian.AppendUint32(b, uint32(len(low))) // at most 64 KiB
	head := uint32(len(low))<<3 | 1                           // the last block, raw
	return append(append(b, byte(head), byte(head>>8), byte(head>>16)), low...)
}

// changeValue returns another value.
func changeValue(v dtm.Value, shift int, rng *rand.Rand) dtm.Value {
	switch rng.IntN(4) {
	case 0:
		return dtm.ValueOf(score.Exact{})
	case 1:
		return v ^ 0xC000 // a win becomes a loss
	case 2:
		return dtm.Value(0x4000 << rng.IntN(2))
	}
	return dtm.Value(int(v) + shift)
}

// changeRecords changes some records of a certificate, which is written anew.
func (b *base) changeRecords(rng *rand.Rand, path string) ([]byte, string) {
	defer os.Remove(path)
	f := b.proof
	root, what := f.Root(), "records:"
	if rng.IntN(4) == 0 {
		root, what = randomPosition(b.truth, rng), "another root, records:"
	}
	w, err := certificate.Create(path, f.Game(), &root)
	if err != nil {
		return nil, err.Error()
	}
	defer w.Abort()
	rate := 1 / float64(1+rng.IntN(int(f.Len())))
	for i := range f.Blocks() {
		err := f.Block(i, func(p *board.Position, m board.Move, v score.Exact) error {
			q := *p
			if rng.Float64() < rate {
				if q, m, v = b.changeRecord(q, m, v, rng); m == board.NoMove {
					what += " left out"
					return nil
				}
				what += fmt.Sprintf(" %v", v)
			}
			return w.Add(&q, m, v)
		})
		if err != nil {
			return nil, err.Error()
		}
	}
	if err := w.Close(); err != nil {
		return nil, err.Error()
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err.Error()
	}
	return data, what
}

// changeRecord returns another record, or none: NoMove.
func (b *base) changeRecord(p board.Position, m board.Move, v score.Exact, rng *rand.Rand) (board.Position, board.Move, score.Exact) {
	var list board.List
	b.proof.Game().Moves(&p, &list)
	moves := list.All()
	switch rng.IntN(6) {
	case 0:
		return p, board.NoMove, v
	case 1:
		return p, moves[rng.IntN(len(moves))], v
	case 2:
		return p, m, score.WinIn(1 + rng.IntN(9))
	case 3:
		return p, m, score.Exact{}
	case 4:
		return randomPosition(b.truth, rng), m, v
	}
	if v.Outcome == score.Win {
		v.Plies = uint16(max(1, int(v.Plies)+2*rng.IntN(5)-4))
	}
	return p, m, v
}
