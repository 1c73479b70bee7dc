package picture

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// declared identifies the declaration of an event in a composite state, or in the machine, for all
// states inside.
type declared struct {
	composite string
	event     int
	// handles is the raised event that is handled, or "". done is set for what applies when all regions are done.
	handles string
	done    bool
}

// declaration returns the declaration from which a transition comes.
func declaration(t *core.Transition) declared {
	return declared{t.Composite, t.Event, t.Handles, t.Done}
}

// declaredBy reports whether t comes from a declaration that can be drawn once, and returns the node of the
// state or leaf whose transitions are drawn for it. These are the declarations that have the same effect in every
// state that uses them; a state that handles the event itself does not.
func (d *drawing) declaredBy(t *core.Transition) (node int, common bool) {
	if t.Composite == "" {
		return -1, false
	}
	key := declaration(t)
	node, known := d.shared[key]
	if !known {
		node = origin(d.machine, t)
		if !d.common(key, node) {
			node = -1
		}
		d.shared[key] = node
	}
	return node, node >= 0
}

// common compares the effect of a declaration at one node first with that at the others inside.
func (d *drawing) common(key declared, first int) bool {
	m := d.machine
	block, isBlock := d.blocks[key.composite]
	want := d.alternatives(key, first)
	for _, n := range d.sites(first) {
		if isBlock && !d.out.inside(d.out.Nodes[n].Block, block) || d.out.Nodes[n].Outcome >= 0 {
			continue
		}
		if n < len(m.States) && m.Transient(n) && !m.Events[key.event].Eventless {
			continue // what it does without an event always comes first
		}
		got := d.alternatives(key, n)
		if len(got) == 0 && (len(d.on(n, key.event)) > 0 || key.handles != "") {
			continue // the state handles the event itself, or the event is not raised on the way there
		}
		if !slices.EqualFunc(want, got, alternative.equal) {
			return false
		}
	}
	return true
}

// answering returns the nodes that use a declaration, among those with a given one.
func (d *drawing) answering(key declared, first int) []int {
	var nodes []int
	for _, n := range d.sites(first) {
		if len(d.alternatives(key, n)) > 0 {
			nodes = append(nodes, n)
		}
	}
	return nodes
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

// alternatives returns the transitions of a node that come from a declaration, each as the author
// wrote it once.
func (d *drawing) alternatives(key declared, node int) []alternative {
	var list []alternative
	for _, i := range d.declares(key, node) {
		list = append(list, d.alternative(i))
	}
	return list
}

// declares returns the indices of the transitions for alternatives.
func (d *drawing) declares(key declared, node int) (list []int) {
	m := d.machine
	for _, i := range d.on(node, key.event) {
		t := &m.Transitions[i]
		again := func(j int) bool {
			return source.Divided(m, &m.Transitions[j], t) && d.alternative(j).equal(d.alternative(i))
		}
		if declaration(t) == key && !slices.ContainsFunc(list, again) {
			list = append(list, i)
		}
	}
	return list
}

func (d *drawing) alternative(i int) alternative {
	t := &d.machine.Transitions[i]
	_, to, stays := Ends(d.machine, t)
	if stays {
		to = -1
	}
	return alternative{newLabel(d.machine, t), t.Effect, to}
}

// isOtherwise reports whether transition i is unconditional and follows other alternatives. Those of
// rules do not count, and for a declaration that is drawn once, only its own alternatives do.
func (d *drawing) isOtherwise(i int, common bool) bool {
	m := d.machine
	own := func(j int) bool {
		u := &m.Transitions[j]
		return u.Rule == "" && u.Written != nil && u.Composite == m.Transitions[i].Composite
	}
	return source.Otherwise(m, i) && (!common || slices.ContainsFunc(m.Before(i), own))
}
