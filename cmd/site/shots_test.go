package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
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
		for _, variant := range []string{"thinchess", "dobutsu", "tinyhouse", "losalamos", "crazyhouse"} {
			p.open("#v=" + variant)
			for _, theme := range []string{"light", "dark"} {
				p.set("#theme", theme)
				p.eval(`document.querySelector("[data-square]:not([data-man=''])").focus()`)
				time.Sleep(200 * time.Millisecond)
				picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
				if err != nil {
					t.Fatal(err)
				}
				name := fmt.Sprintf("%s-%s-%s.png", variant, theme, screen.name)
				if err := os.WriteFile(filepath.Join(*shots, name), picture, 0o666); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
