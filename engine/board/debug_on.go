//go:build debug

package board

// debug makes Apply check every invariant of the position it has made.
const debug = true
