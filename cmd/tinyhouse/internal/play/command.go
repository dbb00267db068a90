package play

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"tinyhouse/engine"
	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
)

// Help is the long help of the command play.
const Help = `Play a game against the engine in the terminal. Type moves in SAN (Nf3, exd5, a4=Q, P@b2, O-O) or in UCI
form (a1b2, a3a4q, P@b2); upper and lower case may be mixed up where only one move can be meant. Type
help for the other commands. The board shows White in upper case and the hands beside it. The bar shows
who is better: exactly if a table holds the position, else by a short search.`

// errOver is for what takes a game that goes on.
var errOver = errors.New("the game is over")

// command is what can be typed beside moves.
type command struct {
	name, argument string // an argument in brackets may be missing
	help           string
	do             func(s *session, ctx context.Context, argument string) error
}

// commands returns all of them, in the order of the help.
func commands() []command {
	return []command{
		{"moves", "", "list the legal moves, with their values where a table knows them", (*session).doMoves},
		{"hint", "", "show what the engine would play, at its full strength", (*session).doHint},
		{"undo", "", "take back your last move, and the answer", (*session).doUndo},
		{"go", "", "let the engine move, and play the other side", (*session).doGo},
		{"side", "white|black|both|none", "choose what you play", (*session).doSide},
		{"new", "[FEN]", "begin again, or from a position", (*session).doNew},
		{"resign", "", "give up", (*session).doResign},
		{"board", "", "draw the board", (*session).doBoard},
		{"bar", "", "show who is better, or stop showing it", (*session).doBar},
		{"fen", "", "print the position", (*session).doFEN},
		{"pgn", "", "print the game", (*session).doPGN},
		{"save", "FILE", "add the game to a file, as PGN", (*session).doSave},
		{"elo", "N|full", "how strong the engine plays", (*session).doElo},
		{"movetime", "MS", "how long it thinks, in milliseconds", (*session).doTime},
		{"depth", "PLIES", "how deep it looks", (*session).doDepth},
		{"help", "", "this", (*session).doHelp},
		{"quit", "", "leave", (*session).doQuit},
	}
}

// usage returns a command as it is typed.
func (c *command) usage() string { return strings.TrimSpace(c.name + " " + c.argument) }

// obey does what a line says: a command, or a move.
func (s *session) obey(ctx context.Context, text string) {
	word, argument, _ := strings.Cut(text, " ")
	argument = strings.TrimSpace(argument)
	for _, c := range commands() {
		if c.name != strings.ToLower(word) {
			continue
		}
		if wants := c.argument != ""; !wants && argument != "" || wants && c.argument[0] != '[' && argument == "" {
			s.say("%.80q: want %s", text, c.usage())
		} else if err := c.do(s, ctx, argument); err != nil {
			s.say("%.80q: %v", text, err)
		}
		return
	}
	s.enter(text)
}

// doMoves lists what can be played.
func (s *session) doMoves(context.Context, string) error {
	s.listMoves()
	return nil
}

// doHint asks the engine for a person who is to move.
func (s *session) doHint(ctx context.Context, _ string) error {
	s.hint(ctx)
	return nil
}

// doUndo goes back to the last position in which a person was to move.
func (s *session) doUndo(context.Context, string) error {
	left := len(s.moves) - 1
	if s.resigned != "" {
		left++
	}
	for left >= 0 && !s.People[s.positions[left].Turn()] && s.People != [2]bool{} {
		left--
	}
	if left < 0 {
		return errors.New("there is no move of yours to take back")
	}
	s.back(left)
	s.show()
	return nil
}

// doGo has the engine move now, and people play the side that waits: they change seats.
func (s *session) doGo(context.Context, string) error {
	if result, _ := s.result(); result != notation.Unknown {
		return errOver
	}
	s.People = [2]bool{true, true}
	s.People[s.pos().Turn()] = false
	return nil
}

// doSide changes who plays what; the engine moves at once if it is its turn then.
func (s *session) doSide(_ context.Context, name string) error {
	people, err := ParseSide(name)
	if err == nil {
		s.People = people
	}
	return err
}

// ParseSide returns which sides people play, by a name.
func ParseSide(name string) (people [2]bool, err error) {
	switch strings.ToLower(name) {
	case "white", "w":
		people[board.White] = true
	case "black", "b":
		people[board.Black] = true
	case "both":
		people = [2]bool{true, true}
	case "none":
	default:
		err = errors.New("want white, black, both or none")
	}
	return people, err
}

