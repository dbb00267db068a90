package match

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// The journal: lines of JSON, first a head that tells which match it is, then the games as
// they ended. It is written before the PGN file, of which it knows the length before the
// match; so whatever was lost when a match was killed can be put right.

// head is the first line of a journal.
type head struct {
	Match  string `json:"match"`  // digest of all that decides how games are played
	Offset int64  `json:"offset"` // length of the PGN file before the match
}

// journal is a journal being written.
type journal struct {
	file *os.File
	head head
}

// openFiles opens the journal and the PGN file, takes up the games that have been played and
// writes those that the PGN file lacks.
func (m *match) openFiles() (err error) {
	if m.PGN != "" {
		if m.pgn, err = os.OpenFile(m.PGN, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644); err != nil {
			return fmt.Errorf("match: %w", err)
		}
	}
	if m.Journal == "" {
		_, err := m.part()
		return err
	}
	if err := m.openJournal(); err != nil {
		return err
	}
	var games strings.Builder
	m.count(func(r *Result) error {
		games.WriteString(r.PGN)
		return nil
	})
	if n := m.next + len(m.held); n > 0 {
		m.report.resumed(m, n)
	}
	return m.mend(games.String())
}

// part sees to it that an empty line parts our games from what is in the PGN file already,
// and returns how long that is.
func (m *match) part() (size int64, err error) {
	if m.pgn == nil {
		return 0, nil
	}
	if size, err = m.pgn.Seek(0, io.SeekEnd); err != nil || size == 0 {
		return size, err
	}
	end := make([]byte, min(size, 2))
	if _, err := m.pgn.ReadAt(end, size-int64(len(end))); err != nil {
		return size, fmt.Errorf("match: %w", err)
	}
	lead := "\n\n"
	for i := len(end) - 1; i >= 0 && end[i] == '\n'; i-- {
		lead = lead[1:]
	}
	n, err := m.pgn.WriteString(lead)
	return size + int64(n), err
}

// openJournal opens the journal, or begins one, and reads the games in it.
func (m *match) openJournal() error {
	file, err := os.OpenFile(m.Journal, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("match: %w", err)
	}
	m.journal = &journal{file: file, head: head{Match: m.digest()}}
	text, err := io.ReadAll(file)
	if err != nil {
		return fmt.Errorf("match: %w", err)
	}
	whole := bytes.LastIndexByte(text, '\n') + 1 // a last line that was cut short is lost
	if err := file.Truncate(int64(whole)); err != nil {
		return fmt.Errorf("match: %w", err)
	}
	if _, err := file.Seek(int64(whole), io.SeekStart); err != nil {
		return fmt.Errorf("match: %w", err)
	}
	if whole == 0 {
		if m.journal.head.Offset, err = m.part(); err != nil {
			return err
		}
		return m.journal.write(m.journal.head)
	}
	return m.read(text[:whole])
}

// read takes the games out of the text of a journal.
func (m *match) read(text []byte) error {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	var h head
	if err := json.Unmarshal(first, &h); err != nil {
		return fmt.Errorf("match: %s is no journal: %w", m.Journal, err)
	}
	if h.Match != m.journal.head.Match {
		return fmt.Errorf("match: %s is the journal of another match: remove it, or go on as that was begun", m.Journal)
	}
	m.journal.head = h
	number := 1
	for line := range bytes.Lines(rest) {
		number++
		r := &Result{}
		if err := json.Unmarshal(line, r); err != nil {
			return fmt.Errorf("match: %s:%d: %w", m.Journal, number, err)
		}
		if r.Game < 0 || m.held[r.Game] != nil || r.White != r.Game%2 {
			return fmt.Errorf("match: %s:%d: game %d is out of place", m.Journal, number, r.Game+1)
		}
		m.held[r.Game] = r
	}
	return nil
}

// mend adds to the PGN file what it lacks of the games that count. That it holds something
// else is an error: it is not ours to change.
func (m *match) mend(games string) error {
	if m.pgn == nil {
		return nil
	}
	size, err := m.pgn.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("match: %w", err)
	}
	held := size - m.journal.head.Offset
	ours := make([]byte, max(min(held, int64(len(games))), 0))
	if _, err := m.pgn.ReadAt(ours, m.journal.head.Offset); err != nil && len(ours) > 0 {
		return fmt.Errorf("match: %w", err)
	}
	if held < 0 || held > int64(len(games)) || string(ours) != games[:len(ours)] {
		return fmt.Errorf("match: %s is not as this match has left it; remove %s to begin another", m.PGN, m.Journal)
	}
	_, err = m.pgn.WriteString(games[len(ours):])
	return err
}

// add keeps a game for good.
func (j *journal) add(r *Result) error { return j.write(r) }

// write writes a line and sees to it that it is on the disk.
func (j *journal) write(line any) error {
	text, err := json.Marshal(line)
	if err == nil {
		_, err = j.file.Write(append(text, '\n'))
	}
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		return fmt.Errorf("match: journal: %w", err)
	}
	return nil
}

// finish removes the journal of a match that is over.
func (m *match) finish() error {
	if m.pgn != nil {
		if err := m.pgn.Sync(); err != nil {
			return fmt.Errorf("match: %w", err)
		}
	}
	if m.journal == nil {
		return nil
	}
	m.journal.file.Close()
	return os.Remove(m.Journal)
}

// close closes the files. Its errors would come too late: all has been synchronised.
func (m *match) close() {
	if m.journal != nil {
		m.journal.file.Close()
	}
	if m.pgn != nil {
		m.pgn.Close()
	}
}

// digest names all that decides how games are played and in which order. More games may be
// added to a match, and its test and the number of games at a time may change.
func (m *match) digest() string {
	h := sha256.New()
	err := json.NewEncoder(h).Encode(struct {
		Variant      string
		INI          string
		Players      [2]Player
		Names        [2]string
		Openings     string
		Margin       string
		Adjudication Adjudication
		Table        bool
		CuteChess    bool
	}{m.Game.Variant().Name, m.INI, m.Players, m.names, m.Openings.String(), m.Margin.String(), m.Adjudication, m.Adjudication.Table != nil, m.CuteChess})
	if err != nil {
		panic(errors.New("match: settings cannot be written"))
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}
