package explore

import (
	"slices"
	"sort"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Strings returns the strings that stand for all strings when m is explored:
// "", which is always number 0, the constants of the machine, sorted, and one
// that the machine does not mention. A value of type string is an index into
// this slice, in parameters as well as in variables and fields.
func Strings(m *core.Machine) []string {
	texts := []string{""}
	for _, e := range expressions(m) {
		expr.Walk(e, func(e expr.Expr) {
			if t, ok := e.(*expr.Text); ok {
				texts = append(texts, t.Value)
			}
		})
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	fresh := "other"
	for slices.Contains(texts, fresh) {
		fresh += "'"
	}
	return append(texts, fresh)
}

// intern returns the function that numbers string constants.
func intern(texts []string) func(string) int64 {
	constants := texts[:len(texts)-1]
	return func(s string) int64 {
		return int64(sort.SearchStrings(constants, s))
	}
}

// expressions returns the expressions of m that give values and decide guards.
func expressions(m *core.Machine) []expr.Expr {
	var list []expr.Expr
	add := func(e expr.Expr) {
		if e != nil {
			list = append(list, e)
		}
	}
	for i := range m.Params {
		p := &m.Params[i]
		add(p.Min)
		add(p.Max)
		add(p.Default)
	}
	for i := range m.Vars {
		v := &m.Vars[i]
		add(v.Min)
		add(v.Max)
		add(v.Init)
	}
	for _, i := range m.Invariants {
		add(i.Expr)
	}
	for _, s := range m.States {
		for _, p := range s.Progress {
			add(p)
		}
	}
	add(m.Bound)
	for i := range m.Transitions {
		t := &m.Transitions[i]
		add(t.Guard)
		for _, u := range t.Updates {
			if m.Vars[u.Var].Type.Scalar() {
				add(u.Value)
			}
		}
		for _, e := range t.Emits {
			list = append(list, computed(e)...)
		}
	}
	for _, e := range m.Start {
		list = append(list, computed(e)...)
	}
	return list
}

// computed returns the values of an output that are made by arithmetic. The
// others can always be had, and what they are changes nothing in the machine.
func computed(e core.Emission) (values []expr.Expr) {
	for _, v := range e.Values {
		arithmetic := false
		expr.Walk(v, func(x expr.Expr) {
			switch x := x.(type) {
			case *expr.Binary:
				arithmetic = arithmetic || x.Op <= expr.Rem
			case *expr.Unary:
				arithmetic = arithmetic || x.Op == expr.Neg
			}
		})
		if arithmetic {
			values = append(values, v)
		}
	}
	return values
}

// externals returns how many answers of external guards the machine's symbols
// number.
func externals(m *core.Machine) int {
	n := len(m.Asks)
	for _, e := range expressions(m) {
		expr.Walk(e, func(e expr.Expr) {
			if r, ok := e.(*expr.Ref); ok && r.Symbol.Scope == expr.External {
				n = max(n, r.Symbol.Index+1)
			}
		})
	}
	return n
}
