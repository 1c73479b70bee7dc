package tla

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// computed lists the expressions that a step with t evaluates: its guard and its updates.
func (w *writer) computed(t *core.Transition) []expr.Expr {
	var out []expr.Expr
	if t.Guard != nil {
		out = append(out, t.Guard)
	}
	if t.Effect != core.Take {
		return out
	}
	for _, u := range t.Updates {
		if w.m.Vars[u.Var].Type.Scalar() {
			out = append(out, u.Value)
		}
	}
	return out
}

// begin writes the initial configuration.
func (w *writer) begin() {
	terms := []string{"state = " + quote(w.m.States[w.m.Initial].Name)}
	for _, i := range w.scalars() {
		first := zero(w.m.Vars[i].Type)
		if init := w.m.Vars[i].Init; init != nil {
			first = w.value(init)
		}
		terms = append(terms, w.names.vars[i]+" = "+first)
	}
	w.define("Init")
	w.list(1, `/\`, terms)
}

// zero returns the value of data that do not exist.
func zero(t expr.Type) string {
	switch t.Kind {
	case expr.Int:
		return "0"
	case expr.Bool:
		return "FALSE"
	case expr.Enumerated:
		return quote(t.Enum.Values[0])
	}
	return `""`
}

// action writes transition i: the condition under which it is taken, which includes that the machine waits for an event,
// and the guards before it, and its effect on the variables.
func (w *writer) action(i int) {
	if w.names.actions[i] == "" {
		return
	}
	m := w.m
	t := &m.Transitions[i]
	terms := w.chosen(i)
	terms = append(terms, "state' = "+quote(m.States[t.To].Name))
	var kept []string
	for _, v := range w.scalars() {
		updated := slices.IndexFunc(t.Updates, func(u core.Update) bool { return u.Var == v })
		switch {
		case updated >= 0:
			terms = append(terms, w.names.vars[v]+"' = "+w.value(t.Updates[updated].Value))
		case m.Vars[v].State == t.From && t.To != t.From:
			terms = append(terms, w.names.vars[v]+"' = "+zero(m.Vars[v].Type))
		default:
			kept = append(kept, w.names.vars[v])
		}
	}
	if len(kept) == 1 {
		terms = append(terms, "UNCHANGED "+kept[0])
	} else if len(kept) > 1 {
		terms = append(terms, "UNCHANGED <<"+strings.Join(kept, ", ")+">>")
	}
	w.define(w.names.actions[i])
	w.line(1, `/\ state = %s`, quote(m.States[t.From].Name))
	indent := 1
	if binders := w.binders(w.before(i), w.computed(t)); binders != "" {
		w.line(1, `/\ \E %s :`, binders)
		indent = 3
	}
	w.list(indent, `/\`, terms)
}

// before lists the guards of the alternatives that come before transition i.
func (w *writer) before(i int) (out []expr.Expr) {
	for j := i - w.m.Priority(i); j < i; j++ {
		out = append(out, w.m.Transitions[j].Guard)
	}
	return out
}

// busy lists, for an event in a state, the conditions under which the machine takes a step without an event first.
func (w *writer) busy(state, event int) (terms []string) {
	if w.m.Events[event].Eventless {
		return nil
	}
	for i := range w.m.Transitions {
		t := &w.m.Transitions[i]
		switch {
		case t.From != state || !w.m.Events[t.Event].Eventless:
		case t.Guard == nil:
			terms = append(terms, "TRUE")
		default:
			terms = append(terms, w.print(t.Guard))
		}
	}
	return terms
}

// chosen lists the conditions under which transition i is taken.
func (w *writer) chosen(i int) (terms []string) {
	t := &w.m.Transitions[i]
	for _, g := range w.busy(t.From, t.Event) {
		terms = append(terms, "~("+g+")")
	}
	for _, g := range w.before(i) {
		terms = append(terms, "~("+w.print(g)+")")
	}
	if t.Guard != nil {
		terms = append(terms, w.print(t.Guard))
	}
	return terms
}

// binders writes the quantifiers for expressions: over fields of the payload and answers of external guards.
func (w *writer) binders(lists ...[]expr.Expr) string {
	var out []string
	for _, e := range slices.Concat(lists...) {
		expr.Uses(e, func(s *expr.Symbol) bool {
			binder := ""
			switch s.Scope {
			case expr.Field:
				binder = fmt.Sprintf(`%s \in %s`, w.names.fields[s.Name], w.domain(s.Type))
			case expr.External:
				binder = fmt.Sprintf(`%s \in BOOLEAN`, w.names.asks[s.Index])
			}
			if binder != "" && !slices.Contains(out, binder) {
				out = append(out, binder)
			}
			return false
		})
	}
	return strings.Join(out, ", ")
}

// domain returns the set of values of a payload field.
func (w *writer) domain(t expr.Type) string {
	switch t.Kind {
	case expr.Int:
		return "Ints"
	case expr.Bool:
		return "BOOLEAN"
	case expr.Enumerated:
		return w.names.enums[t.Enum.Name]
	}
	return "Strings"
}

// next writes the next-state relation and the specification.
func (w *writer) next() {
	m := w.m
	var world, own []string
	for i, name := range w.names.actions {
		switch {
		case name == "":
		case m.Events[m.Transitions[i].Event].Environment:
			world = append(world, name)
		default:
			own = append(own, name)
		}
	}
	all := world
	if m.Reactive() {
		w.define("System", "The steps of the machine without its environment.")
		if len(own) == 0 {
			w.line(1, "FALSE")
		}
		w.list(1, `\/`, own)
		all = append([]string{"System"}, world...)
	} else {
		all = own
	}
	if w.ends() {
		w.define("Finished", "The machine has ended. Without this step, TLC would report a deadlock.")
		w.list(1, `/\`, []string{`state \in Terminal`, "UNCHANGED vars"})
		all = append(all, "Finished")
	}
	w.define("Next")
	if len(all) == 0 {
		w.line(1, "FALSE")
	}
	w.list(1, `\/`, all)
	fair, why := "Next", "Fairness: if a step is possible, one is taken, so events continue to occur."
	if m.Reactive() {
		fair, why = "System", "Fairness: the machine takes a step if it can; its environment need not."
	}
	w.define("Spec", why)
	w.list(1, `/\`, []string{"Init", "[][Next]_vars", "WF_vars(" + fair + ")"})
}
