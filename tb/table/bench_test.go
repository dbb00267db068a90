package table_test

import (
	"path/filepath"
	"testing"
)

// BenchmarkOpen opens a table: it compiles the rules and reads the directory.
func BenchmarkOpen(b *testing.B) {
	data := small(b)
	for b.Loop() {
		if _, err := read(data); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWrite writes values.
func BenchmarkWrite(b *testing.B) {
	d := space(b, "chess", "KRvK")
	values := fill(b, d, some(30))
	path := filepath.Join(b.TempDir(), "x.tht")
	for b.Loop() {
		write(b, path, d, values, 2)
	}
	b.ReportMetric(float64(len(values))*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mvalues/s")
}
