package check

import (
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Unused warns of unused declarations: events that no state handles, variables
// that are neither set nor read, and parameters, enums, guards, delays, and outputs
// that are not used. The cause is often a misspelled name.
func Unused(f *syntax.File, m *core.Machine, used map[diag.Span]bool) (diags diag.List) {
	u := use{symbols: map[key]bool{}, enums: map[*expr.Enum]bool{}}
	u.machine(m)
	warn := func(span diag.Span, what, name string) {
		diags.Warnf(diag.CodeUnused, span, "%s `%s` is declared but never used", what, name).Helpf("remove it, or use it")
	}
	for _, p := range m.Params {
		if !u.symbols[key{expr.Param, p.Symbol.Index}] {
			warn(p.Span, "parameter", p.Name)
		}
	}
	for i, e := range m.Enums {
		if !u.enums[e] {
			warn(f.Enums[i].Name.Span, "enum", e.Name)
		}
	}
	for _, v := range m.Vars {
		if v.State < 0 && v.Implied == core.Declared && !u.symbols[key{expr.Var, v.Symbol.Index}] {
			warn(v.Span, "variable", v.Name)
		}
	}
	for _, g := range m.Guards {
		if !used[g.Span] {
			warn(g.Span, "guard", g.Name)
		}
	}
	for _, d := range m.Delays {
		if !used[d.Span] {
			warn(d.Span, "delay", d.Name)
		}
	}
	for _, o := range m.Outputs {
		if !used[o.Span] {
			warn(o.Span, "output", o.Name)
		}
	}
	listed, handled := make([]bool, len(m.Events)), make([]bool, len(m.Events))
	for _, t := range m.Transitions {
		listed[t.Event] = listed[t.Event] || t.Span != f.Unlisted.Span
		handled[t.Event] = handled[t.Event] || t.Effect != core.Ignore || m.Events[t.Event].Cancellation // to ignore the end of a context is an effect
	}
	for i, e := range m.Events {
		switch {
		case handled[i] || e.OfCall() || used[e.Span]:
		case e.Eventless: // there is one because of raised events, or of events for several regions, which may all leave the state
			if raises(m) {
				diags.Warnf(diag.CodeUnused, e.Span, "each raised event is ignored where it can come").Helpf("handle it in a state, or do not raise it")
			}
		case listed[i]:
			diags.Warnf(diag.CodeUnused, e.Span, "no state handles event `%s`: it is only ignored", e.Name).
				Helpf("handle it under `on:` of a state, or remove it")
		default:
			warn(e.Span, "event", e.Name)
		}
	}
	return diags
}

// raises reports whether a machine raises an event.
func raises(m *core.Machine) bool {
	for e := range m.Events {
		if source.Raised(m, e) {
			return true
		}
	}
	return false
}

type key struct {
	scope expr.Scope
	index int
}

// use collects the symbols and enums that a machine uses.
type use struct {
	symbols map[key]bool
	enums   map[*expr.Enum]bool
}

func (u use) machine(m *core.Machine) {
	for _, p := range m.Params {
		u.typ(p.Type)
		u.expr(p.Min, p.Max, p.Default)
	}
	for _, v := range m.Vars {
		u.typ(v.Type)
		u.expr(v.Min, v.Max, v.Init)
	}
	for _, e := range m.Events {
		u.fields(e.Fields)
		for _, f := range e.Fields {
			u.expr(f.Min, f.Max)
		}
	}
	for _, o := range m.Outputs {
		u.fields(o.Fields)
	}
	for _, g := range m.Guards {
		u.fields(g.Args)
	}
	for _, d := range m.Delays {
		u.fields(d.Args)
	}
	for _, a := range m.Asks {
		u.expr(a.Args...)
	}
	for _, t := range m.Timers {
		u.expr(t.Length)
		u.expr(t.Args...)
	}
	for _, c := range m.Calls {
		u.fields(c.Args)
	}
	for _, i := range m.Invocations {
		u.expr(i.Args...)
		u.expr(i.Requires...)
	}
	for _, e := range m.Start {
		u.expr(e.Written...)
	}
	for _, s := range m.States {
		u.expr(s.Progress...)
	}
	for _, t := range m.Transitions {
		u.expr(t.Guard, t.Written)
		for _, up := range t.Updates {
			u.symbols[key{expr.Var, up.Var}] = true
			u.expr(up.Value)
		}
		for _, e := range t.Emits {
			u.expr(e.Written...)
		}
	}
	for _, i := range m.Invariants {
		u.expr(i.Expr)
	}
	u.expr(m.Bound)
	for _, c := range core.TimeClaims(m) {
		u.expr(c.Most)
	}
	for i := range m.Costs {
		u.expr(m.Costs[i].Max)
		for _, w := range m.Costs[i].Weights {
			u.expr(w.Value)
		}
	}
}

func (u use) fields(list []core.Field) {
	for _, f := range list {
		u.typ(f.Type)
	}
}

func (u use) typ(t expr.Type) {
	if t.Enum != nil {
		u.enums[t.Enum] = true
	}
}

func (u use) expr(list ...expr.Expr) {
	for _, e := range list {
		if e == nil {
			continue
		}
		expr.Walk(e, func(e expr.Expr) {
			if r, ok := e.(*expr.Ref); ok {
				u.symbols[key{r.Symbol.Scope, r.Symbol.Index}] = true
			}
		})
	}
}
