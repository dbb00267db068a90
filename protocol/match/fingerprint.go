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

// parameter is a named property of a match that influences its games.
type parameter struct{ Name, Value string }

// fingerprint returns all parameters that influence the games or their order: a match resumes only if
// they are unchanged. The number of games, the concurrency and the SPRT may change.
func (m *match) fingerprint() ([]parameter, error) {
	first, err := m.Openings.At(0)
	if err != nil {
		return nil, err
	}
	all := []parameter{
		{"variant", m.Game.Variant().Name},
		{"rules", digest([]byte(m.INI))},
		{"openings", m.Openings.String()},
		{"first opening", fmt.Sprint(notation.FEN(m.Game, &first.Start), first.Moves)},
		{"tables", m.Tables},
		{"adjudication", m.Adjudication.String()},
		{"time margin", m.Margin.String()},
		{"timeouts", fmt.Sprintf("%+v", m.Timeouts.OrDefault())},
	}
	for i := range m.Engines {
		e, prefix := &m.Engines[i], fmt.Sprintf("engine %d: ", i+1)
		all = append(all,
			parameter{prefix + "name", m.names[i]},
			parameter{prefix + "its own name", m.ownNames[i]},
			parameter{prefix + "program", program(e)},
			parameter{prefix + "arguments", fmt.Sprintf("%q", e.Command[1:])},
			parameter{prefix + "folder", e.Folder},
			parameter{prefix + "options", fmt.Sprintf("%q", e.Options)},
			parameter{prefix + "time", e.Control.String()},
			parameter{prefix + "nodes", fmt.Sprint(e.Control.Nodes)},
			parameter{prefix + "depth", fmt.Sprint(e.Control.Depth)})
	}
	return all, nil
}

// difference describes the first parameter that has changed, or returns "".
func difference(before, now []parameter) string {
	values := map[string]string{}
	for _, p := range before {
		values[p.Name] = p.Value
	}
	for _, p := range now {
		if values[p.Name] != p.Value {
			return fmt.Sprintf("%s, then %.200q, now %.200q", p.Name, values[p.Name], p.Value)
		}
	}
	return ""
}

// program returns the digest of an engine's file, or its path if the file cannot be read.
func program(e *Engine) string {
	path := e.Command[0]
	if found, err := exec.LookPath(path); err == nil {
		path = found
	} else if e.Folder != "" && !filepath.IsAbs(path) {
		path = filepath.Join(e.Folder, path)
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return path
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

// digest returns the beginning of the SHA-256 hash of a text.
func digest(text []byte) string {
	h := sha256.Sum256(text)
	return fmt.Sprintf("%x", h[:8])
}
