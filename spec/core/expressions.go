package core

import "github.com/fsmgen/fsmgen/spec/expr"

// Expressions calls visit for every expression of the machine: ranges, defaults,
// initial values, progress, guards, updates, values of outputs, arguments,
// durations, invariants, and the bound. It skips parts that are nil.
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
	for _, e := range m.Events {
		for _, f := range e.Fields {
			all(f.Min, f.Max)
		}
	}
	for _, a := range m.Asks {
		all(a.Args...)
	}
	for _, t := range m.Timers {
		all(t.Length)
		all(t.Args...)
	}
	for _, i := range m.Invocations {
		all(i.Args...)
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

// Evaluated calls visit for every expression that decides a guard, gives a
// value, or is claimed of values: all of [Machine.Expressions] but arguments,
// new values of opaque variables, and outputs
// without arithmetic. The order is that of the machine.
func (m *Machine) Evaluated(visit func(expr.Expr)) {
	all := func(es ...expr.Expr) {
		for _, e := range es {
			if e != nil {
				visit(e)
			}
		}
	}
	for i := range m.Params {
		p := &m.Params[i]
		all(p.Min, p.Max, p.Default)
	}
	for i := range m.Vars {
		v := &m.Vars[i]
		all(v.Min, v.Max, v.Init)
	}
	for i := range m.Events {
		for _, f := range m.Events[i].Fields {
			all(f.Min, f.Max)
		}
	}
	for _, i := range m.Invariants {
		all(i.Expr)
	}
	for _, s := range m.States {
		all(s.Progress...)
	}
	all(m.Bound)
	for i := range m.Transitions {
		t := &m.Transitions[i]
		all(t.Guard)
		for _, u := range t.Updates {
			if m.Vars[u.Var].Type.Scalar() {
				all(u.Value)
			}
		}
		for _, e := range t.Emits {
			all(e.Arithmetic()...)
		}
	}
	for _, e := range m.Start {
		all(e.Arithmetic()...)
	}
}

// Arithmetic returns the values of an output that are made by arithmetic. The
// others can always be computed, and what they are changes nothing in the
// machine.
func (e *Emission) Arithmetic() (values []expr.Expr) {
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
