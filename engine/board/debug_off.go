//go:build !debug

package board

// debug enables expensive checks: see debug_on.go.
const debug = false
