package fit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tinyhouse/engine/board"
	"tinyhouse/engine/enginetest"
	"tinyhouse/engine/internal/nnue"
	"tinyhouse/engine/learn/samples"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/symmetry"
)

// material returns samples of random games whose scores are the material: a value for each kind of piece, on
// the board and in hand.
func material(t testing.TB, g *board.Game, games int, seed uint64) []samples.Sample {
	rng := rand.New(rand.NewPCG(seed, 1))
	var all []samples.Sample
	for range games {
		enginetest.Walk(t, g, rng, 40, func(p *board.Position) {
			score := 0
			for c := range board.Color(2) {
				sum := 0
				for k := board.Kind(1); int(k) < g.Kinds(); k++ {
					sum += 40 * int(k) * (p.Of(c, k).Len() + p.Hand(c).Count(k))
				}
				if c == p.Turn() {
					score += sum
				} else {
					score -= sum
				}
			}
			all = append(all, samples.Sample{Position: *p, Score: int16(score), Result: rules.Draw})
		})
	}
	return all
}

// dataOf returns samples as data, every tenth for validation.
func dataOf(t testing.TB, g *board.Game, all []samples.Sample) *Data {
	t.Helper()
	d, err := NewData(g)
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		d.Add(&all[i], i%10 == 0)
	}
	return d
}

func options(epochs int) Options {
	o := DefaultOptions()
	o.Hidden, o.Epochs, o.Batch, o.Rate, o.LastRate, o.ScoreShare = 32, epochs, 256, 5e-3, 1e-4, 1
	return o
}

// TestFit checks that a net learns what material is worth, and that the net of integers has the values of the
// one in floating point.
func TestFit(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	d := dataOf(t, g, material(t, g, 300, 1))
	file, epochs, err := Fit(t.Context(), d, options(15), 2, filepath.Join(t.TempDir(), "c"), nil)
	if err != nil {
		t.Fatal(err)
	}
	first, last := epochs[0], epochs[len(epochs)-1]
	if last.Validation > 1e-4 || last.Validation > first.Validation/5 || last.Train > first.Train/5 {
		t.Errorf("errors %+v after the first epoch, %+v after the last", first, last)
	}
	n, err := file.For(g)
	if err != nil {
		t.Fatal(err)
	}
	var off, count float64
	for _, s := range material(t, g, 50, 2) {
		off += math.Abs(float64(n.Evaluate(&s.Position) - int(s.Score)))
		count++
	}
	if off /= count; off > 12 {
		t.Errorf("values are off by %.1f centipawns on average", off)
	}
}

// TestIntegers checks that a net of integers has about the value of the one in floating point.
func TestIntegers(t *testing.T) {
	g := enginetest.Game(t, "crazyhouse")
	all := material(t, g, 10, 3)
	d := dataOf(t, g, all)
	m := newModel(d.Inputs(), 64)
	m.fill(1)
	file := nnue.File{Weights: m.weights(400), Rules: nnue.Digest(g), Hands: d.hands}
	n, err := file.For(g)
	if err != nil {
		t.Fatal(err)
	}
	s := newScratch(64)
	for i := range all {
		p := &all[i].Position
		var active [2][]uint16
		for j, side := range []board.Color{p.Turn(), p.Turn().Other()} {
			for _, input := range d.inputs.Active(p, side, nil) {
				active[j] = append(active[j], uint16(input))
			}
		}
		v := float64(m.forward(s, active[0], active[1]))
		want := 400 * math.Log(v/(1-v))
		if got := float64(n.Evaluate(p)); math.Abs(got-want) > 30 {
			t.Errorf("%.0f centipawns, %.0f in floating point", got, want)
		}
	}
}

