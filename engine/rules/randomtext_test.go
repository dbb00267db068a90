package rules_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"tinyhouse/engine/internal/randvar"
	"tinyhouse/engine/rules"
)

// kinds holds the kind of values of every key, see value.
var kinds = map[string]string{
	"maxRank": "side", "maxFile": "file", "variantTemplate": "word", "pieceToCharTable": "word",
	"pocketSize": "number", "startFen": "fen",
	"promotionRank": "rank", "promotionRegionWhite": "region", "promotionRegionBlack": "region",
	"promotionPieceTypes": "letters", "promotionPawnTypes": "letter", "mandatoryPawnPromotion": "boolean",
	"promotedPieceType": "pairs", "mandatoryPiecePromotion": "boolean",
	"doubleStep": "boolean", "doubleStepRankMin": "rank", "doubleStepRank": "rank",
	"doubleStepRegionWhite": "region", "doubleStepRegionBlack": "region", "enPassantRegion": "region",
	"enPassantTypes": "letter",
	"castling":       "boolean", "castlingKingsideFile": "file", "castlingQueensideFile": "file",
	"castlingRank": "rank", "castlingKingFile": "file", "castlingKingPiece": "letter",
	"castlingRookKingsideFile": "file", "castlingRookQueensideFile": "file",
	"castlingRookPiece": "letter", "castlingRookPieces": "letter",
	"pieceDrops": "boolean", "capturesToHand": "boolean", "firstRankPawnDrops": "boolean",
	"promotionZonePawnDrops": "boolean", "whiteDropRegion": "region", "blackDropRegion": "region",
	"dropNoDoubled": "letter", "dropNoDoubledCount": "number", "immobilityIllegal": "boolean",
	"checkmateValue": "result", "stalemateValue": "result", "nMoveRule": "number", "nMoveRuleTypes": "letter",
	"nFoldRule": "number", "nFoldValue": "result",
	"flagPiece": "letter", "whiteFlag": "region", "blackFlag": "region", "flagRegion": "region",
	"flagRegionWhite": "region", "flagRegionBlack": "region", "flagPieceSafe": "boolean",
	"extinctionPieceTypes": "letters", "extinctionPieceCount": "number", "extinctionValue": "result",
}

// writer draws ini texts, about half of them without mistakes.
type writer struct {
	*rand.Rand
	drafts []draft
}

// draft is a section that has been drawn.
type draft struct {
	name, letters string // letters may hold some of pieces that are gone
	files, ranks  int
	keys          []string // that were drawn for this section
}

func (m *writer) chance(percent int) bool { return m.IntN(100) < percent }

func (m *writer) pick(choices ...string) string { return choices[m.IntN(len(choices))] }

// file returns a text of some sections.
func (m *writer) file() string {
	var b strings.Builder
	if m.chance(5) {
		b.WriteString("\ufeff")
	}
	for i := range 1 + m.IntN(3) {
		b.WriteString(m.section(i))
	}
	if m.chance(10) {
		return strings.ReplaceAll(b.String(), "\n", "\r\n")
	}
	return b.String()
}

// section draws a section: a random variant without a parent, or the child of a built-in one or of an
// earlier section, with keys added, changed and left out.
func (m *writer) section(i int) string {
	d := draft{name: fmt.Sprintf("own%d", i)}
	if m.chance(10) {
		d.name = m.pick("x", "X-1_", "0", "-", strings.Repeat("n", 40), strings.Repeat("n", 41), "a b", "", "é", "max",
			"standard", "tinyhouse", "a#b", "[a]")
	}
	header := "[" + d.name + "]"
	var lines [][2]string
	switch {
	case i > 0 && m.chance(40):
		parent := m.drafts[m.IntN(i)]
		d.letters, d.files, d.ranks = parent.letters, parent.files, parent.ranks
		header = "[" + d.name + ":" + parent.name + "]"
	case m.chance(50):
		all := rules.Builtin().Variants()
		v := all[m.IntN(len(all))]
		d.take(v)
		header = m.pick("[%s:%s]", "[%s:%s]", "[ %s : %s ]")
		header = fmt.Sprintf(header, d.name, v.Name)
	default:
		v := randvar.Random(m.Rand)
		var b strings.Builder
		if err := rules.WriteINI(&b, v); err != nil {
			panic("a random variant cannot be written: " + err.Error())
		}
		d.take(v)
		for line := range strings.Lines(b.String()) {
			if key, value, ok := strings.Cut(strings.TrimSpace(line), " = "); ok {
				lines = append(lines, [2]string{key, value})
			}
		}
	}
	lines = m.changed(&d, lines)
	m.drafts = append(m.drafts, d)
	return header + m.pick("", " ", "\t") + "\n" + m.spaced(lines)
}

