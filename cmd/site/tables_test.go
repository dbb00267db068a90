package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"

	"tinyhouse/engine/enginetest"
	"tinyhouse/solver"
	"tinyhouse/solver/retro"
)

// The table that the site of these tests carries, and its longest win.
const (
	queenTable   = "gardner-KQvKR.tht"
	queenLongest = "#v=gardner&fen=1k1KQ/5/5/r4/5_b_-_-_0_1"
	queenValue   = "Exact: White wins in 34 plies."

	queenRow      = `#panel-tables [data-file="` + queenTable + `"]`
	queenState    = `document.querySelector('` + queenRow + `')?.dataset.state`
	queenText     = `document.querySelector('` + queenRow + ` .name + p').textContent`
	shownValue    = `document.querySelector("#value").textContent.replace(/ \(mate in \d+\)/, "")`
	tablesProblem = `[...document.querySelectorAll("#panel-tables .problem")].map((e) => e.textContent).join("")`
	noValue       = "No table knows the value of this position."
)

// queenButton returns the selector of a button in the row of the table.
func queenButton(name string) string {
	return queenRow + ` [aria-label="` + name + `: ` + queenTable + `"]`
}

// solveQueen solves the table of the tests and returns its path.
func solveQueen(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), queenTable)
	g := enginetest.Game(t, "gardner")
	m, err := solver.ParseMaterial(g, "KQvKR")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := retro.Solve(t.Context(), g, m, path, retro.Options{Limits: solver.Limits{Threads: 2, Memory: 1 << 30}}); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestTables downloads a table to the device, and opens tables from the disk.
func TestTables(t *testing.T) {
	browserPath(t)
	table := solveQueen(t)
	b := &builder{root: "../..", noPack: true, more: fileList{table}}
	if err := b.build(); err != nil {
		t.Fatal(err)
	}
	if b.files["tables/"+queenTable] != nil || bytes.Contains(b.files["sw.js"], []byte(queenTable)) {
		t.Error("the table is fetched at the first visit")
	}
	t.Run("Download", func(t *testing.T) { testDownload(t, b) })
	t.Run("Damaged", func(t *testing.T) { testDamagedDownload(t, b) })
	t.Run("Caches", func(t *testing.T) { testCacheStore(t, b) })
	t.Run("Insecure", func(t *testing.T) { testInsecure(t, b) })
	t.Run("Disk", func(t *testing.T) { testDisk(t, table) })
}

// openTables opens the site at the position of the longest win, with values, and the panel.
func (p *page) openTables() {
	p.t.Helper()
	p.open(queenLongest)
	if p.eval(`document.querySelector("#values-on").checked`) == "false" {
		p.click("#values-on")
	}
	p.click("#tab-tables")
}

// breakOff returns a handler that sends the first bytes of the table and then nothing more until the
// request ends, but sends ranges as they are wanted.
func breakOff(s *fileServer, first int, ranges *atomic.Int64) func(string, http.ResponseWriter, *http.Request) bool {
	return func(name string, w http.ResponseWriter, r *http.Request) bool {
		if name != "tables/"+queenTable {
			return false
		}
		if r.Header.Get("Range") == fmt.Sprintf("bytes=%d-", first) {
			ranges.Add(1)
			return false
		}
		w.Header().Set("Content-Length", fmt.Sprint(len(s.files[name])))
		w.Write(s.files[name][:first])
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		return true
	}
}

// testDownload pauses a download, leaves the page, resumes it, and uses the table offline until it is deleted.
func testDownload(t *testing.T, b *builder) {
	s := serveSite(t, b)
	var ranges atomic.Int64
	s.answer = breakOff(s, 40_000, &ranges)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.openTables()
	p.expect(shownValue, noValue)
	p.expect(queenState, "absent")
	p.click(queenButton("Download"))
	p.wait(`document.querySelector('` + queenRow + ` progress').value === 40000`)
	p.expect(queenState, "downloading")
	p.expect(queenText, "Loading: 40 kB of 83 kB.")
	p.click(queenButton("Pause"))
	p.expect(queenState, "paused")
	p.openTables()
	p.wait(queenState + ` === "paused"`)
	p.expect(queenText, "Paused: 40 kB of 83 kB.")
	p.expect(shownValue, noValue)
	p.click(queenButton("Resume"))
	p.wait(queenState + ` === "kept"`)
	p.expect(shownValue, queenValue)
	if ranges.Load() != 1 {
		t.Errorf("%d requests for the rest", ranges.Load())
	}
	p.wait(`document.documentElement.dataset.offline === "ready"`)
	s.CloseClientConnections()
	s.Close()
	p.openTables()
	p.wait(shownValue + ` === "` + queenValue + `"`)
	p.click("#analysis-on")
	p.wait(`document.querySelector("#source").textContent.startsWith("Table")`)
	p.click("#analysis-on")
	p.click(queenButton("Delete"))
	p.expect(queenState, "absent")
	p.expect(shownValue, noValue)
	p.openTables()
	p.expect(queenState, "absent")
	p.expect(shownValue, noValue)
}

