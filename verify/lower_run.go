package verify

import (
	"fmt"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// Run returns the run that the strategy makes on m, the verified machine, with the given parameter values,
// until no transitions are left or the run has most steps. The error says what does not go as the
// strategy says; that means that a value leaves Go's int, or that the parameters are not
// valid or do not satisfy Given.
func (l *Lower) Run(m *core.Machine, params []int64, most int) (trace.Run, error) {
	intern := trace.Intern(trace.Strings(m))
	p := interp.Machine{Core: m, Params: params, Intern: intern}
	now, err := p.Initial()
	if err != nil {
		return trace.Run{}, fmt.Errorf("run strategy: %w", err)
	}
	run := trace.Run{Params: params, Start: now.Vars, LoopFrom: -1}
	for _, x := range l.Given {
		if holds, err := p.Eval(now, x); err != nil || holds == 0 {
			return run, fmt.Errorf("run strategy: the parameters do not satisfy `%s`", expr.Print(x, expr.Spec))
		}
	}
	for at := 0; len(run.Steps) < most; {
		spot := &l.Spots[at]
		if spot.Left != nil {
			left, err := p.Eval(now, spot.Left)
			if err != nil {
				return run, fmt.Errorf("run strategy: %w", err)
			}
			if left <= 0 {
				return run, nil
			}
		}
		play, err := spot.choose(&p, now)
		if err != nil {
			return run, fmt.Errorf("run strategy: step %d: %w", len(run.Steps)+1, err)
		}
		in, err := play.input(m, &expr.Env{Params: params, Vars: now.Vars, Intern: intern})
		if err != nil {
			return run, fmt.Errorf("run strategy: step %d: %w", len(run.Steps)+1, err)
		}
		step, err := p.Step(now, in)
		if err != nil {
			return run, fmt.Errorf("run strategy: step %d: %w", len(run.Steps)+1, err)
		}
		if step.Transition < 0 || play.Then[m.Priority(step.Transition)] < 0 {
			return run, fmt.Errorf("run strategy: step %d: %s in %s does not lead on", len(run.Steps)+1, m.Events[in.Event].Name, m.States[now.State].Name)
		}
		run.Steps = append(run.Steps, trace.Step{Transition: step.Transition, Fields: in.Fields, Externals: in.Answers, Before: now.Vars, After: step.Next.Vars})
		now, at = step.Next, play.Then[m.Priority(step.Transition)]
	}
	return run, nil
}

// choose returns the first move whose condition holds.
func (s *Spot) choose(p *interp.Machine, now interp.Config) (*Play, error) {
	for i := range s.Moves {
		v := &s.Moves[i]
		if v.When == nil {
			return v, nil
		}
		if holds, err := p.Eval(now, v.When); err != nil {
			return nil, err
		} else if holds != 0 {
			return v, nil
		}
	}
	return nil, fmt.Errorf("no move applies in %s", p.Core.States[now.State].Name)
}

// input returns the event of a move with the values of its payload.
func (v *Play) input(m *core.Machine, env *expr.Env) (interp.Input, error) {
	in := interp.Input{Event: v.Event, Fields: make([]int64, len(v.Fields)), Answers: make([]int64, len(v.Answers))}
	for i, x := range v.Fields {
		if x == nil {
			continue
		}
		value, err := expr.Eval(x, env)
		if err != nil {
			return in, err
		}
		in.Fields[i] = value
	}
	for i, yes := range v.Answers {
		if yes {
			in.Answers[i] = 1
		}
	}
	return in, nil
}
