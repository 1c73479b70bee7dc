package check

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Structure reports states that cannot be reached, also inside regions, and states without
// transitions. The machine must be free of other errors.
func Structure(m *core.Machine) (diags diag.List) {
	r := reach(m)
	for i, s := range m.States {
		if !r.states[i] {
			diags.Errorf(diag.CodeUnreachable, s.Span, "state `%s` cannot be reached from the initial state", s.Name).
				Helpf("add a transition to it, or remove it")
			continue
		}
		for _, region := range s.Regions {
			for value, leaf := range region.Leaves {
				if !leaf.None && !r.leaves[place{region.Var, int64(value)}] {
					diags.Errorf(diag.CodeUnreachable, leaf.Span, "state `%s` cannot be reached inside the region `%s`", leaf.Name, region.Name).
						Helpf("add a transition to it, or remove it")
				}
			}
		}
		if !m.Terminal(i) && !slices.ContainsFunc(m.From(i), func(t core.Transition) bool { return t.Effect == core.Take }) {
			diags.Errorf(diag.CodeNoExit, s.Span, "state `%s` is not terminal, but has no transitions", s.Name).
				Helpf("add transitions under `on:`, or list the state under `terminal:`")
		}
	}
	return diags
}

// reached are the states that some sequence of transitions leads to, if all conditions hold.
type reached struct {
	machine *core.Machine
	states  []bool
	leaves  map[place]bool
}

// place is a state inside a region: a value of the variable of the region.
type place struct {
	variable int
	value    int64
}

func reach(m *core.Machine) *reached {
	r := &reached{m, make([]bool, len(m.States)), map[place]bool{}}
	r.states[m.Initial] = true
	for _, region := range m.States[m.Initial].Regions {
		r.enter(region.Var, m.Vars[region.Var].Init)
	}
	for again := true; again; {
		again = false
		for i := range m.Transitions {
			if t := &m.Transitions[i]; t.Effect == core.Take && r.states[t.From] && r.in(t) {
				again = r.take(t) || again
			}
		}
	}
	return r
}

// in reports whether the state inside a region that has a transition is reached.
func (r *reached) in(t *core.Transition) bool {
	if t.Move == nil {
		return true
	}
	region := &r.machine.States[t.From].Regions[t.Move.Region]
	return r.leaves[place{region.Var, int64(t.Move.From)}]
}

// take adds what a transition leads to, and reports whether that is new.
func (r *reached) take(t *core.Transition) (grown bool) {
	grown = !r.states[t.To]
	r.states[t.To] = true
	for _, region := range r.machine.States[t.To].Regions {
		if x := t.Updated(r.machine.Vars[region.Var].Symbol); x != nil {
			grown = r.enter(region.Var, x) || grown
		}
	}
	return grown
}

// enter adds the state inside a region to which its variable is set. The loader sets these variables
// to constants only.
func (r *reached) enter(variable int, x expr.Expr) bool {
	lit, ok := x.(*expr.Lit)
	if !ok || r.leaves[place{variable, lit.Value}] {
		return false
	}
	r.leaves[place{variable, lit.Value}] = true
	return true
}
