package scxml

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// write fills the draft.
func (f *flat) write() {
	for _, n := range f.reader.doc.nodes {
		if !n.reached {
			f.reader.out.Warn(n.at, "%s cannot be reached: the import drops it", n.label())
		}
	}
	ends := slices.ContainsFunc(f.list, func(c *configuration) bool { return c.ended })
	names := f.signals(ends)
	f.reader.variables()
	f.place(names)
	for _, c := range f.list {
		switch {
		case c.ended:
			c.state.End = "done"
		case len(c.always)+len(c.on) == 0:
			c.state.End = "rest"
			f.reader.out.Warn(c.state.At, "nothing happens in %s: the import makes it a terminal state", diag.Clip(c.text()))
		}
		for _, p := range c.always {
			if p.guard != nil {
				p.guard = f.reader.rough.asFacts(p.guard)
			}
			c.state.Always(f.passage(p))
		}
		for _, key := range slices.Concat(f.reader.doc.events, []string{other}, f.reader.doc.delayed) {
			for _, p := range c.on[key] {
				c.state.Handle(names[key], f.passage(p))
			}
		}
	}
	if len(names) == 0 && !slices.ContainsFunc(f.list, func(c *configuration) bool { return c.state.End != "" }) {
		f.reader.out.Fail(diag.CodeEventless, f.reader.doc.root.at, "the machine never waits for an event and never ends, so it would not come to rest")
		return
	}
	if f.reader.out.Initial = f.first.state; len(f.opens) > 0 {
		f.reader.out.Initial = f.reader.out.AddFirst(f.reader.out.Root, &draft.State{Want: "Start"})
		f.reader.out.Initial.Always(f.passage(passage{at: f.reader.doc.root.at, emit: f.opens, to: f.first}))
	}
}

// passage returns a way to a configuration as an alternative of the spec.
func (f *flat) passage(p passage) draft.Alternative {
	a := draft.Alternative{At: p.at, Emit: p.emit}
	if p.to != nil {
		a.To = p.to.state
	}
	if p.guard != nil {
		a.Guard = p.guard.spec(f.reader.nameOf)
	}
	for _, s := range p.sets {
		a.Set = append(a.Set, draft.Assignment{Name: f.reader.nameOf(s.variable), Value: s.value.spec(f.reader.nameOf)})
	}
	return a
}

// signals declares the events, and returns their names by key. What no transition is for, SCXML discards.
func (f *flat) signals(ends bool) map[string]string {
	names := make(map[string]string)
	open := false
	for _, key := range slices.Concat(f.reader.doc.events, []string{other}, f.reader.doc.delayed) {
		if !f.taken[key] {
			continue
		}
		switch {
		case strings.HasPrefix(key, laterKey):
			names[key] = f.reader.out.Internal(said(key), !ends)
			open = true
			continue
		case key == other:
			names[key] = f.reader.out.Event("any other event", !ends)
		default:
			names[key] = f.reader.out.Event(key, !ends)
		}
		open = true
		f.reader.out.Root.Ignore = append(f.reader.out.Root.Ignore, names[key])
	}
	if !ends && open {
		f.reader.out.Warn(f.reader.doc.root.at, "the document has no final state that is reached: the import makes all events environment events")
	}
	return names
}

// place adds the states to the spec: those in which an event is to come after a delay are inside a composite state with the timer.
func (f *flat) place(names map[string]string) {
	clocks := make(map[string]*draft.State)
	var inside func(late []arming) *draft.State
	inside = func(late []arming) *draft.State {
		if len(late) == 0 {
			return f.reader.out.Root
		}
		key := fmt.Sprint(late)
		if clocks[key] == nil {
			last := late[len(late)-1]
			s := f.reader.out.AddState(inside(late[:len(late)-1]), &draft.State{Want: "Waiting for " + event(last.key)})
			if name := names[last.key]; name != "" { // otherwise, the machine never waits here
				s.AddTimer(f.reader.out.Delay(last.delay.String()), name)
			}
			clocks[key] = s
		}
		return clocks[key]
	}
	for _, c := range f.list {
		f.reader.out.AddState(inside(c.late), c.state)
	}
	for _, s := range clocks {
		first := s
		for len(first.Inner()) > 0 {
			first = first.Inner()[0]
		}
		for s.Initial = first; s.Initial.Parent() != s; {
			s.Initial = s.Initial.Parent()
		}
	}
}
