package main

import (
	"fmt"
	"strings"
)

// groups are the games that the README tells of.
var groups = map[string][]work{
	"tinyhouse": append(upTo(3, "tinyhouse"), work{"tinyhouse", "W1U1F1P1"}),
	"firstrank": append(upTo(3, "tinyhouse-firstrank"), work{"tinyhouse-firstrank", "W1U1F1P1"}),
	"chess": {
		{"chess", "KQvK"}, {"chess", "KRvK"}, {"chess", "KBvK"}, {"chess", "KNvK"}, {"chess", "KPvK"},
		{"chess", "KQvKR"}, {"chess", "KBNvK"}, {"chess", "KBBvK"}, {"chess", "KRvKP"},
	},
	"small": {
		{"thinchess8", ""}, {"thinchess", ""}, {"peasants1", ""}, {"peasants2", ""}, {"peasants3", ""},
		{"losalamos", "KQvK"}, {"losalamos", "KRvKN"}, {"losalamos", "KQvKR"}, {"losalamos", "KRvKP"}, {"losalamos", "KPvKP"},
		{"gardner", "KQvKR"}, {"gardner", "KBNvK"}, {"gardner", "KPvKP"},
		{"crazyhouse", "Q1"}, {"crazyhouse", "R1"}, {"crazyhouse", "B1"}, {"crazyhouse", "N1"}, {"crazyhouse", "P1"},
		{"crazyhouse", "R1N1"},
	},
	"dobutsu": {{"dobutsu", ""}},
}

// upTo returns every choice of 1 to n units of a variant in which each side starts with one
// wazir, horse, ferz and pawn.
func upTo(n int, variant string) []work {
	var works []work
	for total := 1; total <= n; total++ {
		for w := min(total, 2); w >= 0; w-- {
			for u := min(total-w, 2); u >= 0; u-- {
				for f := min(total-w-u, 2); f >= 0; f-- {
					if p := total - w - u - f; p <= 2 {
						works = append(works, work{variant, fmt.Sprintf("W%dU%dF%dP%d", w, u, f, p)})
					}
				}
			}
		}
	}
	return works
}

// worksOf returns the works of groups, and single ones.
func worksOf(names []string) ([]work, error) {
	var works []work
	for _, name := range names {
		variant, material, single := strings.Cut(name, ":")
		group, ok := groups[name]
		switch {
		case single:
			works = append(works, work{variant, material})
		case !ok:
			return nil, fmt.Errorf("no group %q, and no VARIANT:MATERIAL", name)
		}
		works = append(works, group...)
	}
	return works, nil
}
