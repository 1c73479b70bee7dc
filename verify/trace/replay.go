package trace

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Replay checks that r is a run of m: the parameters are in their ranges; the run starts
// in the initial configuration, whose outputs can be computed; each step takes the first alternative whose guard holds,
// leads to the values that the step claims, and has outputs that can be computed; and a
// lasso ends in the configuration where its cycle starts, and the cycle contains no
// environment event. The error states which of these is violated. Replay assumes nothing
// about r: any value may be wrong or missing.
//
// Replay uses nothing from the search that found the run except the run itself and the
// numbering of strings ([Strings]).
func (r Run) Replay(m *core.Machine) error {
	if len(r.Params) != len(m.Params) || len(r.Start) != len(m.Vars) {
		return fmt.Errorf("replay run: %d parameters and %d variables do not fit the machine", len(r.Params), len(r.Start))
	}
	texts := Strings(m)
	p := &replay{Machine: interp.Machine{Core: m, Params: r.Params, Intern: Intern(texts)}, strings: len(texts)}
	for i := range m.Params {
		if err := p.parameter(i); err != nil {
			return fmt.Errorf("replay run: %w", err)
		}
	}
	now, err := p.Initial()
	if err != nil {
		return fmt.Errorf("replay run: %w", err)
	}
	if !slices.Equal(now.Vars, r.Start) {
		return fmt.Errorf("replay run: the run starts with the values %v, the machine with %v", r.Start, now.Vars)
	}
	if _, err = p.Opening(now); err != nil {
		return fmt.Errorf("replay run: %w", err)
	}
	if r.LoopFrom < -1 || r.LoopFrom >= len(r.Steps) {
		return fmt.Errorf("replay run: a cycle cannot start at step %d of %d", r.LoopFrom, len(r.Steps))
	}
	entry := now
	for i, s := range r.Steps {
		if i == r.LoopFrom {
			entry = now
		}
		if now, err = p.take(now, s); err != nil {
			return fmt.Errorf("replay step %d: %w", i+1, err)
		}
		if event := &m.Events[m.Transitions[s.Transition].Event]; r.LoopFrom >= 0 && i >= r.LoopFrom && event.Environment {
			return fmt.Errorf("replay step %d: the cycle contains the environment event %q", i+1, event.Name)
		}
	}
	if r.LoopFrom >= 0 && (now.State != entry.State || !slices.Equal(now.Vars, entry.Vars)) {
		return fmt.Errorf("replay run: the run ends in %q %v, which is not where its cycle starts", m.States[now.State].Name, now.Vars)
	}
	return nil
}

// replay is the machine on which the steps of a run are repeated.
type replay struct {
	interp.Machine
	// strings is the number of strings.
	strings int
}

// parameter checks the value of a parameter.
func (p *replay) parameter(i int) error {
	q, value := &p.Core.Params[i], p.Params[i]
	if !interp.Admits(q.Type, value, p.strings) {
		return fmt.Errorf("parameter %q cannot be %d", q.Name, value)
	}
	for _, end := range []expr.Expr{q.Min, q.Max} {
		if end == nil {
			continue
		}
		limit, err := p.Eval(interp.Config{}, end)
		if err != nil {
			return fmt.Errorf("the range of parameter %q: %w", q.Name, err)
		}
		if end == q.Min && value < limit || end == q.Max && value > limit {
			return fmt.Errorf("parameter %q is %d, outside its range", q.Name, value)
		}
	}
	return nil
}

// take checks a step, and returns the configuration after it.
func (p *replay) take(now interp.Config, s Step) (interp.Config, error) {
	m := p.Core
	if s.Transition < 0 || s.Transition >= len(m.Transitions) {
		return now, fmt.Errorf("there is no transition %d", s.Transition)
	}
	t := &m.Transitions[s.Transition]
	switch {
	case t.Effect != core.Take:
		return now, fmt.Errorf("alternative %s does not take a transition", m.Label(s.Transition))
	case t.From != now.State:
		return now, fmt.Errorf("transition %s does not start in state %q", m.Label(s.Transition), m.States[now.State].Name)
	case !slices.Equal(s.Before, now.Vars):
		return now, fmt.Errorf("the values before are %v, not %v", now.Vars, s.Before)
	}
	in := interp.Input{Event: t.Event, Fields: s.Fields, Answers: s.Externals}
	if err := in.Check(m, p.strings); err != nil {
		return now, err
	}
	done, err := p.Step(now, in)
	switch {
	case err != nil:
		return now, err
	case done.Transition != s.Transition:
		return now, fmt.Errorf("transition %s is not the one that is taken", m.Label(s.Transition))
	case !slices.Equal(s.After, done.Next.Vars):
		return now, fmt.Errorf("the values after %s are %v, not %v", m.Label(s.Transition), done.Next.Vars, s.After)
	}
	return done.Next, nil
}
