package main

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// Coordinates would cover the men of squares that are smaller than 24 pixels: there they are left out.
func TestCoordinates(t *testing.T) {
	p := newPage(t, newFileServer(t).URL+prefix, 1280, 800)
	p.open("")
	p.loadVariants("[band:thinchess]\nmaxFile = 16\nmaxRank = 4\nstartFen = 15k/16/16/K15 w - - 0 1\n")
	shown := `[...document.querySelectorAll(".coordinate")].filter((c) => c.getBoundingClientRect().width > 0).length`
	p.expect(`document.querySelectorAll("[data-square]").length`, "64")
	p.expect(shown, "20")
	p.run(chromedp.EmulateViewport(360, 640))
	p.expect(shown, "0")
	p.set("#variant", "thinchess")
	p.expect(shown, "12")
}
