package obligation

import (
	"iter"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// All yields every obligation of m, each once. The progress function is that of
// m, declared or found; mathematical says that it is over mathematical integers,
// so that its values need not fit in Go's.
func All(m *core.Machine, mathematical bool) iter.Seq[Obligation] {
	return func(yield func(Obligation) bool) {
		for _, list := range [][]Obligation{Claims(m), Arithmetic(m), Ranking(m, mathematical), Continuing(m)} {
			for _, o := range list {
				if !yield(o) {
					return
				}
			}
		}
	}
}

// Claims lists what the spec claims of configurations: ranges, invariants, and
// that some alternative is taken.
func Claims(m *core.Machine) []Obligation {
	return slices.Concat(ranges(m), invariants(m), gaps(m))
}

// Arithmetic lists that values fit and that divisors are not 0, but for those of
// the progress function.
func Arithmetic(m *core.Machine) []Obligation {
	return slices.Concat(computations(m), opening(m))
}

// Ranking lists what the progress function of m must be for termination and for
// the bound. The list is empty where m has none.
func Ranking(m *core.Machine, mathematical bool) []Obligation {
	if m.Rank == 0 {
		return nil
	}
	return slices.Concat(computable(m, mathematical), bounded(m), decreases(m), bounds(m))
}

// Continuing lists that there is something to speak about, and that each state
// which is not terminal can be left.
func Continuing(m *core.Machine) []Obligation {
	list := []Obligation{about(Params)}
	for s := range m.States {
		if !m.Terminal(s) {
			o := about(Deadlock)
			o.State = s
			list = append(list, o)
		}
	}
	return list
}

// ranges lists, for each variable with a range, that it begins there, and each
// way in which it can change.
func ranges(m *core.Machine) (list []Obligation) {
	for i := range m.Vars {
		v := &m.Vars[i]
		if v.Type.Kind != expr.Int || v.Min == nil && v.Max == nil {
			continue
		}
		if v.State < 0 {
			o := about(Init)
			o.Var = i
			list = append(list, o)
		}
		for t := range m.Transitions {
			if Sets(m, t, i) {
				o := about(Range)
				o.Var, o.Transition = i, t
				list = append(list, o)
			}
		}
	}
	return list
}

// invariants lists that each invariant holds at the start, if it is about the
// initial state, and after each transition that can break it.
func invariants(m *core.Machine) (list []Obligation) {
	for i := range m.Invariants {
		o := about(Invariant)
		o.Invariant, o.State = i, m.Invariants[i].State
		if Speaks(&m.Invariants[i], m.Initial) {
			list = append(list, o)
		}
		for t := range m.Transitions {
			if Breaks(m, t, &m.Invariants[i]) {
				o.Transition = t
				list = append(list, o)
			}
		}
	}
	return list
}

// gaps lists the states and events whose last alternative has a guard.
func gaps(m *core.Machine) (list []Obligation) {
	for s := range m.States {
		for event := range m.Events {
			alternatives := m.On(s, event)
			if n := len(alternatives); n > 0 && alternatives[n-1].Guard != nil {
				o := about(Gap)
				o.State, o.Event = s, event
				list = append(list, o)
			}
		}
	}
	return list
}

// arithmetic appends what o, which is about a place, asks of the demands there.
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

// computations lists the first values and the transitions that compute anything.
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

// opening lists the same of the outputs of the start.
func opening(m *core.Machine) []Obligation {
	var found noted
	Emitted(m.Start, &found)
	return arithmetic(nil, about(Overflow), found)
}

// computable lists the same of the progress function in each state.
func computable(m *core.Machine, mathematical bool) (list []Obligation) {
	for s := range m.States {
		var found noted
		Progress(m, s, &found)
		found.fits = found.fits && !mathematical
		o := about(Overflow)
		o.State = s
		list = arithmetic(list, o, found)
	}
	return list
}

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

// decreases lists the transitions that must lower the progress function: all but
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

// bounds lists where the count of transitions begins, and progress must be at or
// below the claimed bound: the start, and transitions of environment events. A
// progress function of several components is no bound.
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
