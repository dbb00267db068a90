// Package fit fits nets to samples by stochastic gradient descent, on all threads. Equal samples, options and
// seeds give equal nets on equal processors, whatever the number of threads is and how often it was
// interrupted.
package fit

import (
	"math"

	"tinyhouse/engine/board"
	"tinyhouse/engine/internal/nnue"
	"tinyhouse/engine/learn/samples"
	"tinyhouse/engine/notation"
)

// Data is samples in the form that a net sees: the inputs that are set.
type Data struct {
	inputs *nnue.Inputs
	hands  nnue.Hands
	active []uint16 // of all samples: those of the side to move, then of the other side
	starts []uint32 // in active: two for each sample
	scores []int16
	result []int8

	train, validation []uint32 // samples
	keys              keySet   // of what the net sees
	hash              uint64   // of the samples in their order
}

// NewData returns no samples of g.
func NewData(g *board.Game) (*Data, error) {
	start, err := notation.Start(g)
	if err != nil {
		return nil, err
	}
	hands := nnue.DefaultHands(g, &start)
	return &Data{inputs: nnue.NewInputs(g, hands), hands: hands, starts: []uint32{0}}, nil
}

// maxActive limits the inputs of all samples, so that 32 bits number them.
const maxActive = math.MaxUint32 - 1024

// Add adds a sample, for training or for validation, and its mirror image where the rules have the mirror. It does
// not add what the net sees as a sample that is there already, such as most mirror images and a position with the
// colours exchanged; nor anything once there are 4 billion inputs, some 100 million samples.
func (d *Data) Add(s *samples.Sample, validation bool) {
	d.add(s, d.inputs.Active, validation)
	if d.inputs.HasImages() {
		d.add(s, d.inputs.Image, validation)
	}
}

// add adds a sample with the inputs that a function gives.
func (d *Data) add(s *samples.Sample, inputs func(*board.Position, board.Color, []int32) []int32, validation bool) {
	first := len(d.active)
	if uint64(first) > maxActive {
		return
	}
	p, key, ends := &s.Position, uint64(0), [2]uint32{}
	var buffer [512]int32
	for i, side := range [2]board.Color{p.Turn(), p.Turn().Other()} {
		for _, input := range inputs(p, side, buffer[:0]) {
			d.active = append(d.active, uint16(input))
			key += mix(uint64(input)<<1 | uint64(i)) // in any order
		}
		ends[i] = uint32(len(d.active))
	}
	if !d.keys.add(key) {
		d.active = d.active[:first]
		return
	}
	d.hash = mix(d.hash ^ key ^ uint64(uint16(s.Score))<<2 ^ uint64(s.Result+1))
	n := uint32(len(d.scores))
	d.starts, d.scores, d.result = append(d.starts, ends[:]...), append(d.scores, s.Score), append(d.result, int8(s.Result))
	if validation {
		d.validation = append(d.validation, n)
	} else {
		d.train = append(d.train, n)
	}
}

// mix maps numbers to hashes, one to one. Source: Steele, Lea and Flood (2014), "Fast Splittable Pseudorandom Number
// Generators", the variant of Stafford.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Len returns the number of samples for training and for validation; a mirror image counts.
func (d *Data) Len() (train, validation int) { return len(d.train), len(d.validation) }

// Inputs returns the number of inputs.
func (d *Data) Inputs() int { return d.inputs.Len() }

// sample returns the inputs of a sample.
func (d *Data) sample(i uint32) (own, other []uint16) {
	s := d.starts[2*i : 2*i+3]
	return d.active[s[0]:s[1]], d.active[s[1]:s[2]]
}

// target returns the expected score that a sample teaches, from 0 to 1.
func (d *Data) target(i uint32, o *Options) float32 {
	score := 1 / (1 + math.Exp(-float64(d.scores[i])/float64(o.Scale)))
	result := float64(d.result[i]+1) / 2
	return float32(o.ScoreShare*score + (1-o.ScoreShare)*result)
}

// keySet is a set of position keys: a hash table with linear probing, at most half full.
type keySet struct {
	slots []uint64 // 0: free
	count int
	zero  bool // key 0 is in it
}

// add adds a key and reports whether it is new.
func (k *keySet) add(key uint64) bool {
	if key == 0 {
		was := k.zero
		k.zero = true
		return !was
	}
	if 2*k.count >= len(k.slots) {
		old := k.slots
		k.slots = make([]uint64, max(1024, 2*len(old)))
		for _, key := range old {
			if key != 0 {
				k.slots[k.find(key)] = key
			}
		}
	}
	at := k.find(key)
	if k.slots[at] == key {
		return false
	}
	k.slots[at] = key
	k.count++
	return true
}

// find returns the slot of a key, or the free one that it would get.
func (k *keySet) find(key uint64) uint64 {
	mask := uint64(len(k.slots) - 1)
	at := key & mask
	for k.slots[at] != 0 && k.slots[at] != key {
		at = (at + 1) & mask
	}
	return at
}
