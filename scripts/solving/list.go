package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// listPath is the list of published values, which the page Solved shows; package main of cmd/site has
// the meaning of the fields.
const listPath = "cmd/site/solved.json"

type published struct {
	Group     string  `json:"group"`
	Variant   string  `json:"variant"`
	Material  string  `json:"material,omitempty"`
	Moves     string  `json:"moves,omitempty"`
	Kind      string  `json:"kind"`
	File      string  `json:"file,omitempty"`
	Bytes     int64   `json:"bytes,omitempty"`
	SHA256    string  `json:"sha256,omitempty"`
	Positions uint64  `json:"positions,omitempty"`
	Wins      uint64  `json:"wins,omitempty"`
	Losses    uint64  `json:"losses,omitempty"`
	Draws     uint64  `json:"draws,omitempty"`
	Shown     []shown `json:"shown"`
}

type shown struct {
	What  string `json:"what"`
	FEN   string `json:"fen"`
	Value string `json:"value"`
}

// id names what an entry is about.
func (p *published) id() string {
	return strings.Join([]string{p.Group, p.Variant, p.Material, p.Moves, p.Kind}, "|")
}

// list writes the list of published values anew: those whose table or certificate is there. Others stay
// as they are.
func (t *tools) list(works []work) error {
	text, err := os.ReadFile(listPath)
	if err != nil {
		return err
	}
	var before []published
	if err := json.Unmarshal(text, &before); err != nil {
		return fmt.Errorf("%s: %w", listPath, err)
	}
	made, err := t.describeAll(works)
	if err != nil {
		return err
	}
	for _, p := range made {
		if i := slices.IndexFunc(before, func(q published) bool { return q.id() == p.id() }); i >= 0 {
			before[i] = p
		} else {
			before = append(before, p)
		}
	}
	lines := make([]string, len(before))
	for i, p := range before {
		line, err := json.Marshal(p)
		if err != nil {
			return err
		}
		lines[i] = string(line)
	}
	return os.WriteFile(listPath, []byte("[\n"+strings.Join(lines, ",\n")+"\n]\n"), 0o666)
}

// describeAll describes the tables of works, and all certificates.
func (t *tools) describeAll(works []work) (made []published, err error) {
	for _, w := range works {
		path := w.path(t.folder)
		if path == "" {
			fmt.Fprintln(os.Stderr, w, "has no table in", t.folder)
			continue
		}
		p, err := t.describe(w, path)
		if err != nil {
			return nil, err
		}
		made = append(made, p)
	}
	for _, folder := range []string{filepath.Join("tb", "proofs"), t.folder} {
		paths, err := filepath.Glob(filepath.Join(folder, "*.thc"))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			p, err := t.describeProof(path)
			if err != nil {
				return nil, err
			}
			made = append(made, p)
		}
	}
	return made, nil
}

