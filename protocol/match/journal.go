package match

import (
	"bytes"
	"encoding/json"
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
	Match  []trait `json:"match"`
	Offset int64   `json:"offset"` // length of the PGN file before the match
	Lead   string  `json:"lead"`   // what parts our games from what was there
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
		_, lead, err := m.part()
		if err == nil && lead != "" {
			_, err = m.pgn.WriteString(lead)
		}
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
	return m.mend(m.journal.head.Lead + games.String())
}

// part returns how long the PGN file is, and what parts our games from what is in it: an
// empty line, or what it lacks of one.
func (m *match) part() (size int64, lead string, err error) {
	if m.pgn == nil {
		return 0, "", nil
	}
	if size, err = m.pgn.Seek(0, io.SeekEnd); err != nil || size == 0 {
		return size, "", err
	}
	end := make([]byte, min(size, 2))
	if _, err := m.pgn.ReadAt(end, size-int64(len(end))); err != nil {
		return size, "", fmt.Errorf("match: %w", err)
	}
	lead = "\n\n"
	for i := len(end) - 1; i >= 0 && end[i] == '\n'; i-- {
		lead = lead[1:]
	}
	return size, lead, nil
}

// openJournal opens the journal, or begins one, and reads the games in it.
func (m *match) openJournal() error {
	traits, err := m.traits()
	if err != nil {
		return err
	}
	file, err := os.OpenFile(m.Journal, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("match: %w", err)
	}
	m.journal = &journal{file: file, head: head{Match: traits}}
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
		if m.journal.head.Offset, m.journal.head.Lead, err = m.part(); err != nil {
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
		return fmt.Errorf("match: %s is no journal of this program: %w", m.Journal, err)
	}
	if change := compare(h.Match, m.journal.head.Match); change != "" {
		return fmt.Errorf("match: %s is the journal of another match: %s; remove it, or go on as that was begun", m.Journal, change)
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
		if r.Game >= m.Games {
			return fmt.Errorf("match: %s:%d: game %d has been played, and %d are wanted: want more, or remove it", m.Journal, number, r.Game+1, m.Games)
		}
		m.held[r.Game] = r
	}
	return nil
}

// mend adds to the PGN file what it lacks of our text. That it holds something
// else is an error: it is not ours to change.
func (m *match) mend(ours string) error {
	if m.pgn == nil {
		return nil
	}
	size, err := m.pgn.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("match: %w", err)
	}
	held := size - m.journal.head.Offset
	there := make([]byte, max(min(held, int64(len(ours))), 0))
	if _, err := m.pgn.ReadAt(there, m.journal.head.Offset); err != nil && len(there) > 0 {
		return fmt.Errorf("match: %w", err)
	}
	if held < 0 || held > int64(len(ours)) || string(there) != ours[:len(there)] {
		return fmt.Errorf("match: %s is not as this match has left it; remove %s to begin another", m.PGN, m.Journal)
	}
	_, err = m.pgn.WriteString(ours[len(there):])
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
