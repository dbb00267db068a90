// Package web holds the web app without its engine, for a server that has the engine: the page, its
// style, its script and its icons. Command site makes them of the sources in this folder:
//
//	go run ./cmd/site -no-engine -no-pack web/dist
package web

import (
	"embed"
	"io/fs"
)

//go:embed dist
var files embed.FS

// Site returns the files of the site. Those in the folder assets have a digest in their names.
func Site() fs.FS {
	site, err := fs.Sub(files, "dist")
	if err != nil {
		panic("web: the folder dist is missing")
	}
	return site
}
