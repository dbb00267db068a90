// Command release packs built programs for distribution: an archive for each system, the licences
// of the modules in it, a bill of materials in SPDX 2.3, and the SHA-256 sums of all. The same
// programs, version and time make the same bytes. scripts/release.sh calls it.
//
//	go run ./scripts/release -programs DIR -out DIR -version V -commit HASH -time SECONDS
//
// The folder of programs has one folder for each system, such as linux-amd64, with the program in
// it. Run it in the root of the repository.
package main

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const name = "tinyhouse"

// release is what is packed.
type release struct {
	programs, out   string // folders
	version, commit string
	time            time.Time // of all files in the archives and of the bill of materials
	archives        []string  // their names
	modules         []module
	compiler        string // "go1.26.8"
}

func main() {
	r := &release{}
	flag.StringVar(&r.programs, "programs", "", "folder with a folder for each system")
	flag.StringVar(&r.out, "out", "", "folder for the release")
	flag.StringVar(&r.version, "version", "", "version of the release")
	flag.StringVar(&r.commit, "commit", "", "commit that the programs were built from")
	seconds := flag.Int64("time", 0, "time of all files, in seconds since 1970")
	flag.Parse()
	r.time = time.Unix(*seconds, 0).UTC()
	if err := r.make(); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// make writes the files of the release.
func (r *release) make() error {
	if r.programs == "" || r.out == "" || r.version == "" || r.commit == "" {
		return fmt.Errorf("want -programs, -out, -version and -commit")
	}
	found, err := filepath.Glob(filepath.Join(r.programs, "*", name+"*"))
	if err != nil || len(found) == 0 {
		return fmt.Errorf("%s: no program in its folders, %v", r.programs, err)
	}
	if err := os.MkdirAll(r.out, 0o777); err != nil {
		return err
	}
	slices.Sort(found)
	if err := r.readModules(found); err != nil {
		return err
	}
	licences, err := r.licences()
	if err != nil {
		return err
	}
	for _, program := range found {
		if err := r.pack(program, licences); err != nil {
			return err
		}
	}
	bill := r.title() + ".spdx.json"
	if err := r.writeBill(bill); err != nil {
		return err
	}
	return r.writeSums(append(slices.Clone(r.archives), bill))
}

// title is what the names of all files begin with.
func (r *release) title() string { return name + "-" + r.version }

// writeSums writes SHA256SUMS, which sha256sum --check reads.
func (r *release) writeSums(names []string) error {
	var sums strings.Builder
	for _, n := range names {
		data, err := os.ReadFile(filepath.Join(r.out, n))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(data), n)
	}
	return os.WriteFile(filepath.Join(r.out, "SHA256SUMS"), []byte(sums.String()), 0o666)
}
