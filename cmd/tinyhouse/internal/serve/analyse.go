package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"time"

	"tinyhouse/cmd/internal/lookup"
	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// analysis is the body of a request for analysis, with the names of Lichess's ExternalEngineWork.
type analysis struct {
	SessionID  string   `json:"sessionId"` // ignored
	Variant    string   `json:"variant"`
	InitialFEN string   `json:"initialFen"` // "" for the start position
	Moves      []string `json:"moves"`      // in UCI notation
	MultiPV    int      `json:"multiPv"`
	Hash       int      `json:"hash"`    // MiB
	Threads    int      `json:"threads"` // at most MaxThreads are used
	Depth      int      `json:"depth"`
	Nodes      uint64   `json:"nodes"`
	MoveTime   int      `json:"movetime"` // milliseconds
	Infinite   bool     `json:"infinite"`
}

// The limits of a request for analysis.
const (
	maxMoves   = 1024
	maxMultiPV = 5
)

// parseAnalysis returns the request in a body.
func parseAnalysis(text []byte) (*analysis, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	a := &analysis{MultiPV: 1, Hash: 16, Threads: 1}
	if err := d.Decode(a); err != nil {
		return nil, failure(http.StatusBadRequest, "body: %.200s", err.Error())
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, failure(http.StatusBadRequest, "body: text behind the object")
	}
	switch {
	case len(a.Moves) > maxMoves:
		return nil, failure(http.StatusBadRequest, "moves: %d, want at most %d", len(a.Moves), maxMoves)
	case a.MultiPV < 1 || a.MultiPV > maxMultiPV:
		return nil, failure(http.StatusBadRequest, "multiPv %d: want 1 to %d", a.MultiPV, maxMultiPV)
	case a.Hash < 1 || a.Threads < 1:
		return nil, failure(http.StatusBadRequest, "hash %d, threads %d: want at least 1", a.Hash, a.Threads)
	case a.Depth < 0 || a.MoveTime < 0:
		return nil, failure(http.StatusBadRequest, "depth %d, movetime %d: want at least 1", a.Depth, a.MoveTime)
	case !a.Infinite && a.Depth == 0 && a.Nodes == 0 && a.MoveTime == 0:
		return nil, failure(http.StatusBadRequest, "no limit: want depth, nodes, movetime or infinite")
	}
	return a, nil
}

// position returns the position of the request and the keys of those before it.
func (a *analysis) position(g *board.Game) (p board.Position, history []uint64, err error) {
	if a.InitialFEN == "" {
		p, err = notation.Start(g)
	} else {
		p, err = lookup.Parse(g, a.InitialFEN)
	}
	if err != nil {
		return p, nil, failure(http.StatusBadRequest, "initialFen: %v", err)
	}
	for i, text := range a.Moves {
		m, err := notation.ParseMove(g, &p, text)
		if err != nil {
			return p, nil, failure(http.StatusBadRequest, "moves[%d]: %v", i, err)
		}
		history = append(history, p.Key())
		g.Apply(&p, &p, m)
	}
	return p, history, nil
}

// analyse searches a position and streams what it finds, an object on a line each, until the limit or
// until the client goes.
func (s *Server) analyse(w http.ResponseWriter, r *http.Request, _ string) error {
	text, err := s.body(w, r, maxBody, "application/json")
	if err != nil {
		return err
	}
	a, err := parseAnalysis(text)
	if err != nil {
		return err
	}
	g, err := s.game(a.Variant)
	if err != nil {
		return err
	}
	p, history, err := a.position(g.Game)
	if err != nil {
		return err
	}
	if err := s.room(s.searches, "searches are running, as many as --max-searches allows"); err != nil {
		return err
	}
	defer func() { <-s.searches }()
	o := engine.DefaultOptions()
	o.Hash, o.Threads, o.MultiPV = min(a.Hash, s.MaxHash), min(a.Threads, s.MaxThreads), a.MultiPV
	e, err := engine.New(g.Game, o)
	if err != nil {
		return failure(http.StatusBadRequest, "%v", err)
	}
	e.SetProber(s.Library.Set())
	e.Set(p, history)
	s.started.Add(1)
	ctx, cancel := context.WithTimeout(r.Context(), s.MaxTime)
	defer cancel()
	defer context.AfterFunc(s.stopping, cancel)()
	limits := engine.Limits{Depth: a.Depth, Nodes: a.Nodes, MoveTime: time.Duration(a.MoveTime) * time.Millisecond, Infinite: a.Infinite}
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusOK)
	s.stream(cancel, w, g.Game, p, search(ctx, e, limits, &p))
	return nil
}

