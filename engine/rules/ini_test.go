package rules

import (
	"errors"
	"strings"
	"testing"
)

// small is a variant without mistakes, to which tests add one. Its first key is in line 2.
const small = `[small]
maxRank = 4
maxFile = 4
king = k
pawn = p
rook = r
startFen = kr2/p3/3P/2RK w - - 0 1
doubleStep = false
castling = false
promotionRank = 4
promotionPieceTypes = r
`

// parseErrors are texts with one mistake each, and the error.
var parseErrors = []struct{ name, text, want string }{
	{"unknown key", small + "wazr = w\n", `rules: t.ini:12: key "wazr" unknown (did you mean "wazir"?)`},
	{"case", small + "maxrank = 4\n", `rules: t.ini:12: key "maxrank" unknown (did you mean "maxRank"?)`},
	{"nothing close", small + "xyzzyplugh = 1\n", `rules: t.ini:12: key "xyzzyplugh" unknown`},
	{"not implemented", small + "blastOnCapture = true\n", `t.ini:12: blastOnCapture = "true": not implemented, only "false"`},
	{"boolean", small + "pieceDrops = yes\n", `t.ini:12: pieceDrops = "yes": want true or false`},
	{"number", small + "nMoveRule = many\n", `t.ini:12: nMoveRule = "many": want a number from 0 to 1000`},
	{"result", small + "stalemateValue = lose\n", `t.ini:12: stalemateValue = "lose": want win, draw or loss`},
	{"extinction", small + "extinctionValue = lost\n", `t.ini:12: extinctionValue = "lost": want win, draw, loss or none`},
	{"region word", small + "flagRegion = *4 middle\n", `t.ini:12: flagRegion = "middle" is not a square (b2), file (b*) or rank (*2) of a board of 4 files and 4 ranks`},
	{"region off", small + "flagRegionWhite = a5\n", `t.ini:12: flagRegionWhite = "a5" is not a square`},
	{"letter", small + "flagPiece = q\n", `t.ini:12: flagPiece = "q": no piece has the letter 'q'`},
	{"one letter", small + "flagPiece = kr\n", `t.ini:12: flagPiece = "kr": want one letter`},
	{"letter twice", small + "extinctionPieceTypes = rr\n", `t.ini:12: extinctionPieceTypes = "rr": 'r' twice`},
	{"file", small + "castlingKingFile = 0\n", `t.ini:12: castlingKingFile = "0": want a file, a to p or 1 to 16`},
	{"no value", small + "wazir =\n", `t.ini:12: "wazir =": want key = value`},
	{"colon", small + "wazir: w\n", `t.ini:12: "wazir: w": want key = value`},
	{"control character", small + "startFen = k3/4/4/3K\x1b[2J w\n", `t.ini:12: "startFen = k3/4/4/3K\x1b[2J w": want at most 4096 bytes, without control characters`},
	{"long line", small + "startFen =" + strings.Repeat(" ", maxLine) + "w\n", `want at most 4096 bytes`},
	{"template", small + "variantTemplate = fairy # chess\n", `t.ini:12: variantTemplate: "fairy # chess": want one word`},
	{"char table", small + "pieceToCharTable = PN pn\n", `t.ini:12: pieceToCharTable: "PN pn": want one word`},
	{"key twice", small + "rook = r\n", `t.ini:12: key "rook" occurs twice, first in line 6`},
	{"letter taken", small + "bishop = r\n", `t.ini:12: bishop: letter 'r' belongs to another piece`},
	{"piece letter", small + "bishop = bishop\n", `t.ini:12: bishop = "bishop": want a letter`},
	{"custom without moves", small + "customPiece1 = x\n", `t.ini:12: customPiece1 = "x": want a letter and its moves, like n:N`},
	{"custom betza", small + "customPiece1 = x:fXW\n", `t.ini:12: customPiece1 = "x:fXW": betza "fXW": 'X' is not supported`},
	{"custom number", small + "customPiece99 = x:W\n", `t.ini:12: key "customPiece99" unknown (did you mean "customPiece1"?)`},
	{"fixed moves", small + "bishop = b:F\n", `t.ini:12: bishop = "b:F": the moves of bishop are fixed`},
	{"hopper", small + "cannon = c\n", `t.ini:12: cannon = "c": the moves of cannon are not implemented`},
	{"two ages", small + "promotionRegionWhite = *3\n", `t.ini:12: promotionRegionWhite = "*3": disagrees with promotionRank`},
	{"promoted", small + "promotedPieceType = rp\n", `t.ini:12: promotedPieceType = "rp": want pairs of letters like p:g`},
	{"promoted to king", small + "promotedPieceType = r:k\n", `t.ini:12: promotedPieceType: 'k' is the king`},
	{"promoted pawn", small + "promotedPieceType = p:r\n", `t.ini:12: promotedPieceType: 'p' cannot promote to 'r'`},
	{"other pawns", small + "promotionPawnTypes = r\n", `t.ini:12: promotionPawnTypes = "r": not implemented`},
	{"flag without region", small + "flagPiece = k\n", `t.ini:12: flagPiece: no region to reach`},
	{"region without flag", small + "flagRegionWhite = *4\n", `t.ini:12: flagRegionWhite: no piece to reach it: want flagPiece`},
	{"region without flag, older key", small + "whiteFlag = *4\n", `t.ini:12: whiteFlag: no piece to reach it`},
	{"region of a lost piece", small + "flagPiece = r\nflagRegion = *4\n[x:small]\nrook = -\npromotionPieceTypes = k\n", `t.ini:14: flagPiece: no piece`},
	{"king extinct", small + "extinctionValue = loss\nextinctionPieceTypes = k\n", `t.ini:13: extinctionPieceTypes: 'k' is the king`},
	{"one-fold", small + "nFoldRule = 1\n", `t.ini:12: nFoldRule: 1-fold repetition`},
	{"drop count", small + "dropNoDoubledCount = 0\n", `t.ini:12: dropNoDoubledCount = "0": want a number from 1 to 16`},
	{"board", "[x]\nmaxRank = 9\nmaxFile = 9\nwazir = w\n", `t.ini:2: maxRank: 9x9 board: want at most 64 squares`},
	{"board of regions", "[x:chess]\nmaxFile = 10\nflagRegion = *9\n", `t.ini:2: maxFile: 10x8 board: want at most 64 squares`},
	{"no pieces", "[x]\n", `t.ini:1: no pieces: a section without a parent starts with none`},
	{"promotes to king", strings.Replace(small, "Types = r", "Types = k", 1), `t.ini:11: promotionPieceTypes: 'k' is the king`},
	{"nothing to become", strings.Replace(small, "Types = r", "Types = -", 1), `t.ini:11: promotionPieceTypes: pawns must promote, but to no piece`},
	{"lost zone", strings.Replace(small, "promotionRank = 4\n", "", 1), `t.ini:1: promotionRegionWhite: no square of it is on a board of 4 files and 4 ranks`},
	{"lost double step", strings.Replace(small, "Step = false", "Step = true", 1), `t.ini:1: doubleStepRegionBlack: no square of it is on a board`},
	{"double step too far", strings.Replace(small, "Step = false", "Step = true\ndoubleStepRank = 2", 1), `t.ini:1: doubleStepRegionWhite: a double step from a2 ends`},
	{"en passant here and there", "[x:chess]\nenPassantRegion = a3\n", `t.ini:2: enPassantRegion: en passant only on some`},
	{"too many pieces", small + "bishop=b\nknight=n\nqueen=q\nwazir=w\nfers=f\nalfil=a\n", `t.ini:17: alfil: 8 kinds of pieces beside the king, want at most 7`},
	{"before a section", "maxRank = 4\n" + small, `t.ini:1: "maxRank = 4" is before the first [section]`},
	{"open header", "[small\n", `t.ini:1: section "[small": want [name] or [name:parent]`},
	{"header name", "[small variant]\n", `t.ini:1: section "[small variant]": want a name`},
	{"word of UCI", "[var]\n", `t.ini:1: section "[var]": want a name`},
	{"castlings alike", "[x:chess]\ncastlingKingsideFile = c\n", `t.ini:1: castling: the king would end on the same square`},
	{"empty parent", "[small:]\n", `t.ini:1: section "[small:]": want [name] or [name:parent]`},
	{"unknown parent", "[x:ches]\n", `t.ini:1: section "x": parent "ches" unknown or refused (did you mean "chess"?)`},
	{"section twice", small + strings.Replace(small, "Fen = kr2", "Fen = k1r1", 1), `t.ini:12: variant "small" exists already with other rules`},
	{"built in", "[chess]\nking = k\nstartFen = k7/8/8/8/8/8/8/7K w - - 0 1\n", `t.ini:1: variant "chess" exists already with other rules`},
}

