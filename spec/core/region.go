package core

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Region is one of the parts of a state that run side by side. What is active in it is the value of
// a variable, an enum that the loader adds as a datum of the state.
type Region struct {
	Name, Doc string
	// Var is the index of the variable. The values of its type are the leaves, in the same order.
	Var int
	// Leaves are the states inside the region that have no states inside, or regions. The last one of a
	// region with Inside stands for none of them: see [Leaf.None].
	Leaves []Leaf
	// Inside is the leaf of an earlier region that has this region, which is active only with it, or nil
	// for a region of the state itself.
	Inside *Within
	// Initial is the index of the leaf in which the region begins, unless a target names another one.
	Initial int
	Span    diag.Span
}

// Around returns the names of what is around the states of region r of a state, outermost first: the state, and for
// a region inside another one all that is around it, down to the region itself.
func (s *State) Around(r int) []string {
	region := &s.Regions[r]
	if region.Inside == nil {
		return []string{s.Name, region.Name}
	}
	outer := &s.Regions[region.Inside.Region]
	leaf := &outer.Leaves[region.Inside.Leaves[0]]
	out := append(s.Around(region.Inside.Region), leaf.Composites...)
	if leaf.Name != outer.Name {
		out = append(out, leaf.Name)
	}
	return append(out, region.Name)
}

// Inner returns the indices of the regions of a state that a leaf of one of its regions has, or those of the
// state itself if the region is -1.
func (s *State) Inner(region, leaf int) (list []int) {
	for i := range s.Regions {
		in := s.Regions[i].Inside
		if in == nil && region < 0 || in != nil && in.Region == region && in.Leaves[0] == leaf {
			list = append(list, i)
		}
	}
	return list
}

// States returns the leaves that are states: all but the one that stands for none.
func (r *Region) States() []Leaf {
	if r.Inside != nil {
		return r.Leaves[:len(r.Leaves)-1]
	}
	return r.Leaves
}

// Contains reports whether region r of a state is region i, or is around it.
func (s *State) Contains(r, i int) bool {
	for i != r && s.Regions[i].Inside != nil {
		i = s.Regions[i].Inside.Region
	}
	return i == r
}

// LeafAround returns the leaf of region r of a state that is leaf l of region i, or has that region inside. Region r must
// be region i or around it.
func (s *State) LeafAround(r, i, l int) int {
	for i != r {
		in := s.Regions[i].Inside
		i, l = in.Region, in.Leaves[0]
	}
	return l
}

// RegionOf returns the region of which v is the variable, or nil.
func (m *Machine) RegionOf(v int) *Region {
	if state := m.Vars[v].State; state >= 0 {
		for i := range m.States[state].Regions {
			if r := &m.States[state].Regions[i]; r.Var == v {
				return r
			}
		}
	}
	return nil
}

// Parallel reports whether a state of the machine has regions.
func (m *Machine) Parallel() bool {
	return slices.ContainsFunc(m.States, func(s State) bool { return len(s.Regions) > 0 })
}

// Active returns the names of the active states in a region, outermost first, while leaf i is: the
// region, composite states inside it, and the leaf. A region that is a plain state is its own leaf.
// There are none while the region is not active.
func (r *Region) Active(i int) []string {
	if r.Leaves[i].None {
		return nil
	}
	out := append([]string{r.Name}, r.Leaves[i].Composites...)
	if leaf := r.Leaves[i].Name; leaf != r.Name {
		out = append(out, leaf)
	}
	return out
}

// Leaf is a state inside a region that has no states inside, or regions.
type Leaf struct {
	Name, Doc string
	// None marks what is no state: the region is not active, because the leaf that has it is not. Its name is "none".
	None bool
	// Composites are the composite states around it inside the region, outermost first.
	Composites []string
	// Final marks a leaf in which the composite state or the region around it is done.
	Final bool
	Span  diag.Span
}

// Move is what a transition does that a leaf of a region has. If it stays in the region, the
// transition is internal: the machine stays in the state with the regions.
type Move struct {
	// Region is an index of the Regions of the state, and From is the leaf of it that has the transition.
	Region, From int
	// ToRegion is an index of the Regions too, and To the leaf of it to which the transition leads: in the same
	// region, in one around it, or in one inside a leaf of that. To is -1 if the transition leaves the state.
	ToRegion, To int
	// Internal marks a transition that does not leave From.
	Internal bool
}

// Within are leaves of a region.
type Within struct {
	// Region is an index of the Regions of a state, and Leaves are leaves of it, in ascending order.
	Region int
	Leaves []int
}

// Active returns the condition that one of the leaves of w, which is within a state, is active.
func (m *Machine) Active(state int, w *Within) expr.Expr {
	symbol := m.Vars[m.States[state].Regions[w.Region].Var].Symbol
	var any []expr.Expr
	for _, leaf := range w.Leaves {
		any = append(any, &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: symbol}, Y: &expr.Lit{T: symbol.Type, Value: int64(leaf)}})
	}
	return expr.AnyOf(any...)
}

// MayBeIn reports whether one of the leaves of w, which is within the source of a transition, may be active before it.
func (m *Machine) MayBeIn(t *Transition, w *Within) bool {
	possible := filtered(m, t, &m.Vars[m.States[t.From].Regions[w.Region].Var])
	return slices.ContainsFunc(w.Leaves, func(leaf int) bool { return slices.Contains(possible, int64(leaf)) })
}

// MustBeIn reports whether one of the leaves of w, which is within the source of a transition, is active before it for sure.
func MustBeIn(m *Machine, t *Transition, w *Within) bool {
	possible := filtered(m, t, &m.Vars[m.States[t.From].Regions[w.Region].Var])
	return !slices.ContainsFunc(possible, func(leaf int64) bool { return !slices.Contains(w.Leaves, int(leaf)) })
}

// change tells whether leaves may be active before a transition in the state with the regions, and
// whether they are after it.
func change(m *Machine, t *Transition, w *Within) (before, after bool) {
	region := &m.States[t.From].Regions[w.Region]
	before = m.MayBeIn(t, w)
	after = before
	if to, ok := t.Updated(m.Vars[region.Var].Symbol).(*expr.Lit); ok {
		after = slices.Contains(w.Leaves, int(to.Value))
	}
	return before, after && t.To == t.From
}

// begins reports whether leaves of the initial state are active at first.
func begins(m *Machine, w *Within) bool {
	first, ok := m.Vars[m.States[m.Initial].Regions[w.Region].Var].Init.(*expr.Lit)
	return ok && slices.Contains(w.Leaves, int(first.Value))
}