// TestGradient compares the gradient of a sample with differences of its error.
func TestGradient(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	d := dataOf(t, g, material(t, g, 3, 4))
	m, o, s := newModel(d.Inputs(), 32), options(1), newScratch(32)
	m.fill(2)
	for i := range uint32(20) {
		own, other := d.sample(i)
		target := d.target(i, &o)
		loss := func() float64 {
			e := float64(m.forward(s, own, other) - target)
			return e * e
		}
		p := m.forward(s, own, other)
		gradient := newModel(d.Inputs(), 32)
		m.backward(gradient, s, own, other, 2*(p-target)*p*(1-p))
		var dot, size float64 // the change along the gradient is its square
		for _, x := range gradient.numbers {
			size += float64(x) * float64(x)
		}
		const step = 1e-2
		shift := func(by float64) {
			for j, x := range gradient.numbers {
				m.numbers[j] += float32(by * float64(x) / math.Sqrt(size))
			}
		}
		shift(step)
		dot = loss()
		shift(-2 * step)
		dot = (dot - loss()) / (2 * step)
		shift(step)
		if want := math.Sqrt(size); math.Abs(dot-want) > 0.05*want+1e-5 {
			t.Errorf("sample %d: the error changes by %.6f, the gradient says %.6f", i, dot, want)
		}
	}
}

// TestDerivatives compares the gradient of a batch, number by number, with differences of its error, in a net with
// numbers so large that many activations are clipped.
func TestDerivatives(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	d := dataOf(t, g, material(t, g, 5, 5))
	f := newFitter(d, options(1), 2)
	rng := rand.New(rand.NewPCG(3, 3))
	for i := range f.net.numbers {
		f.net.numbers[i] = float32(rng.NormFloat64() * 0.3)
	}
	f.run(d.train, true)
	sum := make([]float64, len(f.net.numbers))
	for _, g := range f.gradients {
		for i, x := range g.numbers {
			sum[i] += float64(x)
		}
	}
	const step = 3e-4
	for _, first := range []int{0, f.net.rowsLen(), f.net.rowsLen() + 32, len(sum) - 1} {
		for i := first; i < min(first+64, len(sum)); i++ {
			x := f.net.numbers[i]
			f.net.numbers[i] = x + step
			more := f.run(d.train, false)
			f.net.numbers[i] = x - step
			slope := (more - f.run(d.train, false)) / (2 * step)
			if f.net.numbers[i] = x; math.Abs(slope-sum[i]) > 0.03*math.Abs(slope)+0.02 {
				t.Errorf("number %d: the error changes by %.4f, the gradient says %.4f", i, slope, sum[i])
			}
		}
	}
}

// TestAdam compares steps with the algorithm as its authors write it, also where numbers reach their limits.
func TestAdam(t *testing.T) {
	g := enginetest.Game(t, "tinyhouse")
	d := dataOf(t, g, material(t, g, 20, 6))
	o := options(2)
	o.Batch, o.Rate, o.LastRate = (len(d.train)+2)/3, 2, 0.2
	f := newFitter(d, o, 2)
	n := len(f.net.numbers)
	mean, square := make([]float64, n), make([]float64, n)
	limited := 0
	for step := 1; step <= 6; step++ {
		f.run(d.train[:o.Batch], true)
		want := make([]float64, n)
		rate := 2 * math.Pow(0.1, float64(step-1)/5)
		for i := range want {
			gradient := 0.0
			for _, g := range f.gradients {
				gradient += float64(g.numbers[i]) / float64(o.Batch)
			}
			mean[i] = 0.9*mean[i] + 0.1*gradient
			square[i] = 0.999*square[i] + 0.001*gradient*gradient
			m, v := mean[i]/(1-math.Pow(0.9, float64(step))), square[i]/(1-math.Pow(0.999, float64(step)))
			want[i] = float64(f.net.numbers[i])
			if v > 0 {
				want[i] -= rate * m / math.Sqrt(v)
			}
			limit := 1.98
			switch {
			case i == n-1:
				limit = math.Inf(1)
			case i >= f.net.rowsLen()+o.Hidden:
				limit = 127.0 / 64
			}
			if math.Abs(want[i]) > limit {
				want[i] = math.Copysign(limit, want[i])
				limited++
			}
		}
		f.step(d.train[:o.Batch])
		for i, x := range f.net.numbers {
			if math.Abs(float64(x)-want[i]) > 1e-2 && math.Sqrt(square[i]) > 1e-5 { // else epsilon counts
				t.Fatalf("step %d, number %d: %v, want %v", step, i, x, want[i])
			}
		}
	}
	if limited == 0 {
		t.Error("no number reached its limit")
	}
}