// testDamagedDownload refuses a table with another digest, and one that is cut short.
func testDamagedDownload(t *testing.T, b *builder) {
	s := serveSite(t, b)
	good := s.files["tables/"+queenTable]
	damaged := bytes.Clone(good)
	damaged[len(damaged)/2] ^= 1
	s.files["tables/"+queenTable] = damaged
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.openTables()
	p.click(queenButton("Download"))
	p.wait(`/damaged and was deleted: its SHA-256 is [0-9a-f]{64}, want [0-9a-f]{64}/.test(` + tablesProblem + `)`)
	p.expect(queenText, "83 kB, not on this device.")
	p.expect(shownValue, noValue)
	s.mu.Lock()
	s.files["tables/"+queenTable] = good
	s.mu.Unlock()
	p.click(queenButton("Download"))
	p.wait(queenState + ` === "kept"`)
	p.expect(shownValue, queenValue)
	p.expect(tablesProblem, "")
}

// testCacheStore keeps the table in a browser without a file system for pages.
func testCacheStore(t *testing.T, b *builder) {
	without := &builder{root: b.root, facts: b.facts, files: map[string][]byte{}, large: b.large}
	for name, data := range b.files {
		without.files[name] = data
	}
	delete(without.files, "sw.js")
	keeper := b.facts.Keeper
	without.files[keeper] = append([]byte("delete FileSystemFileHandle.prototype.createSyncAccessHandle;\n"), b.files[keeper]...)
	if err := without.addWorker(); err != nil {
		t.Fatal(err)
	}
	s := serveSite(t, without)
	var ranges atomic.Int64
	s.answer = breakOff(s, 30_000, &ranges)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.openTables()
	p.click(queenButton("Download"))
	p.wait(`document.querySelector('` + queenRow + ` progress').value === 30000`)
	p.click(queenButton("Pause"))
	p.expect(queenState, "paused")
	p.eval(`caches.keys().then((names) => { window.cacheNames = names.join(" "); })`)
	p.wait(`window.cacheNames?.includes("tinyhouse tables ")`)
	p.openTables()
	p.wait(queenState + ` === "paused"`)
	p.click(queenButton("Resume"))
	p.wait(queenState + ` === "kept"`)
	p.expect(shownValue, queenValue)
	p.openTables()
	p.wait(shownValue + ` === "` + queenValue + `"`)
	p.click(queenButton("Delete"))
	p.expect(queenState, "absent")
	if ranges.Load() != 1 {
		t.Errorf("%d requests for the rest", ranges.Load())
	}
}

// testInsecure says why nothing can be kept over plain HTTP, and works all the same.
func testInsecure(t *testing.T, b *builder) {
	s := serveSite(t, b)
	_, port, err := net.SplitHostPort(s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), append(browserOptions(browserPath(t), t.TempDir()),
		chromedp.Flag("host-resolver-rules", "MAP board.example 127.0.0.1"))...)
	t.Cleanup(cancel)
	p := preparePage(t, "http://board.example:"+port+prefix, 1280, 800, ctx)
	p.openTables()
	p.expect(`isSecureContext`, "false")
	p.expect(`document.querySelector("#panel-tables .insecure").textContent.startsWith("This page came over plain HTTP")`, "true")
	p.expect(`document.querySelector('`+queenRow+` a').getAttribute("href")`, "tables/"+queenTable)
	p.expect(`[...document.querySelectorAll('`+queenRow+` button')].every((e) => e.hidden)`, "true")
	p.start("tinyhouse", "")
	p.move("c1", "d3")
	p.expect(fenValue, afterCapture)
}

// testDisk opens tables of the user's, keeps one on the device, and refuses damaged ones.
func testDisk(t *testing.T, table string) {
	s := newFileServer(t)
	p := newPage(t, s.URL+prefix, 1280, 800)
	p.openTables()
	good, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	write := func(name string, data []byte) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	holed := bytes.Clone(good)
	for i := len(holed) / 10; i < len(holed)*9/10; i++ { // the blocks
		holed[i] ^= 1
	}
	p.choose(write("short.tht", good[:len(good)-1]))
	p.expect(tablesProblem, `short.tht is not used: tb: short.tht: cut short or damaged: the end mark is missing.`)
	p.choose(write("note.tht", []byte("This is a note.")))
	p.expect(tablesProblem, `note.tht is not used: tb: note.tht: is not a table (it begins with "This is ").`)
	p.expect(shownValue, noValue)
	p.choose(write("holed.tht", holed))
	p.wait(tablesProblem + `.startsWith("Damage was found: holed.tht: ")`)
	p.expect(shownValue, noValue)
	p.click(`#panel-tables [aria-label="Close: holed.tht"]`)
	p.expect(`document.querySelector('[data-file="holed.tht"]') === null`, "true")
	p.drop(table)
	p.expect(shownValue, queenValue)
	p.expect(queenState, "open")
	p.click(queenButton("Close"))
	p.expect(`String(`+queenState+`)`, "undefined")
	p.expect(shownValue, noValue)
	p.choose(table)
	p.expect(shownValue, queenValue)
	p.click(queenButton("Keep on this device"))
	p.expect(queenState, "kept")
	p.openTables()
	p.wait(shownValue + ` === "` + queenValue + `"`)
	p.click(queenButton("Delete"))
	p.expect(`String(`+queenState+`)`, "undefined")
	p.expect(shownValue, noValue)
}

// choose chooses files in the panel.
func (p *page) choose(files ...string) {
	p.t.Helper()
	p.run(chromedp.SetUploadFiles("#table-file", files))
}

// drop drops files on the board.
func (p *page) drop(files ...string) {
	p.t.Helper()
	p.dropOn("#board", files...)
}
