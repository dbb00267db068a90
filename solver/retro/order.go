package retro

import (
	"context"
	"iter"
	"slices"

	"tinyhouse/solver/internal/scc"
	"tinyhouse/tb/index"
)

// planStages joins the strongly connected components of the signatures, in reverse topological
// order, to stages whose states fit into memory. A component that does not fit is a stage of its
// own.
func (r *run) planStages() {
	successors := make([][]int32, len(r.signatures))
	for i := range r.signatures {
		for _, s := range r.ix.Successors(r.signatures[i].Signature) {
			if n, ok := r.id[s]; ok {
				successors[i] = append(successors[i], int32(n))
			}
		}
	}
	of, count := scc.Of(len(successors), func(i int32) iter.Seq[int32] { return slices.Values(successors[i]) })
	members := make([][]int, count)
	for i, component := range of {
		members[component] = append(members[component], i)
	}
	room := int64(0)
	for _, component := range members {
		bytes := int64(0)
		for _, i := range component {
			bytes += r.footprint(r.signatures[i].shards, r.signatures[i].layout.Size())
		}
		if room -= bytes; room < 0 || len(r.stages) == 0 {
			r.stages = append(r.stages, nil)
			room = r.stateMemory() - bytes
		}
		last := len(r.stages) - 1
		r.stages[last] = append(r.stages[last], component...)
		for _, i := range component {
			r.signatures[i].stage = last
		}
	}
}

// sources returns the signatures of earlier stages to which moves from a stage lead.
func (r *run) sources(stage int) []int {
	seen := map[int]bool{}
	var all []int
	for _, i := range r.stages[stage] {
		for _, s := range r.ix.Successors(r.signatures[i].Signature) {
			if n, ok := r.id[s]; ok && r.signatures[n].stage < stage && !seen[n] {
				seen[n] = true
				all = append(all, n)
			}
		}
	}
	return all
}

// maxSignatures bounds the signatures of a task.
const maxSignatures = 1 << 20

// reachable returns the signatures that play can reach from some others, except those in which
// the game is over.
func reachable(ctx context.Context, ix *index.Indexer, from []index.Signature) ([]index.Signature, error) {
	found := map[index.Signature]bool{}
	var all []index.Signature
	for _, start := range from {
		part, err := ix.Reachable(ctx, start, maxSignatures)
		if err != nil {
			return nil, err
		}
		for _, s := range part {
			if !found[s] && !ix.Extinct(&s) {
				found[s] = true
				all = append(all, s)
			}
		}
	}
	return all, nil
}
