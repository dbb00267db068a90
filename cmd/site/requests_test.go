package main

import (
	"fmt"
	"testing"
)

// TestNoRequests plays moves and pastes positions: once the page is there nothing is asked of its server, not even the icon.
func TestNoRequests(t *testing.T) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.open("?v=thinchess8")
	p.wait(`document.documentElement.dataset.offline === "ready"`)
	before := s.total()
	p.paste("#fen", " k/n/1/1/N/r/R/K w - - 0 1\n")
	p.expect(`document.querySelector("#fen").value`, "k/n/1/1/N/r/R/K w - - 0 1")
	p.move("a2", "a3")
	p.expect(`document.querySelector("#fen").value`, "k/n/1/1/N/R/1/K b - - 0 1")
	p.move("a7", "a5")
	p.expect(`document.querySelector("#fen").value`, "k/1/1/n/N/R/1/K w - - 1 2")
	p.click("#undo")
	p.expect(`document.querySelector("#fen").value`, "k/n/1/1/N/R/1/K b - - 0 1")
	p.paste("#code", "bk,br,bn,x,x,wn,wr,wk:w")
	p.expect(`document.querySelector("#fen").value`, "k/r/n/1/1/N/R/K w - - 0 1")
	p.expect(`document.querySelector("#code").value`, "bk,br,bn,x,x,wn,wr,wk:w")
	p.paste("#code", "bk,br,bn,x,wn,wr,wk:w")
	p.expect(`document.querySelector("#text-note").textContent.includes('"bk,br,bn,x,wn,wr,wk:w"')`, "true")
	p.expect(`document.querySelector("#fen").value`, "k/r/n/1/1/N/R/K w - - 0 1")
	if after := s.total(); after != before {
		t.Errorf("%d requests after the page was ready: %v", after-before, s.sent)
	}
}

// total returns the number of all requests.
func (s *fileServer) total() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, count := range s.sent {
		n += count
	}
	return n
}

// paste replaces the text of a box by one of the clipboard, and does nothing after it.
func (p *page) paste(selector, text string) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`(() => { const e = document.querySelector(%q), data = new DataTransfer(); e.focus(); e.select(); data.setData("text/plain", %q);
		e.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })); })()`, selector, text))
}
