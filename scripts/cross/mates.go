package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
	"tinyhouse/protocol/client"
)

// mates compares the proof search of our program with a peer's `go mate` on the problems of a file.
type mates struct {
	file, binary string
	peer         []string
	limit        time.Duration // for each problem
	hash         int           // MiB for each program
	rounds       int
}

// problem is a position whose value is known: the side to move wins or loses.
type problem struct {
	id, fen string
	win     bool
	moves   int // of a known mate, not always the shortest
}

// result is one run of one program on one problem.
type result struct {
	solved  bool // it proves the known value
	refuted bool // it claims another value
	seconds float64
	nodes   uint64
}

// solver is a program under comparison.
type solver struct {
	name    string
	solve   func(*problem) (result, error)
	results []result // the median of the rounds, by problem
}

// run gives every problem to every program in turn and prints a line for each, then the sums
// and ratios. It returns an error if a program claims a value that is known to be wrong.
func (m *mates) run(variant string) error {
	v, err := rules.Builtin().Get(variant)
	if err != nil {
		return err
	}
	problems, err := readProblems(v, m.file)
	if err != nil {
		return err
	}
	solvers := []*solver{{name: strings.Join(m.peer, " "), solve: func(p *problem) (result, error) { return m.askPeer(v, p) }}}
	for threads := 1; threads <= 2; threads++ {
		solvers = append(solvers, &solver{name: fmt.Sprintf("ours, threads %d", threads), solve: func(p *problem) (result, error) {
			return m.askOurs(v, p, threads)
		}})
	}
	var refuted []string
	for _, p := range problems {
		line := fmt.Sprintf("%-12s win %-5v %2d", p.id, p.win, p.moves)
		for _, s := range solvers {
			r, err := s.measure(p, m.rounds)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", p.id, s.name, err)
			}
			line += fmt.Sprintf("   %s: solved %-5v %7.3f s %9d nodes", s.name, r.solved, r.seconds, r.nodes)
			if r.refuted {
				refuted = append(refuted, fmt.Sprintf("%s by %s", p.id, s.name))
			}
		}
		fmt.Println(line)
	}
	m.report(solvers)
	if len(refuted) > 0 {
		return fmt.Errorf("other values claimed: %s", strings.Join(refuted, ", "))
	}
	return nil
}

// measure returns the median of several runs; unsolved runs count as the longest.
func (s *solver) measure(p *problem, rounds int) (result, error) {
	var runs []result
	refuted := false
	for range rounds {
		r, err := s.solve(p)
		if err != nil {
			return r, err
		}
		refuted = refuted || r.refuted
		runs = append(runs, r)
	}
	slices.SortFunc(runs, func(a, b result) int {
		if a.solved != b.solved {
			return map[bool]int{true: -1, false: 1}[a.solved]
		}
		return cmp.Compare(a.seconds, b.seconds)
	})
	r := runs[len(runs)/2]
	r.refuted = refuted
	s.results = append(s.results, r)
	return r, nil
}

// report prints what each program solved and the ratios to the first one, the peer.
func (m *mates) report(solvers []*solver) {
	for _, s := range solvers {
		solved, seconds, nodes := 0, 0.0, uint64(0)
		for _, r := range s.results {
			if r.solved {
				solved++
			}
			seconds, nodes = seconds+r.seconds, nodes+r.nodes
		}
		ratio, both := timeRatio(solvers[0].results, s.results)
		fmt.Printf("%s: %d of %d solved in %v, %.2f M nodes/s, %.2f times as fast as %s on the %d that both solve\n",
			s.name, solved, len(s.results), m.limit, float64(nodes)/seconds/1e6, ratio, solvers[0].name, both)
	}
}

// timeRatio returns how many times as long the runs of a take as those of b: the geometric
// mean over the n problems that both solve. Times below a millisecond count as one.
func timeRatio(a, b []result) (mean float64, n int) {
	sum := 0.0
	for i := range a {
		if a[i].solved && b[i].solved {
			sum += math.Log(max(a[i].seconds, 0.001) / max(b[i].seconds, 0.001))
			n++
		}
	}
	return math.Exp(sum / float64(max(n, 1))), n
}

// readProblems reads the problems of an EPD file: the operation dm is positive where the side
// to move mates and negative where it is mated. Lines that begin with # are comments.
func readProblems(v *rules.Variant, path string) ([]*problem, error) {
	g, err := board.Compile(v)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var all []*problem
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		if line := lines.Text(); line != "" && line[0] != '#' {
			p, err := parseProblem(g, line)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, n, err)
			}
			all = append(all, p)
		}
	}
	return all, lines.Err()
}

