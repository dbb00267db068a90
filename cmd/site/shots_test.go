package main

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

var shots = flag.String("shots", "", "write screenshots into this `folder`")

// TestScreenshots takes pictures of boards of all shapes, in both themes and on two screens.
func TestScreenshots(t *testing.T) {
	if *shots == "" {
		t.Skip("the flag -shots names no folder for the pictures")
	}
	s := newFileServer(t)
	if err := os.MkdirAll(*shots, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, screen := range []struct {
		name          string
		width, height int64
	}{{"desktop", 1280, 800}, {"phone", 360, 640}} {
		p := newPage(t, s.URL+prefix, screen.width, screen.height)
		for _, variant := range []string{"thinchess", "dobutsu", "tinyhouse", "losalamos", "crazyhouse", "chess"} {
			p.open("#v=" + variant)
			p.wait(offlineReady)
			for _, theme := range []string{"light", "dark"} {
				p.tab("settings")
				p.set("#theme", theme)
				p.eval(`document.querySelector("[data-square]:not([data-man=''])").focus()`)
				p.eval(`document.querySelectorAll(".toast").forEach((e) => e.remove())`)
				time.Sleep(200 * time.Millisecond)
				p.picture(fmt.Sprintf("%s-%s-%s.png", variant, theme, screen.name))
			}
		}
	}
	p := newPage(t, s.URL+prefix, 800, 520) // the picture of README.md
	p.start("tinyhouse", afterCapture)
	p.tab("settings")
	p.set("#theme", "light")
	p.wait(offlineReady)
	p.click("#analysis-on")
	p.wait(`/depth 1[0-9]/.test(document.querySelector("#source").textContent)`)
	p.eval(`document.querySelectorAll(".toast").forEach((e) => e.remove())`)
	p.picture("board.png")
	shrink(t, "board.png")
}

// picture writes a picture of the window.
func (p *page) picture(name string) {
	p.t.Helper()
	data, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*shots, name), data, 0o666); err != nil {
		p.t.Fatal(err)
	}
}

// shrink rewrites a picture with the 256 colours that it has most of.
func shrink(t *testing.T, name string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(*shots, name))
	if err != nil {
		t.Fatal(err)
	}
	full, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	counts := map[color.Color]int{}
	for y := range full.Bounds().Dy() {
		for x := range full.Bounds().Dx() {
			counts[full.At(x, y)]++
		}
	}
	colours := slices.SortedFunc(maps.Keys(counts), func(a, b color.Color) int { return counts[b] - counts[a] })
	small := image.NewPaletted(full.Bounds(), colours[:min(256, len(colours))])
	draw.Draw(small, small.Bounds(), full, image.Point{}, draw.Src)
	var packed bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&packed, small); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*shots, name), packed.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}
