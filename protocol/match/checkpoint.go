package match

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

// checkpoint is the file from which a match resumes: lines of JSON, first a header, then the games in the
// order in which they ended. Each is on disk before its game is in the PGN file, so that a resumed match
// can complete the PGN file. Before each line stands the SHA-256 of the digest before and the line, so
// that a changed, moved or missing line is seen.
type checkpoint struct {
	file   *os.File
	header header
	digest string // of the last line
}

// seal returns a line with its digest, which is the last one from now on.
func (c *checkpoint) seal(text []byte) []byte {
	digest := sha256.Sum256(append([]byte(c.digest), text...))
	c.digest = hex.EncodeToString(digest[:])
	return append([]byte(c.digest+" "), text...)
}

// unseal returns the text of a line that seal has written after those read before; ok is false if
// it has not.
func (c *checkpoint) unseal(line []byte) (text []byte, ok bool) {
	line = bytes.TrimSuffix(line, []byte("\n"))
	_, text, ok = bytes.Cut(line, []byte(" "))
	return text, ok && bytes.Equal(c.seal(text), line)
}

// headerStart follows the first digest of a checkpoint.
const headerStart = ` {"match":`

// beginsHeader reports whether a text is the beginning of a header, also of one that a crash has cut.
func beginsHeader(text []byte) bool {
	digest := text[:min(len(text), 2*sha256.Size)]
	rest := string(text[len(digest):])
	return len(bytes.Trim(digest, "0123456789abcdef")) == 0 && strings.HasPrefix(headerStart, rest)
}

// header is the first line of a checkpoint.
type header struct {
	Match     []parameter `json:"match"`
	Offset    int64       `json:"offset"` // length of the PGN file before the match
	Separator string      `json:"lead"`   // written after Offset, before our games
}

// openFiles opens the checkpoint and the PGN file, counts the games of the checkpoint and adds those that
// the PGN file lacks.
func (m *match) openFiles() (err error) {
	if m.PGN != "" {
		if m.pgn, err = os.OpenFile(m.PGN, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644); err != nil {
			return fmt.Errorf("match: %w", err)
		}
	}
	if m.Checkpoint == "" {
		_, separator, err := m.endOfPGN()
		if err == nil && separator != "" {
			_, err = m.pgn.WriteString(separator)
		}
		return err
	}
	if err := m.openCheckpoint(); err != nil {
		return err
	}
	var games strings.Builder
	m.count(func(r *GameRecord) error {
		games.WriteString(r.PGN)
		return nil
	})
	if n := m.next + len(m.ended); n > 0 {
		m.report.resumed(m, n)
	}
	return m.completePGN(m.checkpoint.header.Separator + games.String())
}

// endOfPGN returns the length of the PGN file and the line ends that it lacks before another game.
func (m *match) endOfPGN() (size int64, separator string, err error) {
	if m.pgn == nil || isDevice(m.PGN) {
		return 0, "", nil
	}
	if size, err = m.pgn.Seek(0, io.SeekEnd); err != nil || size == 0 {
		return size, "", err
	}
	end := make([]byte, min(size, 2))
	if _, err := m.pgn.ReadAt(end, size-int64(len(end))); err != nil {
		return size, "", fmt.Errorf("match: %w", err)
	}
	lineEnds := len(end) - len(bytes.TrimRight(end, "\n"))
	return size, "\n\n"[lineEnds:], nil
}

// openCheckpoint opens or creates the checkpoint and reads its games. It drops an incomplete last line.
func (m *match) openCheckpoint() error {
	match, err := m.fingerprint()
	if err != nil {
		return err
	}
	if isDevice(m.Checkpoint) {
		return fmt.Errorf("match: checkpoint %s: not a regular file", m.Checkpoint)
	}
	file, err := os.OpenFile(m.Checkpoint, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("match: %w", err)
	}
	m.checkpoint = &checkpoint{file: file, header: header{Match: match}}
	text, err := readCheckpoint(file)
	if err != nil {
		return err
	}
	complete := bytes.LastIndexByte(text, '\n') + 1
	if complete > 0 {
		if err := m.readGames(text[:complete]); err != nil {
			return err
		}
	}
	if err := file.Truncate(int64(complete)); err != nil {
		return fmt.Errorf("match: %w", err)
	}
	if _, err := file.Seek(int64(complete), io.SeekStart); err != nil {
		return fmt.Errorf("match: %w", err)
	}
	if complete > 0 {
		return nil
	}
	h := &m.checkpoint.header
	if h.Offset, h.Separator, err = m.endOfPGN(); err != nil {
		return err
	}
	return m.checkpoint.write(h)
}