func TestParseErrors(t *testing.T) {
	for _, tt := range parseErrors {
		_, err := Parse("t.ini", tt.text, Builtin())
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s:\nhave %v\nwant %s", tt.name, err, tt.want)
			continue
		}
		var first *Error
		if !errors.As(err, &first) || first.File != "t.ini" || first.Line == 0 {
			t.Errorf("%s: %#v has no file or line", tt.name, err)
		}
	}
}

// startErrors are impossible start positions of small.
var startErrors = []struct{ fen, want string }{
	{"4/4/4 w", "3 ranks, want 4"},
	{"k3/4/4/5 w - - 0 1", `rank "5": want 4 squares`},
	{"k3/4/4/2K w - - 0 1", `rank "2K": want 4 squares`},
	{"k3/4/4/2KRR w - - 0 1", `rank "2KRR": want 4 squares`},
	{"k3/4/4/99999999999999999999K w - - 0 1", `want 4 squares`},
	{"k3/4/4/0K3 w - - 0 1", `rank "0K3": "0" empty squares`},
	{"k3/q3/4/3K w - - 0 1", `rank "q3": no piece has the letter 'q'`},
	{"k3/+r3/4/3K w - - 0 1", `"+r" cannot come from a promotion`},
	{"k3/p~3/4/3K w - - 0 1", `"p~" cannot come from a promotion`},
	{"k3/é3/4/3K w - - 0 1", `is not a piece`},
	{"4/4/4/3K w - - 0 1", "1 white and 0 black kings, want one each"},
	{"k3/4/4/3K x - - 0 1", `side to move "x": want w or b`},
	{"k3/4/4/3K w KQ - 0 1", `castling rights "KQ" in a game without castling`},
	{"k3/4/4/3K w - e9 0 1", `en passant square "e9"`},
	{"k3/4/4/3K w - - 0 x", `counter "x"`},
	{"k3/4/4/3K[R] w - - 0 1", "pieces in hand in a game without drops"},
	{"k3/4/4/3K[ w - - 0 1", "the hand has no end ]"},
	{"k3/4/4/3K", "1 fields, want 2 to 6"},
}

