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

// The store: what belongs here are the files of a checkpoint's folder.
//
//	manifest.json   where the work is, and which file has the states of which shard
//	NUMBER.states   states: of one shard, or of many one after the other
//	NUMBER.waiting  records that wait for a shard; worthless after an interruption
//	lock            held by the process at work
//
// A file that the manifest names is never written again; a new manifest takes the place of
// the old one in one step, and only then are the files gone that no shard needs.

// store is a folder, made when something is put there.
type store struct {
	dir    string
	saved  bool            // there is a manifest
	named  map[string]bool // the files in it
	failed error           // why the last one that was due has not been written

	mu       sync.Mutex
	next     int             // number of the last file
	unsynced map[string]bool // files of states that may not have reached the disk
}

// place is where states lie.
type place struct {
	File   string `json:"file"`
	Offset int64  `json:"offset"`
	CRC    uint32 `json:"crc"` // CRC-32C
}

func (p place) exists() bool { return p.File != "" }

// ours matches the names of files that come and go.
var ours = regexp.MustCompile(`^\d{6,}\.(states|waiting)$|^manifest\.json\.\d+\.tmp$`)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func newStore(dir string) *store { return &store{dir: dir, unsynced: map[string]bool{}} }

// create makes the next file.
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

// write puts the states of one shard into a file.
func (s *store) write(states []dtm.Value) (place, error) {
	places, err := s.writeAll(1, func(int) []dtm.Value { return states })
	if err != nil {
		return place{}, err
	}
	return places[0], nil
}

// writeAll puts the states of n shards into one file.
func (s *store) writeAll(n int, states func(int) []dtm.Value) (places []place, err error) {
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
	for i := range n {
		buf = buf[:0]
		for _, v := range states(i) {
			buf = binary.LittleEndian.AppendUint16(buf, uint16(v))
		}
		if _, err := f.Write(buf); err != nil {
			return nil, err
		}
		places = append(places, place{name, offset, crc32.Checksum(buf, castagnoli)})
		offset += int64(len(buf))
	}
	s.mu.Lock()
	s.unsynced[name] = true
	s.mu.Unlock()
	return places, nil
}

// sync makes sure that files of states are on the disk.
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

// errDamaged is for files of a checkpoint that are not as they were written.
var errDamaged = errors.New("the checkpoint is damaged")

// load reads the states of a shard.
func (s *store) load(p place, size int) ([]dtm.Value, error) {
	f, err := os.Open(filepath.Join(s.dir, p.File))
	if errors.Is(err, os.ErrNotExist) {
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
	if crc32.Checksum(buf, castagnoli) != p.CRC {
		return nil, fmt.Errorf("%w: %s: the states at byte %d have another checksum", errDamaged, f.Name(), p.Offset)
	}
	states := make([]dtm.Value, size)
	for i := range states {
		states[i] = dtm.Value(binary.LittleEndian.Uint16(buf[2*i:]))
	}
	return states, nil
}

// spill adds records to a file of those that wait for a shard.
func (s *store) spill(p *place, records []record) (err error) {
	var f *os.File
	if p.exists() {
		f, err = os.OpenFile(filepath.Join(s.dir, p.File), os.O_WRONLY|os.O_APPEND, 0)
	} else {
		f, p.File, err = s.create("waiting")
	}
	if err != nil {
		return err
	}
	buf := make([]byte, 0, recordBytes*len(records))
	for _, r := range records {
		buf = binary.LittleEndian.AppendUint32(buf, uint32(r))
	}
	_, err = f.Write(buf)
	return errors.Join(err, f.Close())
}

// unspill reads back what spill has written, in pieces, and removes the file.
func (s *store) unspill(p *place, use func([]record) error) error {
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
	var buf [recordBytes * batch]byte
	var records [batch]record
	for {
		n, err := io.ReadFull(in, buf[:])
		for i := range n / recordBytes {
			records[i] = record(binary.LittleEndian.Uint32(buf[i*recordBytes:]))
		}
		if use := use(records[:n/recordBytes]); use != nil {
			return use
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

// discard removes a file of states that nobody needs, unless a checkpoint has done so: one
// that had the same states from memory.
func (s *store) discard(name string) error {
	s.mu.Lock()
	delete(s.unsynced, name)
	s.mu.Unlock()
	if err := os.Remove(filepath.Join(s.dir, name)); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// sweepOut removes the files that nobody names, keeping those of keep.
func (s *store) sweepOut(keep map[string]bool) error {
	entries, err := os.ReadDir(s.dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if ours.MatchString(e.Name()) && !keep[e.Name()] {
			err = errors.Join(err, os.Remove(filepath.Join(s.dir, e.Name())))
		}
	}
	return err
}

// remove takes away what the store has put into its folder, and the folder if it is empty
// then.
func (s *store) remove() error {
	err := s.sweepOut(nil)
	if e := os.Remove(filepath.Join(s.dir, manifestName)); e != nil && !errors.Is(e, os.ErrNotExist) {
		err = errors.Join(err, e)
	}
	os.Remove(s.dir) // stays if others keep things there
	s.saved = false
	return err
}
