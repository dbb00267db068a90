//go:build debug

package board

// debug makes Apply check every invariant of its result.
const debug = true