// TestTarget checks what samples teach, for the side to move.
func TestTarget(t *testing.T) {
	d := Data{scores: []int16{0, 0, 0, 300, -300}, result: []int8{1, 0, -1, -1, 1}}
	for i, want := range []float64{0.7*0.5 + 0.3, 0.7*0.5 + 0.15, 0.7 * 0.5, 0.7 * 0.6792, 0.7*0.3208 + 0.3} {
		if got := d.target(uint32(i), &Options{Scale: 400, ScoreShare: 0.7}); math.Abs(float64(got)-want) > 1e-4 {
			t.Errorf("score %d, result %d: %.4f, want %.4f", d.scores[i], d.result[i], got, want)
		}
	}
}

// TestValidation checks that the samples that validate teach nothing.
func TestValidation(t *testing.T) {
	g := enginetest.Game(t, "gardner")
	all := material(t, g, 20, 1)
	nets := [2][]byte{}
	var losses [2]float64
	for i := range nets {
		d := dataOf(t, g, all)
		for _, n := range d.validation {
			d.scores[n] += int16(500 * i)
		}
		file, epochs, err := Fit(t.Context(), d, options(2), 2, filepath.Join(t.TempDir(), "c"), nil)
		if err != nil {
			t.Fatal(err)
		}
		nets[i], losses[i] = written(t, file), epochs[1].Validation
	}
	if !bytes.Equal(nets[0], nets[1]) || losses[0] == losses[1] {
		t.Errorf("other scores of samples that validate: equal nets %v, errors %v", bytes.Equal(nets[0], nets[1]), losses)
	}
}

// TestWeights checks which integers stand for 1.
func TestWeights(t *testing.T) {
	m := newModel(3, 32)
	for i := range m.numbers {
		m.numbers[i] = 1
	}
	w := m.weights(400)
	if w.Rows[0] != 255 || w.Biases[31] != 255 || w.Output[0] != 64 || w.Bias != 255*64 || w.Scale != 400 || len(w.Rows) != 96 {
		t.Errorf("%+v", w)
	}
}