// readCheckpoint returns the text of a checkpoint. It reads no more of another file than its beginning.
func readCheckpoint(file *os.File) ([]byte, error) {
	first := make([]byte, 2*sha256.Size+len(headerStart))
	n, err := io.ReadFull(file, first)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, fmt.Errorf("match: %w", err)
	}
	if !beginsHeader(first[:n]) {
		return nil, fmt.Errorf("match: %s is no checkpoint of this program: it begins with %.20q", file.Name(), first[:n])
	}
	rest, err := io.ReadAll(file)
	if err != nil {
		return nil, fmt.Errorf("match: %w", err)
	}
	return append(first[:n], rest...), nil
}

// readGames reads the text of a checkpoint.
func (m *match) readGames(text []byte) error {
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	var h header
	first, ok := m.checkpoint.unseal(first)
	if !ok || json.Unmarshal(first, &h) != nil {
		return fmt.Errorf("match: %s is no checkpoint of this version of the program, or its first line has changed; remove it to begin another match", m.Checkpoint)
	}
	if change := difference(h.Match, m.checkpoint.header.Match); change != "" {
		return fmt.Errorf("match: %s is the checkpoint of another match: %s; remove it, or repeat the settings of that match", m.Checkpoint, change)
	}
	m.checkpoint.header = h
	number := 1
	for line := range bytes.Lines(rest) {
		number++
		r := &GameRecord{}
		text, ok := m.checkpoint.unseal(line)
		if !ok {
			return fmt.Errorf("match: %s:%d: the line, or one before it, has changed; remove the checkpoint to begin another match", m.Checkpoint, number)
		}
		if err := json.Unmarshal(text, r); err != nil {
			return fmt.Errorf("match: %s:%d: %w", m.Checkpoint, number, err)
		}
		if r.Game < 0 || m.ended[r.Game] != nil || r.White != r.Game%2 {
			return fmt.Errorf("match: %s:%d: game %d is out of place", m.Checkpoint, number, r.Game+1)
		}
		if r.Game >= m.Games {
			return fmt.Errorf("match: %s:%d: game %d has been played, and %d are wanted: want more, or remove the checkpoint", m.Checkpoint, number, r.Game+1, m.Games)
		}
		m.ended[r.Game] = r
	}
	return nil
}

// completePGN adds what the PGN file lacks of our text. It refuses a file with other text after the
// offset, which someone has changed.
func (m *match) completePGN(ours string) error {
	if m.pgn == nil || isDevice(m.PGN) {
		return nil
	}
	size, err := m.pgn.Seek(0, io.SeekEnd)
	if err != nil {
		return fmt.Errorf("match: %w", err)
	}
	written := max(size-m.checkpoint.header.Offset, 0)
	present := make([]byte, min(written, int64(len(ours))))
	if _, err := m.pgn.ReadAt(present, m.checkpoint.header.Offset); err != nil && len(present) > 0 {
		return fmt.Errorf("match: %w", err)
	}
	if size < m.checkpoint.header.Offset || written > int64(len(ours)) || string(present) != ours[:len(present)] {
		return fmt.Errorf("match: %s does not fit the checkpoint %s: one of them has changed since this match wrote it; remove the checkpoint to begin another match", m.PGN, m.Checkpoint)
	}
	_, err = m.pgn.WriteString(ours[len(present):])
	return err
}

// write writes a line and flushes it to disk.
func (c *checkpoint) write(line any) error {
	text, err := json.Marshal(line)
	if err == nil {
		_, err = c.file.Write(append(c.seal(text), '\n'))
	}
	if err == nil {
		err = c.file.Sync()
	}
	if err != nil {
		return fmt.Errorf("match: checkpoint: %w", err)
	}
	return nil
}

// finish removes the checkpoint of a finished match.
func (m *match) finish() error {
	if m.pgn != nil && !isDevice(m.PGN) {
		if err := m.pgn.Sync(); err != nil {
			return fmt.Errorf("match: %w", err)
		}
	}
	if m.checkpoint == nil {
		return nil
	}
	m.checkpoint.file.Close()
	return os.Remove(m.Checkpoint)
}

// close closes the files, which are synchronised already.
func (m *match) close() {
	if m.checkpoint != nil {
		m.checkpoint.file.Close()
	}
	if m.pgn != nil {
		m.pgn.Close()
	}
}
