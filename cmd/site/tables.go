package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"tinyhouse/cmd/internal/webapi"
	"tinyhouse/tb"
	"tinyhouse/tb/certificate"
	"tinyhouse/tb/table"
)

// tableFile is a table of the site that pages fetch with its variant.
type tableFile struct {
	File    string `json:"file"`
	Variant string `json:"variant"`
	Bytes   int64  `json:"bytes"`
}

// moreFile is a table or certificate that pages fetch when the user asks for it.
type moreFile struct {
	tableFile
	Kind    string `json:"kind"`    // "table" or "certificate"
	Subject string `json:"subject"` // the material of a table, the root of a certificate
	SHA256  string `json:"sha256"`
}

// addTables adds the tables that come with the program.
func (b *builder) addTables() error {
	paths, err := b.glob("tb", "embedded", "tables", "*"+table.Ext)
	if err != nil {
		return err
	}
	for _, file := range paths {
		f, err := describeFile(file)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		f.File = "tables/" + filepath.Base(file)
		b.files[f.File] = data
		b.facts.Tables = append(b.facts.Tables, f.tableFile)
	}
	return nil
}

// addMore adds the certificates of the repository, and the tables and certificates of the flag tables.
func (b *builder) addMore() error {
	paths, err := b.glob("tb", "proofs", "*"+certificate.Ext)
	if err != nil {
		return err
	}
	for _, file := range append(paths, b.more...) {
		f, err := describeFile(file)
		if err != nil {
			return err
		}
		f.File = map[string]string{"table": "tables/", "certificate": "proofs/"}[f.Kind] + filepath.Base(file)
		if b.files[f.File] != nil || b.large[f.File] != "" {
			return fmt.Errorf("%s: the site has a file %s", file, f.File)
		}
		b.large[f.File] = file
		b.facts.More = append(b.facts.More, f)
	}
	return nil
}

// glob returns the files of the repository that fit a pattern.
func (b *builder) glob(parts ...string) ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(append([]string{b.root}, parts...)...))
	if err == nil && len(paths) == 0 {
		err = fmt.Errorf("no files %s", path.Join(parts...))
	}
	return paths, err
}

// describeFile describes a table or certificate. Its File is empty.
func describeFile(file string) (f moreFile, err error) {
	t, c, err := tb.OpenFile(file, nil, nil)
	if err != nil {
		return f, err
	}
	if t != nil {
		defer t.Close()
		f.Kind, f.Variant, f.Subject, f.Bytes = t.Kind(), t.Game().Variant().Name, t.Material(), t.Bytes()
	} else {
		defer c.Close()
		root := c.Root()
		f.Kind, f.Variant, f.Bytes = c.Kind(), c.Game().Variant().Name, c.Bytes()
		f.Subject = webapi.DescribePosition(c.Game(), &root, nil).FEN
	}
	f.SHA256, err = fileDigest(file)
	return f, err
}

// fileDigest returns the SHA-256 of a file in hexadecimal digits.
func fileDigest(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// copyFile copies a file.
func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}

// fileList is a flag of files and folders of tables and certificates, which may be repeated.
type fileList []string

func (l *fileList) String() string { return strings.Join(*l, ",") }

// Set adds the files of a list with commas.
func (l *fileList) Set(text string) error {
	for _, name := range strings.Split(text, ",") {
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		if !info.IsDir() {
			*l = append(*l, name)
			continue
		}
		before := len(*l)
		for _, ext := range []string{table.Ext, certificate.Ext} {
			files, err := filepath.Glob(filepath.Join(name, "*"+ext))
			if err != nil {
				return err
			}
			*l = append(*l, files...)
		}
		if len(*l) == before {
			return fmt.Errorf("%s: no file in this folder ends in %s or %s", name, table.Ext, certificate.Ext)
		}
	}
	return nil
}