// written returns the bytes of a net.
func written(t testing.TB, f *nnue.File) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestRepeatable checks that a fit gives the same net with any number of threads, also when it is interrupted
// after each epoch, and another one with another seed.
func TestRepeatable(t *testing.T) {
	g := enginetest.Game(t, "gardner")
	d := dataOf(t, g, material(t, g, 30, 1))
	o, dir := options(4), t.TempDir()
	one, _, err := Fit(t.Context(), d, o, 1, filepath.Join(dir, "1"), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := written(t, one)
	path := filepath.Join(dir, "3")
	for i := 1; ; i++ {
		ctx, cancel := context.WithCancel(t.Context())
		three, epochs, err := Fit(ctx, dataOf(t, g, material(t, g, 30, 1)), o, 3, path, func([]Epoch) { cancel() })
		cancel()
		if err == nil {
			if len(epochs) != o.Epochs || i != o.Epochs {
				t.Errorf("%d epochs after %d calls", len(epochs), i)
			}
			if !bytes.Equal(written(t, three), want) {
				t.Error("three threads, interrupted, give another net than one")
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	o.Seed++
	other, _, err := Fit(t.Context(), d, o, 2, filepath.Join(dir, "2"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(written(t, other), want) {
		t.Error("two seeds give the same net")
	}
}

// TestCheckpoint checks that a checkpoint of another fit, and a damaged one, is refused.
func TestCheckpoint(t *testing.T) {
	g := enginetest.Game(t, "gardner")
	path := filepath.Join(t.TempDir(), "c")
	d := dataOf(t, g, material(t, g, 10, 1))
	if _, _, err := Fit(t.Context(), d, options(2), 1, path, nil); err != nil {
		t.Fatal(err)
	}
	refused := func(d *Data, o Options, want string) {
		t.Helper()
		if _, _, err := Fit(t.Context(), d, o, 1, path, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want %s", err, want)
		}
	}
	refused(dataOf(t, g, material(t, g, 10, 2)), options(2), "is of other samples or options")
	refused(d, options(3), "is of other samples or options")
	data := enginetest.ReadFile(t, path)
	for _, at := range []int{3, 20, 300, len(data) / 2, len(data) - 1} {
		changed := bytes.Clone(data)
		changed[at] ^= 1
		enginetest.WriteFile(t, path, changed)
		refused(d, options(2), path)
	}
	enginetest.WriteFile(t, path, data[:len(data)-40])
	refused(d, options(2), path)
}

// TestOptions checks that options without a meaning are refused, and data without samples.
func TestOptions(t *testing.T) {
	g := enginetest.Game(t, "gardner")
	d := dataOf(t, g, material(t, g, 5, 1))
	for _, change := range []func(*Options){
		func(o *Options) { o.Hidden = 48 }, func(o *Options) { o.Epochs = 0 }, func(o *Options) { o.Batch = 0 },
		func(o *Options) { o.Rate = math.NaN() }, func(o *Options) { o.ScoreShare = 1.5 },
	} {
		o := options(1)
		change(&o)
		if _, _, err := Fit(t.Context(), d, o, 1, filepath.Join(t.TempDir(), "c"), nil); err == nil {
			t.Errorf("accepted %+v", o)
		}
	}
	if _, _, err := Fit(t.Context(), dataOf(t, g, nil), options(1), 1, filepath.Join(t.TempDir(), "c"), nil); !errors.Is(err, ErrNoSamples) {
		t.Errorf("got error %v", err)
	}
}

// TestDuplicates checks that what the net sees as one sample is added once: a position and its images. Images of
// samples that validate do not teach.
func TestDuplicates(t *testing.T) {
	for _, c := range []struct {
		name   string
		images bool // some images are other samples
	}{{"dobutsu", true}, {"peasants", true}, {"losalamos", false}, {"tinyhouse", false}} {
		g := enginetest.Game(t, c.name)
		all := material(t, g, 100, 1)
		d := dataOf(t, g, append(all, all...))
		plain, both := map[string]bool{}, map[string]bool{}
		seen := func(p *board.Position, inputs func(*board.Position, board.Color, []int32) []int32) string {
			own, other := inputs(p, p.Turn(), nil), inputs(p, p.Turn().Other(), nil)
			slices.Sort(own)
			slices.Sort(other)
			return fmt.Sprint(own, other)
		}
		for i := range all {
			p := &all[i].Position
			plain[seen(p, d.inputs.Active)], both[seen(p, d.inputs.Active)] = true, true
			if _, mirrors := symmetry.Mirror(g); mirrors {
				both[seen(p, d.inputs.Image)] = true
			}
		}
		train, validation := d.Len()
		if train+validation != len(both) || validation == 0 || c.images != (len(both) > len(plain)) {
			t.Errorf("%s: %d and %d samples; %d positions, with images %d", c.name, train, validation, len(plain), len(both))
		}
		first := dataOf(t, g, all[:1]) // validates
		for i := range all {
			first.Add(&samples.Sample{Position: all[0].Position, Score: all[i].Score}, false)
		}
		if train, validation := first.Len(); train != 0 || validation == 0 {
			t.Errorf("%s: %d samples teach what %d validate", c.name, train, validation)
		}
	}
	var set keySet
	if !set.add(0) || set.add(0) {
		t.Error("key 0")
	}
}

func BenchmarkFit(b *testing.B) {
	for _, c := range []struct {
		name   string
		hidden int
	}{{"tinyhouse", 64}, {"losalamos", 64}, {"chess", 128}} {
		b.Run(c.name, func(b *testing.B) {
			g := enginetest.Game(b, c.name)
			d := dataOf(b, g, material(b, g, 200, 1))
			o := options(1)
			o.Hidden, o.Batch = c.hidden, 16384
			f := newFitter(d, o, 1)
			for b.Loop() {
				f.step(d.train)
			}
			b.ReportMetric(float64(len(d.train)*b.N)/b.Elapsed().Seconds(), "samples/s")
		})
	}
}

// TestBestScale checks that the scale is found with which results were drawn at random.
func TestBestScale(t *testing.T) {
	g := enginetest.Game(t, "gardner")
	rng := rand.New(rand.NewPCG(1, 2))
	all := material(t, g, 300, 1)
	for i := range all {
		all[i].Score = int16(rng.IntN(1600) - 800)
		all[i].Result = rules.Loss
		if rng.Float64() < 1/(1+math.Exp(-float64(all[i].Score)/250)) {
			all[i].Result = rules.Win
		}
	}
	if scale := dataOf(t, g, all).BestScale(); scale < 210 || scale > 290 {
		t.Errorf("scale %d, want about 250", scale)
	}
}
