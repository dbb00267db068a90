package main

// How problems are drawn. Our engine plays against itself, after 2 to 8 random plies, so
// many nodes a move. Then it goes back through the game from its last position, keeping its
// hash table on the way, so that it announces mates which it would not find at once; as long
// as it does, the positions are candidates. Fairy-Stockfish, started anew, searches them for
// mate, and the nodes that it takes say how hard they are; a quiet core of a small
// machine looks at half a million a second:
//
//	easy    less than 50 thousand, 0.1 s
//	medium  up to 2.5 million, 5 s
//	hard    more than 5.5 million, 10 s
//
// What lies between is left out, as is a position in which less than three moves are legal
// or the mate is less than three moves away. A game gives at most one problem, as those next
// to each other are much the same: as far from the end as can be where that is hard and hard
// ones are wanted, otherwise found by halving. Every other game gives rather a win, or rather
// a loss. What is counted are nodes, not seconds, so that the same programs draw the same
// problems, but for this: Fairy-Stockfish tells of bounds only after three seconds.

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

const (
	maxPlies  = 160     // after which a game is given up
	playNodes = 20_000  // a move
	walkNodes = 1 << 20 // a position on the way back
	longNodes = 1 << 23 // where they do not find a mate
	misses    = 2       // positions without a mate after which the way back ends
	minMoves  = 3       // legal moves, and moves to the mate

	easyNodes   = 50_000
	mediumNodes = 2_500_000
	hardNodes   = 5_500_000
)

// artist draws problems.
type artist struct {
	*settings
	ours   *peer
	wanted map[class]int
	seen   map[string]bool // what has been tried, by same
	found  []*problem
}

// class is what problems are counted by.
type class struct {
	win   bool
	level string
}

// candidate is a position of a game that our engine has announced a mate in.
type candidate struct {
	pos  board.Position
	mate int
	best string
}

// newArtist wants so many problems, half of them wins, and a third of each level.
func newArtist(s *settings, problems int) *artist {
	a := &artist{settings: s, wanted: map[class]int{}, seen: map[string]bool{}}
	for i := range problems {
		a.wanted[class{i%2 == 0, levels[2-i/2%3]}]++
	}
	return a
}

// draw plays games until all is found, and prints each problem as it is.
func (a *artist) draw() error {
	for n := uint64(0); a.missing() > 0; n++ {
		past, err := a.play(rand.New(rand.NewPCG(a.seed, n)))
		if err != nil {
			return err
		}
		before := len(a.found)
		if past != nil {
			if err := a.back(past, n%2 == 0); err != nil {
				return err
			}
		}
		for _, p := range a.found[before:] {
			p.id = fmt.Sprintf("game %d.%d", a.seed, n)
			fmt.Println(p)
		}
		fmt.Fprintf(os.Stderr, "game %d: %d plies, %d found, %d missing\n", n, len(past), len(a.found)-before, a.missing())
	}
	return nil
}

// missing returns how many problems are still wanted.
func (a *artist) missing() int { return a.missingOf(true) + a.missingOf(false) }

// missingOf returns how many wins or losses are.
func (a *artist) missingOf(win bool) (n int) {
	for _, level := range levels[:3] {
		n += a.wanted[class{win, level}]
	}
	return n
}

// play plays a game and returns its positions after the opening, or nothing where nobody wins.
func (a *artist) play(r *rand.Rand) ([]board.Position, error) {
	if err := a.ours.forget(); err != nil {
		return nil, err
	}
	p, err := notation.Start(a.game)
	if err != nil {
		return nil, err
	}
	var keys []uint64
	var past []board.Position
	random := 2 + r.IntN(7)
	for ply := range maxPlies {
		if o := a.game.Outcome(&p, keys); o.Over() {
			if o.Result == rules.Draw {
				return nil, nil
			}
			return past, nil
		}
		var m board.Move
		if ply < random {
			var l board.List
			a.game.Moves(&p, &l)
			m = l.At(r.IntN(l.Len()))
		} else {
			past = append(past, p)
			found, err := a.ours.search(notation.FEN(a.game, &p), fmt.Sprint("nodes ", playNodes), 0, 0)
			if err != nil {
				return nil, err
			}
			if m, err = notation.ParseMove(a.game, &p, found.best); err != nil {
				return nil, err
			}
		}
		keys = append(keys, p.Key())
		a.game.Apply(&p, &p, m)
	}
	return nil, nil
}

