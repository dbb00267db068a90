// Package webapi answers the questions of the web board, in JSON: which variants there are, which
// moves are legal in a position and what tables know of them, what a text says, what a certificate
// proves. The page asks the same questions of the WebAssembly module (command wasm) and of a server.
//
// Requests are independent of each other: a variant of the user's own travels with each of them.
package webapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/engine/tablebase"
	"tinyhouse/protocol"
)

// Request is a question. Each operation uses some of the fields.
type Request struct {
	Op      string   `json:"op"`
	INI     string   `json:"ini,omitempty"`     // further variants
	Variant string   `json:"variant,omitempty"` // name or alias; empty: the default
	Text    string   `json:"text,omitempty"`    // a FEN, a code or "startpos"; empty: the start position
	Moves   []string `json:"moves,omitempty"`   // played from there, in UCI form
	Line    []string `json:"line,omitempty"`    // further moves
	Input   string   `json:"input,omitempty"`   // what the user typed
	Setup   *Setup   `json:"setup,omitempty"`
	Game    *Game    `json:"game,omitempty"`
	Draw    *Draw    `json:"draw,omitempty"`

	Certificate string `json:"certificate,omitempty"` // id of an open one
	From        uint64 `json:"from,omitempty"`        // number of a record
}

// API answers requests. It may be used by any number of goroutines.
type API struct {
	// MaxVariants limits the variants of an ini text, each of which is compiled; 0: no limit but that of
	// package rules.
	MaxVariants int
	// MaxINI limits an ini text, in bytes; 0: no limit but that of package rules.
	MaxINI int

	// Certificates are those that proofs may be asked of besides uploaded ones; nil: none.
	Certificates Certificates

	prober  tablebase.Prober // nil: without tables
	base    *rules.Catalog   // what an ini text adds to
	uploads uploads

	mu      sync.Mutex
	last    source                 // the last ini text and its catalog
	games   map[string]*board.Game // compiled variants of the last catalog, by name
	library *lookup.Library        // nil: without tables
	puzzles []*puzzles             // the sequences of the last requests, the latest first
}

// source is an ini text with its catalog.
type source struct {
	ini     string
	catalog *rules.Catalog
}

// New returns an API that knows the variants and the files of a library, also files that its set will open
// later. Without a library it knows the built-in variants.
func New(l *lookup.Library) *API {
	a := &API{library: l, base: rules.Builtin(), games: map[string]*board.Game{}}
	if l != nil {
		a.prober, a.base = l.Set(), l.Catalog()
	}
	a.last.catalog = a.base
	return a
}

// operations are the answers by the name of the operation. Those that take long ask their context often.
var operations = map[string]func(ctx context.Context, a *API, r *Request) (any, error){
	"variants": func(_ context.Context, a *API, r *Request) (any, error) { return a.Variants(r.INI) },
	"position": func(_ context.Context, a *API, r *Request) (any, error) { return a.Position(r) },
	"move":     func(_ context.Context, a *API, r *Request) (any, error) { return a.Move(r) },
	"setup":    func(_ context.Context, a *API, r *Request) (any, error) { return a.SetUp(r) },
	"ini":      func(_ context.Context, a *API, r *Request) (any, error) { return a.WriteINI(r) },
	"line":     func(_ context.Context, a *API, r *Request) (any, error) { return a.Line(r) },
	"annotate": func(ctx context.Context, a *API, r *Request) (any, error) { return a.Annotate(ctx, r) },
	"games":    func(_ context.Context, a *API, r *Request) (any, error) { return a.Games(r) },
	"read":     func(_ context.Context, a *API, r *Request) (any, error) { return a.Read(r) },
	"write":    func(_ context.Context, a *API, r *Request) (any, error) { return a.Write(r) },
	"check":    func(_ context.Context, a *API, r *Request) (any, error) { return a.Check(r.INI) },

	"certificates": func(_ context.Context, a *API, r *Request) (any, error) { return a.ListCertificates(), nil },
	"certificate":  func(ctx context.Context, a *API, r *Request) (any, error) { return a.CheckFile(ctx, r) },
	"proof":        func(_ context.Context, a *API, r *Request) (any, error) { return a.Proof(r) },
	"verify-node":  func(_ context.Context, a *API, r *Request) (any, error) { return a.VerifyNode(r) },
	"verify":       func(ctx context.Context, a *API, r *Request) (any, error) { return a.Verify(ctx, r) },

	"tables":     func(_ context.Context, a *API, r *Request) (any, error) { return a.Tables(r) },
	"statistics": func(ctx context.Context, a *API, r *Request) (any, error) { return a.Statistics(ctx, r) },
	"random":     func(ctx context.Context, a *API, r *Request) (any, error) { return a.Random(ctx, r) },
	"lengths":    func(ctx context.Context, a *API, r *Request) (any, error) { return a.Lengths(ctx, r) },
	"puzzle":     func(ctx context.Context, a *API, r *Request) (any, error) { return a.Puzzle(ctx, r) },
}

