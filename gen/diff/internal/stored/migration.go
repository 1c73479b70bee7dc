package stored

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Slot is a parameter, a variable or a datum of the new version: a scope, [expr.Param] or [expr.Var], and an index. The zero
// Slot stands for none.
type Slot struct {
	Scope expr.Scope
	Index int
}

func slotOf(s *expr.Symbol) Slot { return Slot{s.Scope, s.Index} }

// Place is a datum of the new version in a machine that was stored in an old state.
type Place struct{ State, Datum int }

// Migration says where migrated machines get their states and values.
type Migration struct {
	// States has for each old state the new one in which its machines continue, or -1 if the program decides.
	States []int
	// Params and Vars have for each new parameter, and variable of the machine, the old one that gives it its value,
	// or -1. Elements of Vars for data are not used.
	Params, Vars []int
	// Data has the same for the data of the new state that continues an old state.
	Data map[Place]int
	// Was has for each enum of the new version, by value, stored texts in addition to those that the spec lists. It may lack
	// enums.
	Was map[*expr.Enum][][]string
	// Given are expressions over the old version, and constants of the new one, for values of the new version.
	Given map[Slot]expr.Expr
	// Decided are the values that the program decides. They can be any that Restore accepts.
	Decided map[Slot]bool
}

// Names returns what Restore does by itself: states and values continue under the same name, or under one of which the new
// version says that it was that.
func Names(old, new *core.Machine) *Migration {
	p := newPairing(old, new)
	return &Migration{States: p.states, Params: p.params, Vars: p.vars, Data: p.data, Given: map[Slot]expr.Expr{}, Decided: map[Slot]bool{}, Was: map[*expr.Enum][][]string{}}
}

// Express returns an expression of the new version, as it is for a machine that was stored in an old state, over the values of
// the old version. name returns a symbol for a value that the program decides; if it is nil, or for values that have no
// expression, the result is nil. Data of the old state may occur in it.
func (m *Migration) Express(old, new *core.Machine, state int, e expr.Expr, name func(Slot) *expr.Symbol) expr.Expr {
	p := m.pairing(old, new)
	p.unknown = name
	for i := range old.Vars {
		if old.Vars[i].Type.Kind == expr.Opaque {
			p.opaque[old.Vars[i].Symbol] = true
		}
	}
	if x := p.term(state, e); x != nil {
		return expr.Simplify(x)
	}
	return nil
}

// Source returns where a value of the new version comes from, for a machine that was stored in an old state: a reference to an
// old parameter or variable, an expression over them, or a constant. It is nil if the program decides.
func (m *Migration) Source(old, new *core.Machine, state int, s *expr.Symbol) expr.Expr {
	return m.pairing(old, new).source(state, s)
}

// Value returns the value of an enum of the new version that a text in a snapshot means, or -1.
func (m *Migration) Value(old, new *core.Machine, e *expr.Enum, text string) int {
	return m.pairing(old, new).valueOf(e, text)
}

// Texts returns the texts in snapshots that are read as a value of an enum of the new version.
func (m *Migration) Texts(old, new *core.Machine, e *expr.Enum, value int) []string {
	return m.pairing(old, new).valueTexts(e, value)
}

// pairing returns the pairing that a migration makes.
func (m *Migration) pairing(old, new *core.Machine) *pairing {
	return &pairing{old: old, new: new, states: m.States, params: m.Params, vars: m.Vars, data: m.Data, was: m.Was, given: m.Given, decided: m.Decided, opaque: map[*expr.Symbol]bool{}}
}

// Demands returns what Restore of the new version demands of migrated machines, as conditions on the machines of the old
// version, except what obviously holds, and what depends on values that the program decides. Demands on names are not among
// them: a migration changes the names.
func (m *Migration) Demands(old, new *core.Machine, oldConditions, newConditions []core.Invariant) []Demand {
	p := m.pairing(old, new)
	for j := range new.Params {
		n := &new.Params[j]
		var from *expr.Symbol
		if i := m.Params[j]; i >= 0 {
			from = old.Params[i].Symbol
		}
		p.moved(Demand{Kind: Parameter, Part: "param " + n.Name, State: -1}, from, n.Symbol)
	}
	for j := range new.Vars {
		n := &new.Vars[j]
		if n.Pending() {
			continue
		}
		for _, s := range p.statesOf(n.State) {
			i := m.Vars[j]
			if n.State >= 0 {
				i = m.Data[Place{s, j}]
			}
			var from *expr.Symbol
			if i >= 0 {
				from = old.Vars[i].Symbol
			}
			p.moved(Demand{Kind: Variable, Part: partOf(new, j), State: s}, from, n.Symbol)
		}
	}
	p.claims(oldConditions, newConditions)
	return p.demands
}

// moved adds the demands on a value that a migration moves from an old parameter or variable, which may be nil, or that it
// computes. d says what the value is.
func (p *pairing) moved(d Demand, from, to *expr.Symbol) {
	at := slotOf(to)
	if p.decided[at] {
		return
	}
	if x := p.given[at]; x != nil {
		from = nil
		if ref, ok := x.(*expr.Ref); ok {
			from = ref.Symbol
		} else if to.Type.Kind == expr.Int && computed(x) {
			most := p.new.MaxInt()
			fits := and(&expr.Binary{Op: expr.Le, X: expr.Number(-most - 1), Y: x}, &expr.Binary{Op: expr.Le, X: x, Y: expr.Number(most)})
			p.add(Demand{Kind: Range, Of: to, Part: d.Part, State: d.State, Reason: "must fit in an int", Holds: fits})
		}
	}
	if from != nil {
		p.typed(d.Kind, d.Part, d.State, from, to)
	}
}

// computed reports whether an expression is more than a name or a constant.
func computed(x expr.Expr) bool {
	switch x.(type) {
	case *expr.Ref, *expr.Lit:
		return false
	}
	return true
}
