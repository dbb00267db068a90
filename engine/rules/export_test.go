package rules

import "slices"

// The keys of the language, for tests outside of this package.

// SettingKeys returns the implemented keys except those of pieces.
func SettingKeys() []string {
	var keys []string
	for _, s := range settings {
		keys = append(keys, s.key)
	}
	return keys
}

// PieceKeys returns the keys of predefined pieces and of some custom ones.
func PieceKeys() []string {
	keys := []string{"customPiece1", "customPiece2", "customPiece25", "customPiece26", "customPiece01"}
	for key := range predefined {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// UnsupportedKeys returns the keys that are not implemented, and the values that disable their rules.
func UnsupportedKeys() (keys []string, off map[string]string) {
	for key := range unsupported {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys, unsupported
}
