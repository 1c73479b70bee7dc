package picture

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
)

// Run is a run of a machine: the transitions that it takes, as indices into
// those of the machine, from the initial state on.
type Run struct {
	Transitions []int
	// Loop is the place in Transitions from where on they repeat for ever, or
	// -1.
	Loop int
}

// NewRun draws a machine with a run in it: the states that it visits are
// marked, and labels have the numbers of its steps.
func NewRun(m *core.Machine, run Run) *Picture {
	p := draw(m, run)
	p.Loop = run.Loop + 1
	p.Nodes[m.Initial].Visited = true
	for _, i := range run.Transitions {
		p.Nodes[m.Transitions[i].To].Visited = true
	}
	return p
}

// number finds for each step of a run the transition that is drawn for it.
func (d *drawing) number(run Run) {
	// The first state that has a declaration draws it: ask in the order of the
	// drawing, not in that of the run.
	for i := range d.machine.Transitions {
		if t := &d.machine.Transitions[i]; t.Rule == "" {
			d.declaredBy(t)
		}
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

// drawnFor returns the transition that is drawn for transition i: itself, but
// where a declaration is drawn once for several states.
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
	same := func(s int) []int {
		var list []int
		for j := range m.Transitions {
			if u := &m.Transitions[j]; u.From == s && u.Event == t.Event && u.Rule == "" && u.Composite == t.Composite {
				list = append(list, j)
			}
		}
		return list
	}
	return same(by)[slices.Index(same(t.From), i)]
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
