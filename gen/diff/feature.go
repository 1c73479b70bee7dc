package diff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// features describes a part, except for its name. Features that begin with "use" refer
// to other parts.
func (r reader) features(p part) []string {
	m := r.m
	f := &features{reader: r}
	switch p.kind {
	case param:
		x := &m.Params[p.i]
		f.add("type "+r.typ(x.Type), "min "+r.expr(-1, x.Min), "max "+r.expr(-1, x.Max), "default "+r.expr(-1, x.Default))
		f.reads(func(s *expr.Symbol, _ int) bool { return s.Scope == expr.Param && s.Index == p.i })
	case enum:
		for _, v := range m.Enums[p.i].Values {
			f.add("use value " + v)
		}
		f.typed(m.Enums[p.i])
	case value:
		f.reads(func(*expr.Symbol, int) bool { return false }, m.Enums[p.i], p.j)
	case variable:
		x := &m.Vars[p.i]
		f.add("type "+r.typ(x.Type), "min "+r.expr(-1, x.Min), "max "+r.expr(-1, x.Max), "init "+r.expr(-1, x.Init))
		f.reads(func(s *expr.Symbol, _ int) bool { return s.Scope == expr.Var && s.Index == p.i })
		for i := range m.Transitions {
			t := &m.Transitions[i]
			for _, u := range t.Updates {
				if u.Var == p.i {
					f.add("use set " + f.place(t) + ": " + r.expr(t.Event, u.Value))
				}
			}
		}
	case guard:
		f.fields(m.Guards[p.i].Args)
		f.add("reason "+strconv.FormatBool(m.Guards[p.i].Reason), "context "+strconv.FormatBool(m.Guards[p.i].Context))
		f.reads(func(s *expr.Symbol, _ int) bool { return s.Scope == expr.External && m.Asks[s.Index].Guard == p.i })
	case event:
		f.event(p.i)
	case output:
		f.fields(m.Outputs[p.i].Fields)
		f.add("context " + strconv.FormatBool(m.Outputs[p.i].Context))
		for i := range m.Transitions {
			t := &m.Transitions[i]
			for j := range t.Emits {
				if e := &t.Emits[j]; e.Output == p.i {
					f.add("use emit " + f.place(t) + ": " + r.emission(t.Event, e, e.Values))
				}
			}
		}
	case delay:
		f.add("after " + source.Duration(m.Delays[p.i].Constant) + " " + source.Duration(m.Delays[p.i].Max))
		f.fields(m.Delays[p.i].Args)
		for i := range m.Timers {
			if t := &m.Timers[i]; t.Delay == p.i {
				f.add("use timer " + f.timer(t))
			}
		}
	case call:
		f.invoked(p.i)
	case state:
		f.state(p.i)
	case outcome:
		for _, s := range m.Outcomes[p.i].States {
			f.add("use " + r.call(part{state, s, 0}))
		}
	}
	return f.list
}

// features collects the features of one part.
type features struct {
	reader
	list []string
}

func (f *features) add(list ...string) { f.list = append(f.list, list...) }

// place names a transition by its states and its event.
func (f *features) place(t *core.Transition) string {
	return f.call(part{state, t.From, 0}) + ", " + f.call(part{event, t.Event, 0}) + ", " + f.to(t)
}

func (f *features) timer(t *core.Timer) string {
	text := f.call(part{event, t.Event, 0})
	for _, s := range t.States {
		text += ", " + f.call(part{state, s, 0})
	}
	return text
}

func (f *features) fields(list []core.Field) {
	for _, x := range list {
		f.add("field " + x.Name + " " + f.typ(x.Type))
	}
}

func (f *features) event(i int) {
	e := &f.m.Events[i]
	if e.Environment {
		f.add("environment")
	}
	if e.Cancellation {
		f.add("use cancellation")
	}
	if e.Internal {
		f.add("use internal")
	}
	if caller := f.m.Caller(i); caller >= 0 {
		f.add("use result " + f.call(part{call, caller, 0}))
	}
	f.fields(e.Fields)
	for j := range f.m.Transitions {
		t := &f.m.Transitions[j]
		if t.Event != i || t.Rule != "" {
			continue
		}
		from := f.call(part{state, t.From, 0})
		f.add("use to "+from+", "+f.to(t), "use if "+from+", "+f.expr(i, t.Guard))
		if u := f.updates(t); len(u) > 0 {
			f.add("use set " + from + ", " + strings.Join(u, ", "))
		}
	}
	for j := range f.m.Timers {
		if t := &f.m.Timers[j]; t.Event == i {
			f.add("use timer " + f.timer(t))
		}
	}
}

