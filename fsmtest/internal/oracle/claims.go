package oracle

import (
	"fmt"
	"reflect"
)

// Claims are those of the spec: ranges and invariants.
type Claims struct {
	spec   *Spec
	oracle *Oracle
}

// Params reports whether the parameters are in their declared ranges. Where a range
// cannot be computed they are not.
func (o *Claims) Params(c any) (valid bool) {
	defer func() { _ = recover() }() // from a division by 0
	v := o.oracle.Layout.ParamsOf(c)
	for i, p := range o.spec.Params {
		if p.Range != nil && !within(int(v.Field(o.oracle.Layout.Params[i].Index).Int()), p.Range, c) {
			return false
		}
	}
	return true
}

// Hold reports whether the variables are in their declared ranges and the
// invariants hold.
func (o *Claims) Hold(m Config) bool { return o.Broken(m) == "" }

// Broken says which claim of the spec does not hold: that a variable is in its declared range, or an invariant. It is "" if
// all hold.
func (o *Claims) Broken(m Config) (what string) {
	claim := "a range"
	defer func() {
		if recover() != nil {
			what = claim + " divides by 0"
		}
	}()
	v := reflect.ValueOf(m.Vars)
	for i := range o.oracle.Vars {
		of := &o.oracle.Vars[i]
		if p := o.spec.Vars[i].Range; p != nil && (of.State < 0 || of.State == m.State) {
			if n := int(v.Field(o.oracle.Layout.Slots[of.Slot].Index).Int()); !within(n, p, m.Vars) {
				return fmt.Sprintf("%s is %d, outside its declared range", o.spec.Vars[i].Name, n)
			}
		}
	}
	for _, c := range o.spec.Invariants {
		claim = "the invariant " + c.Text
		if c.In != "" {
			claim += " of state " + c.In
		}
		if (c.In == "" || c.In == o.spec.States[m.State].Name) && !c.Holds(m.Vars) {
			return claim + " does not hold"
		}
	}
	return ""
}

// within reports whether n is in a range.
func within(n int, limits func(any) (int, int), c any) bool {
	least, greatest := limits(c)
	return least <= n && n <= greatest
}
