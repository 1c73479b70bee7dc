package explore

import (
	"fmt"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Overlap is a configuration and a payload with which one alternative is
// chosen, and the guard of a later one holds as well.
type Overlap struct {
	// Run leads to the configuration.
	Run Run
	// First and Second are transitions of one state and event.
	First, Second int
	// Fields and Externals are as in [Step].
	Fields, Externals []int64
}

// Overlap looks for an overlap of two transitions of one state and event, the
// first of which comes before the second, in at most as many configurations
// with a payload as tries says. The run is a shortest one to the configuration.
func (g *Graph) Overlap(first, second, tries int) (Overlap, bool) {
	m := g.Machine
	t := &m.Transitions[first]
	env := &expr.Env{Params: g.Params, Intern: intern(Strings(m))}
	for c := range g.All() {
		if c.State != t.From {
			continue
		}
		env.Vars = c.Vars
		row := &g.walker.rows[c.State]
		for i := range row.choices {
			choice := &row.choices[i]
			if choice.event != t.Event {
				continue
			}
			if tries--; tries < 0 {
				return Overlap{}, false
			}
			env.Fields, env.Externals = choice.fields, choice.externals
			if meet(m, first, second, env) {
				return Overlap{g.Path(c.ID), first, second, choice.fields, choice.externals}, true
			}
		}
	}
	return Overlap{}, false
}

// meet reports whether the first transition is chosen and the guard of the
// second holds.
func meet(m *core.Machine, first, second int, env *expr.Env) bool {
	holds := func(i int) (is bool, err error) {
		guard := m.Transitions[i].Guard
		if guard == nil {
			return true, nil
		}
		v, err := expr.Eval(guard, env)
		return v == 1, err
	}
	for i := first - m.Priority(first); i < first; i++ {
		if is, err := holds(i); is || err != nil {
			return false
		}
	}
	one, err1 := holds(first)
	two, err2 := holds(second)
	return one && two && err1 == nil && err2 == nil
}

// Replay checks the run, and that the first transition is chosen and the
// guard of the second holds.
func (o Overlap) Replay(m *core.Machine) error {
	p, err := replay(m, o.Run)
	if err != nil {
		return err
	}
	t, u := &m.Transitions[o.First], &m.Transitions[o.Second]
	if t.From != p.state || u.From != t.From || u.Event != t.Event || o.Second <= o.First {
		return fmt.Errorf("replay overlap: %s and %s are not alternatives in %q", m.Label(o.First), m.Label(o.Second), m.States[p.state].Name)
	}
	chosen, err := p.choose(t.Event, o.Fields, o.Externals)
	if err == nil && chosen != o.First {
		err = fmt.Errorf("transition %s is not the one chosen", m.Label(o.First))
	}
	if err == nil && u.Guard != nil {
		var holds int64
		if holds, err = expr.Eval(u.Guard, &p.env); err == nil && holds != 1 {
			err = fmt.Errorf("the guard of %s does not hold", m.Label(o.Second))
		}
	}
	if err != nil {
		return fmt.Errorf("replay overlap: %w", err)
	}
	return nil
}
