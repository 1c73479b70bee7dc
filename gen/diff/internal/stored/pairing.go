package stored

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// pairing relates the parts of a new version to the parts of the old one by the names in
// snapshots: those of the old version, and the old names that the new version lists.
type pairing struct {
	old, new *core.Machine
	// states has for each old state the new state with its name, or -1.
	states []int
	// params and vars have for each new parameter, and variable of the machine, the old one that
	// gives it its value, or -1.
	params, vars []int
	// data has the same for the data of the new state that continues an old state.
	data map[place]int
	// opaque are the old parameters and variables whose values mean something that cannot be
	// expressed.
	opaque map[*expr.Symbol]bool
	// given are the expressions that a migration has for values of the new version, decided the values that the
	// program decides, and was the old names of enum values in addition to those of the new version.
	given   map[Slot]expr.Expr
	decided map[Slot]bool
	was     map[*expr.Enum][][]string
	// unknown returns the symbol for a value that the program decides. It may be nil.
	unknown func(Slot) *expr.Symbol
	demands []Demand
}

// place is a datum of the new version in a machine that was stored in an old state.
type place = Place

func newPairing(old, new *core.Machine) *pairing {
	p := &pairing{old: old, new: new, data: map[place]int{}, opaque: map[*expr.Symbol]bool{}}
	for _, s := range old.States {
		p.states = append(p.states, slices.IndexFunc(new.States, func(t core.State) bool { return slices.Contains(t.Texts(), s.Stored()) }))
	}
	for _, n := range new.Params {
		p.params = append(p.params, slices.IndexFunc(old.Params, func(o core.Param) bool { return known(o.Name, n.Name, n.Was) }))
	}
	find := func(n *core.Var, state int) int {
		return slices.IndexFunc(old.Vars, func(o core.Var) bool { return o.State == state && !o.Pending() && known(o.Name, n.Name, n.Was) })
	}
	p.vars = make([]int, len(new.Vars))
	for j := range new.Vars {
		n := &new.Vars[j]
		if p.vars[j] = -1; n.Pending() {
			continue // a stored machine is at rest
		}
		if n.State < 0 {
			p.vars[j] = find(n, -1)
			continue
		}
		for s, t := range p.states {
			if t == n.State {
				p.data[place{s, j}] = find(n, s)
			}
		}
	}
	return p
}

// known reports whether a stored name is that of a part, now or earlier.
func known(stored, name string, was []string) bool {
	return stored == name || slices.Contains(was, stored)
}

func (p *pairing) add(d Demand) { p.demands = append(p.demands, d) }

// partOf names a variable, a datum, or a region for messages.
func partOf(m *core.Machine, i int) string {
	v := &m.Vars[i]
	if r := m.RegionOf(i); r != nil {
		return "region " + m.States[v.State].Name + "." + r.Name
	}
	if v.State < 0 {
		return "var " + v.Name
	}
	return "datum " + m.States[v.State].Name + "." + v.Name
}
