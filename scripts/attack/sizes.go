package main

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"tinyhouse/tb/container/containertest"
)

// craft is a small or sparse file that claims to be large.
type craft struct {
	name  string
	write func(path string) error
	want  string // what verify prints of the good file
}

// maxMemory is what a command may take for such a file, and maxAnswer how long it may take to end
// after a signal; solve, which writes a checkpoint first, may take maxSaving.
const (
	maxMemory = 1 << 30
	maxAnswer = 2 * time.Second
	maxSaving = 10 * time.Second
)

// attackSizes lets all readers open files whose lengths, counts and material are not what they hold.
func attackSizes(t *tally) error {
	good, err := t.makeBases()
	if err != nil {
		return err
	}
	var crafts []craft
	for _, b := range good {
		if b.material != "W1" && (b.proof == nil || b.variant != "thinchess8") {
			continue
		}
		more, err := crafted(b)
		if err != nil {
			return err
		}
		o, err := t.must("verify", t.path(b.name), "--log-level", "error")
		if err != nil {
			return err
		}
		for i := range more {
			more[i].want = o.out
		}
		crafts = append(crafts, more...)
	}
	if t.small {
		crafts = crafts[:12]
	}
	return t.each(len(crafts), func(i int) error {
		path := t.path(fmt.Sprint("size", i))
		defer os.Remove(path)
		if err := crafts[i].write(path); err != nil {
			return err
		}
		return t.openSize(&crafts[i], path)
	})
}

// crafted returns files made of a good one. Their digests are right where that is possible.
func crafted(b *base) (all []craft, err error) {
	for _, text := range texts {
		f, err := containertest.Open(b.bytes)
		if err != nil {
			return nil, err
		}
		f.Subject = text
		all = append(all, whole(fmt.Sprintf("%s: subject %.20q", b.name, text), f.Seal()))
	}
	for _, size := range []int64{1 << 20, 1 << 32, 64 << 30} {
		all = append(all, craft{name: fmt.Sprintf("%s: %d bytes of directory", b.name, size), write: func(path string) error { return sparse(b, path, size, false) }},
			craft{name: fmt.Sprintf("%s: %d bytes in a block", b.name, size), write: func(path string) error { return sparse(b, path, size, true) }})
	}
	for _, n := range hostile {
		for field := range 6 {
			f, err := containertest.Open(b.bytes)
			if err != nil {
				return nil, err
			}
			name, data := claim(b, f, field, n)
			all = append(all, whole(fmt.Sprintf("%s: %s %d", b.name, name, n), data))
		}
	}
	return all, nil
}

// whole is a file that is written as it is.
func whole(name string, data []byte) craft {
	return craft{name: name, write: func(path string) error { return os.WriteFile(path, data, 0o666) }}
}

// claim returns a file with a number in one of its fields, and the name of the field.
func claim(b *base, f *containertest.File, field int, n uint64) (string, []byte) {
	directory := f.Directory()
	switch field {
	case 0:
		f.Bits = uint32(n)
		return "bits", f.Seal()
	case 1:
		f.Entries = n
		return "entries", f.Seal()
	case 2:
		binary.LittleEndian.PutUint32(directory, uint32(n))
		return "count in the directory", f.SealWith(directory)
	case 3:
		binary.LittleEndian.PutUint32(directory[len(directory)-8:], uint32(n))
		return "length of the last block", f.SealWith(directory)
	case 4:
		for i := range f.Signatures {
			f.Signatures[i].Size = n
		}
		return "numbers of signatures", f.Seal()
	}
	data := slices.Clone(b.bytes)
	binary.LittleEndian.PutUint32(data[20+4*(n%2):], uint32(n))
	return "length in the header", containertest.Reseal(data)
}

// sparse writes a file of a size that is zero between the header and the footer or, with a block, the
// directory, whose digest is right then.
func sparse(b *base, path string, size int64, block bool) error {
	f, err := containertest.Open(b.bytes)
	if err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	head := f.Header()
	if _, err := file.Write(head); err != nil {
		return err
	}
	var end []byte
	if block {
		directory := f.Directory()
		binary.LittleEndian.PutUint32(directory[len(directory)-8:], uint32(min(size, 1<<32-1)))
		at := int64(len(head)) + size
		end = append(directory, f.Footer(directory, uint64(at))...)
		_, err = file.WriteAt(end, at)
		return err
	}
	end = f.Footer(nil, uint64(len(head)))
	binary.LittleEndian.PutUint64(end[8:], uint64(size-int64(len(head)+len(end))))
	binary.LittleEndian.PutUint64(end[16:], uint64(size))
	_, err = file.WriteAt(end, size-int64(len(end)))
	return err
}

// openSize opens a file by the commands and by the engine, and interrupts verify. Of what verify accepts it
// must print the same as of the good file.
func (t *tally) openSize(file *craft, path string) error {
	what := file.name
	uci := "setoption name TablebasePath value " + path + "\nisready\nposition startpos\ngo depth 1\nquit\n"
	for _, c := range []command{
		{args: []string{"verify", path}},
		{args: []string{"verify", path}, signal: os.Interrupt, after: 300 * time.Millisecond},
		{args: []string{"stats", path}},
		{args: []string{"probe", path, "--fen", "k3/4/4/W2K[] w - - 0 1"}},
		{args: []string{"analyze", "--depth", "1", "--fen", "k3/4/4/W2K[] w - - 0 1", "--tb", path}},
		{input: strings.NewReader(uci)},
	} {
		t.add(tried, 1)
		c.args = append(c.args, "--log-level", "error")
		c.memory, c.limit = maxMemory, 30*time.Second
		o, err := t.run(c)
		if err != nil {
			return err
		}
		switch {
		case c.signal != nil && o.killed: // it was about to start
			t.add(refused, 1)
		case !t.ends(&o, "%.20q of %s", c.args, what) || !t.answers(&o, c.signal, "%.20q of %s", c.args, what):
		case o.status != 0:
			t.refusal(&o, "%.20q of %s", c.args, what)
		case c.args[0] == "verify" && o.out != file.want:
			t.fault(false_, "verify of %s: %q, want %q", what, o.out, file.want)
		default:
			t.add(accepted, 1)
		}
	}
	return nil
}
