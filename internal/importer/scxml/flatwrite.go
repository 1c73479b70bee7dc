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
	for _, n := range f.nodes {
		if !n.reached {
			f.Warn(n.at, "%s cannot be reached: the import drops it", n.label())
		}
	}
	ends := slices.ContainsFunc(f.list, func(c *configuration) bool { return c.ended })
	names := f.signals(ends)
	f.variables()
	f.place(names)
	for _, c := range f.list {
		switch {
		case c.ended:
			c.state.End = "done"
		case len(c.always)+len(c.on) == 0:
			c.state.End = "rest"
			f.Warn(c.state.At, "nothing happens in %s: the import makes it a terminal state", diag.Clip(c.text()))
		}
		for _, p := range c.always {
			if p.guard != nil {
				p.guard = f.facts(p.guard)
			}
			c.state.Always(f.passage(p))
		}
		for _, key := range slices.Concat(f.events, []string{other}, f.delayed) {
			for _, p := range c.on[key] {
				c.state.Handle(names[key], f.passage(p))
			}
		}
	}
	if len(names) == 0 && !slices.ContainsFunc(f.list, func(c *configuration) bool { return c.state.End != "" }) {
		f.Fail(diag.CodeEventless, f.root.at, "the machine never waits for an event and never ends, so it would not come to rest")
		return
	}
	if f.Initial = f.first.state; len(f.opens) > 0 {
		f.Initial = f.AddFirst(f.Root, &draft.State{Want: "Start"})
		f.Initial.Always(f.passage(passage{at: f.root.at, emit: f.opens, to: f.first}))
	}
}

// passage returns a way to a configuration as an alternative of the spec.
func (f *flat) passage(p passage) draft.Alternative {
	a := draft.Alternative{At: p.at, Emit: p.emit}
	if p.to != nil {
		a.To = p.to.state
	}
	if p.guard != nil {
		a.Guard = p.guard.spec(f.nameOf)
	}
	for _, s := range p.sets {
		a.Set = append(a.Set, draft.Assignment{Name: f.nameOf(s.variable), Value: s.value.spec(f.nameOf)})
	}
	return a
}

// signals declares the events, and returns their names by key. What no transition is for, SCXML discards.
func (f *flat) signals(ends bool) map[string]string {
	names := make(map[string]string)
	open := false
	for _, key := range slices.Concat(f.events, []string{other}, f.delayed) {
		if !f.taken[key] {
			continue
		}
		switch {
		case strings.HasPrefix(key, laterKey):
			names[key] = f.Internal(said(key), !ends)
			open = true
			continue
		case key == other:
			names[key] = f.Event("any other event", !ends)
		default:
			names[key] = f.Event(key, !ends)
		}
		open = true
		f.Root.Ignore = append(f.Root.Ignore, names[key])
	}
	if !ends && open {
		f.Warn(f.root.at, "the document has no final state that is reached: the import makes all events environment events")
	}
	return names
}

// place adds the states to the spec: those in which an event is to come after a delay are inside a composite state with the timer.
func (f *flat) place(names map[string]string) {
	clocks := make(map[string]*draft.State)
	var inside func(late []arming) *draft.State
	inside = func(late []arming) *draft.State {
		if len(late) == 0 {
			return f.Root
		}
		key := fmt.Sprint(late)
		if clocks[key] == nil {
			last := late[len(late)-1]
			s := f.AddState(inside(late[:len(late)-1]), &draft.State{Want: "Waiting for " + event(last.key)})
			if name := names[last.key]; name != "" { // otherwise, the machine never waits here
				s.AddTimer(f.Delay(last.delay.String()), name)
			}
			clocks[key] = s
		}
		return clocks[key]
	}
	for _, c := range f.list {
		f.AddState(inside(c.late), c.state)
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
