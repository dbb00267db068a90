package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
)

// entry is a file in an archive.
type entry struct {
	name string
	mode int64
	data []byte
}

// pack writes the archive of one program: zip for Windows, else tar.gz. The program is beside the
// licences and the README, in a folder with the name of the archive.
func (r *release) pack(program string, licences []byte) error {
	system := filepath.Base(filepath.Dir(program))
	folder := r.title() + "-" + system
	entries := []entry{{"LICENSES.txt", 0o644, licences}}
	for _, file := range []struct {
		path string
		mode int64
	}{{"LICENSE", 0o644}, {"README.md", 0o644}, {program, 0o755}} {
		data, err := os.ReadFile(file.path)
		if err != nil {
			return err
		}
		entries = append(entries, entry{filepath.Base(file.path), file.mode, data})
	}
	for i := range entries {
		entries[i].name = folder + "/" + entries[i].name
	}
	write, suffix := r.tar, ".tar.gz"
	if strings.HasPrefix(system, "windows") {
		write, suffix = r.zip, ".zip"
	}
	data, err := write(entries)
	if err != nil {
		return err
	}
	r.archives = append(r.archives, folder+suffix)
	return os.WriteFile(filepath.Join(r.out, folder+suffix), data, 0o666)
}

// tar returns a tar archive, compressed. Owners and the time of compression are left out.
func (r *release) tar(entries []entry) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(z)
	for _, e := range entries {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: e.name, Mode: e.mode, Size: int64(len(e.data)), ModTime: r.time, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(e.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// zip returns a zip archive.
func (r *release) zip(entries []entry) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: r.time}
		h.SetMode(os.FileMode(e.mode))
		f, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := f.Write(e.data); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
