package webapi

import (
	"fmt"
	"strconv"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

// Game is a game with variations.
type Game struct {
	Variant string            `json:"variant"`
	Start   string            `json:"start"` // FEN
	Tags    map[string]string `json:"tags,omitempty"`
	Nodes   []Node            `json:"nodes"` // parents before their children; node 0 is the start
}

// Node is a position of a game with the move that led to it. Of the children of a node the first is
// the main line.
type Node struct {
	Parent  int    `json:"parent"`
	UCI     string `json:"uci"`
	SAN     string `json:"san"`
	Comment string `json:"comment,omitempty"`
	NAGs    []int  `json:"nags,omitempty"` // numeric annotation glyphs
}

// Read reads what the user pasted: a FEN, a code, a list of moves from the start of the request's game,
// or a game of PGN with variations, whose tags may name another variant and start. A game with tags but
// no variant is one of the request's variant if its moves are, or else one of chess.
func (a *API) Read(r *Request) (*Game, error) {
	game, err := a.read(r)
	if err == nil || !strings.HasPrefix(strings.TrimSpace(r.Input), "[") || strings.Contains(r.Input, "[Variant ") {
		return game, err
	}
	request := *r
	request.Variant = rules.Orthodox
	if game, err2 := a.read(&request); err2 == nil {
		return game, nil
	}
	return nil, err
}

// read is Read for one variant.
func (a *API) read(r *Request) (*Game, error) {
	text := strings.TrimSpace(strings.TrimPrefix(r.Input, "\ufeff"))
	head, body := cutTags(text)
	tags, err := readTags(head)
	if err != nil {
		return nil, err
	}
	request := *r
	if name := tags["Variant"]; name != "" {
		request.Variant = strings.ToLower(name)
	}
	g, err := a.game(&request)
	if err != nil {
		return nil, err
	}
	if head == "" && looksLikePosition(body) {
		p, err := parsePosition(g, body)
		if err != nil {
			return nil, err
		}
		return &Game{Variant: g.Variant().Name, Start: notation.FEN(g, &p), Nodes: []Node{{}}}, nil
	}
	from := r.Text
	if head != "" {
		from = tags["FEN"]
	}
	start, err := parsePosition(g, from)
	if err != nil {
		return nil, err
	}
	t := treeReader{g: g, game: &Game{Variant: g.Variant().Name, Start: notation.FEN(g, &start), Tags: tags}}
	return t.game, t.read(&start, body)
}

// looksLikePosition tells a FEN or a code from moves: no move has a slash, a comma or a colon, or is
// followed by a side to move.
func looksLikePosition(text string) bool {
	words := strings.Fields(strings.ReplaceAll(text, "_", " "))
	if len(words) == 0 || strings.ContainsAny(words[0][:1], "{(;") {
		return false
	}
	return text == "startpos" || strings.ContainsAny(words[0], "/,:") || len(words) > 1 && (words[1] == "w" || words[1] == "b")
}

// cutTags cuts the lines with tags off the text of a game.
func cutTags(text string) (head, body string) {
	for body = text; strings.HasPrefix(body, "["); {
		_, rest, _ := strings.Cut(body, "\n")
		body = strings.TrimLeft(rest, " \t\r\n")
	}
	return text[:len(text)-len(body)], body
}

// readTags reads lines such as [Event "x"].
func readTags(head string) (map[string]string, error) {
	tags := map[string]string{}
	for line := range strings.Lines(head) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		name, value, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "["), `"`)
		end := strings.LastIndexByte(value, '"')
		if !ok || end < 0 {
			return nil, fmt.Errorf("tag %.60q: want [Name \"value\"]", strings.TrimSpace(line))
		}
		tags[strings.TrimSpace(name)] = strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(value[:end])
	}
	return tags, nil
}

// treeReader reads the moves of a game with variations.
type treeReader struct {
	g      *board.Game
	game   *Game
	states []board.Position // by node
	known  map[played]int   // the nodes after node 0
	notes  map[int][]string // the comments of the nodes
	node   int              // the next move is played here
	stack  []opened
}

// opened is a parenthesis without its end so far.
type opened struct {
	node int
	text string // from the parenthesis on
}

// played is a move in UCI form at a node.
type played struct {
	node int
	uci  string
}

// maxNodes limits the positions of a game.
const maxNodes = 20000