// TestStartErrors checks that they are refused, and that shorter forms of a FEN are accepted.
func TestStartErrors(t *testing.T) {
	for _, tt := range startErrors {
		text := strings.Replace(small, "kr2/p3/3P/2RK w - - 0 1", tt.fen, 1)
		_, err := Parse("t.ini", text, nil)
		if err == nil || !strings.Contains(err.Error(), "t.ini:7: startFen: ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s:\nhave %v\nwant %s", tt.fen, err, tt.want)
		}
	}
	for _, fen := range []string{"k3/4/4/3K w", "k3/4/4/3K w - 1", "k3/4/4/3K b 0 1", "k3/4/4/3K[] w - - 0 1", "k3/r~3/4/3K[-] w - a3 0 1"} {
		if _, err := Parse("t.ini", strings.Replace(small, "kr2/p3/3P/2RK w - - 0 1", fen, 1), nil); err != nil {
			t.Errorf("%s: %v", fen, err)
		}
	}
	_, err := Parse("t.ini", "[x:chess]\nstartFen = rnbqkbnr/8/8/8/8/8/8/1NBQKBNR w KQkq - 0 1\n", Builtin())
	if err == nil || !strings.Contains(err.Error(), `castling right 'Q': no king on e1 or no rook on a1`) {
		t.Errorf("a right without its rook: %v", err)
	}
}

// TestAllErrors checks that every mistake is reported, and that the sections without one are loaded.
func TestAllErrors(t *testing.T) {
	text := "[a]\nwazir = w\nbogus = 1\nmaxRank = x\n[b]\nwazir = w\ncastling = false\nstartFen = w7/8/8/8/8/8/8/W7 w - - 0 1\n[c:a]\n[d:b]\nking = -\nnFoldRule = 2\n"
	c, err := Parse("t.ini", text, nil)
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("want three mistakes, have %v", err)
	}
	if names := strings.Join(c.Names(), " "); names != "b d" {
		t.Errorf("variants %q, want b and d", names)
	}
	if _, err := c.Get("a"); err == nil || !strings.Contains(err.Error(), `variant "a" has mistakes in t.ini`) {
		t.Errorf("a refused variant: %v", err)
	}
	many := "[a]\n" + strings.Repeat("bogus\n", 2*maxErrors) + small
	c, err = Parse("t.ini", many, nil)
	if n := strings.Count(err.Error(), "\n"); n != maxErrors || !strings.HasSuffix(err.Error(), "t.ini: 1000 more mistakes") {
		t.Errorf("%d lines of mistakes, the last %q", n, err.Error()[strings.LastIndex(err.Error(), "\n"):])
	}
	if _, err := c.Get("small"); err != nil {
		t.Errorf("a section after many mistakes: %v", err)
	}
	if _, err := Parse("t.ini", strings.Repeat("#", MaxText+1), nil); err == nil {
		t.Error("a file of any size is read")
	}
}

