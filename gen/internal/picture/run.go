package picture

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
)

// Run is a run of a machine: the indices of the transitions that it takes, from the initial state.
type Run struct {
	Transitions []int
	// Loop is the index in Transitions of the first one that repeats forever, or -1.
	Loop int
}

// NewRun returns the picture of a machine with a run: it marks the states of the run, and adds the
// numbers of the steps to labels.
func NewRun(m *core.Machine, run Run) *Picture {
	p := draw(m, run)
	p.Loop = run.Loop + 1
	p.Nodes[m.Initial].Visited = true
	for _, i := range run.Transitions {
		p.Nodes[m.Transitions[i].To].Visited = true
	}
	return p
}

// number finds the drawn transition for each transition and each step of a run.
func (d *drawing) number(run Run) {
	// The first state with a declaration draws it, so use the order of the drawing, not
	// that of the run.
	for i := range d.machine.Transitions {
		if t := &d.machine.Transitions[i]; t.Rule == "" {
			d.declaredBy(t)
		}
	}
	for i := range d.machine.Transitions {
		by := d.drawnFor(i)
		d.covers[by] = append(d.covers[by], i)
	}
	for step, i := range run.Transitions {
		text := strconv.Itoa(step + 1)
		if run.Loop >= 0 && step >= run.Loop {
			text += "↻"
		}
		i = d.drawnFor(i)
		d.steps[i] = append(d.steps[i], text)
	}
}

// drawnFor returns the transition that is drawn for transition i: itself, unless a declaration is
// drawn once for several states.
func (d *drawing) drawnFor(i int) int {
	m := d.machine
	t := &m.Transitions[i]
	if t.Rule != "" {
		return i
	}
	by, common := d.declaredBy(t)
	if !common || by == t.From {
		return i
	}
	is := d.alternative(i)
	key := declaration(t)
	like := func(j int) bool { return d.alternative(j).equal(is) }
	place := slices.IndexFunc(d.declares(key, t.From), like)
	return d.declares(key, by)[place]
}

// merge joins two lists of numbers of steps in order.
func merge(a, b []string) []string {
	list := slices.Concat(a, b)
	number := func(step string) int {
		n, _ := strconv.Atoi(strings.TrimSuffix(step, "↻"))
		return n
	}
	slices.SortFunc(list, func(x, y string) int { return cmp.Compare(number(x), number(y)) })
	return list
}
