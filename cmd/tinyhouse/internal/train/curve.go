package train

import (
	"fmt"
	"math"
	"strings"

	"tinyhouse/engine/learn/fit"
)

// The size of the picture and its margins, in pixels.
const (
	width, height = 720, 400
	left, right   = 80, 20
	top, bottom   = 40, 50
)

// curveSVG returns a picture of the losses: the epochs of all generations one after the other, dashed for
// training and solid for validation.
func curveSVG(generations [][]fit.Epoch) string {
	low, high, n := rangeOf(generations)
	x := func(i int) float64 { return left + (float64(i)+0.5)/float64(max(n, 1))*(width-left-right) }
	y := func(v float64) float64 { return top + (high-v)/(high-low)*(height-top-bottom) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/>`+"\n", width, height)
	fmt.Fprintf(&b, `<text x="%d" y="22">Mean squared error of the expected score by epoch: validation solid, training dashed</text>`+"\n", left)
	for i := range 5 {
		v := low + (high-low)*float64(i)/4
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ccc"/><text x="%d" y="%.1f" text-anchor="end">%.5f</text>`+"\n", left, y(v), width-right, left-6, y(v)+4, v)
	}
	first := 0
	for g, epochs := range generations {
		fmt.Fprintf(&b, `<text x="%.1f" y="%d">generation %d</text>`+"\n", x(first), height-18, g+1)
		for _, line := range []struct {
			style string
			loss  func(fit.Epoch) float64
		}{
			{`stroke="#06c" stroke-dasharray="4 3"`, func(e fit.Epoch) float64 { return e.Train }},
			{`stroke="#c30"`, func(e fit.Epoch) float64 { return e.Validation }},
		} {
			b.WriteString(`<polyline fill="none" stroke-width="1.5" ` + line.style + ` points="`)
			for i, e := range epochs {
				fmt.Fprintf(&b, "%.1f,%.1f ", x(first+i), y(line.loss(e)))
			}
			b.WriteString("\"/>\n")
		}
		first += len(epochs)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// rangeOf returns the least and the largest loss, which differ, and the number of epochs.
func rangeOf(generations [][]fit.Epoch) (low, high float64, n int) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, epochs := range generations {
		for _, e := range epochs {
			low, high = min(low, e.Train, e.Validation), max(high, e.Train, e.Validation)
			n++
		}
	}
	if high-low < 1e-9 {
		high = low + 1e-9
	}
	return low, high, n
}