// parseProblem reads one line of EPD.
func parseProblem(g *board.Game, line string) (*problem, error) {
	epd, err := notation.ParseEPD(g, line)
	if err != nil {
		return nil, err
	}
	id, _ := epd.Op("id")
	dm, _ := epd.Op("dm")
	if len(id) != 1 || len(dm) != 1 {
		return nil, fmt.Errorf("%q: want the operations id and dm", line)
	}
	moves, err := strconv.Atoi(dm[0])
	if err != nil || moves == 0 {
		return nil, fmt.Errorf("%q: dm %q: want a number of moves", line, dm[0])
	}
	return &problem{id: id[0], fen: notation.FEN(g, &epd.Position), win: moves > 0, moves: max(moves, -moves)}, nil
}

// askPeer searches a problem with a new process of the peer until it announces the mate or
// the time is up.
func (m *mates) askPeer(v *rules.Variant, p *problem) (result, error) {
	peer, err := startPeer(m.peer, v, "problem-"+v.Name)
	if err != nil {
		return result{}, err
	}
	defer peer.close()
	peer.Set("Hash", strconv.Itoa(m.hash))
	peer.Send("ucinewgame")
	if err := peer.Ready(context.Background(), nil); err != nil {
		return result{}, err
	}
	var r result
	begin := time.Now()
	peer.Position("fen "+p.fen, nil)
	a, err := peer.Go(context.Background(), "mate "+strconv.Itoa(p.moves), m.limit, func(l client.Line) bool {
		mate, nodes := readInfo(l.Text)
		r.nodes = max(r.nodes, nodes)
		if elapsed := l.At.Sub(begin); mate != 0 && !r.solved && elapsed <= m.limit {
			r.solved, r.refuted, r.seconds = mate > 0 == p.win, mate > 0 != p.win, elapsed.Seconds()
		}
		return r.solved
	})
	if !r.solved {
		r.seconds = min(a.Took, m.limit).Seconds()
	}
	return r, err
}

// readInfo returns the mate score and the nodes of an info line, or zeros. A bound counts as a
// mate only if it proves one: at least a win or at most a loss.
func readInfo(line string) (mate int, nodes uint64) {
	line, _, _ = strings.Cut(line, " pv ")
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "info" || words[1] == "string" {
		return 0, 0
	}
	for i, word := range words[:len(words)-1] {
		switch word {
		case "nodes":
			nodes, _ = strconv.ParseUint(words[i+1], 10, 64)
		case "mate":
			mate, _ = strconv.Atoi(words[i+1])
		}
	}
	if slices.Contains(words, "lowerbound") && mate < 0 || slices.Contains(words, "upperbound") && mate > 0 {
		mate = 0
	}
	return mate, nodes
}

// askOurs runs our program on a problem. The time is the program's own, without its start,
// as the peer's is.
func (m *mates) askOurs(v *rules.Variant, p *problem, threads int) (result, error) {
	question, refuted := "win", "at most draw"
	if !p.win {
		question, refuted = "hold", "at least draw"
	}
	cmd := exec.Command(m.binary, "solve", "--mode", "weak", "--variant", v.Name, "--fen", p.fen,
		"--question", question, "--threads", strconv.Itoa(threads), "--memory", fmt.Sprint(m.hash, "M"),
		"--time", m.limit.String(), "--json", "--log-level", "error")
	var text, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &complaint
	err := cmd.Run()
	// When the time is up the program fails, but prints what it knows.
	if exit := new(exec.ExitError); err != nil && (!errors.As(err, &exit) || text.Len() == 0) {
		return result{}, fmt.Errorf("%w: %s", err, complaint.String())
	}
	var printed struct {
		Start   *struct{ Value string }
		Known   string // where there is no value
		Nodes   uint64
		Seconds float64
	}
	if err := json.Unmarshal(text.Bytes(), &printed); err != nil {
		return result{}, fmt.Errorf("%w in %.200q", err, text.Bytes())
	}
	r := result{nodes: printed.Nodes, seconds: printed.Seconds, refuted: printed.Known == refuted}
	if printed.Start != nil {
		r.solved = printed.Start.Value == map[bool]string{true: "win", false: "loss"}[p.win]
		r.refuted = !r.solved
	}
	return r, nil
}
