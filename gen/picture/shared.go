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
	label Label
	// to is -1 for an internal transition.
	to int
}

func (a alternative) equal(b alternative) bool { return a.to == b.to && a.label.equal(b.label) }

// alternatives returns the transitions of a state that come from a
// declaration.
func (d *drawing) alternatives(key declared, state int) []alternative {
	var list []alternative
	m := d.machine
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if t.From != state || t.Event != key.event || t.Composite != key.composite {
			continue
		}
		a := alternative{newLabel(m, i), t.To}
		a.label.Otherwise = len(list) > 0 && a.label.Guard == ""
		if t.Internal {
			a.to = -1
		}
		list = append(list, a)
	}
	return list
}

// firstOfDeclaration reports whether transition i is the first alternative
// that its declaration gives.
func (d *drawing) firstOfDeclaration(i int) bool {
	m := d.machine
	return d.machine.Priority(i) == 0 || m.Transitions[i-1].Composite != m.Transitions[i].Composite
}

// newLabel writes transition i.
func newLabel(m *core.Machine, i int) Label {
	t := &m.Transitions[i]
	l := Label{Event: m.Events[t.Event].Name}
	if t.Guard != nil {
		l.Guard = printShort(m, t.Guard)
	} else {
		l.Otherwise = m.Priority(i) > 0
	}
	for _, u := range t.Updates {
		l.Updates = append(l.Updates, assignment(m, u))
	}
	return l
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
// parameter, variable or constant has the same name.
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
		slices.ContainsFunc(m.Enums, func(e *expr.Enum) bool { return slices.Contains(e.Values, name) })
}
