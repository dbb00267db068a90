package protocol

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"tinyhouse/engine/rules"
)

// What the options do that are more than a number of the engine's, and how the engine
// learns of all of them.

// defaultCache is the memory for unpacked tables, in MiB.
const defaultCache = 64

// due is what the backend has not been told yet, because a search is running.
type due struct {
	game, options, newGame, clearHash, tables bool
}

// sync tells the backend what is due, unless it is busy: then the end of the job does.
func (s *Session) sync() {
	if s.job != nil {
		return
	}
	now := s.due
	s.due = due{}
	if now.options {
		if err := s.backend.SetOptions(s.settings.Options); err != nil {
			s.problem(err)
		}
	}
	if now.game {
		s.backend.SetGame(s.play.game)
	}
	if now.newGame {
		s.backend.NewGame()
	}
	if now.clearHash {
		s.backend.ClearHash()
	}
	if now.tables {
		s.openTables()
	}
}

func (s *Session) clearHash(string) error {
	s.due.clearHash = true
	return nil
}

// setVariant goes to the start position of a variant and announces it.
func (s *Session) setVariant(name string) error {
	v, err := s.catalog.Get(name)
	if err != nil {
		return fmt.Errorf("unknown variant %.60s", name)
	}
	if v == s.play.game.Variant() {
		err = s.play.set(s.dialect, "", nil)
	} else {
		var p *play
		if p, err = newPlay(v); err == nil {
			s.play = p
			s.due.game = true
		}
	}
	if err == nil {
		s.refused = false
		s.write(s.dialect.Announce(name, v)...)
	}
	return err
}

// setVariantPath replaces the variants of earlier paths by those in the files.
func (s *Session) setVariantPath(path string) error {
	catalog := s.config.Catalog
	for _, file := range filepath.SplitList(path) {
		text, err := readText(file)
		if err != nil {
			s.problem(err)
			continue
		}
		var mistakes error
		if catalog, mistakes = rules.Parse(file, text, catalog); mistakes != nil {
			s.problems(mistakes)
		}
	}
	s.catalog = catalog
	return nil
}

func (s *Session) setTablePath(path string) error {
	s.settings.tablePath = path
	s.due.tables = true
	return nil
}

func (s *Session) setTableCache(mib string) (err error) {
	s.settings.tableCache, err = strconv.Atoi(mib)
	s.due.tables = true
	return err
}

// openTables gives the backend the tables of TablebasePath.
func (s *Session) openTables() {
	paths := filepath.SplitList(s.settings.tablePath)
	if s.config.Shelf == nil {
		for _, path := range paths {
			s.note(fmt.Sprintf("no table could be opened at %.200q: this program cannot read tables yet", path))
		}
		return
	}
	prober, notes := s.config.Shelf.Open(paths, s.settings.tableCache)
	for _, note := range notes {
		s.note(note)
	}
	s.backend.SetProber(prober)
}

// tellTroubles says what is wrong with the tables that are open.
func (s *Session) tellTroubles() {
	if s.config.Shelf == nil {
		return
	}
	for _, trouble := range s.config.Shelf.Troubles() {
		s.note(trouble)
	}
}

// setLog starts to copy all lines, in both directions, to the end of a file; no path ends it.
func (s *Session) setLog(path string) error {
	if s.log != nil {
		s.log.Close()
		s.log = nil
	}
	if path == "" {
		return nil
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("cannot log to %.200q: not a regular file", path)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("cannot log: %w", err)
	}
	s.log = f
	return nil
}

// maxText is the longest file of variants that is read.
const maxText = 1 << 20

// readText reads a file that a user has named. Devices and pipes are refused: reading them
// may never end.
func readText(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", fmt.Errorf("cannot open %.200q: %w", path, errors.Unwrap(err))
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("cannot open %.200q: not a regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", fmt.Errorf("cannot open %.200q: %w", path, errors.Unwrap(err))
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxText+1))
	return string(text), err
}
