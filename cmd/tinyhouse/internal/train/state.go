package train

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"time"

	"tinyhouse/engine/base/atomicfile"
	"tinyhouse/engine/learn/fit"
	"tinyhouse/engine/learn/samples"
)

const (
	minSamples = 200      // of a generation
	maxSamples = 50 << 20 // of a generation whose time is limited
)

// state is what the folder of an unfinished training says about it. The files of the generations, their
// samples and the checkpoints of their fits, are beside it.
type state struct {
	Settings Settings      `json:"settings"`
	Samples  []int         `json:"samples"` // of the generations whose self-play is finished
	Scale    int           `json:"scale"`   // of the net, 0 before it is known
	Spent    time.Duration `json:"spent"`   // by earlier processes
}

// load reads the state of the folder, if there is one.
func (t *trainer) load() error {
	if err := start(t.Game); err != nil {
		return err
	}
	if err := t.removeTemporary(); err != nil {
		return err
	}
	t.state.Settings = t.Settings
	text, err := os.ReadFile(filepath.Join(t.Folder, "state.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return t.save()
	}
	if err != nil {
		return err
	}
	var s state
	if err := json.Unmarshal(text, &s); err != nil {
		return fmt.Errorf("train: %s: %w; remove it to begin anew", t.Folder, err)
	}
	if s.Settings != t.Settings {
		return fmt.Errorf("train: %s has work with other settings: %+v; continue with these, or remove it", t.Folder, s.Settings)
	}
	t.state = s
	return nil
}

// spent returns the time that this process and earlier ones have spent.
func (t *trainer) spent() time.Duration { return t.state.Spent + time.Since(t.begin) }

// save writes the state.
func (t *trainer) save() error {
	t.state.Spent, t.begin = t.spent(), time.Now()
	return atomicfile.Write(filepath.Join(t.Folder, "state.json"), func(w io.Writer) error {
		return json.NewEncoder(w).Encode(t.state)
	})
}

// removeTemporary removes what processes have left that were killed while they wrote a file.
func (t *trainer) removeTemporary() error {
	err := errors.Join(atomicfile.RemoveTemporary(filepath.Join(t.Folder, "state.json")),
		atomicfile.RemoveTemporary(t.Out), atomicfile.RemoveTemporary(t.Out+".svg"))
	for g := range t.Generations {
		err = errors.Join(err, atomicfile.RemoveTemporary(t.path(g, "fit")))
	}
	return err
}

// remove removes the files of a finished training. Unlocking the folder removes it if nothing else is there.
func (t *trainer) remove() error {
	err := os.Remove(filepath.Join(t.Folder, "state.json"))
	for g := range t.Generations {
		err = errors.Join(err, os.Remove(t.path(g, "ths")), os.Remove(t.path(g, "fit")))
	}
	return err
}

// validationChunks says that one chunk in so many validates: the positions of a game belong together.
const validationChunks = 20

// data returns the samples that a generation learns from: its own and those of the one before.
func (t *trainer) data(g int) (*fit.Data, error) {
	d, err := fit.NewData(t.Game)
	if err != nil {
		return nil, err
	}
	for generation := g; generation >= max(g-1, 0); generation-- {
		if err := t.addSamples(d, t.path(generation, "ths")); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// addSamples adds the samples of a file.
func (t *trainer) addSamples(d *fit.Data, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := samples.NewReader(f, t.Game)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	var chunk []samples.Sample
	for number := 0; ; number++ {
		if chunk, err = r.Next(chunk[:0]); err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for i := range chunk {
			d.Add(&chunk[i], number%validationChunks == 0)
		}
	}
}

// finite returns a pointer to x, or nil for an infinity and for NaN.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}
