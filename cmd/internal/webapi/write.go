package webapi

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// Text is a text.
type Text struct {
	Text string `json:"text"`
}

// Write writes the game of a request in PGN, with variations, comments and glyphs.
func (a *API) Write(r *Request) (*Text, error) {
	if r.Game == nil || len(r.Game.Nodes) == 0 || len(r.Game.Nodes) > maxNodes {
		return nil, errors.New("webapi: no game, or too long a one")
	}
	request := *r
	request.Variant = r.Game.Variant
	g, err := a.game(&request)
	if err != nil {
		return nil, err
	}
	start, err := parsePosition(g, r.Game.Start)
	if err != nil {
		return nil, err
	}
	w := treeWriter{g: g, nodes: r.Game.Nodes, children: make([][]int, len(r.Game.Nodes))}
	for i, n := range r.Game.Nodes[1:] {
		if n.Parent < 0 || n.Parent > i {
			return nil, fmt.Errorf("webapi: node %d: parent %d: want an earlier node", i+1, n.Parent)
		}
		w.children[n.Parent] = append(w.children[n.Parent], i+1)
	}
	w.comment(0)
	last, err := w.line(0, start)
	if err != nil {
		return nil, err
	}
	result, _ := notation.Result(g, last.Turn(), g.Ended(&last))
	text := tagText(g, &start, r.Game.Tags, result) + "\n" + wrap(append(w.words, result))
	return &Text{text}, nil
}

// tagText returns the tags of a game: the roster, the variant, the start, and the rest by name.
func tagText(g *board.Game, start *board.Position, given map[string]string, result string) string {
	tags := map[string]string{"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
	maps.Copy(tags, given)
	tags["Result"] = result
	tags["Variant"] = capital(g.Variant().Name[0]) + g.Variant().Name[1:]
	tags["SetUp"], tags["FEN"] = "1", notation.FEN(g, start)
	names := []string{"Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant", "SetUp", "FEN"}
	for _, name := range slices.Sorted(maps.Keys(tags)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(tags[name]))
	}
	return b.String()
}

// treeWriter writes the moves of a game with variations.
type treeWriter struct {
	g        *board.Game
	nodes    []Node
	children [][]int
	words    []string
	inLine   bool // the word before is White's move: Black's needs no number
}

// line writes the main line from a node, each move followed by its variations, and returns the last
// position.
func (w *treeWriter) line(node int, p board.Position) (board.Position, error) {
	for len(w.children[node]) > 0 {
		main, rest := w.children[node][0], w.children[node][1:]
		next, err := w.move(main, p)
		if err != nil {
			return p, err
		}
		for _, variation := range rest {
			if err := w.variation(variation, p); err != nil {
				return p, err
			}
		}
		node, p = main, next
	}
	return p, nil
}

// variation writes a line in parentheses.
func (w *treeWriter) variation(node int, p board.Position) error {
	first := len(w.words)
	w.inLine = false
	next, err := w.move(node, p)
	if err == nil {
		_, err = w.line(node, next)
	}
	if err == nil {
		w.words[first] = "(" + w.words[first]
		w.words[len(w.words)-1] += ")"
		w.inLine = false
	}
	return err
}

// move writes the move of a node and returns the position after it.
func (w *treeWriter) move(node int, p board.Position) (board.Position, error) {
	m, err := notation.ParseMove(w.g, &p, w.nodes[node].UCI)
	if err != nil {
		return p, err
	}
	switch {
	case p.Turn() == board.White:
		w.words = append(w.words, strconv.Itoa(p.Fullmove())+".")
	case !w.inLine:
		w.words = append(w.words, strconv.Itoa(p.Fullmove())+"...")
	}
	w.words = append(w.words, notation.SAN(w.g, &p, m))
	w.inLine = true
	for _, nag := range w.nodes[node].NAGs {
		w.words = append(w.words, "$"+strconv.Itoa(nag))
	}
	w.comment(node)
	w.g.Apply(&p, &p, m)
	return p, nil
}

// comment writes the comment of a node. Braces inside become parentheses.
func (w *treeWriter) comment(node int) {
	words := strings.Fields(strings.NewReplacer("{", "(", "}", ")").Replace(w.nodes[node].Comment))
	if len(words) == 0 {
		return
	}
	words[0] = "{" + words[0]
	words[len(words)-1] += "}"
	w.words = append(w.words, words...)
	w.inLine = false
}

// wrap joins words in lines of less than 80 columns, PGN's limit.
func wrap(words []string) string {
	var b strings.Builder
	column := 0
	for _, word := range words {
		if column > 0 && column+1+len(word) >= 80 {
			b.WriteByte('\n')
			column = 0
		}
		if column > 0 {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String() + "\n"
}