// TestInheritance checks that a child has the keys of its parent that it does not set, with the
// letters that it gives the pieces.
func TestInheritance(t *testing.T) {
	text := "\ufeff# comment\r\n; comment\r\n[x:chess]\r\nbishop = -\r\nqueen = g\r\nsilver = s\r\n" +
		"startFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\r\n[y:x]\r\nmaxRank = 6\r\npromotionRank = 6\r\ndoubleStep=false\r\nstartFen=8/8/4k3/8/8/4K3 b - - 0 1\r\n"
	c, err := Parse("t.ini", text, Builtin())
	if err != nil {
		t.Fatal(err)
	}
	x, _ := c.Get("x")
	y, _ := c.Get("y")
	var letters string
	for _, p := range x.Pieces {
		letters += string(p.Letter)
	}
	if letters != "kpnrgs" || x.Promote.To != "grn" || !x.Castle.Allowed {
		t.Errorf("x has pieces %s, promotes to %s, castles %v", letters, x.Promote.To, x.Castle.Allowed)
	}
	if y.Promote.To != "grn" || y.Promote.Zone != (Sides{0xff << 40, 0xff}) || y.Castle.Rank != [2]int{0, 5} || y.Pawn.DoubleStep {
		t.Errorf("y is %+v", y)
	}
	chess, _ := Builtin().Get("chess")
	if chess.Piece('b') == nil || len(Builtin().Names()) >= len(c.Names()) {
		t.Error("the child has changed its parent or its parent's catalog")
	}
	if again, err := Parse("builtin.ini", BuiltinINI(), Builtin()); err != nil || len(again.Names()) != len(Builtin().Names()) {
		t.Errorf("reading the built-in variants again: %v", err)
	}
}

// TestSpellings checks that older and newer keys give the same variant.
func TestSpellings(t *testing.T) {
	base := strings.Replace(small, "promotionRank = 4\n", "", 1)
	same := [][2]string{
		{"promotionRank = 3\n", "promotionRegionWhite = *3 *4\npromotionRegionBlack = *2 *1\n"},
		{"promotionRank = 4\npromotionRegionWhite = *4\n", "promotionRegionWhite = a4 b4 c4 d4\npromotionRegionBlack = *1\n"},
		{"promotionRank = 4\nflagPiece = k\nwhiteFlag = *4\nblackFlag = *4\n", "promotionRank = 4\nflagPiece = K\nflagRegion = *4\n"},
		{"promotionRank = 4\ncastlingRookPiece = r\nchess960 = false\n", "promotionRank = 4\ncastlingRookPieces = r\npromotionPawnTypes = p\n"},
	}
	for _, pair := range same {
		a, err := Parse("a.ini", base+pair[0], nil)
		b, err2 := Parse("b.ini", base+pair[1], nil)
		if err != nil || err2 != nil {
			t.Errorf("%q, %q: %v, %v", pair[0], pair[1], err, err2)
		} else if !a.Variants()[0].equal(b.Variants()[0]) {
			t.Errorf("%q and %q differ:\n%+v\n%+v", pair[0], pair[1], a.Variants()[0], b.Variants()[0])
		}
	}
}

// FuzzIni reads any text, and writes and reads again every variant in it.
func FuzzIni(f *testing.F) {
	f.Add(small)
	for _, section := range strings.Split(BuiltinINI(), "\n\n") {
		f.Add(section)
	}
	f.Add("[s]\nking=k\nshogiPawn=p\nlance=l\ngold=g\nmaxRank=6\nmaxFile=5\nstartFen=k4/5/5/5/5/4K[P] w 0 1\npromotionRank=5\n" +
		"promotedPieceType=p:g l:g\npieceDrops=true\ncapturesToHand=true\ndropNoDoubled=p\ndropNoDoubledCount=2\nimmobilityIllegal=true\n")
	f.Add("[c:chess]\nmaxFile=7\ncastlingKingFile=d\ncastlingKingsideFile=f\ncastlingQueensideFile=b\nstartFen=r2k2r/7/7/7/7/7/7/R2K2R w KQkq - 0 1\n" +
		"enPassantRegion=-\nextinctionValue=loss\nextinctionPieceTypes=qr\nflagPiece=k\nflagRegion=d4 *5\nwhiteDropRegion=a*\n")
	f.Add("[e:chess]\npromotionRegionWhite = -\npromotionRegionBlack = a1\npromotionPieceTypes = -\nmandatoryPawnPromotion = false\n" +
		"doubleStepRegionBlack=-\nvariantTemplate=x\n[f:e]\nmaxRank=7\npawn=-\ncustomPiece1=p:fWcF\nwhiteDropRegion=-\nstartFen=4k3/8/8/8/8/8/4K3 w\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, _ := Parse("fuzz.ini", text, Builtin())
		for _, v := range c.Variants()[len(Builtin().Variants()):] {
			if err := Validate(v); err != nil {
				t.Errorf("%v", err)
			}
			roundTrip(t, v)
		}
	})
}
