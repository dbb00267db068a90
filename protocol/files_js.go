package protocol

import (
	"fmt"
	"io"
)

// openLog refuses: a web page has no files.
func openLog(path string) (io.WriteCloser, error) {
	return nil, fmt.Errorf("cannot log to %.200q: a web page has no files", path)
}

// readFile refuses: a web page has no files.
func readFile(path string, _ int64) ([]byte, error) {
	return nil, fmt.Errorf("cannot open %.200q: a web page has no files", path)
}
