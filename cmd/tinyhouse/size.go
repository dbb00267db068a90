package main

// How large a task is: what belongs here tells it before the work begins.

import (
	"fmt"
	"slices"

	"tinyhouse/engine/board"
	"tinyhouse/solver"
	"tinyhouse/solver/retro"
	"tinyhouse/tb/index"
)

// The most that solve begins with. It is about a thousand times what a machine solves in a
// day, and two bytes for each number are 2 TiB.
const (
	maxNumbers = 1 << 40
	maxCounted = 1 << 62
	maxSlices  = 1 << 20
)

// announce logs how much there is to solve and what that needs, and refuses what is
// hopeless.
func (a *app) announce(g *board.Game, m *solver.Material, memory int64) error {
	count, numbers, ok := sizeOf(g, m)
	text := m.Text(g)
	switch {
	case !ok:
		return fmt.Errorf("%s is too much to be solved: more than 2^62 positions, or 2^20 ways to share out the men", text)
	case numbers > maxNumbers:
		return fmt.Errorf("%s is too much to be solved: %d positions but for symmetry, at most %d", text, numbers, uint64(maxNumbers))
	}
	states := numbers * 2
	event := a.log.Info().Str("material", text).Uint64("numbers", numbers).Int("slices", count).
		Str("states", bytesText(states)).Str("memory", bytesText(uint64(memory)))
	if states > uint64(memory) {
		event = event.Bool("on_disk", true)
	}
	event.Msg("solve")
	return nil
}

// sizeOf counts the slices that play can reach with some material, and their numbers. It
// gives up, with ok false, soon after there are too many.
func sizeOf(g *board.Game, m *solver.Material) (count int, numbers uint64, ok bool) {
	ix := index.New(g)
	queue := retro.StartSignatures(g, m)
	slices.Reverse(queue) // the largest first, so that what is hopeless shows soon
	seen := map[index.Signature]bool{}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if seen[s] || ix.Extinct(&s) {
			continue
		}
		seen[s] = true
		t, err := ix.Layout(s)
		if err != nil {
			return 0, 0, false // more than 64 bits
		}
		if t.Full() == 0 {
			continue // no room for so many men
		}
		count++
		if t.Size() > maxCounted || numbers+t.Size() > maxCounted || count > maxSlices {
			return 0, 0, false
		}
		numbers += t.Size()
		queue = append(queue, ix.Successors(s)...)
	}
	return count, numbers, true
}

// bytesText writes a size for people.
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
