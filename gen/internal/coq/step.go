package coq

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// step is a transition with everything that its statement needs.
type step struct {
	*core.Transition
	i int
	// payload are the fields and the answers that the step reads.
	payload []binder
	// conditions hold if the transition is taken, in order.
	conditions []condition
	jobs       []job
	// next is the store after the step.
	next string
}

// name is the suffix of the names for transition i.
func name(i int) string { return fmt.Sprintf("%d", i+1) }

// payloadOf lists the fields of events and answers of external guards that expressions read.
func (w *definitions) payloadOf(list ...expr.Expr) []binder {
	var fields, asks []*expr.Symbol
	add := func(list []*expr.Symbol, s *expr.Symbol) []*expr.Symbol {
		if slices.ContainsFunc(list, func(o *expr.Symbol) bool { return o.Index == s.Index }) {
			return list
		}
		return append(list, s)
	}
	for _, e := range list {
		if e == nil {
			continue
		}
		expr.Walk(e, func(e expr.Expr) {
			r, ok := e.(*expr.Ref)
			switch {
			case !ok || !r.Symbol.Type.Scalar():
			case r.Symbol.Scope == expr.Field:
				fields = add(fields, r.Symbol)
			case r.Symbol.Scope == expr.External:
				asks = add(asks, r.Symbol)
			}
		})
	}
	byIndex := func(a, b *expr.Symbol) int { return a.Index - b.Index }
	slices.SortFunc(fields, byIndex)
	slices.SortFunc(asks, byIndex)
	var out []binder
	for _, s := range append(fields, asks...) {
		out = append(out, binder{w.translation.read(s), w.translation.typ(s.Type)})
	}
	return out
}

// guards defines the guard of each alternative that has one.
func (w *definitions) guards() {
	for i := range w.translation.m.Transitions {
		guard := w.translation.m.Transitions[i].Guard
		if guard == nil {
			continue
		}
		w.line("(* %s *)", comment(w.translation.m.Label(i)))
		w.line("Definition guard_%s (P : params) (S : store)%s : bool :=\n  %s.", name(i), binders(w.payloadOf(guard)), w.translation.truth(guard, w.translation.read))
	}
}

func binders(list []binder) string { return (&place{binders: list}).declared() }
func bound(list []binder) string   { return (&place{binders: list}).bound() }

// guard is the condition that the guard of alternative i has a value.
func (w *definitions) guard(i int, value bool) condition {
	guard := w.translation.m.Transitions[i].Guard
	if guard == nil {
		return condition{fmt.Sprint(value), func(*place) cond { return truth(value) }}
	}
	native := fmt.Sprintf("(guard_%s P S%s)", name(i), bound(w.payloadOf(guard)))
	if value {
		return condition{native, func(p *place) cond { return p.cond(guard) }}
	}
	return condition{"(negb " + native + ")", func(p *place) cond { return not(p.cond(guard)) }}
}

// considered lists the alternatives whose guards are false where the guard of alternative i is evaluated: those before
// it and, unless it is without an event, those without an event, because the machine waits for one.
func (w *definitions) considered(i int) (list []int) {
	m := w.translation.m
	t := &m.Transitions[i]
	for k := range m.Transitions {
		before := &m.Transitions[k]
		if before.From == t.From && (m.Events[before.Event].Eventless && !m.Events[t.Event].Eventless || before.Event == t.Event && k < i) {
			list = append(list, k)
		}
	}
	return list
}

// step returns transition i, which is taken or, if taken is false, only considered.
func (w *definitions) step(i int, taken bool) *step {
	t := &w.translation.m.Transitions[i]
	s := &step{Transition: t, i: i}
	before := w.considered(i)
	read := []expr.Expr{t.Guard}
	for _, k := range before {
		read = append(read, w.translation.m.Transitions[k].Guard)
	}
	for _, u := range t.Updates {
		if w.translation.m.Vars[u.Var].Type.Scalar() {
			read = append(read, u.Value)
		}
	}
	for _, e := range t.Emits {
		read = append(read, e.Values...)
	}
	invoked := w.jobs(t.Invokes)
	for _, n := range t.Invokes {
		for _, x := range w.translation.m.Invocations[n].Args {
			read = append(read, expr.Substitute(x, t.Updated))
		}
	}
	for _, j := range invoked {
		read = append(read, expr.Substitute(j.bound, t.Updated))
	}
	s.payload = w.payloadOf(read...)
	for _, e := range w.translation.m.Events[t.Event].Fields {
		if e.Type.Kind == expr.Int && slices.ContainsFunc(s.payload, func(b binder) bool { return b.name == field(e.Symbol) }) {
			s.conditions = append(s.conditions, condition{fits(field(e.Symbol)), func(p *place) cond { return p.fits(p.ref(e.Symbol)) }})
		}
	}
	for _, k := range before {
		s.conditions = append(s.conditions, w.guard(k, false))
	}
	if !taken {
		return s
	}
	if t.Guard != nil {
		s.conditions = append(s.conditions, w.guard(i, true))
	}
	s.next = fmt.Sprintf("(next_%s P S%s)", name(i), bound(w.updating(t)))
	s.jobs = invoked
	for _, j := range s.jobs {
		s.conditions = append(s.conditions, w.working(j, w.after(s), t.Updated)...)
	}
	return s
}

