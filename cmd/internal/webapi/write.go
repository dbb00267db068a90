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

// tree is a game whose moves follow each other.
type tree struct {
	g        *board.Game
	nodes    []Node
	children [][]int // by node
}

// tree returns the game of a request and its start.
func (a *API) tree(r *Request) (*tree, *board.Position, error) {
	if r.Game == nil || len(r.Game.Nodes) == 0 {
		return nil, nil, errors.New("webapi: no game")
	}
	if n := len(r.Game.Nodes); n > maxNodes {
		return nil, nil, fmt.Errorf("a game of %d positions: want at most %d", n, maxNodes)
	}
	request := *r
	request.Variant = r.Game.Variant
	g, err := a.game(&request)
	if err != nil {
		return nil, nil, err
	}
	start, err := parsePosition(g, r.Game.Start)
	if err != nil {
		return nil, nil, err
	}
	t := &tree{g, r.Game.Nodes, make([][]int, len(r.Game.Nodes))}
	for i, n := range t.nodes[1:] {
		if n.Parent < 0 || n.Parent > i {
			return nil, nil, fmt.Errorf("webapi: node %d: parent %d: want an earlier node", i+1, n.Parent)
		}
		t.children[n.Parent] = append(t.children[n.Parent], i+1)
	}
	return t, &start, nil
}

// play returns the position after the move of a node, and the move.
func (t *tree) play(node int, p *board.Position) (next board.Position, m board.Move, err error) {
	if m, err = notation.ParseMove(t.g, p, t.nodes[node].UCI); err == nil {
		t.g.Apply(&next, p, m)
	}
	return next, m, err
}

// result returns the result of the main line.
func (t *tree) result(p board.Position) (result string, err error) {
	var history []uint64
	for node := 0; len(t.children[node]) > 0; {
		history = append(history, p.Key())
		node = t.children[node][0]
		if p, _, err = t.play(node, &p); err != nil {
			return "", err
		}
	}
	result, _ = notation.Result(t.g, p.Turn(), t.g.Outcome(&p, history))
	return result, nil
}

// Write writes the game of a request in PGN, with variations, comments and glyphs. The result is that of
// the main line or, while the rules let it go on, the one that the tags have.
func (a *API) Write(r *Request) (*Text, error) {
	t, start, err := a.tree(r)
	if err != nil {
		return nil, err
	}
	result, err := t.result(*start)
	if err != nil {
		return nil, err
	}
	if given := r.Game.Tags["Result"]; result == notation.Unknown && isResult(given) {
		result = given
	}
	w := treeWriter{tree: t}
	w.comment(0)
	if err := w.line(0, *start); err != nil {
		return nil, err
	}
	text := tagText(t.g, start, r.Game.Tags, result) + "\n" + wrap(append(w.words, result))
	return &Text{text}, nil
}

// isResult reports whether a word is the result of a game, known or not.
func isResult(word string) bool {
	switch word {
	case notation.WhiteWins, notation.BlackWins, notation.Drawn, notation.Unknown:
		return true
	}
	return false
}

// tagText returns the tags of a game: the roster, the variant, the start, and the rest by name.
func tagText(g *board.Game, start *board.Position, given map[string]string, result string) string {
	tags := map[string]string{"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
	maps.Copy(tags, given)
	tags["Result"] = result
	tags["Variant"] = capital(g.Variant().Name[0]) + g.Variant().Name[1:]
	tags["SetUp"], tags["FEN"] = "1", notation.FEN(g, start)
	first := []string{"Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant", "SetUp", "FEN"}
	rest := slices.DeleteFunc(slices.Sorted(maps.Keys(tags)), func(name string) bool { return slices.Contains(first, name) })
	escapes := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ")
	var b strings.Builder
	for _, name := range append(first, rest...) {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", name, escapes.Replace(tags[name]))
	}
	return b.String()
}

// treeWriter writes the moves of a game with variations.
type treeWriter struct {
	*tree
	words  []string
	inLine bool // the word before is White's move: Black's needs no number
}

// line writes the main line from a node, each move followed by its variations.
func (w *treeWriter) line(node int, p board.Position) error {
	for len(w.children[node]) > 0 {
		main, rest := w.children[node][0], w.children[node][1:]
		next, err := w.move(main, p)
		if err != nil {
			return err
		}
		for _, variation := range rest {
			if err := w.variation(variation, p); err != nil {
				return err
			}
		}
		node, p = main, next
	}
	return nil
}

// variation writes a line in parentheses.
func (w *treeWriter) variation(node int, p board.Position) error {
	first := len(w.words)
	w.inLine = false
	next, err := w.move(node, p)
	if err == nil {
		err = w.line(node, next)
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
	next, m, err := w.play(node, &p)
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
	return next, nil
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
