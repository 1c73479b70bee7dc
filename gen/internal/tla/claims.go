package tla

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// within returns the conditions that a value has its type and is in its range.
func (w *writer) within(name string, t expr.Type, low, high expr.Expr) []string {
	switch {
	case t.Kind == expr.Bool:
		return []string{name + ` \in BOOLEAN`}
	case t.Kind == expr.Enumerated:
		return []string{name + ` \in ` + w.names.enums[t.Enum.Name]}
	case t.Kind == expr.String:
		return []string{name + ` \in STRING`}
	case low != nil && high != nil:
		return []string{fmt.Sprintf(`%s \in %s..%s`, name, operand(w.print(low)), operand(w.print(high)))}
	}
	terms := []string{name + ` \in Int`}
	if low != nil {
		terms = append(terms, name+" >= "+w.print(low))
	}
	if high != nil {
		terms = append(terms, name+" <= "+w.print(high))
	}
	return terms
}

// typeOK writes the invariant about types and declared ranges; those of data hold in their state.
func (w *writer) typeOK() {
	terms := []string{`state \in States`}
	for _, i := range w.scalars() {
		v := &w.m.Vars[i]
		if v.State < 0 {
			terms = append(terms, w.within(w.names.vars[i], v.Type, v.Min, v.Max)...)
			continue
		}
		everywhere := w.within(w.names.vars[i], v.Type, nil, nil)
		terms = append(terms, everywhere...)
		for _, t := range w.within(w.names.vars[i], v.Type, v.Min, v.Max) {
			if !slices.Contains(everywhere, t) {
				terms = append(terms, w.in(v.State)+t)
			}
		}
	}
	w.define("TypeOK")
	w.list(1, `/\`, terms)
}

// in returns the beginning of a condition about one state, or about all states.
func (w *writer) in(state int) string {
	if state < 0 {
		return ""
	}
	return "state = " + quote(w.m.States[state].Name) + " => "
}

// claims writes the claims to check, and returns the names of the invariants and of the properties.
func (w *writer) claims() (invariants, properties []string) {
	m := w.m
	invariants = append([]string{"TypeOK"}, w.names.invariants...)
	for i, c := range m.Invariants {
		w.define(w.names.invariants[i])
		if c.State < 0 {
			w.line(1, "%s", w.print(c.Expr))
		} else {
			w.line(1, "%s(%s)", w.in(c.State), w.print(c.Expr))
		}
	}
	if terms := w.decided(); len(terms) > 0 {
		w.define("Complete", w.complete())
		w.list(1, `/\`, terms)
		invariants = append(invariants, "Complete")
	}
	if terms := w.moved(); len(terms) > 0 {
		w.define("NoStutter", "TLA+ ignores a step that changes nothing; for fsmgen, such a step can repeat forever.")
		w.list(1, `/\`, terms)
		invariants = append(invariants, "NoStutter")
	}
	if m.Rank > 0 {
		w.rank()
		invariants = append(invariants, "RankOK")
		properties = append(properties, "Decreases")
	}
	if m.Rank == 1 && m.Bound != nil {
		w.define("WithinBound", "The claimed bound on the number of steps.")
		w.line(1, "Rank <= %s", w.print(m.Bound))
		invariants = append(invariants, "WithinBound")
	}
	switch {
	case m.Reactive():
		w.define("Settles", "The machine does not run forever without its environment.")
		w.line(1, "<>[][System]_vars => ~[]<><<System>>_vars")
		properties = append(properties, "Settles")
	case w.ends():
		w.define("Terminates")
		w.line(1, `<>(state \in Terminal)`)
		properties = append(properties, "Terminates")
	}
	return invariants, properties
}

// complete describes the claim that an alternative applies.
func (w *writer) complete() string {
	text := "If each alternative of an event has a condition, one of the conditions holds"
	if w.m.Eventless() >= 0 {
		text += ", or that of a step without an event"
	}
	return text + "."
}

// ends reports whether the machine has a terminal state.
func (w *writer) ends() bool {
	return slices.ContainsFunc(w.m.States, func(s core.State) bool { return s.Outcome >= 0 })
}

// decided returns the conditions that an alternative applies for each event, or one without an event.
func (w *writer) decided() (terms []string) {
	m := w.m
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if m.Priority(i) < len(m.On(t.From, t.Event))-1 || t.Guard == nil || m.Events[t.Event].Eventless {
			continue
		}
		var guards []string
		all := append(w.before(i), t.Guard)
		for _, g := range all {
			guards = append(guards, "("+w.print(g)+")")
		}
		term := strings.Join(guards, ` \/ `)
		if binders := w.binders(all); binders != "" {
			term = fmt.Sprintf(`\A %s : %s`, binders, term)
		}
		if busy := w.busy(t.From, t.Event); len(busy) > 0 {
			term = "(" + strings.Join(busy, `) \/ (`) + `) \/ (` + term + ")"
		}
		terms = append(terms, fmt.Sprintf("%s(%s)", w.in(t.From), term))
	}
	return terms
}

// moved returns the conditions that each step changes something, except for steps of the environment.
func (w *writer) moved() (terms []string) {
	m := w.m
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if t.Effect != core.Take || t.To != t.From || m.Events[t.Event].Environment || counts(t) {
			continue
		}
		same := w.chosen(i)
		for _, u := range t.Updates {
			if m.Vars[u.Var].Type.Scalar() {
				same = append(same, w.names.vars[u.Var]+" = "+w.value(u.Value))
			}
		}
		term := "TRUE"
		if len(same) == 1 {
			term = same[0]
		} else if len(same) > 1 {
			term = "(" + strings.Join(same, `) /\ (`) + ")"
		}
		if binders := w.binders(w.before(i), w.computed(t)); binders != "" {
			term = fmt.Sprintf(`\E %s : %s`, binders, term)
		}
		terms = append(terms, fmt.Sprintf("%s~(%s)", w.in(t.From), term))
	}
	return terms
}

// counts reports whether t adds a constant other than 0 to a variable, or
// subtracts one, so that it changes something.
func counts(t *core.Transition) bool {
	return slices.ContainsFunc(t.Updates, func(u core.Update) bool {
		sum, ok := u.Value.(*expr.Binary)
		if !ok || sum.Op != expr.Add && sum.Op != expr.Sub {
			return false
		}
		of, isRef := sum.X.(*expr.Ref)
		by, isLit := sum.Y.(*expr.Lit)
		return isRef && isLit && of.Symbol.Scope == expr.Var && of.Symbol.Index == u.Var && by.Value != 0
	})
}

// rank writes the progress function, and the claim that each step decreases it.
func (w *writer) rank() {
	m := w.m
	var positive, falls []string
	equal := ""
	for c, name := range w.names.ranks {
		w.define(name)
		arm := "CASE"
		for s, state := range m.States {
			if !m.Terminal(s) {
				w.line(1, "%s state = %s -> %s", arm, quote(state.Name), w.print(state.Progress[c]))
				arm = "  []"
			}
		}
		w.line(1, "%s OTHER -> 0", arm)
		positive = append(positive, name+" >= 0")
		falls = append(falls, equal+fmt.Sprintf("%s' < %[1]s", name))
		equal += fmt.Sprintf(`%s' = %[1]s /\ `, name)
	}
	w.define("RankOK")
	w.list(1, `/\`, positive)
	w.define("Falls")
	w.list(1, `\/`, falls)
	which := "Falls"
	if m.Reactive() {
		which = "System => Falls"
	}
	w.define("Decreases")
	w.line(1, "[][%s]_vars", which)
}
