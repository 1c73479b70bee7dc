package source

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Domain returns the innermost region that a transition inside a state with regions does not leave, and the leaves of it between
// which it moves. It must have a Move that does not leave the state.
func Domain(m *core.Machine, t *core.Transition) (region, from, to int) {
	s := &m.States[t.From]
	for region = t.Move.Region; !s.Contains(region, t.Move.ToRegion); {
		region = s.Regions[region].Inside.Region
	}
	return region, s.LeafAround(region, t.Move.Region, t.Move.From), s.LeafAround(region, t.Move.ToRegion, t.Move.To)
}

// Lands returns the leaf to which a transition leads in the words of its author, as indices of Regions of To and of
// Leaves: that of its Move, or one in which a region does not begin by itself. They are -1 if it leads to the whole state.
func Lands(m *core.Machine, t *core.Transition) (region, leaf int) {
	if t.Move != nil && t.Move.To >= 0 {
		return t.Move.ToRegion, t.Move.To
	}
	return named(m, t.To, t.Updated)
}

// Opens is Lands for the start of the machine.
func Opens(m *core.Machine) (region, leaf int) {
	return named(m, m.Initial, func(s *expr.Symbol) expr.Expr { return m.Vars[s.Index].Init })
}

// named returns a leaf of a state that becomes active, other than those in which the regions begin: the innermost one.
func named(m *core.Machine, state int, value func(*expr.Symbol) expr.Expr) (region, leaf int) {
	region, leaf = -1, -1
	for i := range m.States[state].Regions {
		r := &m.States[state].Regions[i]
		to, ok := value(m.Vars[r.Var].Symbol).(*expr.Lit)
		if ok && int(to.Value) != r.Initial && !r.Leaves[to.Value].None {
			region, leaf = i, int(to.Value)
		}
	}
	return region, leaf
}

// Composites returns the names of the composite states, in the order in which the states inside them come, each after those around
// it. Regions are none of them.
func Composites(m *core.Machine) (names []string) {
	add := func(around []string) {
		for _, name := range around {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	for i := range m.States {
		add(m.States[i].Composites)
		for _, r := range m.States[i].Regions {
			for _, leaf := range r.Leaves {
				add(leaf.Composites)
			}
		}
	}
	return names
}