// Effort is what a request takes of a server.
type Effort struct {
	Cost  int  // in short requests
	Long  bool // it reads many values or records
	Whole bool // it reads whole files, which may take minutes
}

// efforts are those of the operations that take long. A part of Verify takes a fixed time, and clients that
// check a certificate ask for many.
var efforts = map[string]Effort{
	"statistics": {10, true, true}, "certificate": {10, true, true},
	"random": {5, true, false}, "lengths": {5, true, false}, "puzzle": {5, true, false}, "verify": {1, true, false},
}

// EffortOf returns the effort of the operation of a request.
func EffortOf(request []byte) Effort {
	var r struct {
		Op string `json:"op"`
	}
	_ = json.Unmarshal(request, &r) // Answer says what is wrong with it
	if e, ok := efforts[r.Op]; ok {
		return e
	}
	return Effort{Cost: 1}
}

// Failure is the answer to a request that has none.
type Failure struct {
	Error string `json:"error"`
}

// Answer answers a request in JSON. The answer to a wrong one is a Failure, and so is that to one which
// takes longer than ctx lasts.
func (a *API) Answer(ctx context.Context, request []byte) []byte {
	var r Request
	answer, err := any(nil), json.Unmarshal(request, &r)
	if err == nil {
		if do, ok := operations[r.Op]; ok {
			answer, err = do(ctx, a, &r)
		} else {
			err = fmt.Errorf("webapi: no operation %.40q", r.Op)
		}
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = errors.New("the answer takes longer than the server allows")
	}
	if err != nil {
		answer = Failure{err.Error()}
	}
	text, err := json.Marshal(answer)
	if err != nil {
		text, _ = json.Marshal(Failure{err.Error()})
	}
	return text
}

// catalog returns the variants of the API and those of an ini text. The caller holds the lock.
func (a *API) catalog(ini string) (*rules.Catalog, error) {
	if ini == a.last.ini {
		return a.last.catalog, nil
	}
	catalog := a.base
	if err := a.checkSize(ini); err != nil {
		return nil, err
	}
	if ini != "" {
		var err error
		if catalog, err = rules.Parse("input", ini, catalog); err != nil {
			return nil, err
		}
	}
	a.last, a.games = source{ini, catalog}, map[string]*board.Game{}
	return catalog, nil
}

// game returns the compiled variant of a request.
func (a *API) game(r *Request) (*board.Game, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	catalog, err := a.catalog(r.INI)
	if err != nil {
		return nil, err
	}
	name := r.Variant
	if name == "" {
		name = rules.Default
	}
	v, err := catalog.Get(name)
	if err != nil {
		return nil, err
	}
	if g := a.games[v.Name]; g != nil {
		return g, nil
	}
	g, err := board.Compile(v)
	if err == nil {
		a.games[v.Name] = g
	}
	return g, err
}

// Mistake is a mistake in an ini text.
type Mistake struct {
	Line int    `json:"line"`
	Key  string `json:"key"`
	Text string `json:"text"`
}

// Checked is what an ini text defines, and its mistakes.
type Checked struct {
	OK       bool      `json:"ok"`
	Errors   []Mistake `json:"errors"`
	Variants []string  `json:"variants"`
}

// checkSize checks the limits of an ini text, before it is read.
func (a *API) checkSize(ini string) error {
	if a.MaxINI > 0 && len(ini) > a.MaxINI {
		return fmt.Errorf("ini text of %d bytes: want at most %d", len(ini), a.MaxINI)
	}
	n := 0
	for line := range strings.Lines(ini) {
		if strings.HasPrefix(strings.TrimSpace(line), "[") {
			n++
		}
	}
	if a.MaxVariants > 0 && n > a.MaxVariants {
		return fmt.Errorf("%d variants: want at most %d", n, a.MaxVariants)
	}
	return nil
}

// Check checks an ini text. Too many variants are an error.
func (a *API) Check(ini string) (Checked, error) {
	if err := a.checkSize(ini); err != nil {
		return Checked{}, err
	}
	names, err := protocol.CheckVariants("input", ini, a.base)
	c := Checked{OK: err == nil, Errors: []Mistake{}, Variants: append([]string{}, names...)}
	for _, e := range flatten(err) {
		m := Mistake{Text: e.Error()}
		if detail, ok := e.(*rules.Error); ok {
			m = Mistake{detail.Line, detail.Key, detail.Reason}
		}
		c.Errors = append(c.Errors, m)
	}
	slices.SortStableFunc(c.Errors, func(a, b Mistake) int { return a.Line - b.Line })
	return c, nil
}

// flatten returns the errors that err joins.
func flatten(err error) []error {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, flatten(e)...)
	}
	return all
}

// clean returns a text without blanks around it and without line ends.
func clean(text string) string { return strings.Join(strings.Fields(text), " ") }
