package walk

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
)

// EachState calls use for each of some states and the states inside them, outer ones first.
func EachState(states []*syntax.State, use func(*syntax.State)) {
	for _, s := range states {
		use(s)
		EachState(s.States, use)
	}
}

// EachAlternative calls use for each alternative of a spec, with the state that has it, or nil for the machine.
func EachAlternative(f *syntax.File, use func(*syntax.State, *syntax.Alternative)) {
	handlers := func(s *syntax.State, on []syntax.Handler) {
		for _, h := range on {
			for i := range h.Alternatives {
				use(s, &h.Alternatives[i])
			}
		}
	}
	handlers(nil, f.On)
	EachState(f.States, func(s *syntax.State) {
		handlers(s, s.On)
		handlers(s, []syntax.Handler{s.Done})
		for _, i := range s.Invoke {
			handlers(s, i.On)
		}
	})
}

// EachRaise calls use for the name of each event that something other than a timer raises, once for each place.
func EachRaise(f *syntax.File, use func(syntax.Text)) {
	each := func(list []syntax.Text) {
		for _, t := range list {
			use(t)
		}
	}
	EachAlternative(f, func(_ *syntax.State, a *syntax.Alternative) { each(a.Raise) })
	EachState(f.States, func(s *syntax.State) {
		each(s.RaiseExit)
		each(s.RaiseEntry)
	})
}

// FirstRaise returns the first name that [EachRaise] finds; ok is false if there is none.
func FirstRaise(f *syntax.File) (at syntax.Text, ok bool) {
	EachRaise(f, func(t syntax.Text) {
		if !ok {
			at, ok = t, true
		}
	})
	return at, ok
}

// Shared returns the names of the events that several regions of a state handle, or several regions of a state inside it.
func Shared(p *syntax.State) (out []string) {
	if p.Parallel.Given() {
		regions := map[string]int{}
		for i, r := range p.States {
			EachState([]*syntax.State{r}, func(s *syntax.State) {
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
		out = append(out, Shared(inner)...)
	}
	return out
}

// FirstAlways returns the first key `always` or `done` of a spec, given the handlers of the machine and its states; ok is
// false if there is none.
func FirstAlways(on []syntax.Handler, states []*syntax.State) (at syntax.Text, ok bool) {
	if i := slices.IndexFunc(on, func(h syntax.Handler) bool { return h.Eventless }); i >= 0 {
		return on[i].Event, true
	}
	for _, s := range states {
		if len(s.Done.Alternatives) > 0 {
			return s.Done.Event, true
		}
		if at, ok := FirstAlways(s.On, s.States); ok {
			return at, true
		}
	}
	return at, false
}
