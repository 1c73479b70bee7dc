package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
)

// eachState calls use for each of some states and the states inside them, outer ones first.
func eachState(states []*syntax.State, use func(*syntax.State)) {
	for _, s := range states {
		use(s)
		eachState(s.States, use)
	}
}

// eachAlternative calls use for each alternative of a spec, with the state that has it, or nil for the machine.
func eachAlternative(f *syntax.File, use func(*syntax.State, *syntax.Alternative)) {
	handlers := func(s *syntax.State, on []syntax.Handler) {
		for _, h := range on {
			for i := range h.Alternatives {
				use(s, &h.Alternatives[i])
			}
		}
	}
	handlers(nil, f.On)
	eachState(f.States, func(s *syntax.State) {
		handlers(s, s.On)
		handlers(s, []syntax.Handler{s.Done})
		for _, i := range s.Invoke {
			handlers(s, i.On)
		}
	})
}

// eachRaise calls use for each event that something other than a timer raises.
func eachRaise(f *syntax.File, use func(syntax.Text)) {
	each := func(list []syntax.Text) {
		for _, t := range list {
			use(t)
		}
	}
	eachAlternative(f, func(_ *syntax.State, a *syntax.Alternative) { each(a.Raise) })
	eachState(f.States, func(s *syntax.State) {
		each(s.RaiseExit)
		each(s.RaiseEntry)
	})
}

// firstRaise returns an event that something other than a timer raises.
func firstRaise(f *syntax.File) (at syntax.Text, ok bool) {
	eachRaise(f, func(t syntax.Text) {
		if !ok {
			at, ok = t, true
		}
	})
	return at, ok
}

// shared returns the events that several regions of a state handle, as written.
func shared(p *syntax.State) (out []string) {
	if p.Parallel.Given() {
		regions := map[string]int{}
		for i, r := range p.States {
			eachState([]*syntax.State{r}, func(s *syntax.State) {
				for _, h := range s.On {
					before, known := regions[h.Event.Value]
					if known && before != i && !h.Eventless {
						out = append(out, h.Event.Value)
					}
					regions[h.Event.Value] = i
				}
			})
		}
	}
	for _, inner := range p.States {
		out = append(out, shared(inner)...)
	}
	return out
}

// firstAlways returns the first key `always` or `done` of a spec.
func firstAlways(on []syntax.Handler, states []*syntax.State) (at syntax.Text, ok bool) {
	if i := slices.IndexFunc(on, func(h syntax.Handler) bool { return h.Eventless }); i >= 0 {
		return on[i].Event, true
	}
	for _, s := range states {
		if len(s.Done.Alternatives) > 0 {
			return s.Done.Event, true
		}
		if at, ok := firstAlways(s.On, s.States); ok {
			return at, true
		}
	}
	return at, false
}
