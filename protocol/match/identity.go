package match

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"tinyhouse/engine/notation"
)

// What makes a match the one that it is. A match goes on only as it was begun: games that
// other engines have played, or with other clocks, do not count together.

// trait is one thing that decides how games are played or how they end.
type trait struct{ Name, Value string }

// traits returns all that decides how games are played and in which order. More games may be
// added to a match, and its test and the number of games at a time may change.
func (m *match) traits() ([]trait, error) {
	first, err := m.Openings.At(0)
	if err != nil {
		return nil, err
	}
	all := []trait{
		{"variant", m.Game.Variant().Name},
		{"rules", digest(m.INI)},
		{"openings", m.Openings.String()},
		{"first opening", fmt.Sprint(notation.FEN(m.Game, &first.Start), first.Moves)},
		{"tables", m.Tables},
		{"adjudication", m.Adjudication.String()},
		{"CuteChess", fmt.Sprint(m.CuteChess)},
		{"time margin", m.Margin.String()},
		{"excuse", fmt.Sprint(m.Excuse)},
		{"timeouts", fmt.Sprintf("%+v", m.Timeouts.OrDefault())},
	}
	for i := range m.Players {
		p, who := &m.Players[i], fmt.Sprintf("engine %d: ", i+1)
		all = append(all,
			trait{who + "name", m.names[i]},
			trait{who + "its own name", m.calls[i]},
			trait{who + "program", program(p)},
			trait{who + "arguments", fmt.Sprintf("%q", p.Command[1:])},
			trait{who + "folder", p.Folder},
			trait{who + "options", fmt.Sprintf("%q", p.Options)},
			trait{who + "time", p.Control.String()},
			trait{who + "nodes", fmt.Sprint(p.Control.Nodes)},
			trait{who + "depth", fmt.Sprint(p.Control.Depth)})
	}
	return all, nil
}

// compare says what is not now as it was then, or "".
func compare(then, now []trait) string {
	was := map[string]string{}
	for _, t := range then {
		was[t.Name] = t.Value
	}
	for _, t := range now {
		if was[t.Name] != t.Value {
			return fmt.Sprintf("%s, then %.200q, now %.200q", t.Name, was[t.Name], t.Value)
		}
	}
	return ""
}

// program names a program by what is in its file, wherever that lies: the same path may hold
// another one today. One that cannot be read goes by its path.
func program(p *Player) string {
	path := p.Command[0]
	if found, err := exec.LookPath(path); err == nil {
		path = found
	} else if p.Folder != "" && !filepath.IsAbs(path) {
		path = filepath.Join(p.Folder, path)
	}
	file, err := os.Open(path)
	if err != nil {
		return path
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return path
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// digest is short for a long text.
func digest(text string) string {
	h := sha256.Sum256([]byte(text))
	return fmt.Sprintf("%x", h[:8])
}
