package diff

import (
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// mostPlaces is how many places of a spec each mutation tries: those of a large spec are like each other.
const mostPlaces = 6

// TestMutants applies every mutation at places of a core machine that changes its
// meaning, and checks that the diff finds a difference.
func TestMutants(t *testing.T) {
	paths, sources := allSpecs(t)
	done := map[string]bool{}
	var different []string
	for _, path := range paths {
		if name := load(t, path, sources[path], false).Spec.Machine.Name; !done[name] {
			done[name] = true
			different = append(different, path)
		}
	}
	some := sample.Some(t, different, sample.Size(4, 6, len(different)))
	count := map[string]int{}
	for _, path := range some {
		old := load(t, path, sources[path], false)
		new := load(t, path, sources[path], false)
		places := map[string]int{}
		check := func(what string, change func(m *core.Machine) bool) {
			if places[what] == mostPlaces || !change(new.Spec.Machine) {
				return // and new is as it was
			}
			defer func() { new = load(t, path, sources[path], false) }()
			count[what]++
			places[what]++
			// Code cannot be generated for each mutant.
			if compare(t.Context(), old, new).record.d.Empty() {
				t.Errorf("%s: %s: no difference is found", path, what)
			}
		}
		mutateParts(old.Spec.Machine, check)
		for i := range old.Spec.Machine.Transitions {
			if writes(old.Spec.Machine, i) {
				mutateTransition(i, check)
			}
		}
	}
	for _, what := range []string{
		"target", "condition", "condition dropped", "effect", "assignment dropped", "assignment changed", "output dropped", "outputs swapped",
		"output value", "timer not started", "transition dropped", "alternatives swapped", "stays", "initial", "outcome", "initial value", "default", "range", "payload",
		"environment", "timer time", "timer event", "timer states", "invariant dropped", "state dropped from a timer", "start output dropped", "reason", "context",
	} {
		if len(some) == len(different) && count[what] == 0 {
			t.Errorf("no spec has a place for: %s", what)
		}
	}
	t.Logf("%d of %d specs: %v", len(some), len(different), count)
}

// writes reports whether a transition is all that the loader makes of an alternative of the spec in its
// state: no spec has a part of the transitions into which it divides one.
func writes(m *core.Machine, i int) bool {
	t := &m.Transitions[i]
	return t.Rule == "" && t.Handles == "" && !slices.ContainsFunc(m.Transitions, func(u core.Transition) bool {
		return u.From == t.From && u.Span == t.Span && (u.Event != t.Event || u.Handles != t.Handles || !slices.Equal(u.Updates, t.Updates))
	})
}

// around returns the conditions on where the machine is that the loader has added to a transition.
func around(m *core.Machine, t *core.Transition) (added expr.Expr) {
	for _, c := range source.Places(m, source.Implied(m, t)) {
		if !slices.ContainsFunc(t.Places, func(p expr.Expr) bool { return expr.Equal(p, c) }) {
			added = expr.Both(added, c)
		}
	}
	return added
}

func mutateTransition(i int, check func(string, func(*core.Machine) bool)) {
	// edit changes the transition, in a list of its own.
	edit := func(what string, change func(m *core.Machine, t *core.Transition) bool) {
		check(what, func(m *core.Machine) bool { return change(m, &m.Transitions[i]) })
	}
	edit("target", func(m *core.Machine, t *core.Transition) bool {
		if t.Effect != core.Take || t.Internal {
			return false
		}
		t.To = (t.To + 1) % len(m.States)
		return true
	})
	edit("stays", func(_ *core.Machine, t *core.Transition) bool {
		if t.Effect != core.Take || t.Internal || t.Move != nil && t.To == t.From {
			return false // no spec leaves a region for another one and stays in the state
		}
		t.Internal, t.To = true, t.From
		return true
	})
	edit("condition", func(m *core.Machine, t *core.Transition) bool {
		own := source.Own(m, t)
		if own == nil {
			return false
		}
		not := &expr.Unary{Op: expr.Not, X: own}
		t.Guard, t.Written, t.Places = expr.Both(around(m, t), not), not, source.Places(m, not)
		return true
	})
	edit("condition dropped", func(m *core.Machine, t *core.Transition) bool {
		own := source.Own(m, t)
		lit, ok := own.(*expr.Lit)
		if own == nil || ok && lit.Value == 1 {
			return false
		}
		t.Guard, t.Written, t.Places = around(m, t), nil, nil
		return true
	})
	edit("effect", func(_ *core.Machine, t *core.Transition) bool {
		t.Effect = (t.Effect + 1) % 3
		return true
	})
	edit("assignment dropped", func(_ *core.Machine, t *core.Transition) bool {
		if len(t.Updates) == 0 || t.Updates[0].Implied {
			return false
		}
		t.Updates = t.Updates[1:]
		return true
	})
	edit("assignment changed", func(_ *core.Machine, t *core.Transition) bool {
		for j := range t.Updates {
			if u := &t.Updates[j]; !u.Implied && u.Value.Type().Kind == expr.Int {
				t.Updates = slices.Clone(t.Updates)
				t.Updates[j].Value = &expr.Binary{Op: expr.Add, X: u.Value, Y: expr.Number(1)}
				return true
			}
		}
		return false
	})
	edit("output dropped", func(_ *core.Machine, t *core.Transition) bool {
		own := slices.IndexFunc(t.Emits, func(e core.Emission) bool { return e.Cause == core.ByTransition })
		if own < 0 {
			return false
		}
		t.Emits = slices.Delete(slices.Clone(t.Emits), own, own+1)
		return true
	})
	edit("outputs swapped", func(_ *core.Machine, t *core.Transition) bool {
		if len(t.Emits) < 2 || t.Emits[0].Output == t.Emits[1].Output {
			return false
		}
		t.Emits = slices.Clone(t.Emits)
		t.Emits[0], t.Emits[1] = t.Emits[1], t.Emits[0]
		return true
	})
	edit("output value", func(_ *core.Machine, t *core.Transition) bool {
		for j := range t.Emits {
			for k, v := range t.Emits[j].Values {
				if v.Type().Kind != expr.Int {
					continue
				}
				t.Emits = slices.Clone(t.Emits)
				e := &t.Emits[j]
				e.Values, e.Written = slices.Clone(e.Values), slices.Clone(e.Written)
				e.Values[k] = &expr.Binary{Op: expr.Add, X: v, Y: expr.Number(1)}
				e.Written[k] = &expr.Binary{Op: expr.Add, X: e.Written[k], Y: expr.Number(1)}
				return true
			}
		}
		return false
	})
	edit("timer not started", func(_ *core.Machine, t *core.Transition) bool {
		if len(t.Starts) == 0 {
			return false
		}
		t.Starts = t.Starts[1:]
		return true
	})
	edit("transition dropped", func(m *core.Machine, _ *core.Transition) bool {
		m.Transitions = slices.Delete(slices.Clone(m.Transitions), i, i+1)
		return true
	})
	edit("alternatives swapped", func(m *core.Machine, t *core.Transition) bool {
		if i+1 == len(m.Transitions) || m.Transitions[i+1].Rule != "" || m.Transitions[i+1].From != t.From || m.Transitions[i+1].Event != t.Event {
			return false
		}
		if m.Transitions[i+1].Handles != t.Handles {
			return false // what is under "always" comes before raised events in all specs
		}
		if a, b := t.Move, m.Transitions[i+1].Move; (a == nil) != (b == nil) || a != nil && (a.Region != b.Region || a.From != b.From) {
			return false // of two leaves, only one is active, or both have their turn
		}
		m.Transitions[i], m.Transitions[i+1] = m.Transitions[i+1], m.Transitions[i]
		return true
	})
}

func mutateParts(old *core.Machine, check func(string, func(*core.Machine) bool)) {
	for i := range old.Guards {
		check("reason", func(m *core.Machine) bool {
			m.Guards[i].Reason = !m.Guards[i].Reason
			return m.Guards[i].External
		})
		check("context", func(m *core.Machine) bool {
			m.Guards[i].Context = !m.Guards[i].Context
			return m.Guards[i].External
		})
	}
	for i := range old.Outputs {
		check("context", func(m *core.Machine) bool {
			m.Outputs[i].Context = !m.Outputs[i].Context
			return true
		})
	}
	more := func(e expr.Expr) expr.Expr { return &expr.Binary{Op: expr.Add, X: e, Y: expr.Number(1)} }
	check("initial", func(m *core.Machine) bool {
		m.Initial = (m.Initial + 1) % len(m.States)
		return len(m.States) > 1
	})
	check("start output dropped", func(m *core.Machine) bool {
		if len(m.Start) == 0 {
			return false
		}
		m.Start = m.Start[1:]
		return true
	})
	for i := range old.States {
		check("outcome", func(m *core.Machine) bool {
			o := m.States[i].Outcome
			m.States[i].Outcome = (o+2)%(len(m.Outcomes)+1) - 1
			return m.States[i].Outcome != o
		})
	}
	for i := range old.Vars {
		number := old.Vars[i].Type.Kind == expr.Int && !slices.Contains(counters(old), i)
		check("initial value", func(m *core.Machine) bool {
			if !number || m.Vars[i].Init == nil {
				return false
			}
			m.Vars[i].Init = more(m.Vars[i].Init)
			return true
		})
		check("range", func(m *core.Machine) bool {
			if !number || m.Vars[i].Max == nil {
				return false
			}
			m.Vars[i].Max = more(m.Vars[i].Max)
			return true
		})
	}
	for i := range old.Params {
		check("default", func(m *core.Machine) bool {
			if m.Params[i].Default == nil || m.Params[i].Type.Kind != expr.Int {
				return false
			}
			m.Params[i].Default = more(m.Params[i].Default)
			return true
		})
	}
	for i := range old.Events {
		check("payload", func(m *core.Machine) bool {
			e := &m.Events[i]
			e.Fields = append(slices.Clone(e.Fields), core.Field{Name: "added", Type: expr.Type{Kind: expr.Bool}})
			return true
		})
		check("environment", func(m *core.Machine) bool {
			m.Events[i].Environment = !m.Events[i].Environment
			return true
		})
	}
	for i := range old.Timers {
		check("timer time", func(m *core.Machine) bool {
			if m.Timers[i].Delay >= 0 {
				return false
			}
			if x := m.Timers[i].Length; x != nil {
				m.Timers[i].Length = &expr.Binary{Op: expr.Add, X: x, Y: expr.Number(1)}
				return true
			}
			m.Timers[i].Constant++
			return true
		})
		check("timer event", func(m *core.Machine) bool {
			m.Timers[i].Event = (m.Timers[i].Event + 1) % len(m.Events)
			return len(m.Events) > 1
		})
		check("timer states", func(m *core.Machine) bool {
			if m.Timers[i].Within != nil {
				return false // another state has other regions
			}
			m.Timers[i].States = []int{(m.Timers[i].States[0] + 1) % len(m.States)}
			return len(m.Timers[i].States) == 1 && len(m.States) > 1
		})
		check("state dropped from a timer", func(m *core.Machine) bool {
			if len(m.Timers[i].States) < 2 {
				return false
			}
			m.Timers[i].States = m.Timers[i].States[1:]
			return true
		})
	}
	for i := range old.Invariants {
		check("invariant dropped", func(m *core.Machine) bool {
			if m.Invariants[i].Implied {
				return false // no spec contains it
			}
			m.Invariants = slices.Delete(slices.Clone(m.Invariants), i, i+1)
			return true
		})
	}
}
