package obligation

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

const (
	// Overflow: a computed value fits in Go's int.
	Overflow Kind = "overflow"
	// Divide: a divisor is not zero.
	Divide Kind = "divide"
)

// arithmetic appends the obligations of a place, which o names, for the demands there.
func arithmetic(list []Obligation, o Obligation, demands noted) []Obligation {
	if demands.fits {
		o.Kind = Overflow
		list = append(list, o)
	}
	if demands.divides {
		o.Kind = Divide
		list = append(list, o)
	}
	return list
}

// computations lists the obligations on initial values and on transitions.
func computations(m *core.Machine) (list []Obligation) {
	for i := range m.Vars {
		if v := &m.Vars[i]; First(v) {
			var found noted
			Stored(v.Init, &found)
			o := about(Overflow)
			o.Var = i
			list = arithmetic(list, o, found)
		}
	}
	for i := range m.Transitions {
		var found noted
		t := &m.Transitions[i]
		if t.Guard != nil {
			Computed(t.Guard, &found)
		}
		Updated(m, t, &found)
		o := about(Overflow)
		o.Transition = i
		list = arithmetic(list, o, found)
	}
	return list
}

// opening lists the obligations on the outputs and the calls at the start.
func opening(m *core.Machine) []Obligation {
	var found noted
	Opening(m, &found)
	return arithmetic(nil, about(Overflow), found)
}

// computable lists the obligations on computing the progress function in each state.
func computable(m *core.Machine, mathematical bool) (list []Obligation) {
	for s := range m.States {
		var found noted
		Ranked(m, s, &found)
		found.fits = found.fits && !mathematical
		o := about(Overflow)
		o.State = s
		list = arithmetic(list, o, found)
	}
	return list
}

func describeOverflow(m *core.Machine, o Obligation) Description {
	span, in := computed(m, o)
	return Description{span, "all values fit in Go's int " + in, "a value can overflow Go's int " + in, "declare ranges for the variables"}
}

func describeDivide(m *core.Machine, o Obligation) Description {
	span, in := computed(m, o)
	return Description{span, "no divisor is 0 " + in, "a divisor can be 0 " + in, "guard the division, or declare a range for the divisor that excludes 0"}
}

// computed returns where the expressions of an obligation on arithmetic are.
func computed(m *core.Machine, o Obligation) (span diag.Span, in string) {
	switch {
	case o.Var >= 0:
		return m.Vars[o.Var].Span, "in the initial value of `" + m.Vars[o.Var].Name + "`"
	case o.Transition >= 0:
		return m.Transitions[o.Transition].Span, "on " + m.Label(o.Transition)
	case o.State >= 0:
		return m.States[o.State].ProgressSpan, "in the progress of state `" + m.States[o.State].Name + "`"
	}
	if len(m.Start) == 0 {
		return m.Invocations[m.Invoked()[0]].Span, "in the calls at the start"
	}
	return m.Start[0].Span, "in the outputs at the start"
}
