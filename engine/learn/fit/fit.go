package fit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"tinyhouse/engine/internal/nnue"
)

// Options say how a net is fitted.
type Options struct {
	Hidden     int     // size of the hidden layer, see package nnue
	Epochs     int     // passes over the samples
	Batch      int     // samples of a step
	Rate       float64 // of learning, at the beginning
	LastRate   float64 // at the end; it falls by the same factor in each step
	ScoreShare float64 // of the score in what a sample teaches; the rest is the result of its game
	Scale      int     // centipawns for 1 in log-odds of the expected score
	Seed       uint64
}

// DefaultOptions returns options that suit most games.
func DefaultOptions() Options {
	return Options{Hidden: 64, Epochs: 20, Batch: 16384, Rate: 1e-3, LastRate: 1e-5, ScoreShare: 0.7, Scale: 400, Seed: 1}
}

// check returns what is wrong with the options.
func (o *Options) check() error {
	switch {
	case o.Hidden < nnue.MinHidden || o.Hidden > nnue.MaxHidden || o.Hidden%nnue.HiddenStep != 0:
		return fmt.Errorf("fit: a hidden layer of %d: want a multiple of %d from %d to %d", o.Hidden, nnue.HiddenStep, nnue.MinHidden, nnue.MaxHidden)
	case o.Epochs < 1 || o.Batch < 1 || o.Scale < 1:
		return fmt.Errorf("fit: %d epochs, batches of %d, scale %d: want at least 1", o.Epochs, o.Batch, o.Scale)
	case !(o.Rate > 0 && o.LastRate > 0 && o.ScoreShare >= 0 && o.ScoreShare <= 1):
		return fmt.Errorf("fit: rates %v and %v, share %v: want more than 0, and a share up to 1", o.Rate, o.LastRate, o.ScoreShare)
	}
	return nil
}

// Epoch is the result of a pass over the samples: the mean squared errors of the expected scores.
type Epoch struct {
	Train      float64 // while the net was changing
	Validation float64 // after it, on samples that do not teach
}

// shards is the number of parts of a batch, whose gradients are added up in order.
const shards = 16

// fitter is the state of a fit.
type fitter struct {
	data    *Data
	options Options
	threads int

	net, mean, square *model // mean and square of the gradients, for Adam
	steps             int
	epochs            []Epoch

	order     []uint32
	gradients [shards]*model
	losses    [shards]float64
	scratch   []*scratch // by thread
}

// ErrNoSamples says that there are no samples to learn from or to validate with.
var ErrNoSamples = errors.New("fit: no samples that teach or none that validate: play more games")

// Fit returns a net that is fitted to data, and the epochs. After each epoch it writes a checkpoint to a
// file, from which it continues when it is called again; report, which may be nil, gets the epochs so
// far. If ctx is cancelled it returns its error.
func Fit(ctx context.Context, d *Data, o Options, threads int, checkpoint string, report func([]Epoch)) (*nnue.File, []Epoch, error) {
	if err := o.check(); err != nil {
		return nil, nil, err
	}
	if len(d.train) == 0 || len(d.validation) == 0 {
		return nil, nil, ErrNoSamples
	}
	f := newFitter(d, o, threads)
	if err := f.load(checkpoint); err != nil {
		return nil, nil, err
	}
	for len(f.epochs) < o.Epochs {
		if err := f.epoch(ctx); err != nil {
			return nil, nil, err
		}
		if err := f.save(checkpoint); err != nil {
			return nil, nil, err
		}
		if report != nil {
			report(f.epochs)
		}
	}
	g := d.inputs.Game()
	file := &nnue.File{Weights: f.net.weights(o.Scale), Rules: nnue.Digest(g), Name: g.Variant().Name, Hands: d.hands}
	return file, f.epochs, nil
}