// read reads the moves of a text from a position.
func (t *treeReader) read(start *board.Position, text string) (err error) {
	t.game.Nodes, t.states = []Node{{}}, []board.Position{*start}
	t.known, t.notes = map[played]int{}, map[int][]string{}
	for text = strings.TrimSpace(text); text != "" && err == nil; text = strings.TrimSpace(text) {
		text, err = t.next(text)
	}
	if err == nil && len(t.stack) > 0 {
		err = fmt.Errorf("%.30q: want a closing parenthesis", t.stack[len(t.stack)-1].text)
	}
	for node, notes := range t.notes {
		t.game.Nodes[node].Comment = strings.Join(notes, " ")
	}
	return err
}

// next reads a comment, a parenthesis or a word, and returns the rest of the text.
func (t *treeReader) next(text string) (rest string, err error) {
	switch text[0] {
	case '{', ';':
		end := "}"
		if text[0] == ';' {
			end = "\n"
		}
		comment, rest, ok := strings.Cut(text[1:], end)
		if !ok && end == "}" {
			return "", fmt.Errorf("comment %.30q: want a closing brace", text)
		}
		t.comment(comment)
		return rest, nil
	case '(':
		if t.node == 0 {
			return "", fmt.Errorf("%.30q: a variation before the first move", text)
		}
		t.stack = append(t.stack, opened{t.node, text})
		t.node = t.game.Nodes[t.node].Parent
		return text[1:], nil
	case ')':
		if len(t.stack) == 0 {
			return "", fmt.Errorf("%.30q: a closing parenthesis without an opening one", text)
		}
		t.node, t.stack = t.stack[len(t.stack)-1].node, t.stack[:len(t.stack)-1]
		return text[1:], nil
	}
	end := strings.IndexAny(text, " \t\r\n{;()")
	if end < 0 {
		end = len(text)
	}
	return text[end:], t.word(text[:end])
}

// comment adds a comment to the current node.
func (t *treeReader) comment(text string) {
	if text = clean(text); text != "" {
		t.notes[t.node] = append(t.notes[t.node], text)
	}
}

// glyphs are the numeric annotation glyphs of the marks after moves.
var glyphs = map[string]int{"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}

// word reads a move number, a glyph, a result or a move.
func (t *treeReader) word(word string) error {
	if rest := strings.TrimLeft(word, "0123456789"); rest == "" || rest[0] == '.' {
		word = strings.TrimLeft(rest, ".")
	}
	switch word {
	case "", "e.p.", notation.WhiteWins, notation.BlackWins, notation.Drawn, notation.Unknown:
		return nil
	}
	if number, ok := strings.CutPrefix(word, "$"); ok {
		nag, err := strconv.ParseUint(number, 10, 16)
		if err != nil {
			return fmt.Errorf("glyph %.20q: want $ and a number", word)
		}
		t.glyph(int(nag))
		return nil
	}
	move := strings.TrimRight(word, "!?")
	if move != "" {
		if err := t.move(move); err != nil {
			return err
		}
	}
	if nag := glyphs[word[len(move):]]; nag != 0 {
		t.glyph(nag)
	}
	return nil
}

// glyph adds a numeric annotation glyph to the current node.
func (t *treeReader) glyph(nag int) {
	if n := &t.game.Nodes[t.node]; t.node > 0 {
		n.NAGs = append(n.NAGs, nag)
	}
}

// move plays a move at the current node, once if it is there already.
func (t *treeReader) move(text string) error {
	p := t.states[t.node]
	m, err := notation.ParseAny(t.g, &p, text)
	if err != nil {
		return fmt.Errorf("move %d: %w", p.Fullmove(), err)
	}
	uci := notation.Move(t.g, &p, m)
	here := played{t.node, uci}
	if next, ok := t.known[here]; ok {
		t.node = next
		return nil
	}
	if len(t.game.Nodes) >= maxNodes {
		return fmt.Errorf("a game of more than %d positions", maxNodes)
	}
	t.game.Nodes = append(t.game.Nodes, Node{Parent: t.node, UCI: uci, SAN: notation.SAN(t.g, &p, m)})
	t.g.Apply(&p, &p, m)
	t.states = append(t.states, p)
	t.node = len(t.game.Nodes) - 1
	t.known[here] = t.node
	return nil
}
