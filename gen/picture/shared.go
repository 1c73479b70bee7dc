package picture

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// declared names what a composite state, or the machine, says of an event for
// all states inside.
type declared struct {
	composite string
	event     int
}

// declaredBy reports whether t comes from a declaration that can be drawn
// once, and the state whose transitions are drawn for it. Those are the
// declarations that say the same in every state that comes to ask them; a
// state that answers the event itself does not.
func (d *drawing) declaredBy(t *core.Transition) (state int, common bool) {
	if t.Composite == "" {
		return -1, false
	}
	key := declared{t.Composite, t.Event}
	state, known := d.shared[key]
	if !known {
		state = t.From
		if !d.common(key, state) {
			state = -1
		}
		d.shared[key] = state
	}
	return state, state >= 0
}

// common compares what a declaration says in state first with the other
// states inside.
func (d *drawing) common(key declared, first int) bool {
	m := d.machine
	_, isBlock := d.blocks[key.composite]
	want := d.alternatives(key, first)
	for s := range m.States {
		if isBlock && !slices.Contains(m.States[s].Composites, key.composite) || m.Terminal(s) {
			continue
		}
		got := d.alternatives(key, s)
		if len(got) == 0 && len(m.On(s, key.event)) > 0 {
			continue
		}
		if !slices.EqualFunc(want, got, alternative.equal) {
			return false
		}
	}
	return true
}

// alternative is a transition without its source.
type alternative struct {
	label  Label
	effect core.Effect
	// to is -1 for an internal transition.
	to int
}

func (a alternative) equal(b alternative) bool {
	return a.to == b.to && a.effect == b.effect && a.label.equal(b.label)
}

// alternatives returns the transitions of a state that come from a
// declaration.
func (d *drawing) alternatives(key declared, state int) []alternative {
	var list []alternative
	for _, t := range d.machine.On(state, key.event) {
		if t.Composite != key.composite {
			continue
		}
		a := alternative{newLabel(d.machine, &t), t.Effect, t.To}
		if t.Internal {
			a.to = -1
		}
		list = append(list, a)
	}
	return list
}

// isOtherwise reports whether transition i is what is left when the
// alternatives before it do not hold. Those of rules do not count, and of a
// declaration that is drawn once only its own do.
func (d *drawing) isOtherwise(i int, common bool) bool {
	m := d.machine
	t := &m.Transitions[i]
	if t.Guard != nil {
		return false
	}
	before := m.Transitions[i-m.Priority(i) : i]
	return slices.ContainsFunc(before, func(u core.Transition) bool {
		return u.Rule == "" && (!common || u.Composite == t.Composite)
	})
}

// newLabel writes a transition, but for "otherwise".
func newLabel(m *core.Machine, t *core.Transition) Label {
	l := Label{Event: m.Events[t.Event].Name}
	if t.Written != nil {
		l.Guard = printShort(m, t.Written)
	}
	for _, u := range t.Updates {
		if !u.Implied {
			l.Updates = append(l.Updates, assignment(m, u))
		}
	}
	return l
}

// ruleLabel writes a transition that a rule has made, without its event and
// without the guard of the transition that it stands in front of.
func ruleLabel(t *core.Transition) Label {
	counter := t.Written
	if and, ok := counter.(*expr.Binary); ok && and.Op == expr.And {
		counter = and.Y
	}
	return Label{Event: t.Rule, Guard: expr.Print(counter, expr.Math)}
}

// assignment writes "v += x" and "v -= x" for steps, "v ← x" for the rest.
func assignment(m *core.Machine, u core.Update) string {
	name := m.Vars[u.Var].Name
	if sum, ok := u.Value.(*expr.Binary); ok && (sum.Op == expr.Add || sum.Op == expr.Sub) {
		if x, ok := sum.X.(*expr.Ref); ok && x.Symbol.Scope == expr.Var && x.Symbol.Index == u.Var {
			return name + " " + sum.Op.String() + "= " + printShort(m, sum.Y)
		}
	}
	return name + " ← " + printShort(m, u.Value)
}

// printShort writes e as mathematics, and payload without "event." where no
// parameter, variable, guard or constant has the same name.
func printShort(m *core.Machine, e expr.Expr) string {
	short := expr.Substitute(e, func(s *expr.Symbol) expr.Expr {
		if s.Scope != expr.Field || isTaken(m, s.Name) {
			return nil
		}
		return &expr.Ref{Symbol: &expr.Symbol{Scope: expr.External, Name: s.Name, Type: s.Type}}
	})
	return expr.Print(short, expr.Math)
}

func isTaken(m *core.Machine, name string) bool {
	return slices.ContainsFunc(m.Params, func(p core.Param) bool { return p.Name == name }) ||
		slices.ContainsFunc(m.Vars, func(v core.Var) bool { return v.Name == name }) ||
		slices.ContainsFunc(m.Guards, func(g core.Guard) bool { return g.Name == name }) ||
		slices.ContainsFunc(m.Enums, func(e *expr.Enum) bool { return slices.Contains(e.Values, name) })
}