// room takes a place among those that tokens limit, or returns what takes all of them.
func (s *Server) room(tokens chan struct{}, what string) error {
	select {
	case tokens <- struct{}{}:
		return nil
	default:
		return busy(http.StatusServiceUnavailable, 5, "%d %s", cap(tokens), what)
	}
}

// found is a line of the answer. Values are White's, as Lichess has them.
type found struct {
	Time  int64     `json:"time"` // milliseconds
	Depth int       `json:"depth"`
	Nodes uint64    `json:"nodes"`
	PVs   []foundPV `json:"pvs"`
}

// foundPV is a variation: its value is centipawns, or moves to the end of the game, negative where
// Black wins.
type foundPV struct {
	Depth int      `json:"depth"`
	CP    *int     `json:"cp,omitempty"`
	Mate  *int     `json:"mate,omitempty"`
	Moves []string `json:"moves"`
}

// lastLine is the last line of an answer.
type lastLine struct {
	found
	BestMove *string `json:"bestmove"` // null if there is no move
}

// news is what a search has found so far, for a reader that may be slower than the search.
type news struct {
	fresh chan struct{} // has a token when there is something new
	done  chan struct{} // closed when the search has ended

	mu   sync.Mutex
	last engine.Info
	pvs  []engine.Info // by rank
	best engine.Best
}

// search starts a search.
func search(ctx context.Context, e *engine.Engine, l engine.Limits, p *board.Position) *news {
	n := &news{fresh: make(chan struct{}, 1), done: make(chan struct{})}
	go func() {
		defer close(n.done)
		best := e.Go(ctx, l, n.report)
		n.mu.Lock()
		defer n.mu.Unlock()
		n.best = best
	}()
	return n
}

// report takes a line of the search.
func (n *news) report(i engine.Info) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.last = i
	if i.Bound != engine.Exact || len(i.PV) == 0 || i.MultiPV > len(n.pvs)+1 {
		return
	}
	if i.MultiPV == len(n.pvs)+1 {
		n.pvs = append(n.pvs, i)
	}
	n.pvs[i.MultiPV-1] = i
	select {
	case n.fresh <- struct{}{}:
	default:
	}
}

// found returns what is known now.
func (n *news) found(g *board.Game, p board.Position) found {
	n.mu.Lock()
	defer n.mu.Unlock()
	f := found{Time: n.last.Elapsed.Milliseconds(), Depth: n.last.Depth, Nodes: n.last.Nodes, PVs: []foundPV{}}
	for _, i := range n.pvs {
		pv := foundPV{Depth: i.Depth, Moves: movesOf(g, p, i.PV)}
		number := int(i.Value)
		if x, ok := i.Forced(); ok {
			number = x.MateMoves()
			pv.Mate = &number
		} else {
			pv.CP = &number
		}
		if p.Turn() == board.Black {
			number = -number
		}
		f.PVs = append(f.PVs, pv)
	}
	return f
}

// movesOf returns a line of play in UCI notation.
func movesOf(g *board.Game, p board.Position, line []board.Move) []string {
	all := []string{}
	for _, m := range line {
		all = append(all, notation.Move(g, &p, m))
		g.Apply(&p, &p, m)
	}
	return all
}

// stream writes the lines of a search and, in silence, empty ones, which show whether the client is
// still there. It cancels the search if it cannot write, and returns once the search has ended.
func (s *Server) stream(cancel func(), w http.ResponseWriter, g *board.Game, p board.Position, n *news) {
	control := http.NewResponseController(w)
	put := func(text []byte) {
		if _, err := w.Write(text); err != nil || control.Flush() != nil {
			cancel()
		}
	}
	line := func(value any) {
		if text, err := encode(value); err == nil {
			put(text)
		}
	}
	put(nil)
	alive := time.NewTicker(s.KeepAlive)
	defer alive.Stop()
	for {
		select {
		case <-n.fresh:
			line(n.found(g, p))
		case <-alive.C:
			put([]byte("\n"))
		case <-n.done:
			last := lastLine{found: n.found(g, p)}
			if n.best.OK {
				move := notation.Move(g, &p, n.best.Move)
				last.BestMove = &move
			}
			line(last)
			return
		}
	}
}
