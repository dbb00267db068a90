package retro

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"sync"

	"tinyhouse/tb/dtm"
)

// store is the folder of a checkpoint, created for the first file in it.
//
//	manifest.json   the state of the work, and the file with the states of each shard
//	NUMBER.states   states: of one shard, or of many one after the other
//	NUMBER.waiting  updates that wait for a shard; worthless after an interruption
//	lock            held by the process at work
//
// A file that the manifest names never changes. A new manifest replaces the old one atomically,
// and only then the files go that it does not name.
type store struct {
	dir    string
	saved  bool            // there is a manifest
	named  map[string]bool // the files in it
	failed error           // why the last checkpoint could not be written, or nil

	mu       sync.Mutex
	next     int             // number of the last file
	unsynced map[string]bool // files of states that may not have reached the disk
}

// place is where the states of a shard are.
type place struct {
	File   string `json:"file"`
	Offset int64  `json:"offset"`
	CRC    uint32 `json:"crc"` // CRC-32C; see checksum
	Sum    uint64 `json:"sum"` // shard.sum
}

// extent is the states of a shard in memory, with their sum.
type extent struct {
	shard  int
	states []dtm.Value
	sum    uint64
}

// checksum returns the CRC-32C of the number of a shard, then its states: states that come from
// the place of another shard have another one.
func checksum(shard int, states []byte) uint32 {
	head := binary.LittleEndian.AppendUint64(nil, uint64(shard))
	return crc32.Update(crc32.Checksum(head, castagnoli), castagnoli, states)
}

func (p place) exists() bool { return p.File != "" }

// ownFiles matches the files of a store that may be removed.
var ownFiles = regexp.MustCompile(`^\d{6,}\.(states|waiting)$|^manifest\.json\.\d+\.tmp$`)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func newStore(dir string) *store { return &store{dir: dir, unsynced: map[string]bool{}} }

// create creates the next file.
func (s *store) create(kind string) (*os.File, string, error) {
	s.mu.Lock()
	s.next++
	name := fmt.Sprintf("%06d.%s", s.next, kind)
	s.mu.Unlock()
	if err := os.Mkdir(s.dir, 0o777); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, "", err
	}
	f, err := os.Create(filepath.Join(s.dir, name))
	return f, name, err
}

// skip reserves the number of a file.
func (s *store) skip(file string) {
	n := 0
	if _, err := fmt.Sscanf(file, "%d.", &n); err == nil {
		s.next = max(s.next, n)
	}
}

// write writes the states of one shard to a file.
func (s *store) write(e *extent) (place, error) {
	places, err := s.writeAll([]extent{*e})
	if err != nil {
		return place{}, err
	}
	return places[0], nil
}

// writeAll writes the states of some shards to one file, unless they have another sum.
func (s *store) writeAll(extents []extent) (places []place, err error) {
	f, name, err := s.create("states")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			os.Remove(f.Name())
		}
	}()
	offset := int64(0)
	var buf []byte
	for _, e := range extents {
		buf = buf[:0]
		sum := uint64(0)
		for i, v := range e.states {
			buf = binary.LittleEndian.AppendUint16(buf, uint16(v))
			sum += uint64(v) * weight(uint32(i))
		}
		if sum != e.sum {
			return nil, fmt.Errorf("%w: the states of shard %d have another sum", errChanged, e.shard)
		}
		if _, err := f.Write(buf); err != nil {
			return nil, err
		}
		places = append(places, place{name, offset, checksum(e.shard, buf), sum})
		offset += int64(len(buf))
	}
	s.mu.Lock()
	s.unsynced[name] = true
	s.mu.Unlock()
	return places, nil
}

