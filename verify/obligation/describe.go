package obligation

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Description puts an obligation into words.
type Description struct {
	// Span is the place in the spec.
	Span diag.Span
	// Claim is what must hold, and Broken what a run shows when it does not:
	// clauses that begin in lower case. Broken is "" where no run can show it.
	Claim, Broken string
	// Help says how to mend the spec.
	Help string
}

func describeParams(m *core.Machine, _ Obligation) Description {
	return Description{m.Span,
		"there are parameter values in the declared ranges", "",
		"without parameter values every proof is vacuous: check the ranges of the parameters, and that the bound fits in an int"}
}

func describeInit(m *core.Machine, o Obligation) Description {
	name := "`" + m.Vars[o.Var].Name + "`"
	return Description{m.Vars[o.Var].Span,
		name + " begins inside its range", name + " can begin outside its range",
		"change the range, the first value, or the ranges of the parameters"}
}

func describeRange(m *core.Machine, o Obligation) Description {
	name, on := "`"+m.Vars[o.Var].Name+"`", " on "+m.Label(o.Transition)
	return Description{m.Transitions[o.Transition].Span,
		name + " stays in its range" + on, name + " can leave its range" + on,
		"guard the transition, or widen the range"}
}

func describeInvariant(m *core.Machine, o Obligation) Description {
	claim, at := "`"+expr.Print(m.Invariants[o.Invariant].Expr, expr.Spec)+"`", " at the start"
	if o.Transition >= 0 {
		at = " after " + m.Label(o.Transition)
	}
	return Description{m.Invariants[o.Invariant].Span,
		"the invariant " + claim + " holds" + at, "the invariant " + claim + " does not hold" + at,
		"an invariant must be true at the start, and follow from itself and the guard on each transition"}
}

func describeGap(m *core.Machine, o Obligation) Description {
	in, event := "in state `"+m.States[o.State].Name+"`", "`"+m.Events[o.Event].Name+"`"
	return Description{m.On(o.State, o.Event)[0].Span,
		in + " an alternative of " + event + " is always taken",
		in + " there are values for which no alternative of " + event + " is taken",
		"add a last alternative without `if:`, or {otherwise: ignore} or {otherwise: reject}"}
}

func describeDeadlock(m *core.Machine, o Obligation) Description {
	name := m.States[o.State].Name
	return Description{m.States[o.State].Span,
		"some event always leads on in state `" + name + "`", "nothing leads on in state `" + name + "`, which is not terminal",
		"make conditions cover these values, or make the state terminal"}
}

func describeOverflow(m *core.Machine, o Obligation) Description {
	span, in := computed(m, o)
	return Description{span, "all values fit in Go's int " + in, "a value can leave Go's int " + in, "give the variables ranges"}
}

func describeDivide(m *core.Machine, o Obligation) Description {
	span, in := computed(m, o)
	return Description{span, "no divisor is 0 " + in, "a divisor can be 0 " + in, "guard the division, or give the divisor a range without 0"}
}

// computed says where the expressions of an obligation on arithmetic are.
func computed(m *core.Machine, o Obligation) (span diag.Span, in string) {
	switch {
	case o.Var >= 0:
		return m.Vars[o.Var].Span, "in the first value of `" + m.Vars[o.Var].Name + "`"
	case o.Transition >= 0:
		return m.Transitions[o.Transition].Span, "on " + m.Label(o.Transition)
	case o.State >= 0:
		return m.States[o.State].ProgressSpan, "in the progress of state `" + m.States[o.State].Name + "`"
	}
	return m.Start[0].Span, "in the outputs of the start"
}

func describeBounded(m *core.Machine, o Obligation) Description {
	in := " in state `" + m.States[o.State].Name + "`"
	return Description{m.States[o.State].ProgressSpan,
		"progress is at least 0" + in, "progress can be below 0" + in,
		"declare a range for the variables that it reads"}
}

func describeDecrease(m *core.Machine, o Obligation) Description {
	on := " on " + m.Label(o.Transition)
	return Description{m.Transitions[o.Transition].Span,
		"progress decreases" + on, "progress does not decrease" + on,
		"the progress function must be lower after each transition, for all parameter values"}
}

func describeBound(m *core.Machine, o Obligation) Description {
	if o.Transition >= 0 {
		at := " after " + m.Label(o.Transition)
		return Description{m.Transitions[o.Transition].Span,
			"progress is at or below the bound" + at, "progress is above the bound" + at,
			"after an environment event the count begins again, with a progress at or below the bound"}
	}
	start := "`" + expr.Print(AtStart(m), expr.Spec) + "`"
	return Description{m.BoundSpan,
		"progress begins at or below the bound, with " + start, "progress begins above the bound, with " + start,
		"a bound is proved by a progress function that begins at or below it"}
}
