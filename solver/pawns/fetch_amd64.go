package pawns

// fetch begins to bring a line of the memory near, and does not wait for it.
//
//go:noescape
func fetch(l *line)
