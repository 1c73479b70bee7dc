package stored

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// term rewrites an expression over the values that Restore of the new version reads from a snapshot as
// one over the values of the old version. state is the old state, or -1 for an expression without
// data. The result is nil if it cannot be expressed.
func (p *pairing) term(state int, e expr.Expr) expr.Expr {
	switch e := e.(type) {
	case *expr.Ref:
		from := p.source(state, e.Symbol)
		if ref, ok := from.(*expr.Ref); ok && ref.Symbol.Type.Kind != e.Symbol.Type.Kind {
			return nil
		}
		return from
	case *expr.Unary:
		if x := p.term(state, e.X); x != nil {
			return &expr.Unary{Op: e.Op, X: x}
		}
		return nil
	case *expr.Binary:
		if k := e.X.Type().Kind; k == expr.Enumerated || k == expr.String {
			same := p.equal(state, e.X, e.Y)
			if same != nil && e.Op == expr.Ne {
				return &expr.Unary{Op: expr.Not, X: same}
			}
			return same
		}
		x, y := p.term(state, e.X), p.term(state, e.Y)
		if x == nil || y == nil {
			return nil
		}
		return &expr.Binary{Op: e.Op, X: x, Y: y}
	case *expr.Call:
		args := make([]expr.Expr, len(e.Args))
		for i, a := range e.Args {
			if args[i] = p.term(state, a); args[i] == nil {
				return nil
			}
		}
		return &expr.Call{Op: e.Op, Args: args}
	}
	return e
}

// source returns where Restore gets the value of a parameter or variable of the new version: a reference
// to an old one, or the rewritten default or initial value. It is nil if the value cannot be expressed.
func (p *pairing) source(state int, s *expr.Symbol) expr.Expr {
	at := slotOf(s)
	if p.decided[at] {
		return p.open(at)
	}
	if x := p.given[at]; x != nil {
		return x
	}
	if s.Scope == expr.Param {
		if i := p.params[s.Index]; i >= 0 {
			return p.reference(p.old.Params[i].Symbol)
		}
		if x := p.new.Params[s.Index].Default; x != nil {
			return p.first(state, x)
		}
		return p.open(at)
	}
	v := &p.new.Vars[s.Index]
	if v.Pending() {
		return zero(v.Type)
	}
	i := p.vars[s.Index]
	if v.State >= 0 {
		i = p.data[place{state, s.Index}]
	}
	switch {
	case i >= 0:
		return p.reference(p.old.Vars[i].Symbol)
	case v.State >= 0 || v.Init == nil:
		return p.open(at)
	}
	return p.first(state, v.Init)
}

// zero returns the zero value of a type, which what is pending has in a machine at rest. It is nil for Go types.
func zero(t expr.Type) expr.Expr {
	switch {
	case t.Kind == expr.String:
		return &expr.Text{}
	case t.Scalar():
		return &expr.Lit{T: t}
	}
	return nil
}

// open returns a reference to a value that the program decides, or nil.
func (p *pairing) open(at Slot) expr.Expr {
	if p.unknown == nil {
		return nil
	}
	return &expr.Ref{Symbol: p.unknown(at)}
}

// first rewrites a default or an initial value. A constant of an enum or a string stays as it is.
func (p *pairing) first(state int, x expr.Expr) expr.Expr {
	if k := x.Type().Kind; k == expr.Enumerated || k == expr.String {
		if ref, ok := x.(*expr.Ref); ok {
			return p.source(state, ref.Symbol)
		}
		return x
	}
	return p.term(state, x)
}

func (p *pairing) reference(s *expr.Symbol) expr.Expr {
	if p.opaque[s] {
		return nil
	}
	return &expr.Ref{Symbol: s}
}

// equal rewrites the comparison of two values of an enum, or of two strings.
func (p *pairing) equal(state int, x, y expr.Expr) expr.Expr {
	a, b := x, y
	for _, e := range []*expr.Expr{&a, &b} {
		if ref, ok := (*e).(*expr.Ref); ok {
			if *e = p.source(state, ref.Symbol); *e == nil {
				return nil
			}
		}
	}
	if t := x.Type(); t.Kind == expr.Enumerated {
		same := refused()
		for v := range t.Enum.Values {
			same = or(same, and(p.is(a, t.Enum, v), p.is(b, t.Enum, v)))
		}
		return same
	}
	// A string may come from a string or from an enum.
	var texts []string
	for _, e := range []expr.Expr{a, b} {
		if t := e.Type(); t.Kind == expr.Enumerated {
			texts = append(texts, storedTexts(t.Enum)...)
		} else if text, ok := e.(*expr.Text); ok {
			texts = append(texts, text.Value)
		}
	}
	if len(texts) == 0 {
		return &expr.Binary{Op: expr.Eq, X: a, Y: b}
	}
	slices.Sort(texts)
	same := refused()
	for _, text := range slices.Compact(texts) {
		same = or(same, and(reads(a, text), reads(b, text)))
	}
	return same
}

// is returns the condition that a value becomes value v of an enum of the new version. The value is a constant
// of that enum, or a reference to an old enum or string.
func (p *pairing) is(x expr.Expr, to *expr.Enum, v int) expr.Expr {
	if lit, ok := x.(*expr.Lit); ok && lit.T.Enum == to {
		return expr.Truth(lit.Value == int64(v))
	}
	any := refused()
	for _, text := range p.valueTexts(to, v) {
		any = or(any, reads(x, text))
	}
	return any
}

// storedTexts returns the texts that are stored for the values of an enum.
func storedTexts(e *expr.Enum) (texts []string) {
	for i := range e.Values {
		texts = append(texts, e.Stored(i))
	}
	return texts
}

// reads returns the condition that a value is a text in a snapshot. The value is a string, or belongs to an enum
// of the old version.
func reads(x expr.Expr, text string) expr.Expr {
	switch t := x.Type(); {
	case t.Kind == expr.Enumerated:
		i := slices.Index(storedTexts(t.Enum), text)
		if i < 0 {
			return refused()
		}
		return &expr.Binary{Op: expr.Eq, X: x, Y: &expr.Lit{T: t, Value: int64(i)}}
	default:
		if constant, ok := x.(*expr.Text); ok {
			return expr.Truth(constant.Value == text)
		}
		return &expr.Binary{Op: expr.Eq, X: x, Y: &expr.Text{Value: text}}
	}
}

// constant returns the value of a constant condition.
func constant(x expr.Expr) (value, ok bool) {
	lit, ok := x.(*expr.Lit)
	return ok && lit.Value != 0, ok
}

func or(x, y expr.Expr) expr.Expr { return connect(expr.Or, x, y) }

func and(x, y expr.Expr) expr.Expr { return connect(expr.And, x, y) }

// connect joins two conditions. A constant one decides the result, or leaves the other one.
func connect(op expr.Op, x, y expr.Expr) expr.Expr {
	for _, p := range [][2]expr.Expr{{x, y}, {y, x}} {
		if value, ok := constant(p[0]); ok {
			if value == (op == expr.Or) {
				return p[0]
			}
			return p[1]
		}
	}
	return &expr.Binary{Op: op, X: x, Y: y}
}

// Divides reports whether an expression divides by something other than a constant, which may be 0.
func Divides(x expr.Expr) (found bool) {
	expr.Walk(x, func(x expr.Expr) {
		if b, ok := x.(*expr.Binary); ok && (b.Op == expr.Quo || b.Op == expr.Rem) {
			by, ok := b.Y.(*expr.Lit)
			found = found || !ok || by.Value == 0
		}
	})
	return found
}
