package uci

import "tinyhouse/protocol"

// Cyclone is UCI-Cyclone, a dialect for xiangqi: UCI with the ranks of protocol.RanksFromZero.
type Cyclone struct {
	Dialect
	protocol.RanksFromZero
}

var _ protocol.Dialect = Cyclone{}

// Info is a line of a search.
func (d Cyclone) Info(r *protocol.Report) []string { return []string{InfoLine(r, d, value)} }

// Best answers a search.
func (d Cyclone) Best(a *protocol.Answer) []string { return []string{BestLine(a, d, noMove)} }
