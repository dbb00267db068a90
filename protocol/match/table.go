package match

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"tinyhouse/protocol/client"
)

// seat is an engine that plays for a player.
type seat struct {
	*client.Engine
	player  int
	variant string // as the engine calls it; empty: it knows only one
}

// leave ends the engine, if there is one.
func (s *seat) leave() {
	if s != nil {
		s.Close()
	}
}

// sit starts an engine for a player and sees to it that it can play.
func (m *match) sit(ctx context.Context, player int) (*seat, error) {
	p := &m.Players[player]
	cmd := exec.Command(p.Command[0], p.Command[1:]...)
	cmd.Dir = p.Folder
	e, err := client.Start(cmd, m.Timeouts)
	if err != nil {
		return nil, fmt.Errorf("match: %s: %w", p.Command[0], err)
	}
	s := &seat{Engine: e, player: player}
	if err := m.prepare(ctx, s); err != nil {
		s.leave()
		return nil, fmt.Errorf("match: %s: %w", p.Command[0], err)
	}
	return s, nil
}

// prepare sets the options of a player and finds out what his engine calls the variant.
func (m *match) prepare(ctx context.Context, s *seat) error {
	if err := s.Handshake(ctx); err != nil {
		return err
	}
	if m.CuteChess {
		if err := greet(ctx, s); err != nil {
			return err
		}
	} else if _, ok := s.Option("Ponder"); ok {
		s.Set("Ponder", "false")
	}
	defined := false
	for _, o := range m.Players[s.player].Options {
		if _, ok := s.Option(o.Name); !ok {
			return fmt.Errorf("it has no option %q", o.Name)
		}
		s.Set(o.Name, o.Value)
		defined = defined || strings.EqualFold(o.Name, variantPath)
	}
	if err := m.chooseVariant(ctx, s, defined); err != nil {
		return err
	}
	return s.Ready(ctx, nil)
}

// The options by which engines are told of variants.
const (
	variantOption = "UCI_Variant"
	variantPath   = "VariantPath"
)

// chooseVariant finds the variant among those of the engine. One that does not have it is
// given our definition, unless the player has been given another; the options that it lists
// after that have more variants. An engine that does not let one choose is taken to play the
// right one: the referee will see.
func (m *match) chooseVariant(ctx context.Context, s *seat, defined bool) error {
	if defined {
		if err := s.Handshake(ctx); err != nil {
			return err
		}
	}
	o, ok := s.Option(variantOption)
	if !ok {
		return nil
	}
	if s.variant = m.known(o); s.variant != "" {
		return nil
	}
	if _, ok := s.Option(variantPath); ok && !defined && m.INI != "" {
		if err := s.Define(m.INI); err != nil {
			return err
		}
		return m.chooseVariant(ctx, s, true)
	}
	return fmt.Errorf("it doesn't support variant %s", m.Game.Variant().Name)
}

// known returns the name of the variant that an engine has among its own, or "". CuteChess
// has names of its own where there are two.
func (m *match) known(o client.Option) string {
	names := append([]string{m.Game.Variant().Name}, m.Aliases...)
	if m.CuteChess {
		slices.Reverse(names)
	}
	for _, name := range names {
		if slices.Contains(o.Vars, name) {
			return name
		}
	}
	return ""
}

// maxName is how much of the name of an engine is kept, in bytes.
const maxName = 80

// plainName returns the name that an engine gives itself as scores and PGN can have it, or
// that of its program.
func plainName(name, program string) string {
	name = strings.NewReplacer(`"`, "'", `\`, "/", "{", "(", "}", ")").Replace(name)
	if name == "" {
		name = filepath.Base(program)
	}
	return strings.ToValidUTF8(name[:min(len(name), maxName)], "?")
}

// newGame tells the engine that a game begins. Heed sees what it says to that.
func (s *seat) newGame(ctx context.Context, heed func(client.Line)) error {
	if s.variant != "" {
		s.Set(variantOption, s.variant)
	}
	s.Send("ucinewgame")
	return s.Ready(ctx, heed)
}

// table is where games are played one after the other, with engines that are kept between
// them. An engine that is lost is replaced for the next game.
type table struct {
	*match
	seats [2]*seat // by player; nil: to be started
	fail  func(error)
}

// serve plays the games of jobs until there are no more, or ctx is cancelled.
func (t *table) serve(ctx context.Context, jobs <-chan int, results chan<- *Result) {
	defer func() {
		t.seats[0].leave()
		t.seats[1].leave()
	}()
	for n := range jobs {
		r, err := t.play(ctx, n)
		if err != nil {
			if ctx.Err() == nil {
				t.fail(err)
			}
			return
		}
		results <- r
	}
}

// play plays a game. The error is that of the context, or of the opening: whatever players do
// has a result.
func (t *table) play(ctx context.Context, number int) (*Result, error) {
	o, err := t.Openings.At(number / 2)
	if err != nil {
		return nil, err
	}
	x := newGame(t.match, number, o)
	t.report.started(t.match, number)
	verdict, err := t.seatBoth(ctx, x)
	if err == nil && verdict == nil {
		verdict, err = x.run(ctx)
	}
	if err != nil {
		return nil, err
	}
	for i := range t.seats {
		if x.lost[i] {
			t.seats[i].leave()
			t.seats[i] = nil
		}
	}
	return x.result(*verdict)
}

// seatBoth brings both engines to the board, White first. A verdict is returned where one of
// them does not come.
func (t *table) seatBoth(ctx context.Context, x *game) (verdict *Verdict, err error) {
	for color := range x.players {
		player := x.player(color)
		if t.seats[player] == nil {
			if t.seats[player], err = t.sit(ctx, player); err != nil {
				return x.lose(ctx, color, err)
			}
		}
		s := t.seats[player]
		x.players[color] = s
		if t.CuteChess {
			s.cuteGame()
			continue
		}
		if err := s.newGame(ctx, x.heedStart(color)); err != nil {
			return x.lose(ctx, color, err)
		}
	}
	return nil, nil
}

// lose returns the verdict on a player whose engine is lost, unless it was us who gave up.
func (x *game) lose(ctx context.Context, color int, err error) (*Verdict, error) {
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	x.lost[x.player(color)] = true
	x.say(color, "%v", err)
	f := disconnect
	if errors.Is(err, client.ErrStalled) {
		f = stall
	}
	return x.forfeit(f, color, ""), nil
}
