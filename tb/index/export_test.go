package index

// TurnsHalf reports whether the colours turn by half a circle.
func (ix *Indexer) TurnsHalf() bool {
	geo := ix.geo
	return geo.Squares() > 1 && geo.Width > 1 && ix.maps[1].Map[0] == geo.MirrorSquare(geo.FlipSquare(0))
}