func (d *draft) take(v *rules.Variant) {
	d.files, d.ranks = v.Board.Width, v.Board.Height
	for _, p := range v.Pieces {
		d.letters += string(p.Letter)
	}
}

// changed leaves out some lines of a section, changes values and adds keys.
func (m *writer) changed(d *draft, lines [][2]string) [][2]string {
	if m.chance(20) && len(lines) > 0 {
		at := m.IntN(len(lines))
		lines = slices.Delete(lines, at, at+1)
	}
	keys := make([]string, m.IntN(5))
	for i := range keys {
		keys[i] = m.key()
	}
	if m.chance(10) { // another size needs another start
		d.files, d.ranks = 1+m.IntN(8), 1+m.IntN(8)
		lines = slices.DeleteFunc(lines, func(l [2]string) bool { return strings.HasPrefix(l[0], "max") })
		lines = append(lines, [2]string{"maxFile", fmt.Sprint(d.files)}, [2]string{"maxRank", fmt.Sprint(d.ranks)})
		keys = append(keys, "promotionRank", "doubleStep", "castling", "startFen")
	}
	for _, key := range keys {
		value := m.value(d, key)
		at := slices.IndexFunc(lines, func(l [2]string) bool { return l[0] == key })
		switch {
		case at >= 0 && !m.chance(2): // else the key occurs twice
			lines[at][1] = value
		default:
			lines = append(lines, [2]string{key, value})
		}
		d.keys = append(d.keys, key)
	}
	if m.chance(30) {
		m.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	}
	return lines
}

// spaced joins lines, with blanks, comments and empty lines that the reader must skip.
func (m *writer) spaced(lines [][2]string) string {
	var b strings.Builder
	for _, l := range lines {
		if m.chance(5) {
			b.WriteString(m.pick("\n", "# comment\n", ";\n", " \t \n", "  # = \n"))
		}
		equals := " = "
		if m.chance(20) {
			equals = m.pick("=", "= ", " =", "\t=\t", "  =   ")
		}
		b.WriteString(m.pick("", "", "", " ") + l[0] + equals + l[1] + m.pick("", "", "", " ", "\t") + "\n")
	}
	return b.String()
}

// key draws a key: mostly of a setting, sometimes of a piece or of a rule that is not implemented.
func (m *writer) key() string {
	unsupported, _ := rules.UnsupportedKeys()
	switch {
	case m.chance(15):
		return m.pick(rules.PieceKeys()...)
	case m.chance(5):
		return m.pick(unsupported...)
	}
	return m.pick(rules.SettingKeys()...)
}

// value draws a value for a key, mostly a right one.
func (m *writer) value(d *draft, key string) string {
	if _, off := rules.UnsupportedKeys(); off[key] != "" {
		return m.pick(off[key], off[key], "true", "3")
	}
	if kinds[key] == "" {
		return m.piece(d, key)
	}
	if m.chance(2) {
		return m.pick("-", "0", "true", "win", "a", "a1", "x:y", "99999999999999999999", "-1", "é", "=", "a # b", "[x]")
	}
	switch kinds[key] {
	case "boolean":
		return m.pick("true", "false")
	case "result":
		return m.pick("win", "draw", "loss", "none")
	case "number":
		return m.pick("0", "1", "2", "3", "4", "16", "64", "100", "1000", "+3", "03")
	case "rank", "side":
		return fmt.Sprint(1 + m.IntN(d.ranks+1))
	case "file":
		return m.pick(fmt.Sprint(1+m.IntN(d.files)), string(rune('a'+m.IntN(d.files))))
	case "letter":
		return m.pick(m.letter(d), m.letter(d), strings.ToUpper(m.letter(d)), "-", "k", "p")
	case "region":
		return m.region(d)
	case "letters":
		return m.letters(d)
	case "pairs":
		return m.pairs(d)
	case "fen":
		return m.fen(d)
	}
	return m.pick("fairy", "shogi", "crazyhouse", "-", "PNBRQ..Kpnbrq..k", "a=b", "#", "two words")
}

