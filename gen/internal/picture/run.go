package picture

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
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
	p.visit(m, m.Initial, begins(m))
	for _, i := range run.Transitions {
		p.visit(m, m.Transitions[i].To, m.Transitions[i].Updated)
	}
	return p
}

// visit marks a state and the leaves of its regions that become active, given the values of variables there.
func (p *Picture) visit(m *core.Machine, state int, value func(*expr.Symbol) expr.Expr) {
	p.Nodes[state].Visited = true
	for r := range m.States[state].Regions {
		if leaf := active(m, &m.States[state].Regions[r], value); leaf >= 0 {
			p.Nodes[Leaf(m, state, r, leaf)].Visited = true
		}
	}
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
	from := origin(m, t)
	if !common || by == from {
		return i
	}
	is := d.alternative(i)
	key := declaration(t)
	like := func(j int) bool { return d.alternative(j).equal(is) }
	place := slices.IndexFunc(d.declares(key, from), like)
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
