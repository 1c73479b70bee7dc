package picturetest

import (
	"fmt"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/spec/core"
)

// Looks returns a machine's picture in all forms in which it can be drawn.
func Looks(m *core.Machine) []*picture.Picture {
	annotated := picture.New(m)
	annotated.Annotate(m)
	sideways := picture.New(m).At(picture.Guards)
	sideways.LeftToRight = true
	list := []*picture.Picture{picture.New(m), annotated, sideways, picture.New(m).At(picture.Events), picture.New(m).At(picture.States)}
	parts, _ := annotated.Split()
	list = append(list, parts...)
	list = append(list, annotated.Focus([]string{m.States[m.Initial].Name}), annotated.Between("", m.States[len(m.States)-1].Name))
	return append(list, picture.NewRun(m, somewhere(m)), renamed(m))
}

// renamed returns a picture in which texts stand for all names, which are short.
func renamed(m *core.Machine) *picture.Picture {
	p := picture.New(m)
	for i := range p.Nodes {
		n := &p.Nodes[i]
		n.Text, n.Name = n.Name, fmt.Sprint("n", i)
	}
	for i := range p.Edges {
		for k := range p.Edges[i].Labels {
			l := &p.Edges[i].Labels[k]
			l.Text, l.Event = l.Event, fmt.Sprint("e", i)
		}
	}
	return p
}

// somewhere takes each state's first transition until it reaches a state again.
func somewhere(m *core.Machine) picture.Run {
	run := picture.Run{Loop: -1}
	seen := make(map[int]int)
	for at := m.Initial; ; {
		if before, ok := seen[at]; ok {
			run.Loop = before
			return run
		}
		seen[at] = len(run.Transitions)
		next := -1
		for i := range m.Transitions {
			if t := &m.Transitions[i]; next < 0 && t.From == at && t.Effect == core.Take && t.Rule == "" {
				next = i
			}
		}
		if next < 0 {
			return run
		}
		run.Transitions = append(run.Transitions, next)
		at = m.Transitions[next].To
	}
}
