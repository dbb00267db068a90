package serve

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/cmd/tinyhouse/internal/inspect"
	"tinyhouse/solver/verify"
	"tinyhouse/tb/index"
)

// facts are what takes long to find out about files: it is found once. One file is read at a time.
type facts struct {
	library *lookup.Library
	turn    chan struct{} // holds a token while a file is read
	begin   sync.Once
	ctx     context.Context
	cancel  context.CancelFunc
	done    sync.WaitGroup

	mu    sync.Mutex
	known map[*lookup.File]*fact
}

// fact is what is known of a file.
type fact struct {
	sha256   *string
	verified *bool // by this server, with package verify
	stats    any   // *inspect.TableStats or *inspect.CertificateStats, or nil
}

// The largest files that are surveyed and verified without being asked about.
const (
	smallTable       = 1 << 20 // numbers
	smallCertificate = 1 << 14 // records
)

func newFacts(l *lookup.Library) *facts {
	f := &facts{library: l, turn: make(chan struct{}, 1), known: map[*lookup.File]*fact{}}
	for _, file := range l.Files() {
		f.known[file] = &fact{}
	}
	f.ctx, f.cancel = context.WithCancel(context.Background())
	return f
}

// close stops what start has started.
func (f *facts) close() {
	f.cancel()
	f.done.Wait()
}

// start begins to hash all files, and to survey and verify the small ones.
func (f *facts) start() {
	f.begin.Do(func() {
		f.done.Add(1)
		go func() {
			defer f.done.Done()
			for _, file := range f.library.Files() {
				if f.ctx.Err() == nil {
					_ = f.hash(f.ctx, file) // an error shows when the file is asked for
					f.study(file)
				}
			}
		}()
	})
}

// study surveys and verifies a file if it is small.
func (f *facts) study(file *lookup.File) {
	if t := file.Table; t != nil && t.Numbers() > smallTable || t == nil && file.Certificate.Len() > smallCertificate {
		return
	}
	if _, err := f.stats(f.ctx, file); err != nil {
		return
	}
	o := verify.Options{Threads: 1, Memory: lookup.SurveyMemory}
	good := false
	if file.Table != nil {
		r, err := verify.Table(f.ctx, file.Table, o)
		good = err == nil && r.Errors == 0
	} else {
		r, err := verify.Certificate(f.ctx, file.Certificate, o)
		good = err == nil && r.Errors == 0
	}
	if f.ctx.Err() == nil {
		f.learn(file, func(k *fact) { k.verified = &good })
	}
}

// learn changes what is known of a file.
func (f *facts) learn(file *lookup.File, change func(*fact)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(f.known[file])
}

// of returns what is known of a file.
func (f *facts) of(file *lookup.File) fact {
	f.mu.Lock()
	defer f.mu.Unlock()
	return *f.known[file]
}

// once calls a function in its turn unless it was done before.
func (f *facts) once(ctx context.Context, file *lookup.File, done func(fact) bool, do func() error) error {
	if done(f.of(file)) {
		return nil
	}
	select {
	case f.turn <- struct{}{}:
		defer func() { <-f.turn }()
	case <-ctx.Done():
		return busy(http.StatusServiceUnavailable, 10, "the server reads other tables")
	}
	if done(f.of(file)) {
		return nil
	}
	err := do()
	if errors.Is(err, context.DeadlineExceeded) {
		err = busy(http.StatusServiceUnavailable, 60, "the table takes longer to read than --max-time allows")
	}
	return err
}

// hash finds the SHA-256 of a file.
func (f *facts) hash(ctx context.Context, file *lookup.File) error {
	return f.once(ctx, file, func(k fact) bool { return k.sha256 != nil }, func() error {
		h := sha256.New()
		if _, err := io.Copy(h, contextReader{ctx, file.Reader()}); err != nil {
			return err
		}
		text := fmt.Sprintf("%x", h.Sum(nil))
		f.learn(file, func(k *fact) { k.sha256 = &text })
		return nil
	})
}

// contextReader is a reader that fails once a context has ended.
type contextReader struct {
	ctx context.Context
	r   io.Reader
}

func (c contextReader) Read(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(b)
}

// stats returns the statistics of a file.
func (f *facts) stats(ctx context.Context, file *lookup.File) (any, error) {
	err := f.once(ctx, file, func(k fact) bool { return k.stats != nil }, func() error {
		stats, err := survey(ctx, f.library, file)
		if err == nil {
			f.learn(file, func(k *fact) { k.stats = stats })
		}
		return err
	})
	return f.of(file).stats, err
}

// survey reads a file. The statistics name it by its id.
func survey(ctx context.Context, l *lookup.Library, file *lookup.File) (any, error) {
	name := file.Game().Variant().Name
	rules := inspect.Rules{Variant: name}
	if g, err := l.Game(name); err != nil || index.RulesDigest(g.Game) != file.RulesDigest() {
		rules.Digest = inspect.ShortDigest(file.RulesDigest())
	}
	if file.Table == nil {
		r, err := inspect.NewCertificateStats(ctx, file.Certificate, rules, func(uint64, uint64) {})
		if err == nil {
			r.Certificate = file.ID
		}
		return r, err
	}
	s, err := l.Survey(ctx, file.Table)
	if err != nil {
		return nil, err
	}
	r, err := inspect.NewTableStats(file.Table, rules, s)
	if err == nil {
		r.Table, r.Signatures = file.ID, nil
	}
	return r, err
}

// longestOf returns the longest win or loss that statistics have, or nil.
func longestOf(stats any) *inspect.Longest {
	switch s := stats.(type) {
	case *inspect.TableStats:
		return s.Longest
	case *inspect.CertificateStats:
		return s.Longest
	}
	return nil
}
