package explore

import (
	"errors"
	"fmt"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/core"
)

// Overlap is a configuration and a payload for which one alternative is chosen and the
// guard of a later one holds as well.
type Overlap struct {
	// Run leads to the configuration.
	Run Run
	// First and Second are transitions of one state and event.
	First, Second int
	// Fields and Externals are as in [Step].
	Fields, Externals []int64
}

// Overlap looks for an overlap of two transitions of one state and event, where first
// comes before second. It tries at most the given number of pairs of a configuration and a
// payload. The run of the result is a shortest one to its configuration.
func (g *Graph) Overlap(first, second, tries int) (Overlap, bool) {
	m := g.Machine
	t := &m.Transitions[first]
	p := &position{}
	p.Machine, p.strings = interpreter(m, g.Params)
	for c := range g.All() {
		if c.State != t.From {
			continue
		}
		p.Config = interp.Config{State: c.State, Vars: c.Vars}
		row := &g.walker.rows[c.State]
		for i := range row.choices {
			choice := &row.choices[i]
			if choice.event != t.Event {
				continue
			}
			if tries--; tries < 0 {
				return Overlap{}, false
			}
			in := interp.Input{Event: t.Event, Fields: choice.fields, Answers: choice.externals}
			if p.overlap(first, second, in) == nil {
				return Overlap{g.Path(c.ID), first, second, choice.fields, choice.externals}, true
			}
		}
	}
	return Overlap{}, false
}

// overlap returns nil if the first transition is chosen and the guard of the second holds,
// and otherwise an error that states which is not the case.
func (p *position) overlap(first, second int, in interp.Input) error {
	chosen, err := p.Choose(p.Config, in)
	if err != nil {
		return err
	}
	if chosen != first {
		return errors.New("the first transition is not the one chosen")
	}
	holds, err := p.Holds(second, p.Config, in)
	if err == nil && !holds {
		return errors.New("the guard of the second transition does not hold")
	}
	return err
}

// Replay checks the run, and that the first transition is chosen and the
// guard of the second holds.
func (o Overlap) Replay(m *core.Machine) error {
	p, err := replayed(m, o.Run)
	if err != nil {
		return err
	}
	t, u := &m.Transitions[o.First], &m.Transitions[o.Second]
	if t.From != p.State || u.From != t.From || u.Event != t.Event || o.Second <= o.First {
		return fmt.Errorf("replay overlap: %s and %s are not alternatives in %q", m.Label(o.First), m.Label(o.Second), m.States[p.State].Name)
	}
	in := interp.Input{Event: t.Event, Fields: o.Fields, Answers: o.Externals}
	if err = in.Check(m, p.strings); err == nil {
		err = p.overlap(o.First, o.Second, in)
	}
	if err != nil {
		return fmt.Errorf("replay overlap of %s and %s: %w", m.Label(o.First), m.Label(o.Second), err)
	}
	return nil
}
