package core

import "github.com/fsmgen/fsmgen/spec/expr"

// Outside is the Rule of the alternatives that reject an event whose payload is outside of its range. The loader adds one in each
// state with alternatives for the event, before all others. Such an event never changes the machine, so it is none that is awaited.
const Outside = "payload"

// Outside returns the condition that the payload of an event is outside of its range, or nil if it has none. It reads
// parameters and the payload.
func (e *Event) Outside() (outside expr.Expr) {
	for i := range e.Fields {
		if out := e.Fields[i].Outside(); out != nil && outside != nil {
			outside = &expr.Binary{Op: expr.Or, X: outside, Y: out}
		} else if out != nil {
			outside = out
		}
	}
	return outside
}

// Outside returns the condition that the field is outside of its range, or nil if it has none.
func (f *Field) Outside() expr.Expr { return beyond(f.Symbol, f.Min, f.Max) }

// Within returns the condition that a variable has a value in the range of the field, or nil if the field has none.
func (f *Field) Within(v *expr.Symbol) (within expr.Expr) {
	if f.Min != nil {
		within = &expr.Binary{Op: expr.Ge, X: &expr.Ref{Symbol: v}, Y: f.Min}
	}
	if f.Max != nil {
		within = expr.Both(within, &expr.Binary{Op: expr.Le, X: &expr.Ref{Symbol: v}, Y: f.Max})
	}
	return within
}

func beyond(s *expr.Symbol, lo, hi expr.Expr) expr.Expr {
	below := &expr.Binary{Op: expr.Lt, X: &expr.Ref{Symbol: s}, Y: lo}
	above := &expr.Binary{Op: expr.Gt, X: &expr.Ref{Symbol: s}, Y: hi}
	switch {
	case lo == nil && hi == nil:
		return nil
	case lo == nil:
		return above
	case hi == nil:
		return below
	}
	return &expr.Binary{Op: expr.Or, X: below, Y: above}
}

// Unwritten reports whether the loader has added an alternative that rejects an event: nothing comes to nothing by it that the spec
// awaits.
func (t *Transition) Unwritten() bool {
	return t.Effect == Reject && (t.Rule == Outside || t.Rule == "parallel")
}
