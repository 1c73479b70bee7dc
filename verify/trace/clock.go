package trace

import (
	"fmt"
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Forever is the time up to which a run goes on that waits for an event without a timer that ends this.
const Forever = time.Duration(1<<63 - 1)

// Clocked is a run on a virtual clock: timers fire when they are due, and steps take no time.
type Clocked struct {
	// Run is the run. It is no lasso.
	Run
	// At has, for each step, the time from the start of the machine to the step.
	At []time.Duration
	// Until is the time up to which the machine goes on in the last state at least, or Forever. In a run to the end, it is that of
	// the last step, or 0.
	Until time.Duration
}

// Replay checks that the machine can make the run, that each step comes when it can, and that the machine can be where the run ends
// up to the time Until. It refuses runs in which a timer is due whose event has no effect, or in which time passes while a child
// machine runs, although there may be such runs.
func (c *Clocked) Replay(m *core.Machine) error {
	if err := c.Run.Replay(m); err != nil {
		return err
	}
	if len(c.At) != len(c.Steps) || c.LoopFrom >= 0 {
		return fmt.Errorf("replay run: there are %d times of %d steps", len(c.At), len(c.Steps))
	}
	p := &clock{Machine: interp.Machine{Core: m, Params: c.Params, Intern: Intern(Strings(m))}, due: make([]time.Duration, len(m.Timers))}
	for i := range p.due {
		p.due[i] = -1
	}
	now := interp.Config{State: m.Initial, Vars: c.Start}
	p.begin(m.Begins(), now.Vars)
	for i, s := range c.Steps {
		next, err := p.take(now, s, c.At[i])
		if err != nil {
			return fmt.Errorf("replay step %d: %w", i+1, err)
		}
		now = next
	}
	if m.Terminal(now.State) && c.Until != p.now {
		return fmt.Errorf("replay run: the run ends at %v, not at %v", p.now, c.Until)
	}
	if err := p.pass(now, c.Until); err != nil {
		return fmt.Errorf("replay run: %w", err)
	}
	return nil
}

// clock is a machine on a virtual clock.
type clock struct {
	interp.Machine
	now time.Duration
	// due is when each timer is due; -1: it does not run.
	due []time.Duration
}

// begin starts timers, given the values of the variables then. One of which no longest duration is known may never be due.
func (p *clock) begin(timers []int, vars []int64) {
	for _, i := range timers {
		p.due[i] = Forever
		if d := Longest(p.Core, i, p.Params, vars); d > 0 && d < Forever-p.now {
			p.due[i] = p.now + d
		}
	}
}

// Longest returns the longest duration of a timer for given parameters and variables when it starts, or 0 if it is not known.
func Longest(m *core.Machine, timer int, params, vars []int64) time.Duration {
	t := &m.Timers[timer]
	switch {
	case t.Length != nil:
		if n, err := expr.Eval(t.Length, &expr.Env{Params: params, Vars: vars}); err == nil {
			return time.Duration(n)
		}
		return 0
	case t.Constant == 0 && t.Delay >= 0:
		return m.Delays[t.Delay].Max
	}
	return t.Constant
}

// pass lets time pass in a configuration.
func (p *clock) pass(in interp.Config, until time.Duration) error {
	switch rest := p.Core.Rest(in.State); {
	case until < p.now:
		return fmt.Errorf("the time %v is before %v", until, p.now)
	case until == p.now:
		return nil
	case rest != nil:
		if holds, err := p.Eval(in, rest); err != nil || holds == 0 {
			return fmt.Errorf("time passes in state %q, in which the machine does not wait", p.Core.States[in.State].Name)
		}
	}
	for i, due := range p.due {
		if due >= 0 && due < until {
			return fmt.Errorf("timer %d is due at %v, before %v", i, due, until)
		}
	}
	for _, i := range p.Core.Running(in.State) {
		if v := &p.Core.Invocations[i]; p.Core.Calls[v.Call].Child != nil && p.active(in, v.Within) {
			return fmt.Errorf("time passes while machine %q runs", p.Core.Calls[v.Call].Name)
		}
	}
	p.now = until
	return nil
}

// active reports whether one of some leaves is active.
func (p *clock) active(in interp.Config, w *core.Within) bool {
	return w == nil || slices.Contains(w.Leaves, int(in.Vars[p.Core.States[in.State].Regions[w.Region].Var]))
}

// take makes a step at a time. The run without the times has been replayed.
func (p *clock) take(now interp.Config, s Step, at time.Duration) (interp.Config, error) {
	m := p.Core
	event := m.Transitions[s.Transition].Event
	e := &m.Events[event]
	if e.Eventless && at != p.now {
		return now, fmt.Errorf("a transition without an event comes at %v, not at %v", at, p.now)
	}
	if err := p.pass(now, at); err != nil {
		return now, err
	}
	fires := -1
	for i, due := range p.due {
		if due == at && m.Timers[i].Event == event {
			fires = i
			break
		}
	}
	if e.Internal && !e.Eventless && fires < 0 {
		return now, fmt.Errorf("no timer that raises %q is due at %v", e.Name, at)
	}
	done, err := p.Step(now, interp.Input{Event: event, Fields: s.Fields, Answers: s.Externals})
	if err != nil {
		return now, err
	}
	if fires >= 0 {
		p.due[fires] = -1
	}
	for _, i := range done.Stops {
		p.due[i] = -1
	}
	p.begin(done.Starts, done.Next.Vars)
	return done.Next, nil
}
