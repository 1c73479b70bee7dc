package expr

import "slices"

// AnyOf returns the condition that one of several conditions holds, evaluated in order. It leaves out
// repeated ones. All must be of one scope, in which equal texts mean the same. The result is nil if
// there are no conditions.
func AnyOf(conditions ...Expr) Expr {
	var parts []string
	var out Expr
	var add func(Expr)
	add = func(x Expr) {
		if b, ok := x.(*Binary); ok && b.Op == Or {
			add(b.X)
			add(b.Y)
			return
		}
		text := Print(x, Spec)
		switch {
		case slices.Contains(parts, text):
			return
		case out == nil:
			out = x
		default:
			out = &Binary{Op: Or, X: out, Y: x}
		}
		parts = append(parts, text)
	}
	for _, x := range conditions {
		add(x)
	}
	return out
}

// Both returns the condition that two conditions hold, evaluated in order. Either may be nil, which
// means that it always holds.
func Both(x, y Expr) Expr {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	return &Binary{Op: And, X: x, Y: y}
}

// Conjuncts returns the conditions that [Both] has joined, in order; none for nil. What is not a
// conjunction is one condition.
func Conjuncts(e Expr) []Expr {
	if e == nil {
		return nil
	}
	if and, ok := e.(*Binary); ok && and.Op == And {
		return append(Conjuncts(and.X), Conjuncts(and.Y)...)
	}
	return []Expr{e}
}