func newFitter(d *Data, o Options, threads int) *fitter {
	model := func() *model { return newModel(d.Inputs(), o.Hidden) }
	f := &fitter{data: d, options: o, threads: max(threads, 1), net: model(), mean: model(), square: model(), order: make([]uint32, len(d.train))}
	f.net.fill(o.Seed)
	for i := range f.gradients {
		f.gradients[i] = model()
	}
	for range f.threads {
		f.scratch = append(f.scratch, newScratch(o.Hidden))
	}
	return f
}

// epoch passes over the samples once, in an order that depends on the seed and the number of the epoch.
func (f *fitter) epoch(ctx context.Context) error {
	copy(f.order, f.data.train)
	rng := rand.New(rand.NewPCG(f.options.Seed, uint64(len(f.epochs)+1)))
	rng.Shuffle(len(f.order), func(i, j int) { f.order[i], f.order[j] = f.order[j], f.order[i] })
	loss := 0.0
	for from := 0; from < len(f.order); from += f.options.Batch {
		if err := ctx.Err(); err != nil {
			return err
		}
		loss += f.step(f.order[from:min(from+f.options.Batch, len(f.order))])
	}
	validation := f.run(f.data.validation, false)
	f.epochs = append(f.epochs, Epoch{loss / float64(len(f.order)), validation / float64(len(f.data.validation))})
	return nil
}

// run returns the sum of the squared errors of samples and, in training, sets the gradients.
func (f *fitter) run(batch []uint32, training bool) float64 {
	f.parallel(shards, func(thread, shard int) {
		first, end := shard*len(batch)/shards, (shard+1)*len(batch)/shards
		g, s := f.gradients[shard], f.scratch[thread]
		if training {
			clear(g.numbers)
		}
		loss := 0.0
		for _, i := range batch[first:end] {
			own, other := f.data.sample(i)
			p := f.net.forward(s, own, other)
			e := p - f.data.target(i, &f.options)
			loss += float64(e * e)
			if training {
				f.net.backward(g, s, own, other, 2*e*p*(1-p))
			}
		}
		f.losses[shard] = loss
	})
	sum := 0.0
	for _, loss := range f.losses {
		sum += loss
	}
	return sum
}

// parallel calls work for the numbers below n, on all threads.
func (f *fitter) parallel(n int, work func(thread, i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for thread := range f.threads {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				work(thread, int(i))
			}
		})
	}
	wg.Wait()
}

// The constants of Adam. Source: Kingma and Ba (2015), "Adam: A Method for Stochastic Optimization".
const (
	beta1   = 0.9
	beta2   = 0.999
	epsilon = 1e-8
)

// step changes the net by the mean gradient of a batch and returns the sum of the squared errors before.
func (f *fitter) step(batch []uint32) float64 {
	loss := f.run(batch, true)
	f.steps++
	all := (len(f.order) + f.options.Batch - 1) / f.options.Batch * f.options.Epochs
	done := float64(f.steps-1) / float64(max(all-1, 1))
	rate := f.options.Rate * math.Pow(f.options.LastRate/f.options.Rate, done)
	rate *= math.Sqrt(1-math.Pow(beta2, float64(f.steps))) / (1 - math.Pow(beta1, float64(f.steps)))
	const block = 4096
	n, share := len(f.net.numbers), 1/float32(len(batch))
	f.parallel((n+block-1)/block, func(_, i int) { f.adam(i*block, min((i+1)*block, n), share, float32(rate)) })
	return loss
}

// adam makes a step for the numbers from first to end.
func (f *fitter) adam(first, end int, share, rate float32) {
	net, mean, square := f.net.numbers[first:end], f.mean.numbers[first:end], f.square.numbers[first:end]
	sum := f.gradients[0].numbers[first:end]
	for _, g := range f.gradients[1:] {
		nnue.AddFloats(sum, g.numbers[first:end])
	}
	for i, g := range sum {
		g *= share
		mean[i] += (1 - beta1) * (g - mean[i])
		square[i] += (1 - beta2) * (g*g - square[i])
		net[i] -= rate * mean[i] / (float32(math.Sqrt(float64(square[i]))) + epsilon)
	}
	f.net.clip(first, end)
}