// back goes back through a game and takes one problem of what is wanted, rather a win than a
// loss or the other way round.
func (a *artist) back(past []board.Position, win bool) error {
	var all []candidate
	for at, missed := len(past)-1, 0; at >= 0 && missed < misses; at-- {
		text := fen(a.game, &past[at])
		found, err := a.ours.search(text, fmt.Sprint("nodes ", walkNodes), 0, 0)
		if err == nil && found.mate == 0 {
			found, err = a.ours.search(text, fmt.Sprint("nodes ", longNodes), 0, 0)
		}
		if err != nil {
			return err
		}
		if missed++; found.mate != 0 {
			all, missed = append(all, candidate{past[at], found.mate, found.best}), 0
		}
	}
	slices.Reverse(all)
	if ok, err := a.take(all, win); ok || err != nil {
		return err
	}
	_, err := a.take(all, !win)
	return err
}

// take takes one of the candidates that is a win, or a loss, of a level that is wanted, and
// reports whether there is one. They come with the farthest from the end first.
func (a *artist) take(all []candidate, win bool) (bool, error) {
	all = slices.DeleteFunc(slices.Clone(all), func(c candidate) bool {
		return c.mate > 0 != win || a.game.Count(&c.pos) < minMoves || max(c.mate, -c.mate) < minMoves ||
			a.seen[same(fen(a.game, &c.pos))]
	})
	for len(all) > 0 && a.missingOf(win) > 0 {
		at := len(all) / 2
		if a.wanted[class{win, levels[2]}] > 0 {
			at = 0
		}
		p := &problem{fen: fen(a.game, &all[at].pos), win: win, mate: max(all[at].mate, -all[at].mate)}
		if win {
			p.best = all[at].best
		}
		a.seen[same(p.fen)] = true
		level, err := a.rate(p)
		if err != nil {
			return false, err
		}
		p.level = levels[level]
		if k := (class{win, p.level}); a.wanted[k] > 0 {
			a.wanted[k]--
			a.found = append(a.found, p)
			return true, nil
		}
		if level > 0 && a.wanted[class{win, levels[0]}] > 0 || level > 1 && a.wanted[class{win, levels[1]}] > 0 {
			all = all[at+1:]
		} else {
			all = all[:at]
		}
	}
	return false, nil
}

// rate returns the level of a problem, from a program started for it alone: one that has
// searched before takes other ways, even if told to forget.
func (s *settings) rate(p *problem) (int, error) {
	other, err := startPeer(s.peer, s.game.Variant(), s.hash)
	if err != nil {
		return 0, err
	}
	defer other.close()
	found, err := other.search(p.fen, fmt.Sprint("mate ", p.mate, " nodes ", hardNodes), p.sign(), 0)
	switch {
	case err != nil:
		return 0, err
	case found.mate*p.sign() <= 0:
		return 2, nil
	case found.nodes < easyNodes:
		return 0, nil
	case found.nodes < mediumNodes:
		return 1, nil
	}
	return 3, nil
}

// rateAll prints the problems of the file with the levels that they have now.
func (s *settings) rateAll() error {
	all, err := load(s.game, s.file)
	if err != nil {
		return err
	}
	for _, p := range all {
		level, err := s.rate(p)
		if err != nil {
			return err
		}
		p.level = levels[level]
		fmt.Println(p)
	}
	return nil
}

// fen returns the FEN of a position as the first of a game.
func fen(g *board.Game, p *board.Position) string {
	fields := strings.Fields(notation.FEN(g, p))
	return strings.Join(fields[:4], " ") + " 0 1"
}
