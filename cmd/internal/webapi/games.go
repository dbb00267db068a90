package webapi

import "strings"

// Games is the games of a text.
type Games struct {
	Games []Entry `json:"games"`
}

// Entry is a game of a text.
type Entry struct {
	Tags map[string]string `json:"tags,omitempty"`
	Text string            `json:"text"` // what Read reads
}

// Games parts r.Input, a file of PGN, into its games. A tag after moves begins another game. A text
// without tags is one game.
func (a *API) Games(r *Request) (*Games, error) {
	games := &Games{Games: []Entry{}}
	var game strings.Builder
	add := func() error {
		text := strings.TrimSpace(game.String())
		if game.Reset(); text == "" {
			return nil
		}
		head, _ := cutTags(text)
		tags, err := readTags(head)
		games.Games = append(games.Games, Entry{tags, text})
		return err
	}
	inComment, hasMoves := false, false
	for line := range strings.Lines(strings.TrimPrefix(r.Input, "\ufeff")) {
		text := strings.TrimSpace(line)
		isTag := !inComment && strings.HasPrefix(text, "[")
		if isTag && hasMoves {
			if err := add(); err != nil {
				return nil, err
			}
			hasMoves = false
		}
		if !isTag {
			hasMoves = hasMoves || text != ""
			inComment = endsInComment(text, inComment)
		}
		game.WriteString(line)
	}
	return games, add()
}

// endsInComment reports whether a line of moves ends inside a comment in braces, given whether it begins
// in one.
func endsInComment(line string, inComment bool) bool {
	for _, c := range line {
		switch {
		case c == '}':
			inComment = false
		case c == '{':
			inComment = true
		case c == ';' && !inComment:
			return false
		}
	}
	return inComment
}
