package draft

import (
	"regexp"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// prune takes out what nothing leads to, and what is then not used.
func (d *Draft) prune() {
	if d.Failed() {
		return
	}
	d.beginnings()
	reached := make(map[*State]bool)
	var reach func(s *State)
	reach = func(s *State) {
		if s = s.begin(); s == nil || reached[s] {
			return
		}
		reached[s] = true
		if s.Parallel {
			for _, region := range s.inner {
				reach(region)
			}
		}
		if p := s.owner(); p != nil {
			reach(p)
		}
		if s.outcome != "" {
			return
		}
		// What a state always does with an event, those around it do not see.
		decided := make(map[string]bool)
		waits := s.waits()
		for at := s; at != nil; at = at.parent {
			var always []string
			for _, h := range at.on {
				if !waits && h.event != "" || h.event == done {
					continue
				}
				for _, a := range h.alternatives {
					if a.To != nil && !decided[h.event] {
						for _, to := range a.leads() {
							reach(to)
						}
					}
					if a.Guard == "" {
						always = append(always, h.event)
					}
				}
			}
			for _, e := range append(always, at.Ignore...) {
				decided[e] = true
			}
		}
	}
	reach(d.Initial)
	for n := -1; n < len(reached); { // a state that is done leads on
		n = len(reached)
		d.Root.each(func(s *State) {
			for _, h := range s.on {
				if h.event == done && s.finishes(reached) {
					for _, a := range h.alternatives {
						for _, to := range a.leads() {
							reach(to)
						}
					}
				}
			}
		})
	}
	d.keep(d.Root, reached)
	forget := func(s *State) { s.forget(reached) }
	forget(d.Root)
	d.Root.each(forget)
	d.used()

	d.Root.each(func(s *State) {
		if s.outcome == "" {
			return
		}
		i := slices.IndexFunc(d.terminal, func(o outcome) bool { return o.name == s.outcome })
		if i < 0 {
			i = len(d.terminal)
			d.terminal = append(d.terminal, outcome{name: s.outcome})
		}
		d.terminal[i].states = append(d.terminal[i].states, s.name)
	})
	if !d.source.Exact && len(d.terminal) == 0 && !slices.ContainsFunc(d.events, func(e declaration) bool { return e.environment }) {
		for i := range d.events {
			d.events[i].environment = true
		}
		d.Warn(d.Top(), "the %s has no terminal state: the import makes all events environment events", d.source.Noun)
	}
}

// owner returns the state with the region in which s is, or nil.
func (s *State) owner() *State {
	for p := s.parent; p != nil; p = p.parent {
		if p.Parallel {
			return p
		}
	}
	return nil
}

// waits reports whether the machine waits for events in a state: no transition without an event always
// applies.
func (s *State) waits() bool {
	for ; s != nil; s = s.parent {
		for _, h := range s.on {
			if h.event == "" && slices.ContainsFunc(h.alternatives, func(a Alternative) bool { return a.Guard == "" }) {
				return false
			}
		}
	}
	return true
}

// beginnings gives composite states that are led to a state in which they
// begin.
func (d *Draft) beginnings() {
	need := []*State{d.Initial}
	handlers := func(s *State) {
		for _, h := range s.on {
			for _, a := range h.alternatives {
				need = append(need, a.leads()...)
			}
		}
	}
	handlers(d.Root)
	d.Root.each(handlers)
	for len(need) > 0 {
		s := need[0]
		need = need[1:]
		if s == nil || len(s.inner) == 0 {
			continue
		}
		if s.Parallel {
			need = append(need, s.inner...)
			continue
		}
		if s.Initial == nil {
			s.Initial = s.inner[0]
			d.Warn(s.At, "the composite state `%s` has no %s: the import chooses `%s` as its initial state", diag.Clip(s.name), d.source.Begin, diag.Clip(s.Initial.name))
		}
		need = append(need, s.Initial)
	}
}

// forget takes out what leads to states that are not reached, which nothing ever
// takes.
func (s *State) forget(reached map[*State]bool) {
	if !s.finishes(reached) {
		s.on = slices.DeleteFunc(s.on, func(h handler) bool { return h.event == done })
	}
	for i := range s.on {
		s.on[i].alternatives = slices.DeleteFunc(s.on[i].alternatives, func(a Alternative) bool { return a.To != nil && !reached[a.To.begin()] })
	}
	s.on = slices.DeleteFunc(s.on, func(h handler) bool { return len(h.alternatives) == 0 })
}

// finishes reports whether a state can be done: a final state directly inside it, or inside each of its regions, is
// reached.
func (s *State) finishes(reached map[*State]bool) bool {
	if s.Parallel {
		return !slices.ContainsFunc(s.inner, func(r *State) bool { return !r.finishes(reached) })
	}
	return slices.ContainsFunc(s.inner, func(i *State) bool { return i.Final && reached[i] })
}

// keep takes the states out of s that are not reached.
func (d *Draft) keep(s *State, reached map[*State]bool) {
	s.inner = slices.DeleteFunc(s.inner, func(i *State) bool {
		composite := len(i.inner) > 0
		d.keep(i, reached)
		if reached[i] || composite && len(i.inner) > 0 {
			return false
		}
		if i.inSource() && !composite {
			d.Warn(i.At, "`%s` cannot be reached: the import drops it", diag.Clip(i.name))
			d.comments = append(d.comments, "The state "+i.name+" cannot be reached.")
		}
		return true
	})
	if s.Initial != nil && !slices.Contains(s.inner, s.Initial) {
		s.Initial = nil
	}
}

// wordsOf matches what may be a name in an expression.
var wordsOf = regexp.MustCompile(`[\pL_][\pL\d_]*`)

// used takes declarations out that no state that is left uses.
func (d *Draft) used() {
	used := make(map[string]bool)
	visit := func(s *State) {
		for _, h := range s.on {
			used["event "+h.event] = true
			for _, a := range h.alternatives {
				for _, w := range wordsOf.FindAllString(a.Guard, -1) {
					used["guard "+w], used["fact "+w] = true, true
				}
				for _, set := range a.Set {
					used["fact "+set.Name] = true
				}
				for _, e := range a.Raise {
					used["event "+e] = true
				}
				for _, o := range a.Emit {
					used["output "+o] = true
				}
			}
		}
		for _, o := range slices.Concat(s.Entry, s.Exit) {
			used["output "+o] = true
		}
		for _, t := range s.after {
			used["event "+t.event], used["delay "+t.delay] = true, true
		}
		for _, e := range s.Ignore {
			used["event "+e] = true
		}
	}
	visit(d.Root)
	d.Root.each(visit)
	only := func(kind string, list *[]declaration) {
		*list = slices.DeleteFunc(*list, func(d declaration) bool { return !used[kind+" "+d.name] })
	}
	only("event", &d.events)
	only("guard", &d.guards)
	facts := make(map[string]bool)
	for key, name := range d.known {
		facts[name] = facts[name] || strings.HasPrefix(key, "fact ")
	}
	d.vars = slices.DeleteFunc(d.vars, func(v variable) bool { return facts[v.name] && !used["fact "+v.name] })
	only("output", &d.outputs)
	only("delay", &d.delays)
}
