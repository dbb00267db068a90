package main

import (
	"fmt"
	"slices"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/solver"
	"tinyhouse/solver/retro"
	"tinyhouse/tb/index"
)

// The largest task that solve starts. maxNumbers is about a thousand times what a machine solves
// in a day, and needs 2 TiB of states.
const (
	maxNumbers    = 1 << 40
	maxCounted    = 1 << 62
	maxSignatures = 1 << 20
)

// announce logs the size of a task and the memory that it needs, and refuses one that is too
// large.
func (a *app) announce(g *board.Game, m *solver.Material, memory int64) error {
	count, numbers, ok := sizeOf(g, m)
	text := m.Text(g)
	switch {
	case !ok:
		return fmt.Errorf("%s is too large to solve: more than 2^62 positions or 2^20 signatures; %s", text, chooseFewer(g, m))
	case numbers > maxNumbers:
		return fmt.Errorf("%s is too large to solve: %d positions (symmetric ones counted once), more than the limit of %d; %s", text, numbers, uint64(maxNumbers), chooseFewer(g, m))
	}
	states := numbers * 2
	event := a.log.Info().Str("material", text).Uint64("numbers", numbers).Int("signatures", count).
		Str("states", bytesText(states)).Str("memory", bytesText(uint64(memory)))
	if states > uint64(memory) {
		event = event.Bool("on_disk", true)
	}
	event.Msg("solve")
	return nil
}

// chooseFewer tells the user how to solve less than m, with an example: a piece of one side and
// those that a side must not lose.
func chooseFewer(g *board.Game, m *solver.Material) string {
	var fewer solver.Material
	var added *int
	for c := range m {
		for k, n := range m[c] {
			switch {
			case n == 0:
			case strings.IndexByte(string(g.Variant().End.Extinct), g.Letter(board.Kind(k))) >= 0:
				fewer[c][k] = 1
				if g.HasCaptures() {
					fewer[c][k] = n
				}
			case c == int(board.White) && board.Kind(k) != g.Pawn() && (added == nil || !g.HasCaptures()):
				if added != nil {
					*added = 0 // the later kinds are the stronger ones
				}
				added = &fewer[c][k]
				*added = 1
			}
		}
	}
	flag := "--material "
	if g.HasCaptures() {
		flag = "--units "
	}
	return "choose fewer pieces, such as " + flag + fewer.Text(g)
}

// sizeOf counts the signatures that play can reach with some material, and their numbers. ok is
// false if there are too many; it then stops early.
func sizeOf(g *board.Game, m *solver.Material) (count int, numbers uint64, ok bool) {
	ix := index.New(g)
	queue := retro.StartSignatures(ix, g, m)
	slices.Reverse(queue) // the largest first, to stop early
	seen := map[index.Signature]bool{}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if seen[s] || ix.Extinct(&s) {
			continue
		}
		seen[s] = true
		layout, err := ix.Layout(s)
		if err != nil {
			return 0, 0, false // more than 64 bits
		}
		if layout.Full() == 0 {
			continue // more pieces than squares
		}
		count++
		if layout.Size() > maxCounted || numbers+layout.Size() > maxCounted || count > maxSignatures {
			return 0, 0, false
		}
		numbers += layout.Size()
		queue = append(queue, ix.Successors(s)...)
	}
	return count, numbers, true
}

// bytesText formats a size.
func bytesText(n uint64) string {
	const units = "KMGTPE"
	if n < 1024 {
		return fmt.Sprint(n, " bytes")
	}
	size, unit := float64(n)/1024, 0
	for ; size >= 1024; unit++ {
		size /= 1024
	}
	return fmt.Sprintf("%.1f %ciB", size, units[unit])
}
