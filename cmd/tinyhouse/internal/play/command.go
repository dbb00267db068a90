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

var errOver = errors.New("the game is over")

// command is a command that can be typed.
type command struct {
	name, argument string // an argument in brackets is optional
	help           string
	do             func(s *session, ctx context.Context, argument string) error
}

// commands returns all commands, in the order of the help.
func commands() []command {
	return []command{
		{"moves", "", "list the legal moves, with their values if a table holds them", plain((*session).listMoves)},
		{"hint", "", "show the best move of the engine at full strength", (*session).doHint},
		{"undo", "", "take back your last move and the reply", (*session).doUndo},
		{"go", "", "let the engine move, and play the other side", (*session).doGo},
		{"side", "white|black|both|none", "choose the side that you play", (*session).doSide},
		{"new", "[FEN]", "start a new game, from a position if one is given", (*session).doNew},
		{"resign", "", "resign the game", (*session).doResign},
		{"board", "", "draw the board", plain((*session).show)},
		{"bar", "", "show or hide the bar", plain(func(s *session) { s.Bar = !s.Bar; s.show() })},
		{"fen", "", "print the position", plain(func(s *session) { s.say("%s", notation.FEN(s.rules, s.pos())) })},
		{"pgn", "", "print the game", (*session).doPGN},
		{"save", "FILE", "append the game to a file in PGN", (*session).save},
		{"elo", "N|full", "set the strength of the engine", (*session).doElo},
		{"movetime", "MS", "let the engine search for MS milliseconds per move", setLimits("%d ms per move", func(n int) engine.Limits { return engine.Limits{MoveTime: time.Duration(n) * time.Millisecond} })},
		{"depth", "N", "let the engine search N plies deep", setLimits("%d plies deep", func(n int) engine.Limits { return engine.Limits{Depth: n} })},
		{"help", "", "print this list", plain((*session).printHelp)},
		{"quit", "", "quit", plain(func(s *session) { s.quit = true })},
	}
}

// plain makes a command of a function without arguments.
func plain(f func(s *session)) func(*session, context.Context, string) error {
	return func(s *session, _ context.Context, _ string) error {
		f(s)
		return nil
	}
}

// usage returns the command as it is typed.
func (c *command) usage() string { return strings.TrimSpace(c.name + " " + c.argument) }

// execute executes a command or plays a move.
func (s *session) execute(ctx context.Context, text string) {
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

// doUndo goes back to the last position with a person to move.
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
	s.truncate(left)
	s.show()
	return nil
}

// doGo gives the side to move to the engine and the other side to a person.
func (s *session) doGo(context.Context, string) error {
	if result, _ := s.result(); result != notation.Unknown {
		return errOver
	}
	s.People = [2]bool{true, true}
	s.People[s.pos().Turn()] = false
	return nil
}

// doSide changes the sides that people play.
func (s *session) doSide(_ context.Context, name string) error {
	people, err := ParseSide(name)
	if err != nil {
		return err
	}
	s.People = people
	switch people {
	case [2]bool{true, true}:
		s.say("you play both sides")
	case [2]bool{}:
		s.say("the engine plays both sides")
	case [2]bool{board.White: true}:
		s.say("you play White")
	default:
		s.say("you play Black")
	}
	return nil
}

// ParseSide reads the name of the sides that people play.
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

// doNew starts a new game, with an empty hash table.
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

// doResign resigns for the side to move.
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

// doPGN prints the game.
func (s *session) doPGN(context.Context, string) error {
	return notation.WritePGN(s.out, s.rules, s.record())
}

// save appends the game to a file.
func (s *session) save(_ context.Context, path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return errors.New("not a regular file")
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	err = notation.WritePGN(f, s.rules, s.record())
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		s.say("the game is saved in %s", path)
	}
	return err
}

// record returns the game with its tags for PGN.
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

// doElo sets the strength of the engine's moves. Hints and the bar always have full strength.
func (s *session) doElo(_ context.Context, text string) error {
	o := s.Engine.Options()
	if o.LimitStrength = text != "full"; o.LimitStrength {
		var err error
		if o.Elo, err = strconv.Atoi(text); err != nil || o.Elo < engine.MinElo || o.Elo > engine.MaxElo {
			return fmt.Errorf("want %d to %d, or full", engine.MinElo, engine.MaxElo)
		}
	}
	if err := s.Engine.SetOptions(o); err != nil {
		return err
	}
	if o.LimitStrength {
		s.say("the engine plays at %d Elo", o.Elo)
	} else {
		s.say("the engine plays at full strength")
	}
	return nil
}

// setLimits returns a command that replaces the limits of the search by those of a number, which the
// format describes.
func setLimits(format string, limits func(n int) engine.Limits) func(*session, context.Context, string) error {
	const most = 1 << 30
	return func(s *session, _ context.Context, text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > most {
			return fmt.Errorf("want a number from 1 to %d", most)
		}
		s.Limits = limits(n)
		s.say("the engine searches "+format, n)
		return nil
	}
}

// printHelp lists the commands.
func (s *session) printHelp() {
	s.say("Type moves as Nf3, exd5, a4=Q, P@b2 and O-O, or as a1b2, a3a4q and P@b2. The commands are:")
	for _, c := range commands() {
		s.say("  %-28s %s", c.usage(), c.help)
	}
}
