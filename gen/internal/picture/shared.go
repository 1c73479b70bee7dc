package picture

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
)

// declared identifies the declaration of an event in a composite state, or in the machine, for all
// states inside.
type declared struct {
	composite string
	event     int
}

// declaredBy reports whether t comes from a declaration that can be drawn once, and returns the state
// whose transitions are drawn for it. These are the declarations that have the same effect in every
// state that uses them; a state that handles the event itself does not.
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

// common compares the effect of a declaration in state first with that in the other states inside.
func (d *drawing) common(key declared, first int) bool {
	m := d.machine
	_, isBlock := d.blocks[key.composite]
	want := d.alternatives(key, first)
	for s := range m.States {
		if isBlock && !slices.Contains(m.States[s].Composites, key.composite) || m.Terminal(s) {
			continue
		}
		if m.Transient(s) && !m.Events[key.event].Eventless {
			continue // what it does without an event always comes first
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

// answering returns the states that use a declaration.
func (d *drawing) answering(key declared) []int {
	var states []int
	for s := range d.machine.States {
		if len(d.alternatives(key, s)) > 0 {
			states = append(states, s)
		}
	}
	return states
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

// isOtherwise reports whether transition i is unconditional and follows other alternatives. Those of
// rules do not count, and for a declaration that is drawn once, only its own alternatives do.
func (d *drawing) isOtherwise(i int, common bool) bool {
	m := d.machine
	own := func(u core.Transition) bool { return u.Rule == "" && u.Composite == m.Transitions[i].Composite }
	return m.Otherwise(i) && (!common || slices.ContainsFunc(m.Transitions[i-m.Priority(i):i], own))
}