// invoked adds what a call takes, and where it runs.
func (f *features) invoked(i int) {
	x := &f.m.Calls[i]
	f.fields(x.Args)
	if x.Child != nil {
		f.add("machine " + x.Child.Name)
	}
	for _, e := range x.Results {
		f.add("use result " + f.call(part{event, e, 0}))
	}
	for j := range f.m.Invocations {
		inv := &f.m.Invocations[j]
		if inv.Call != i {
			continue
		}
		f.add("use in " + f.states(inv.States))
		for k, a := range inv.Args {
			f.add("use in " + f.states(inv.States) + " with " + x.Args[k].Name + " = " + f.expr(-1, a))
		}
	}
}

func (f *features) state(i int) {
	s := &f.m.States[i]
	if i == f.m.Initial {
		f.add("use initial")
	}
	if s.Outcome >= 0 {
		f.add("use " + f.call(part{outcome, s.Outcome, 0}))
	}
	for _, v := range f.m.Vars {
		if v.State == i {
			f.add("datum " + v.Name + " " + f.typ(v.Type))
		}
	}
	for j := range f.m.Transitions {
		t := &f.m.Transitions[j]
		if t.Rule != "" {
			continue
		}
		on := f.call(part{event, t.Event, 0})
		if t.From == i {
			f.add("use to "+on+", "+f.to(t), "use if "+on+", "+f.expr(t.Event, t.Guard))
			if u := f.updates(t); len(u) > 0 {
				f.add("use set " + on + ", " + strings.Join(u, ", "))
			}
		} else if t.To == i {
			f.add("use from "+f.call(part{state, t.From, 0})+", "+on, "use after "+on+", "+f.expr(t.Event, t.Guard))
		}
	}
	for j := range f.m.Timers {
		if t := &f.m.Timers[j]; slices.Contains(t.States, i) {
			f.add("use timer " + f.after(t) + ", " + f.call(part{event, t.Event, 0}))
		}
	}
	for _, j := range f.m.Running(i) {
		f.add("use invoke " + f.call(part{call, f.m.Invocations[j].Call, 0}))
	}
}

// typed adds the parts that have the type of an enum.
func (f *features) typed(e *expr.Enum) {
	is := func(t expr.Type) bool { return t.Enum == e }
	for i, p := range f.m.Params {
		if is(p.Type) {
			f.add("use " + f.call(part{param, i, 0}))
		}
	}
	for i, v := range f.m.Vars {
		if is(v.Type) {
			f.add("use " + f.call(part{variable, i, 0}))
		}
	}
	for i, ev := range f.m.Events {
		for _, x := range ev.Fields {
			if is(x.Type) {
				f.add("use " + f.call(part{event, i, 0}) + "." + x.Name)
			}
		}
	}
	for i, o := range f.m.Outputs {
		for _, x := range o.Fields {
			if is(x.Type) {
				f.add("use " + f.call(part{output, i, 0}) + "." + x.Name)
			}
		}
	}
}

// reads adds the expressions that read the symbols for which has is true or, for a
// value of an enum, those that name the value.
func (f *features) reads(has func(s *expr.Symbol, in int) bool, named ...any) {
	look := func(where string, in int, e expr.Expr) {
		if e == nil {
			return
		}
		found := expr.Uses(e, func(s *expr.Symbol) bool { return has(s, in) })
		if len(named) == 2 {
			expr.Walk(e, func(x expr.Expr) {
				lit, ok := x.(*expr.Lit)
				found = found || ok && lit.T.Enum == named[0] && lit.Value == int64(named[1].(int))
			})
		}
		if found {
			f.add("use in " + where + ": " + f.expr(in, e))
		}
	}
	m := f.m
	for i := range m.Params {
		p, where := &m.Params[i], f.call(part{param, i, 0})
		look(where, -1, p.Min)
		look(where, -1, p.Max)
		look(where, -1, p.Default)
	}
	for i := range m.Vars {
		v, where := &m.Vars[i], f.call(part{variable, i, 0})
		look(where, -1, v.Min)
		look(where, -1, v.Max)
		look(where, -1, v.Init)
	}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		look(f.place(t), t.Event, t.Guard)
		for _, u := range t.Updates {
			look(f.place(t), t.Event, u.Value)
		}
	}
	for i := range m.States {
		for _, e := range m.States[i].Progress {
			look("progress of "+f.call(part{state, i, 0}), -1, e)
		}
	}
	for _, inv := range m.Invariants {
		look("invariant", -1, inv.Expr)
	}
	look("bound", -1, m.Bound)
	for _, c := range core.TimeClaims(m) {
		look("within", -1, c.Most)
	}
}
