package protocol

import (
	"fmt"
	"path/filepath"

	"tinyhouse/engine"
)

// namedNet is a net of the option EvalFile.
type namedNet struct {
	path string
	net  *engine.Net
}

// setEvalFile reads the nets of the files in path. It reports those that are none.
func (s *Session) setEvalFile(path string) error {
	s.settings.nets = nil
	s.pending.nets = true
	for _, file := range filepath.SplitList(path) {
		data, err := readFile(file, engine.MaxNet)
		if err != nil {
			s.ReportError(err)
			continue
		}
		n, err := engine.ParseNet(data)
		if err != nil {
			s.ReportError(fmt.Errorf("no net could be read at %.200q: %w", file, err))
			continue
		}
		s.settings.nets = append(s.settings.nets, namedNet{file, n})
	}
	return nil
}

// chooseNet passes the first net that is for the rules of the game to the backend, and says which one. If
// there is none, the evaluation is hand-made; the notes say why.
func (s *Session) chooseNet() {
	var notes []string
	for _, n := range s.settings.nets {
		err := s.backend.SetNet(n.net)
		if err == nil {
			s.note(fmt.Sprintf("evaluation: net %.200q, %d weights", n.path, len(n.net.Rows)))
			return
		}
		notes = append(notes, fmt.Sprintf("net %.200q is not used: %v", n.path, err))
	}
	for _, note := range notes {
		s.note(note)
	}
	if err := s.backend.SetNet(nil); err != nil {
		s.ReportError(err)
	}
}