// path returns the table of a work: the embedded one, or that in a folder, or "".
func (w work) path(folder string) string {
	embedded := map[string]string{"thinchess8": "KNRvKNR", "peasants1": "PPvPP", "peasants2": "PPPPvPPPP"}
	material := w.material
	if material == "" {
		material = embedded[w.variant]
	}
	if units, ok := strings.CutPrefix(w.variant, "tinyhouse"); ok && (units == "" || units == "-firstrank") {
		material = allUnits(material)
	}
	for _, path := range []string{
		filepath.Join("tb", "embedded", "tables", w.variant+"-"+material+".tht"),
		filepath.Join(folder, strings.TrimSuffix(w.variant+"-"+w.material, "-")+".tht"),
		filepath.Join(folder, w.variant+"-"+shortUnits(w.material)+".tht"),
	} {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	return ""
}

// allUnits writes units with those that are missing: W1P1 as W1U0F0P1.
func allUnits(units string) string {
	text := ""
	for _, letter := range "WUFP" {
		count := "0"
		if i := strings.IndexRune(units, letter); i >= 0 {
			count = units[i+1 : i+2]
		}
		text += string(letter) + count
	}
	return text
}

// shortUnits writes units without those that are missing: W1U0F0P1 as W1P1.
func shortUnits(units string) string {
	text := ""
	for i := 0; i+1 < len(units); i += 2 {
		if units[i+1] != '0' {
			text += units[i : i+2]
		}
	}
	return text
}

// describe describes a table.
func (t *tools) describe(w work, path string) (p published, err error) {
	s, err := t.summarize("stats", path, "--log-level", "warn")
	if err != nil {
		return p, err
	}
	p = published{Group: "endings", Variant: w.variant, Material: w.material, Kind: "table", File: filepath.Base(path),
		Positions: s.Positions, Wins: s.Wins, Losses: s.Losses, Draws: s.Draws}
	switch {
	case w.material == "":
		p.Group = "games"
		start, err := t.probe(path, "startpos")
		if err != nil {
			return p, err
		}
		start.What = "start"
		p.Shown = append(p.Shown, start)
	case strings.HasPrefix(w.variant, "tinyhouse"):
		p.Group, p.Material = "units", shortUnits(w.material)
	}
	if s.Longest != nil {
		p.Shown = append(p.Shown, shown{"longest", s.Longest.FEN, fmt.Sprint(s.Longest.Value, " ", s.Longest.Plies)})
	}
	if fen := examples[w.String()]; fen != "" {
		example, err := t.probe(path, fen)
		if err != nil {
			return p, err
		}
		example.What = "example"
		p.Shown = append(p.Shown, example)
	}
	p.Bytes, p.SHA256, err = digest(path)
	return p, err
}

// examples are positions of the tables in which all are drawn.
var examples = map[string]string{
	"chess:KBvK":    "4k3/8/8/8/8/8/4B3/4K3 w - - 0 1",
	"chess:KNvK":    "4k3/8/8/8/8/8/4N3/4K3 w - - 0 1",
	"crazyhouse:B1": "4k3/8/8/8/8/8/8/4K3[B] w - - 0 1",
	"crazyhouse:N1": "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1",
}

// probe returns a position with its value in a file.
func (t *tools) probe(path, fen string) (shown, error) {
	out, err := t.output("probe", path, "--fen", fen, "--json", "--log-level", "warn")
	if err != nil {
		return shown{}, err
	}
	var answer struct {
		FEN, Value string
		Plies      int
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return shown{}, fmt.Errorf("%w in %.200q", err, out)
	}
	if answer.Value != "draw" {
		answer.Value = fmt.Sprint(answer.Value, " ", answer.Plies)
	}
	return shown{FEN: answer.FEN, Value: answer.Value}, nil
}

// describeProof describes a certificate, which is named after its variant and the moves before its root.
func (t *tools) describeProof(path string) (p published, err error) {
	out, err := t.output("stats", path, "--json", "--log-level", "warn")
	if err != nil {
		return p, err
	}
	var s struct {
		Variant, Root, Claim string
		Records, Wins, Draws uint64
	}
	if err := json.Unmarshal(out, &s); err != nil {
		return p, fmt.Errorf("%w in %.200q", err, out)
	}
	name := filepath.Base(path)
	moves := strings.TrimPrefix(strings.TrimSuffix(name, ".thc"), s.Variant)
	p = published{Group: "games", Variant: s.Variant, Moves: strings.ReplaceAll(strings.TrimPrefix(moves, "-"), "-", " "), Kind: "certificate",
		File: name, Positions: s.Records, Wins: s.Wins, Draws: s.Draws, Shown: []shown{{"root", s.Root, s.Claim}}}
	if p.Moves != "" {
		p.Group = "openings"
	}
	p.Bytes, p.SHA256, err = digest(path)
	return p, err
}

// digest returns the size and the SHA-256 of a file.
func digest(path string) (size int64, sum string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	h := sha256.New()
	size, err = io.Copy(h, f)
	return size, hex.EncodeToString(h.Sum(nil)), err
}
