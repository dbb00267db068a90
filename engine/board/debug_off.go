//go:build !debug

package board

// debug turns on the checks that cost too much for every day; see debug_on.go.
const debug = false
