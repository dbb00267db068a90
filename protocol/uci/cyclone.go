package uci

import "tinyhouse/protocol"

// Cyclone is UCI-Cyclone, the dialect of xiangqi programs: UCI but for the numbers of ten
// ranks, and that "position" may be left out. It says nothing before "uci".
type Cyclone struct {
	Dialect
	protocol.FromZero
}

var _ protocol.Dialect = Cyclone{}

// Info is a line of the search.
func (d Cyclone) Info(r *protocol.Report) []string { return []string{InfoLine(r, d, value)} }

// Best answers a search.
func (d Cyclone) Best(a *protocol.Answer) []string {
	return []string{BestLine(a, d, noMove)}
}
