package match

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"tinyhouse/engine/notation"
)

// FuzzCheckpoint reads any games from a checkpoint whose digests are right: those that are accepted are
// counted once each, and those that a header of another match begins are refused.
func FuzzCheckpoint(f *testing.F) {
	const head = `{"match":[{"name":"games","value":"4"}],"offset":0,"lead":""}` + "\n"
	game := func(n, white string) string {
		return `{"game":` + n + `,"white":` + white + `,"score":"1-0","reason":"x","plies":3,"fen":"k","counts":[{},{"worst_ns":-1}],"pgn":"1. a3 *\n\n"}` + "\n"
	}
	f.Add(head + game("0", "0") + game("1", "1") + game("3", "1"))
	f.Add(head + game("2", "0") + game("2", "0"))
	f.Add(head + game("-1", "1") + "null\n{}\n[]\n")
	f.Add("null\n")
	config, _ := newMatch("tinyhouse", 4, Engine{Name: "a"}, Engine{Name: "b"})
	f.Fuzz(func(t *testing.T, text string) {
		var sealed bytes.Buffer
		writer := &checkpoint{}
		for line := range strings.Lines(text) {
			sealed.Write(writer.seal([]byte(line)))
		}
		m := &match{Config: config, ended: map[int]*GameRecord{}, report: &report{out: config.Out}}
		m.checkpoint = &checkpoint{header: header{Match: []parameter{{"games", "4"}}}}
		if err := m.readGames(sealed.Bytes()); err != nil {
			if !strings.HasPrefix(err.Error(), "match: ") {
				t.Errorf("error %v", err)
			}
			return
		}
		games := len(m.ended)
		if err := m.count(func(*GameRecord) error { return nil }); err != nil || m.next > m.Games || m.next+len(m.ended) != games {
			t.Fatalf("%d games, of which %d count and %d do not, %v", games, m.next, len(m.ended), err)
		}
	})
}

// FuzzBook reads any text as openings: those that are accepted can be played.
func FuzzBook(f *testing.F) {
	f.Add("# x\nstartpos\nfuwk/3p/P3/KWUF[] w - - id \"x\";\n", uint8(0))
	f.Add("[Event \"x\"]\n\n1. a3 {y} d2 2. Wb2 *\n\n[FEN \"k3/4/4/K3[P] w - - 0 1\"]\n\n*\n", uint8(3))
	g := mustCompile("tinyhouse")
	f.Fuzz(func(t *testing.T, text string, plies uint8) {
		epd, err := ReadEPD(g, strings.NewReader(text))
		pgn, pgnErr := ReadPGN(g, strings.NewReader(text), int(plies))
		for b, err := range map[*Book]error{epd: err, pgn: pgnErr} {
			var bad *notation.Error
			if err != nil {
				if b != nil || !strings.HasPrefix(err.Error(), "match: ") && !errors.As(err, &bad) {
					t.Errorf("%v, error %v", b, err)
				}
				continue
			}
			for i := range 3 {
				o, err := b.At(i)
				if err != nil {
					t.Fatal(err)
				}
				l := newLine(g, o.Start)
				for _, m := range o.Moves {
					if !g.IsLegal(&l.pos, m) {
						t.Fatalf("%q: an illegal move", text)
					}
					l.play(m)
				}
			}
		}
	})
}
