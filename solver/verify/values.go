package verify

import (
	"context"

	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
	"tinyhouse/tb/table"
)

// values caches the values of signatures in memory.
type values struct {
	table   *table.File
	layouts []*index.Layout
	loaded  [][]dtm.Value // by signature; nil: not in memory
}

// partSize is the number of values that are read at a time.
const partSize = 1 << 17

// load reads the values of as many signatures as fit into memory, in their order.
func (v *values) load(ctx context.Context, memory int64, threads int) error {
	type part struct {
		signature int
		from      uint64
		to        []dtm.Value
	}
	var parts []part
	for i, layout := range v.layouts {
		bytes := int64(layout.Size()) * 2
		if memory < bytes || bytes < 0 {
			continue
		}
		memory -= bytes
		v.loaded[i] = make([]dtm.Value, layout.Size())
		for from := uint64(0); from < layout.Size(); from += partSize {
			parts = append(parts, part{i, from, v.loaded[i][from:min(from+partSize, layout.Size())]})
		}
	}
	return parallel(ctx, threads, uint64(len(parts)), 1, func(_ int, i, _ uint64) (uint64, error) {
		return 1, v.table.Values(parts[i].signature, parts[i].from, parts[i].to)
	}, nil)
}

// at returns the value of a number. Tables leave out positions that a royal pair decides: unless
// the game is over there, they are won in one ply.
func (v *values) at(signature int, number uint64) (dtm.Value, error) {
	if number >= v.layouts[signature].Size() {
		return dtm.Win + 1, nil
	}
	if loaded := v.loaded[signature]; loaded != nil {
		return loaded[number], nil
	}
	return v.table.Value(signature, number)
}
