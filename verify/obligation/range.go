package obligation

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

const (
	// Init: a variable starts in its declared range.
	Init Kind = "init"
	// Range: a transition keeps a variable in its declared range.
	Range Kind = "range"
)

// ranges lists, for each variable with a range, that it starts in the range and stays in
// it on each transition that sets it.
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

// sides returns the conditions that a variable is in its declared range.
func sides(m *core.Machine, o Obligation) (list []expr.Expr) {
	v := &m.Vars[o.Var]
	ref := &expr.Ref{Symbol: v.Symbol}
	if v.Min != nil {
		list = append(list, &expr.Binary{Op: expr.Ge, X: ref, Y: v.Min})
	}
	if v.Max != nil {
		list = append(list, &expr.Binary{Op: expr.Le, X: ref, Y: v.Max})
	}
	return list
}

func describeInit(m *core.Machine, o Obligation) Description {
	name := "`" + m.Vars[o.Var].Name + "`"
	if counts(m, o.Var) {
		return Description{m.Vars[o.Var].Span,
			name + " starts in its range", name + " can start outside its range: the limit can be negative",
			"make the limit at least 0: change it, or the ranges of its parameters"}
	}
	return Description{m.Vars[o.Var].Span,
		name + " starts in its range", name + " can start outside its range",
		"change the range, the initial value, or the parameter ranges"}
}

// counts reports whether a limit or stall rule counts with a variable: only rules imply
// updates, and these set only their counters.
func counts(m *core.Machine, variable int) bool {
	return slices.ContainsFunc(m.Transitions, func(t core.Transition) bool {
		return slices.ContainsFunc(t.Updates, func(u core.Update) bool { return u.Implied && u.Var == variable })
	})
}

func describeRange(m *core.Machine, o Obligation) Description {
	name, on := "`"+m.Vars[o.Var].Name+"`", " on "+m.Label(o.Transition)
	return Description{m.Transitions[o.Transition].Span,
		name + " stays in its range" + on, name + " can leave its range" + on,
		"guard the transition, or widen the range"}
}
