// Package spelling finds the name that a misspelled one stands for.
package spelling

import (
	"fmt"
	"strings"
)

// maxName is the length in bytes above which there is no suggestion, since it would take long.
const maxName = 40

// Suggest returns " (did you mean "x"?)" for the closest of names, or nothing if in all of them more
// than one letter in three differs.
func Suggest(name string, names []string) string {
	if len(name) > maxName {
		return ""
	}
	best, least := "", len(name)/3+1
	for _, n := range names {
		if d := distance(name, n, least); d < least {
			best, least = n, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %q?)", best)
}

// distance returns the Damerau-Levenshtein distance of a and b without regard to case, at most limit.
func distance(a, b string, limit int) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	// Row i holds the distances of the first i letters of a to the prefixes of b. A swap needs the
	// row before the previous one.
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		row, above, above2 := rows[i%3], rows[(i+2)%3], rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			row[j] = min(above[j], row[j-1]) + 1
			if a[i-1] == b[j-1] {
				row[j] = min(row[j], above[j-1])
			} else {
				row[j] = min(row[j], above[j-1]+1)
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], above2[j-2]+1)
			}
		}
	}
	return min(limit, rows[len(a)%3][len(b)])
}
