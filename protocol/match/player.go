package match

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"tinyhouse/engine/rules"
	"tinyhouse/protocol/client"
)

// player is a running engine.
type player struct {
	*client.Engine
	variant string // in the engine's spelling; empty: it plays orthodox chess only
}

// quit ends the engine. p may be nil.
func (p *player) quit() {
	if p != nil {
		p.Close()
	}
}

// startPlayer starts engine i and checks that it can play the variant.
func (m *match) startPlayer(ctx context.Context, i int) (*player, error) {
	command := m.Engines[i].Command
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = m.Engines[i].Folder
	e, err := client.Start(cmd, m.Timeouts)
	if err == nil {
		p := &player{Engine: e}
		if err = m.setUp(ctx, p, m.Engines[i].Options); err == nil {
			return p, nil
		}
		p.quit()
	}
	return nil, fmt.Errorf("match: engine %q: %w", strings.Join(command, " "), err)
}

// setUp sets the options of an engine and finds its name of the variant.
func (m *match) setUp(ctx context.Context, p *player, options []Setting) error {
	if err := p.Handshake(ctx); err != nil {
		return err
	}
	if _, ok := p.Option("Ponder"); ok {
		p.Set("Ponder", "false")
	}
	hasPath := false
	for _, o := range options {
		if _, ok := p.Option(o.Name); !ok {
			return fmt.Errorf("it has no option %q", o.Name)
		}
		p.Set(o.Name, o.Value)
		hasPath = hasPath || strings.EqualFold(o.Name, variantPath)
	}
	if err := m.chooseVariant(ctx, p, hasPath); err != nil {
		return err
	}
	return p.Ready(ctx, nil)
}

// The options for variants.
const (
	variantOption = "UCI_Variant"
	variantPath   = "VariantPath"
)

// chooseVariant finds the variant among the values of UCI_Variant. If it is missing and the user has set
// no VariantPath, the engine receives our definition, which extends the values.
func (m *match) chooseVariant(ctx context.Context, p *player, hasPath bool) error {
	if hasPath {
		if err := p.Handshake(ctx); err != nil {
			return err
		}
	}
	variant := m.Game.Variant().Name
	o, ok := p.Option(variantOption)
	if !ok {
		if rules.IsOrthodox(variant) {
			return nil
		}
		return fmt.Errorf("it cannot play %s: it has no option %s, so it plays orthodox chess only", variant, variantOption)
	}
	for _, name := range append([]string{variant}, m.Aliases...) {
		if slices.Contains(o.Vars, name) {
			p.variant = name
			return nil
		}
	}
	if _, ok := p.Option(variantPath); ok && !hasPath && m.INI != "" {
		if err := p.Define(m.INI); err != nil {
			return err
		}
		return m.chooseVariant(ctx, p, true)
	}
	return fmt.Errorf("it cannot play %s: its option %s offers only %.200s", variant, variantOption, strings.Join(o.Vars, ", "))
}

// newGame announces a game. The function receives the lines that the engine writes meanwhile.
func (p *player) newGame(ctx context.Context, idleLine func(client.Line)) error {
	if p.variant != "" {
		p.Set(variantOption, p.variant)
	}
	p.Send("ucinewgame")
	return p.Ready(ctx, idleLine)
}

// maxName limits the name of an engine, in bytes.
const maxName = 80

// plainName returns an engine's own name in a form for scores and PGN, or else that of its program.
func plainName(name, program string) string {
	name = strings.NewReplacer(`"`, "'", `\`, "/", "{", "(", "}", ")").Replace(name)
	if name == "" {
		name = filepath.Base(program)
	}
	return strings.ToValidUTF8(name[:min(len(name), maxName)], "?")
}
