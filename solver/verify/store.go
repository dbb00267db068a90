package verify

import (
	"context"
	"sync"

	"tinyhouse/tb/dtm"
	"tinyhouse/tb/index"
	"tinyhouse/tb/table"
)

// store holds the values of slices in memory, as far as there is room; the table itself
// tells the others.
type store struct {
	table   *table.File
	layouts []*index.Layout
	slices  [][]dtm.Value
}

// part is how many values are read at a time.
const part = 1 << 20

// load reads slices, in their order, as long as they fit into so many bytes.
func (s *store) load(ctx context.Context, memory int64, threads int) error {
	type job struct {
		slice int
		from  uint64
		to    []dtm.Value
	}
	var jobs []job
	for i, layout := range s.layouts {
		bytes := int64(layout.Size()) * 2
		if memory < bytes || bytes < 0 {
			continue
		}
		memory -= bytes
		s.slices[i] = make([]dtm.Value, layout.Size())
		for from := uint64(0); from < layout.Size(); from += part {
			jobs = append(jobs, job{i, from, s.slices[i][from:min(from+part, layout.Size())]})
		}
	}
	var wg sync.WaitGroup
	errs := make([]error, threads)
	for t := range threads {
		wg.Go(func() {
			for i := t; i < len(jobs) && errs[t] == nil; i += threads {
				if errs[t] = ctx.Err(); errs[t] == nil {
					errs[t] = s.table.Values(jobs[i].slice, jobs[i].from, jobs[i].to)
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// at returns a value: that of a settled position, which tables leave out, if its game is not
// over.
func (s *store) at(slice int, number uint64) (dtm.Value, error) {
	if number >= s.layouts[slice].Size() {
		return dtm.Win + 1, nil
	}
	if values := s.slices[slice]; values != nil {
		return values[number], nil
	}
	var one [1]dtm.Value
	err := s.table.Values(slice, number, one[:])
	return one[0], err
}
