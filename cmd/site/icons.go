package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
)

// The icon is a board of four by four squares with a piece like a wazir. Coordinates are from 0 to 1.

var (
	iconDark  = color.NRGBA{0x2f, 0x3a, 0x4a, 0xff}
	iconLight = color.NRGBA{0x5a, 0x6a, 0x7f, 0xff}
	iconPiece = color.NRGBA{0xff, 0xff, 0xff, 0xff}
)

// arm is half the width of the arms of the piece, reach their length from the centre.
const arm, reach = 0.11, 0.31

// addIcons adds the icons.
func (b *builder) addIcons() error {
	for _, icon := range []struct {
		name  string
		size  int
		inset float64 // of the picture in the icon: maskable icons may lose their edges
	}{{"icon-192", 192, 0}, {"icon-512", 512, 0}, {"icon-maskable", 512, 0.1}} {
		var out bytes.Buffer
		if err := png.Encode(&out, drawIcon(icon.size, icon.inset)); err != nil {
			return err
		}
		b.files["icons/"+icon.name+".png"] = out.Bytes()
	}
	b.files["icons/icon.svg"] = []byte(iconSVG())
	return nil
}

// drawIcon draws the icon with four by four samples a pixel.
func drawIcon(size int, inset float64) image.Image {
	const samples = 4
	m := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			var sum [3]int
			for i := range samples * samples {
				u := (float64(x) + (float64(i%samples)+0.5)/samples) / float64(size)
				v := (float64(y) + (float64(i/samples)+0.5)/samples) / float64(size)
				c := iconAt((u-inset)/(1-2*inset), (v-inset)/(1-2*inset))
				sum[0], sum[1], sum[2] = sum[0]+int(c.R), sum[1]+int(c.G), sum[2]+int(c.B)
			}
			n := samples * samples
			m.SetNRGBA(x, y, color.NRGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 0xff})
		}
	}
	return m
}

// iconAt returns the colour at a point.
func iconAt(x, y float64) color.NRGBA {
	dx, dy := math.Abs(x-0.5), math.Abs(y-0.5)
	switch {
	case min(dx, dy) < arm && max(dx, dy) < reach:
		return iconPiece
	case (int(math.Floor(4*x))+int(math.Floor(4*y)))%2 == 0:
		return iconLight
	}
	return iconDark
}

// iconSVG returns the icon as SVG.
func iconSVG() string {
	hex := func(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
	text := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><path fill="` + hex(iconDark) + `" d="M0 0h400v400H0z"/><path fill="` + hex(iconLight) + `" d="`
	for i := range 16 {
		if x, y := i%4, i/4; (x+y)%2 == 0 {
			text += fmt.Sprintf("M%d %dh100v100h-100z", 100*x, 100*y)
		}
	}
	low, high, wide := 400*(0.5-reach), 400*(0.5-arm), 400*arm*2
	long := 400 * (reach - arm)
	return text + fmt.Sprintf(`"/><path fill="%s" d="M%g %gh%gv%gh%gv%gh-%gv%gh-%gv-%gh-%gv-%gh%gz"/></svg>`+"\n",
		hex(iconPiece), high, low, wide, long, long, wide, long, long, wide, long, long, wide, long)
}
