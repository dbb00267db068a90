package main

// The rules of a table or a certificate, compared with those of the variants that the program knows.

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tinyhouse/cmd/tinyhouse/internal/inspect"
	"tinyhouse/engine/board"
	"tinyhouse/engine/rules"
	"tinyhouse/tb/container"
	"tinyhouse/tb/index"
)

// rulesOf returns the rules of a file. It refuses other rules than those of --variant.
func (a *app) rulesOf(f *container.File) (r inspect.Rules, err error) {
	name := f.Game().Variant().Name
	if a.variant != "" {
		g, err := a.game()
		if err != nil {
			return r, err
		}
		if want := index.RulesDigest(g); want != f.RulesDigest() {
			return r, fmt.Errorf("%s: has the rules of %s (%s), which are not those of --variant %s (%s)",
				f.Name(), name, inspect.ShortDigest(f.RulesDigest()), a.variant, inspect.ShortDigest(want))
		}
	}
	own, err := a.catalog()
	if err != nil {
		return r, err
	}
	r, err = describeRules(f.Game(), f.RulesDigest())
	if err != nil || r.Digest == "" || r.Builtin != "" || r.Compared == name {
		return r, err
	}
	if v, err := own.Get(name); err == nil && hasDigest(v, f.RulesDigest()) {
		r = inspect.Rules{Variant: name, Own: a.variants}
	}
	return r, nil
}

// describeRules returns the rules of g, which have the digest, by the built-in variants alone.
func describeRules(g *board.Game, digest [32]byte) (r inspect.Rules, err error) {
	r.Variant = g.Variant().Name
	same, err := rules.Builtin().Get(r.Variant) // also by an alias
	switch {
	case err == nil && hasDigest(same, digest):
		return r, nil
	case err == nil:
		r.Compared = r.Variant
	}
	r.Digest = inspect.ShortDigest(digest)
	for _, v := range rules.Builtin().Variants() {
		switch {
		case same == nil && hasDigest(v, digest):
			r.Builtin = v.Name
			return r, nil
		case same == nil && strings.EqualFold(v.Name, r.Variant):
			same, r.Compared = v, v.Name
		}
	}
	if same == nil {
		return r, nil
	}
	builtin, err := board.Compile(same)
	if err == nil {
		r.Differences, err = differences(g, builtin)
	}
	return r, err
}

// hasDigest reports whether a variant has the rules of a digest.
func hasDigest(v *rules.Variant, digest [32]byte) bool {
	g, err := board.Compile(v)
	return err == nil && index.RulesDigest(g) == digest
}

// hints are the keys that make no difference to play, unless the start says where pawns can stand.
var hints = []string{"startFen", "variantTemplate", "pieceToCharTable", "pocketSize"}

// older are the keys that say what newer ones say, too.
var older = []string{"whiteFlag", "blackFlag", "promotionRank", "doubleStepRank", "doubleStepRankMin", "castlingRookPiece"}

// differences returns the keys in which a game differs from a built-in one, in the order of the keys
// of both. There is one at least if their digests differ.
func differences(g, builtin *board.Game) ([]inspect.Difference, error) {
	keys, here, err := keysOf(g.Variant())
	moreKeys, there, err2 := keysOf(builtin.Variant())
	if err := errors.Join(err, err2); err != nil {
		return nil, err
	}
	skip := slices.Concat(hints, older)
	if g.PawnHome(board.White) != builtin.PawnHome(board.White) || g.PawnHome(board.Black) != builtin.PawnHome(board.Black) {
		skip = skip[1:]
	}
	var all []inspect.Difference
	for _, key := range append(keys, moreKeys...) {
		d := inspect.Difference{Key: key, Piece: isPieceOf(g, key) || isPieceOf(builtin, key)}
		if value, ok := here[key]; ok {
			d.Here = &value
		}
		if value, ok := there[key]; ok {
			d.Builtin = &value
		}
		known := slices.ContainsFunc(all, func(e inspect.Difference) bool { return e.Key == key })
		if !known && !slices.Contains(skip, key) && (d.Here == nil || d.Builtin == nil || *d.Here != *d.Builtin) {
			all = append(all, d)
		}
	}
	if ours, theirs := pieceNames(g), pieceNames(builtin); len(all) == 0 && ours != theirs {
		all = append(all, inspect.Difference{Key: "pieces", Here: &ours, Builtin: &theirs})
	}
	return all, nil
}

// keysOf returns the keys of a variant as ini text, in their order, and their values.
func keysOf(v *rules.Variant) (keys []string, values map[string]string, err error) {
	var text strings.Builder
	values = map[string]string{}
	err = rules.WriteINI(&text, v)
	for line := range strings.Lines(text.String()) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), " = "); ok {
			keys = append(keys, key)
			values[key] = value
		}
	}
	return keys, values, err
}

func isPieceOf(g *board.Game, key string) bool {
	return slices.ContainsFunc(g.Variant().Pieces, func(p rules.Piece) bool { return p.Name == key })
}

// pieceNames returns the pieces of a game in their order.
func pieceNames(g *board.Game) string {
	var names []string
	for _, p := range g.Variant().Pieces {
		names = append(names, p.Name)
	}
	return strings.Join(names, " ")
}
