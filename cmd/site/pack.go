package main

import (
	"bytes"
	"io"
	"os"
	"path"
	"slices"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// packed are the extensions of files worth compressing. Tables and pictures are compressed already.
var packed = []string{".html", ".js", ".css", ".wasm", ".svg", ".webmanifest"}

// pack writes compressed twins beside a file, for servers that send them.
func pack(file string, data []byte) error {
	if !slices.Contains(packed, path.Ext(file)) {
		return nil
	}
	var gz, br bytes.Buffer
	g, err := gzip.NewWriterLevel(&gz, gzip.BestCompression)
	if err != nil {
		return err
	}
	for _, w := range []io.WriteCloser{g, brotli.NewWriterOptions(&br, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24})} {
		if _, err := w.Write(data); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
	}
	if err := os.WriteFile(file+".gz", gz.Bytes(), 0o666); err != nil {
		return err
	}
	return os.WriteFile(file+".br", br.Bytes(), 0o666)
}
