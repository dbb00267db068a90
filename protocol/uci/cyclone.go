package uci

import "tinyhouse/protocol"

// Cyclone is UCI-Cyclone, a dialect of xiangqi programs: UCI with other numbers of ten ranks and an
// optional "position".
type Cyclone struct {
	Dialect
	protocol.FromZero
}

var _ protocol.Dialect = Cyclone{}

// Info is a line of a search.
func (d Cyclone) Info(r *protocol.Report) []string { return []string{InfoLine(r, d, value)} }

// Best answers a search.
func (d Cyclone) Best(a *protocol.Answer) []string {
	return []string{BestLine(a, d, noMove)}
}
