//go:build !js

package eventloop

// Run does nothing: there is no event loop.
func Run() {}
