package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
)

// changeBytes changes b at random, in place or not, and describes the change.
func changeBytes(b []byte, rng *rand.Rand) ([]byte, string) {
	if len(b) == 0 {
		return []byte{0}, "a byte in an empty file"
	}
	at := rng.IntN(len(b))
	n := 1 + rng.IntN(min(len(b)-at, 1<<rng.IntN(12)))
	switch rng.IntN(9) {
	case 0, 1:
		bit := rng.IntN(8)
		b[at] ^= 1 << bit
		return b, fmt.Sprintf("bit %d of byte %d flipped", bit, at)
	case 2, 3:
		return changeDigit(b, rng)
	case 4:
		return b[:at], fmt.Sprintf("cut to %d bytes", at)
	case 5:
		more := make([]byte, n)
		for i := range more {
			more[i] = byte(rng.Uint32())
		}
		return append(b, more...), fmt.Sprintf("%d bytes appended", n)
	case 6:
		clear(b[at : at+n])
		return b, fmt.Sprintf("%d bytes at %d zero", n, at)
	case 7:
		from := rng.IntN(len(b) - n + 1)
		copy(b[at:at+n], bytes.Clone(b[from:from+n]))
		return b, fmt.Sprintf("%d bytes at %d replaced by those at %d", n, at, from)
	}
	return append(b[:at:at], b[at+n:]...), fmt.Sprintf("%d bytes at %d left out", n, at)
}

// changeDigit replaces a decimal digit by another one, or a byte where there is none.
func changeDigit(b []byte, rng *rand.Rand) ([]byte, string) {
	start := rng.IntN(len(b))
	for i := range b {
		at := (start + i) % len(b)
		if c := b[at]; '0' <= c && c <= '9' {
			b[at] = '0' + (c-'0'+byte(1+rng.IntN(9)))%10
			return b, fmt.Sprintf("digit %c at %d now %c in %.60q", c, at, b[at], b[max(0, at-20):min(len(b), at+20)])
		}
	}
	b[start]++
	return b, fmt.Sprintf("byte %d now %d", start, b[start])
}