// working lists the conditions on the number of transitions that a child machine takes.
func (w *definitions) working(j job, read reader, update func(*expr.Symbol) expr.Expr) []condition {
	child := func(s *expr.Symbol) string { return w.translation.value(j.inv.Args[s.Index], read) }
	atom := func(p *place) term { return p.atom(j.name, nil) }
	return []condition{
		{"(0 <=? " + j.name + ")", func(p *place) cond { return le(constant(0), atom(p)) }},
		{"(" + j.name + " <=? " + w.translation.number(j.child.Bound, child) + ")", func(p *place) cond {
			return le(atom(p), p.term(expr.Substitute(j.bound, update)))
		}},
	}
}

// updating lists what the updates of a transition read of the payload.
func (w *definitions) updating(t *core.Transition) []binder {
	var read []expr.Expr
	for _, u := range t.Updates {
		if w.translation.m.Vars[u.Var].Type.Scalar() {
			read = append(read, u.Value)
		}
	}
	return w.payloadOf(read...)
}

// after is the reader of the values after a step.
func (w *definitions) after(s *step) reader {
	return func(symbol *expr.Symbol) string {
		if symbol.Scope == expr.Var {
			return "(" + w.translation.vars[symbol.Index] + " " + s.next + ")"
		}
		return w.translation.read(symbol)
	}
}

// stores defines the store after each transition.
func (w *definitions) stores() {
	for i := range w.translation.m.Transitions {
		t := &w.translation.m.Transitions[i]
		if t.Effect != core.Take {
			continue
		}
		out := []string{"Store"}
		for v := range w.translation.m.Vars {
			if !w.translation.m.Vars[v].Type.Scalar() {
				continue
			}
			value := "(" + w.translation.vars[v] + " S)"
			for _, u := range t.Updates {
				if u.Var == v {
					value = w.translation.value(u.Value, w.translation.read)
				}
			}
			out = append(out, value)
		}
		w.line("(* %s *)", comment(w.translation.m.Label(i)))
		w.line("Definition next_%s (P : params) (S : store)%s : store :=\n  %s.", name(i), binders(w.updating(t)), strings.Join(out, " "))
	}
}

// all returns the binders of a step.
func (s *step) all() []binder {
	out := append([]binder{{"P", "params"}, {"S", "store"}}, s.payload...)
	for _, j := range s.jobs {
		out = append(out, binder{j.name, "Z"})
	}
	return out
}

// cost writes the number of transitions that the step counts for.
func (s *step) cost(environment bool) string {
	out := "1"
	if environment {
		out = "0"
	}
	return work(out, s.jobs)
}

// work adds the transitions of child machines to a number.
func work(out string, jobs []job) string {
	for _, j := range jobs {
		out = "(" + out + " + " + j.name + ")"
	}
	return out
}

// implied writes conditions as premises.
func implied(list []condition) string {
	var b strings.Builder
	for _, c := range list {
		b.WriteString(c.native + " = true -> ")
	}
	return b.String()
}

// relations defines the start and the steps.
func (w *definitions) relations() {
	w.line("")
	w.line("(* The start, and how many transitions the child machines take that start with the machine. *)")
	start, conditions := w.beginning()
	w.line("Inductive init (P : params) : Z -> config -> Prop :=")
	w.line("| start :%s %sinit P %s (Config %s %s).", forall(start[1:]), implied(conditions), work("0", w.jobs(w.translation.m.Invoked())), w.translation.states[w.translation.m.Initial], w.first())
	w.line("")
	w.line("(* The steps: whether the event is one of the environment, how many transitions it counts for, and the\n   configurations before and after. *)")
	w.line("Inductive step (P : params) : bool -> Z -> config -> config -> Prop :=")
	for i := range w.translation.m.Transitions {
		t := &w.translation.m.Transitions[i]
		if t.Effect != core.Take {
			continue
		}
		s := w.step(i, true)
		environment := w.translation.m.Events[t.Event].Environment
		w.line("(* %s *)", comment(w.translation.m.Label(i)))
		w.line("| step_%s :%s\n    %sstep P %t %s (Config %s S) (Config %s %s)", name(i), forall(s.all()[1:]), implied(s.conditions),
			environment, s.cost(environment), w.translation.states[t.From], w.translation.states[t.To], s.next)
	}
	w.line(".")
}

func forall(list []binder) string {
	if len(list) == 0 {
		return ""
	}
	return " forall" + binders(list) + ","
}

// beginning returns what the start depends on, and what is assumed there besides valid parameters. A variable without an
// initial value has any.
func (w *definitions) beginning() ([]binder, []condition) {
	list := []binder{{"P", "params"}}
	for i, v := range w.translation.m.Vars {
		if v.Init == nil && v.Type.Scalar() {
			list = append(list, binder{"any_" + w.translation.vars[i], w.translation.typ(v.Type)})
		}
	}
	var conditions []condition
	for _, j := range w.jobs(w.translation.m.Invoked()) {
		list = append(list, binder{j.name, "Z"})
		conditions = append(conditions, w.working(j, w.initially, w.translation.atStart)...)
	}
	return list, conditions
}

// initially is the reader of the values at the start.
func (w *definitions) initially(s *expr.Symbol) string {
	if s.Scope != expr.Var {
		return w.translation.read(s)
	}
	if first := w.translation.m.Vars[s.Index].Init; first != nil {
		return w.translation.value(first, w.translation.read)
	}
	return "any_" + w.translation.vars[s.Index]
}

// first writes the store at the start.
func (w *definitions) first() string {
	out := []string{"Store"}
	for _, v := range w.translation.m.Vars {
		if v.Type.Scalar() {
			out = append(out, w.initially(v.Symbol))
		}
	}
	return "(" + strings.Join(out, " ") + ")"
}