// doNew begins a game, and lets the engine forget what it learned from the last one, so that
// games do not depend on those before.
func (s *session) doNew(_ context.Context, fen string) error {
	p := s.Start
	if fen != "" {
		var err error
		if p, err = notation.ParsePosition(s.rules, fen); err != nil {
			s.say("%s", reason(err))
			return nil
		}
	}
	s.game = newGame(s.rules, p)
	s.Engine.NewGame()
	s.show()
	return nil
}

// doResign ends the game for the side to move.
func (s *session) doResign(context.Context, string) error {
	result, _ := s.result()
	if result != notation.Unknown {
		return errOver
	}
	s.resigned = notation.BlackWins
	if s.pos().Turn() == board.Black {
		s.resigned = notation.WhiteWins
	}
	s.show()
	return nil
}

// doBoard draws the board again.
func (s *session) doBoard(context.Context, string) error {
	s.show()
	return nil
}

// doBar switches the bar.
func (s *session) doBar(context.Context, string) error {
	s.Bar = !s.Bar
	s.show()
	return nil
}

// doFEN prints the position for other programs.
func (s *session) doFEN(context.Context, string) error {
	s.say("%s", notation.FEN(s.rules, s.pos()))
	return nil
}

// doPGN prints the game so far for other programs.
func (s *session) doPGN(context.Context, string) error {
	return notation.WritePGN(s.out, s.rules, s.record())
}

// doSave adds the game to a file, where others may be.
func (s *session) doSave(_ context.Context, path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	err = notation.WritePGN(f, s.rules, s.record())
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		s.say("the game was added to %s", path)
	}
	return err
}

// record returns the game as PGN keeps it.
func (s *session) record() *notation.Record {
	r := &notation.Record{Start: s.positions[0], Moves: s.moves}
	r.Result, _ = s.result()
	r.Tags = []notation.Tag{{Name: "Event", Value: "Casual game"}, {Name: "Date", Value: s.Now().Format("2006.01.02")}}
	for c, name := range []string{"White", "Black"} {
		player := "Engine"
		if s.People[c] {
			player = "Player"
		} else if o := s.Engine.Options(); o.LimitStrength {
			r.Tags = append(r.Tags, notation.Tag{Name: name + "Elo", Value: strconv.Itoa(o.Elo)})
		}
		r.Tags = append(r.Tags, notation.Tag{Name: name, Value: player})
	}
	return r
}

// doElo changes how strong the engine plays; hints and the bar have its full strength always.
func (s *session) doElo(_ context.Context, text string) error {
	o := s.Engine.Options()
	if o.LimitStrength = text != "full"; o.LimitStrength {
		var err error
		if o.Elo, err = strconv.Atoi(text); err != nil || o.Elo < engine.MinElo || o.Elo > engine.MaxElo {
			return fmt.Errorf("want %d to %d, or full", engine.MinElo, engine.MaxElo)
		}
	}
	return s.Engine.SetOptions(o)
}

// doTime changes the limit of the search; there is one at a time.
func (s *session) doTime(_ context.Context, text string) error {
	ms, err := number(text)
	if err == nil {
		s.Limits = engine.Limits{MoveTime: time.Duration(ms) * time.Millisecond}
	}
	return err
}

// doDepth does the same with a number of plies.
func (s *session) doDepth(_ context.Context, text string) error {
	plies, err := number(text)
	if err == nil {
		s.Limits = engine.Limits{Depth: plies}
	}
	return err
}

// number reads a limit.
func number(text string) (int, error) {
	const most = 1 << 30
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, fmt.Errorf("want a number from 1 to %d", most)
	}
	return n, nil
}

// doHelp lists what can be typed.
func (s *session) doHelp(context.Context, string) error {
	s.say("Moves are like Nf3, exd5, a4=Q, P@b2 and O-O, or like a1b2, a3a4q and P@b2. Else:")
	for _, c := range commands() {
		s.say("  %-28s %s", c.usage(), c.help)
	}
	return nil
}

// doQuit ends the session, as the end of the input does.
func (s *session) doQuit(context.Context, string) error {
	s.quit = true
	return nil
}
