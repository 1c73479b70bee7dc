package trace

import (
	"fmt"
	"slices"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Replay does the run again and checks that m has it: the parameters are in
// their ranges, it begins in the initial configuration, each step is the first
// alternative whose guard holds and leads to the values it claims, its outputs
// can be computed, and a lasso ends in the configuration before its cycle, in
// which there is no environment event. The error says which of these does not
// hold. Nothing is assumed of the run: any value may be wrong or missing.
//
// Replay takes from the search that found the run nothing but the run, and the
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
		return fmt.Errorf("replay run: it begins at %v, the machine at %v", r.Start, now.Vars)
	}
	if r.LoopFrom < -1 || r.LoopFrom >= len(r.Steps) {
		return fmt.Errorf("replay run: a cycle cannot begin at step %d of %d", r.LoopFrom, len(r.Steps))
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
			return fmt.Errorf("replay step %d: the cycle needs the environment event %q", i+1, event.Name)
		}
	}
	if r.LoopFrom >= 0 && (now.State != entry.State || !slices.Equal(now.Vars, entry.Vars)) {
		return fmt.Errorf("replay run: it ends in %q %v, not where its cycle begins", m.States[now.State].Name, now.Vars)
	}
	return nil
}

// replay is a machine that does the steps of a run.
type replay struct {
	interp.Machine
	// strings is how many strings there are.
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
		return now, fmt.Errorf("transition %s makes no step", m.Label(s.Transition))
	case t.From != now.State:
		return now, fmt.Errorf("transition %s begins in another state than %q", m.Label(s.Transition), m.States[now.State].Name)
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
		return now, fmt.Errorf("transition %s is not the one taken", m.Label(s.Transition))
	case !slices.Equal(s.After, done.Next.Vars):
		return now, fmt.Errorf("the values after %s are %v, not %v", m.Label(s.Transition), done.Next.Vars, s.After)
	}
	return done.Next, nil
}
