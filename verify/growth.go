package verify

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// growing returns the variable whose range would probably prove an unknown obligation that values fit in
// Go's int: the first int without a minimum or a maximum that the transition computes. It returns -1 if
// there is none, or for another obligation.
func (o *Obligation) growing(m *core.Machine) int {
	if o.Kind != KindOverflow || o.Status != Unknown || o.Transition < 0 {
		return -1
	}
	for _, u := range m.Transitions[o.Transition].Updates {
		v := &m.Vars[u.Var]
		if v.Type.Kind != expr.Int || v.Min != nil && v.Max != nil {
			continue
		}
		switch u.Value.(type) {
		case *expr.Ref, *expr.Lit:
		default:
			return u.Var
		}
	}
	return -1
}

// sameVariable groups the obligations for which [Obligation.growing] returns a variable: the first one of each
// variable with the others, as indices into Obligations. It leaves out those that are hidden.
func (r *Report) sameVariable(hidden []bool) map[int][]int {
	m := r.Ranked()
	groups, first := map[int][]int{}, map[int]int{}
	for i := range r.Obligations {
		v := r.Obligations[i].growing(m)
		if v < 0 || i < len(hidden) && hidden[i] {
			continue
		}
		if at, known := first[v]; known {
			groups[at] = append(groups[at], i)
		} else {
			first[v], groups[i] = i, nil
		}
	}
	return groups
}

// maxPlaces limits the transitions that a finding on one variable names.
const maxPlaces = 4

// explainGrowth reports an unknown obligation that values fit in Go's int, and others on transitions that set
// the same variable: one range solves them all.
func explainGrowth(diags *diag.List, r *Report, o *Obligation, also []int, narrow bool) {
	m := r.Ranked()
	v := &m.Vars[o.growing(m)]
	d := diags.Errorf(diag.CodeUnproved, v.Span, "could not prove that all values fit in Go's int where `%s` is set", v.Name)
	transitions := []int{o.Transition}
	for _, i := range also {
		transitions = append(transitions, r.Obligations[i].Transition)
	}
	slices.Sort(transitions)
	for i, t := range transitions {
		if i == maxPlaces && len(transitions) > maxPlaces+1 {
			d.Note(diag.Span{}, "and on %d more transitions", len(transitions)-i)
			break
		}
		d.Note(m.Transitions[t].Span, "on %s", m.Label(t))
	}
	d.Note(diag.Span{}, "no counterexample was found")
	o.hints(d, m, narrow)
	missing := "a `min` and a `max`"
	switch {
	case v.Min != nil:
		missing = "a `max`"
	case v.Max != nil:
		missing = "a `min`"
	}
	d.Helpf("declare %s for `%s`, or for what it is computed from", missing, v.Name)
}