// piece draws the value of the key of a piece.
func (m *writer) piece(d *draft, key string) string {
	if m.chance(25) {
		return "-"
	}
	letter := string(rune('a' + m.IntN(26)))
	if m.chance(20) {
		letter = strings.ToUpper(letter)
	}
	d.letters += strings.ToLower(letter)
	if !strings.HasPrefix(key, "custom") && (key != "king" || m.chance(50)) {
		return letter
	}
	return letter + ":" + m.pick("", "W", "mWcF", "fmWfcF", "nN", "NN", "R2", "B0", "K", "WF", "QN", "fsW", "frbN", "W1", "vAnH", "nKW", "rbNlN", "p", "W W", "x")
}

func (m *writer) letter(d *draft) string {
	if d.letters == "" {
		return "q"
	}
	return string(d.letters[m.IntN(len(d.letters))])
}

// letters draws a list of letters.
func (m *writer) letters(d *draft) string {
	var list []string
	for range m.IntN(4) {
		if c := m.letter(d); !slices.Contains(list, c) || m.chance(2) {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		return "-"
	}
	return strings.Join(list, m.pick("", "", " "))
}

// pairs draws promoted forms.
func (m *writer) pairs(d *draft) string {
	list := []string{}
	for range m.IntN(3) {
		list = append(list, m.letter(d)+":"+m.pick(m.letter(d), m.letter(d), "-"))
	}
	if len(list) == 0 {
		return "-"
	}
	return strings.Join(list, " ")
}

// region draws squares, files and ranks, few of them off the board.
func (m *writer) region(d *draft) string {
	if m.chance(20) {
		return "-"
	}
	off := 0
	if m.chance(5) {
		off = 1
	}
	var list []string
	for range 1 + m.IntN(3) {
		file, rank := string(rune('a'+m.IntN(d.files+off))), fmt.Sprint(1+m.IntN(d.ranks+off))
		list = append(list, m.pick("*"+rank, "*"+rank, file+"*", file+rank, strings.ToUpper(file)+rank))
	}
	return strings.Join(list, m.pick(" ", " ", "  ", "\t"))
}

// fen draws a position, often with one king a side.
func (m *writer) fen(d *draft) string {
	squares := d.files * d.ranks
	cells := make([]string, squares)
	for range 2 + m.IntN(4) {
		cells[m.IntN(squares)] = m.pick(m.letter(d), strings.ToUpper(m.letter(d)))
		for i, c := range cells {
			if strings.EqualFold(c, "k") {
				cells[i] = ""
			}
		}
	}
	if strings.Contains(d.letters, "k") && squares > 1 {
		at := m.Perm(squares)
		cells[at[0]], cells[at[1]] = "k", "K"
	}
	var b strings.Builder
	empty := 0
	for i, c := range cells {
		if c == "" {
			empty++
		}
		if empty > 0 && (c != "" || (i+1)%d.files == 0) {
			fmt.Fprint(&b, empty)
			empty = 0
		}
		if b.WriteString(c); (i+1)%d.files == 0 && i+1 < squares {
			b.WriteByte('/')
		}
	}
	return b.String() + m.pick("", "", "[]", "[-]", "["+m.letter(d)+"]") +
		m.pick(" w - - 0 1", " b - - 3 7", " w", " b 0 1", "  w  - - ", " w KQkq - 0 1", " w - a3 0 1")
}
