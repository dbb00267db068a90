package rules

import (
	"reflect"
)

func (d *draft) check() []*Error         { return nil }
func check(v *Variant) []*Error          { return nil }
func (v *Variant) equal(w *Variant) bool { return reflect.DeepEqual(v, w) }
