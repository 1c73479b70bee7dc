package core

import "github.com/fsmgen/fsmgen/spec/expr"

// Expressions calls visit for every expression of the machine: ranges, defaults,
// initial values, progress, guards, updates, values of outputs, arguments,
// invariants, and the bound. It skips parts that are nil.
func (m *Machine) Expressions(visit func(expr.Expr)) {
	all := func(es ...expr.Expr) {
		for _, e := range es {
			if e != nil {
				visit(e)
			}
		}
	}
	for _, p := range m.Params {
		all(p.Min, p.Max, p.Default)
	}
	for _, v := range m.Vars {
		all(v.Min, v.Max, v.Init)
	}
	for _, a := range m.Asks {
		all(a.Args...)
	}
	for _, t := range m.Timers {
		all(t.Args...)
	}
	for _, s := range m.States {
		all(s.Progress...)
	}
	for _, t := range m.Transitions {
		all(t.Guard)
		for _, u := range t.Updates {
			all(u.Value)
		}
		for _, e := range t.Emits {
			all(e.Values...)
		}
	}
	for _, e := range m.Start {
		all(e.Values...)
	}
	for _, i := range m.Invariants {
		all(i.Expr)
	}
	all(m.Bound)
}
