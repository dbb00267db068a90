// Command diagram draws a position as SVG on standard output: White's pieces are light, Black's
// dark, promoted pieces have a ring, hands stand beside the board. It made the pictures in docs/images.
//
//	go run ./scripts/diagram [-variant NAME] FEN >FILE.svg
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"tinyhouse/engine/board"
	"tinyhouse/engine/notation"
	"tinyhouse/engine/rules"
)

const side = 60 // pixels of a square

func main() {
	variant := flag.String("variant", rules.Default, "variant of the position")
	flag.Parse()
	if err := draw(*variant, strings.Join(flag.Args(), " ")); err != nil {
		fmt.Fprintln(os.Stderr, "diagram:", err)
		os.Exit(1)
	}
}

// draw checks that the FEN is a position of the variant and prints the picture of its text.
func draw(variant, fen string) error {
	v, err := rules.Builtin().Get(variant)
	if err != nil {
		return err
	}
	g, err := board.Compile(v)
	if err != nil {
		return err
	}
	p, err := notation.ParseFEN(g, fen)
	if err != nil {
		return err
	}
	placement, _, _ := strings.Cut(notation.FEN(g, &p), " ")
	placement, hands, _ := strings.Cut(placement, "[")
	width, height := v.Board.Width*side, v.Board.Height*side
	fmt.Printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-20 0 %d %d" width="%d" font-family="sans-serif" text-anchor="middle">`+"\n",
		width+20+2*side, height+20, width+20+2*side)
	for row, text := range strings.Split(placement, "/") {
		drawRank(row, v.Board.Width, text)
		fmt.Printf(`<text x="-10" y="%d" font-size="12">%d</text>`+"\n", row*side+side/2+4, v.Board.Height-row)
	}
	for file := range v.Board.Width {
		fmt.Printf(`<text x="%d" y="%d" font-size="12">%c</text>`+"\n", file*side+side/2, height+15, 'a'+file)
	}
	count := [2]int{}
	for _, letter := range strings.TrimSuffix(hands, "]") {
		who := 0 // White's hand grows from the bottom, Black's from the top
		y := height - side/2
		if letter >= 'a' {
			who, y = 1, side/2
		}
		drawPiece(width+side/2+side*(count[who]%2)+6, y+(who*2-1)*(count[who]/2)*side, letter, false)
		count[who]++
	}
	fmt.Println("</svg>")
	return nil
}

// drawRank draws the squares and pieces of a rank from its text in FEN.
func drawRank(row, width int, text string) {
	for file := range width {
		color := [2]string{"#f0d9b5", "#b58863"}[(row+file)%2]
		fmt.Printf(`<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", file*side, row*side, side, side, color)
	}
	file, empty := 0, 0
	for i, r := range text {
		if r >= '0' && r <= '9' {
			empty = 10*empty + int(r-'0')
			continue
		}
		file, empty = file+empty, 0
		if r == '~' || r == '+' {
			continue
		}
		promoted := strings.HasPrefix(text[i+1:], "~") || i > 0 && text[i-1] == '+'
		drawPiece(file*side+side/2, row*side+side/2, r, promoted)
		file++
	}
}

// drawPiece draws a piece as a disc with its letter.
func drawPiece(x, y int, letter rune, promoted bool) {
	fill, ink := "#fff", "#222"
	if letter >= 'a' {
		fill, ink = ink, fill
	}
	ring := "#222"
	if promoted {
		ring = "#d33"
	}
	fmt.Printf(`<circle cx="%d" cy="%d" r="22" fill="%s" stroke="%s" stroke-width="3"/>`, x, y, fill, ring)
	fmt.Printf(`<text x="%d" y="%d" font-size="26" fill="%s">%s</text>`+"\n", x, y+9, ink, strings.ToUpper(string(letter)))
}
