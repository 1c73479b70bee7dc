package obligation

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

const (
	// Bounded: the progress function is at least 0 in a state.
	Bounded Kind = "bounded"
	// Decrease: a transition decreases the progress function and, if the function has one
	// component, by 1 more than the child machines cost that the transition starts. Transitions
	// of environment events need not.
	Decrease Kind = "decrease"
	// Bound: the progress function, with the cost of the child machines that start there, starts
	// at or below the claimed bound, or is at or below it after a transition of an environment
	// event.
	Bound Kind = "bound"
)

// bounded lists the states in which the progress function must be at least 0.
func bounded(m *core.Machine) (list []Obligation) {
	for s := range m.States {
		if !m.Terminal(s) {
			o := about(Bounded)
			o.State = s
			list = append(list, o)
		}
	}
	return list
}

// notNegative returns the conditions that each component of progress is at least 0.
func notNegative(m *core.Machine, o Obligation) (list []expr.Expr) {
	for _, c := range m.States[o.State].Progress {
		list = append(list, &expr.Binary{Op: expr.Ge, X: c, Y: expr.Number(0)})
	}
	return list
}

// decreases lists the transitions that must decrease the progress function: all except
// those of environment events.
func decreases(m *core.Machine) (list []Obligation) {
	for i := range m.Transitions {
		if t := &m.Transitions[i]; t.Effect == core.Take && !m.Events[t.Event].Environment {
			o := about(Decrease)
			o.Transition = i
			list = append(list, o)
		}
	}
	return list
}

// bounds lists the places where the count of transitions starts, and progress must be at
// or below the claimed bound: the start, and the transitions of environment events. The
// list is empty for a lexicographic progress function.
func bounds(m *core.Machine) (list []Obligation) {
	if m.Rank != 1 || m.Bound == nil {
		return nil
	}
	list = append(list, about(Bound))
	for i := range m.Transitions {
		if t := &m.Transitions[i]; t.Effect == core.Take && m.Events[t.Event].Environment {
			o := about(Bound)
			o.Transition = i
			list = append(list, o)
		}
	}
	return list
}

// notAbove returns the condition that progress is at most the bound, at the start or
// after a transition.
func notAbove(m *core.Machine, o Obligation) []expr.Expr {
	var progress expr.Expr
	if o.Transition >= 0 {
		t := &m.Transitions[o.Transition]
		progress = plus(m.States[t.To].Progress[0], m.ChildCost(t.Invokes))
	} else {
		progress = AtStart(m)
	}
	return []expr.Expr{&expr.Binary{Op: expr.Ge, X: m.Bound, Y: progress}}
}

func describeBounded(m *core.Machine, o Obligation) Description {
	in := " in state `" + m.States[o.State].Name + "`"
	return Description{m.States[o.State].ProgressSpan,
		"progress is never negative" + in, "progress can be negative" + in,
		"declare a range for the variables that it reads"}
}

func describeDecrease(m *core.Machine, o Obligation) Description {
	t := &m.Transitions[o.Transition]
	on := " on " + m.Label(o.Transition)
	if t.Cost != nil && m.Rank == 1 {
		by := " by `" + expr.Print(expr.Simplify(plus(t.Cost, expr.Number(1))), expr.Spec) + "`"
		return Description{t.Span,
			"progress decreases" + by + on, "progress does not decrease" + by + on,
			"the progress function must decrease by 1 for the transition, and by the bounds of the child machines that it starts"}
	}
	return Description{t.Span,
		"progress decreases" + on, "progress does not decrease" + on,
		"the progress function must decrease on every transition, for all parameter values"}
}

func describeBound(m *core.Machine, o Obligation) Description {
	if o.Transition >= 0 {
		at := " after " + m.Label(o.Transition)
		return Description{m.Transitions[o.Transition].Span,
			"progress is at or below the bound" + at, "progress is above the bound" + at,
			"the count of transitions restarts after an environment event, so progress must be at or below the bound there"}
	}
	start := "`" + expr.Print(AtStart(m), expr.Spec) + "`"
	return Description{m.BoundSpan,
		"progress starts at or below the bound, at " + start, "progress starts above the bound, at " + start,
		"to prove a bound, use a progress function that starts at or below it"}
}
