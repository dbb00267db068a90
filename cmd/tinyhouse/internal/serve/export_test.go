package serve

import "tinyhouse/cmd/tinyhouse/internal/limits"

// Running returns the number of running searches.
func (s *Server) Running() int { return len(s.searches) }

// Known returns the number of remembered addresses.
func (s *Server) Known() int { return s.clients.Len() }

// Cached returns the number of answers in memory and their size.
func (s *Server) Cached() (answers, bytes int) {
	s.answers.mu.Lock()
	defer s.answers.mu.Unlock()
	return s.answers.recent.Len(), s.answers.size
}

// Packed packs the body of an answer.
var Packed = packed

// MaxAnswerBytes is the limit of the size.
const MaxAnswerBytes = maxAnswerBytes

// MaxClients is the limit of the remembered addresses.
const MaxClients = limits.MaxClients

// Busy fills the room for requests that take long until the function that it returns is called.
func (s *Server) Busy() (end func()) {
	for range cap(s.longWork) {
		s.longWork <- struct{}{}
	}
	return func() {
		for range cap(s.longWork) {
			<-s.longWork
		}
	}
}
