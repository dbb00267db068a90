package protocol

import (
	"fmt"
	"path/filepath"
	"strconv"

	"tinyhouse/engine/rules"
)

// defaultCache is the cache of tables, in MiB.
const defaultCache = 64

// pending marks the changes that the backend receives when no job runs.
type pending struct {
	game, options, newGame, clearHash, tables, nets bool
}

// sync hands the pending changes to the backend unless a job is running; the end of the job calls
// it again.
func (s *Session) sync() {
	if s.job != nil {
		return
	}
	now := s.pending
	s.pending = pending{}
	if now.options {
		if err := s.backend.SetOptions(s.settings.Options); err != nil {
			s.ReportError(err)
		}
	}
	if now.game {
		s.backend.SetGame(s.state.game)
	}
	if now.nets || now.game && len(s.settings.nets) > 0 {
		s.chooseNet()
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
	if s.config.Tables != nil && (now.game || now.tables) {
		for _, note := range s.config.Tables.Unused(s.state.game) {
			s.note(note)
		}
	}
}

func (s *Session) clearHash(string) error {
	s.pending.clearHash = true
	return nil
}

// SetVariant sets the start position of a variant and announces the variant.
func (s *Session) SetVariant(name string) error {
	v, err := s.catalog.Get(name)
	if err != nil {
		return fmt.Errorf("unknown variant %.60s", name)
	}
	if v == s.state.game.Variant() {
		err = s.state.set(s.dialect, "", nil)
		s.pending.tables = s.pending.tables || s.settings.tablePath == "" // a page may have given tables meanwhile
	} else {
		var state *gameState
		if state, err = newState(v); err == nil {
			s.state = state
			s.pending.game = true
		}
	}
	if err == nil {
		s.refused = false
		s.Write(s.dialect.Announce(name, v)...)
	}
	return err
}

// setVariantPath replaces the variants of the previous path by those in the files.
func (s *Session) setVariantPath(path string) error {
	catalog := s.config.Catalog
	for _, file := range filepath.SplitList(path) {
		text, err := readText(file)
		if err != nil {
			s.ReportError(err)
			continue
		}
		var mistakes error
		if catalog, mistakes = rules.Parse(file, text, catalog); mistakes != nil {
			s.reportErrors(mistakes)
		}
	}
	s.catalog = catalog
	return nil
}

func (s *Session) setTablePath(path string) error {
	s.settings.tablePath = path
	s.pending.tables = true
	return nil
}

func (s *Session) setTableCache(mib string) (err error) {
	s.settings.tableCache, err = strconv.Atoi(mib)
	s.pending.tables = true
	return err
}

// openTables opens the tables of TablebasePath for the backend.
func (s *Session) openTables() {
	paths := filepath.SplitList(s.settings.tablePath)
	if s.config.Tables == nil {
		for _, path := range paths {
			s.note(fmt.Sprintf("no table could be opened at %.200q: this program reads no tables", path))
		}
		return
	}
	prober, notes := s.config.Tables.Open(paths, s.settings.tableCache)
	for _, note := range notes {
		s.note(note)
	}
	s.backend.SetProber(prober)
}

// reportTableErrors reports new errors of the open tables.
func (s *Session) reportTableErrors() {
	if s.config.Tables == nil {
		return
	}
	for _, trouble := range s.config.Tables.Troubles() {
		s.note(trouble)
	}
}

// setLog appends all lines, in both directions, to the file at path from now on; "" ends that.
func (s *Session) setLog(path string) error {
	if s.log != nil {
		s.log.Close()
		s.log = nil
	}
	if path == "" {
		return nil
	}
	f, err := openLog(path)
	if err == nil {
		s.log = f
	}
	return err
}

// readText reads a file of variants that a user names.
func readText(path string) (string, error) {
	text, err := readFile(path, maxText)
	return string(text), err
}
