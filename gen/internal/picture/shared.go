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
	// handles is the raised event that is handled, or "".
	handles string
}

// declaration returns the declaration from which a transition comes.
func declaration(t *core.Transition) declared { return declared{t.Composite, t.Event, t.Handles} }

// declaredBy reports whether t comes from a declaration that can be drawn once, and returns the state
// whose transitions are drawn for it. These are the declarations that have the same effect in every
// state that uses them; a state that handles the event itself does not.
func (d *drawing) declaredBy(t *core.Transition) (state int, common bool) {
	if t.Composite == "" {
		return -1, false
	}
	key := declaration(t)
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
		if len(got) == 0 && (len(m.On(s, key.event)) > 0 || key.handles != "") {
			continue // the state handles the event itself, or the event is not raised on the way there
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

// alternatives returns the transitions of a state that come from a declaration, each as the author
// wrote it once.
func (d *drawing) alternatives(key declared, state int) []alternative {
	var list []alternative
	for _, i := range d.declares(key, state) {
		list = append(list, d.alternative(i))
	}
	return list
}

// declares returns the indices of the transitions for alternatives.
func (d *drawing) declares(key declared, state int) (list []int) {
	m := d.machine
	first := m.First(state, key.event)
	for i := range m.On(state, key.event) {
		t := &m.Transitions[first+i]
		again := func(j int) bool {
			return m.Divided(&m.Transitions[j], t) && d.alternative(j).equal(d.alternative(first+i))
		}
		if declaration(t) == key && !slices.ContainsFunc(list, again) {
			list = append(list, first+i)
		}
	}
	return list
}

func (d *drawing) alternative(i int) alternative {
	t := &d.machine.Transitions[i]
	if t.Internal {
		return alternative{newLabel(d.machine, t), t.Effect, -1}
	}
	return alternative{newLabel(d.machine, t), t.Effect, t.To}
}

// isOtherwise reports whether transition i is unconditional and follows other alternatives. Those of
// rules do not count, and for a declaration that is drawn once, only its own alternatives do.
func (d *drawing) isOtherwise(i int, common bool) bool {
	m := d.machine
	own := func(j int) bool {
		u := &m.Transitions[j]
		return u.Rule == "" && u.Written != nil && u.Composite == m.Transitions[i].Composite
	}
	return m.Otherwise(i) && (!common || slices.ContainsFunc(m.Before(i), own))
}