// sync writes files of states to the disk.
func (s *store) sync(files map[string]bool) error {
	for name := range s.unsynced {
		if !files[name] {
			continue
		}
		f, err := os.OpenFile(filepath.Join(s.dir, name), os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		if err := errors.Join(f.Sync(), f.Close()); err != nil {
			return err
		}
	}
	clear(s.unsynced)
	return nil
}

// errDamaged reports files of a checkpoint that have changed or are missing.
var errDamaged = errors.New("the checkpoint is damaged")

// errNoFile reports a folder, pipe or device in place of a file.
var errNoFile = errors.New("it is no regular file")

// openFile opens a regular file for reading.
func openFile(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: %w", path, errNoFile)
	}
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}

// load reads the states of a shard of the given size.
func (s *store) load(p place, shard, size int) ([]dtm.Value, error) {
	f, err := openFile(filepath.Join(s.dir, p.File))
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, errNoFile) {
		return nil, fmt.Errorf("%w: %w", errDamaged, err)
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	buf := make([]byte, size*stateBytes)
	if _, err := f.ReadAt(buf, p.Offset); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errDamaged, f.Name(), err)
	}
	if checksum(shard, buf) != p.CRC {
		return nil, fmt.Errorf("%w: %s: the states at byte %d have another checksum", errDamaged, f.Name(), p.Offset)
	}
	states, sum := make([]dtm.Value, size), uint64(0)
	for i := range states {
		states[i] = dtm.Value(binary.LittleEndian.Uint16(buf[2*i:]))
		sum += uint64(states[i]) * weight(uint32(i))
	}
	if sum != p.Sum {
		return nil, fmt.Errorf("%w: %s: the states at byte %d have another sum", errDamaged, f.Name(), p.Offset)
	}
	return states, nil
}

// spill appends updates to the file of those that wait for a shard.
func (s *store) spill(p *place, updates []update) (err error) {
	var f *os.File
	if p.exists() {
		f, err = os.OpenFile(filepath.Join(s.dir, p.File), os.O_WRONLY|os.O_APPEND, 0)
	} else {
		f, p.File, err = s.create("waiting")
	}
	if err != nil {
		return err
	}
	buf := make([]byte, 0, updateBytes*len(updates))
	for _, u := range updates {
		buf = binary.LittleEndian.AppendUint32(buf, uint32(u))
	}
	_, err = f.Write(buf)
	return errors.Join(err, f.Close())
}

// readSpilled passes the updates that spill has written to apply, in batches, and removes the
// file.
func (s *store) readSpilled(p *place, apply func([]update) error) error {
	if !p.exists() {
		return nil
	}
	path := filepath.Join(s.dir, p.File)
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	var buf [updateBytes * batchSize]byte
	var updates [batchSize]update
	for {
		n, err := io.ReadFull(in, buf[:])
		for i := range n / updateBytes {
			updates[i] = update(binary.LittleEndian.Uint32(buf[i*updateBytes:]))
		}
		if err := apply(updates[:n/updateBytes]); err != nil {
			return err
		}
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			p.File = ""
			return os.Remove(path)
		}
		if err != nil {
			return err
		}
	}
}

// discard removes a file of states. It may be gone: a checkpoint removes the files that it
// replaces.
func (s *store) discard(name string) error {
	s.mu.Lock()
	delete(s.unsynced, name)
	s.mu.Unlock()
	if err := os.Remove(filepath.Join(s.dir, name)); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// removeExcept removes all files of the store but the manifest and those of keep.
func (s *store) removeExcept(keep map[string]bool) error {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if ownFiles.MatchString(e.Name()) && !keep[e.Name()] {
			err = errors.Join(err, os.Remove(filepath.Join(s.dir, e.Name())))
		}
	}
	return err
}

// remove removes all files of the store, and its folder if that is empty then.
func (s *store) remove() error {
	err := s.removeExcept(nil)
	if e := os.Remove(filepath.Join(s.dir, manifestName)); e != nil && !errors.Is(e, os.ErrNotExist) {
		err = errors.Join(err, e)
	}
	os.Remove(s.dir)
	s.saved = false
	return err
}
