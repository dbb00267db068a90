//go:build !js

package search

import "time"

// yielder does nothing: threads run beside the search.
type yielder struct{}

func (*yielder) yield(time.Duration) {}
