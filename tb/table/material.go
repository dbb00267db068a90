package table

import (
	"fmt"
	"strconv"

	"tinyhouse/engine/board"
	"tinyhouse/tb/index"
)

// checkMaterial returns an error unless text is material as users write it, "W1U1" or "KRvK", of no
// more pieces than a position can have and no fewer than each signature has.
func checkMaterial(ix *index.Indexer, text string, signatures []index.Signature) error {
	pieces, ok := countPieces(text)
	if !ok || pieces > board.MaxUnits {
		return fmt.Errorf("material %.80q: want units such as W1U1 or pieces such as KRvK, %d at most", text, board.MaxUnits)
	}
	if ix.Game().HasCaptures() && ix.Game().HasKing() {
		pieces += 2 // units leave out the kings
	}
	for i := range signatures {
		if signatures[i].Units() > pieces {
			return fmt.Errorf("material %.80q: %.80s has more pieces", text, ix.Text(signatures[i]))
		}
	}
	return nil
}

// countPieces counts the pieces in a text of upper-case letters, each with a number behind it or
// not, and a v between the sides. It stops at more than a position can have.
func countPieces(text string) (n int, ok bool) {
	for i := 0; i < len(text) && n <= board.MaxUnits; {
		letter := text[i]
		end := i + 1
		for end < len(text) && '0' <= text[end] && text[end] <= '9' {
			end++
		}
		number := text[i+1 : end]
		i = end
		switch {
		case letter == 'v' && number == "":
			continue
		case letter < 'A' || letter > 'Z':
			return 0, false
		case number == "":
			n++
			continue
		}
		count, err := strconv.ParseUint(number, 10, 8)
		if err != nil {
			return 0, false
		}
		n += int(count)
	}
	return n, true
}
