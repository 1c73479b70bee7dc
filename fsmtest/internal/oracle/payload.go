package oracle

// Invalid is, in place of a row, that of an event with a payload outside of its range: it is refused in every state, and changes nothing.
const Invalid = -2

// Excess is the value of a field that is outside of its range.
type Excess struct {
	// Field is an index of the fields of its event.
	Field, Value int
	// Least and Greatest are the range, or [NoMin] and [NoMax].
	Least, Greatest int
}

// Outside returns the first value of a payload that is outside of its range, and whether there is one.
func (o *Oracle) Outside(m Config, e Input) (x Excess, some bool) {
	for i := range o.Spec.Events[e.Event].Fields {
		f := &o.Spec.Events[e.Event].Fields[i]
		if f.Range == nil {
			continue
		}
		least, greatest := f.Range(m.Vars)
		value := int(o.Layout.PayloadValue(e).Field(o.Layout.Carried[e.Event][i].Place.Index).Int())
		if value < least || value > greatest {
			return Excess{i, value, least, greatest}, true
		}
	}
	return Excess{}, false
}
