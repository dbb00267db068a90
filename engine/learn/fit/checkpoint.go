package fit

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"

	"tinyhouse/engine/base/atomicfile"
	"tinyhouse/engine/base/checkpoint"
)

// stream writes or reads the state of the fit. The first text says what is fitted, so that a file of another
// fit is refused.
func (f *fitter) stream(s *checkpoint.Stream) error {
	o := f.options
	what := fmt.Sprintf("fit 1: %d samples %016x, %d for validation, %d inputs, %+v", len(f.data.train), f.data.hash, len(f.data.validation), f.data.Inputs(), o)
	found := what
	if s.Text(&found); s.Err == nil && found != what {
		return errors.New("is of other samples or options")
	}
	steps, epochs := uint64(f.steps), uint64(len(f.epochs))
	s.Word(&steps)
	if s.Word(&epochs); s.Err != nil || epochs > uint64(o.Epochs) {
		return errors.Join(s.Err, checkpoint.ErrDamaged)
	}
	if s.Reading() {
		f.steps, f.epochs = int(steps), make([]Epoch, epochs)
	}
	for i := range f.epochs {
		number(s, &f.epochs[i].Train)
		number(s, &f.epochs[i].Validation)
	}
	for _, m := range []*model{f.net, f.mean, f.square} {
		for i := range m.numbers {
			x := float64(m.numbers[i])
			number(s, &x)
			m.numbers[i] = float32(x)
		}
	}
	s.Digest()
	return s.Err
}

func number(s *checkpoint.Stream, x *float64) {
	bits := math.Float64bits(*x)
	s.Word(&bits)
	*x = math.Float64frombits(bits)
}

// save writes a checkpoint.
func (f *fitter) save(path string) error {
	return atomicfile.Write(path, func(w io.Writer) error { return f.stream(checkpoint.NewWriter(w)) })
}

// load continues from a checkpoint, if there is one.
func (f *fitter) load(path string) error {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if err := f.stream(checkpoint.NewReader(bufio.NewReaderSize(file, 1<<20))); err != nil {
		return fmt.Errorf("fit: %s: %w; remove it to begin anew", path, err)
	}
	return nil
}
