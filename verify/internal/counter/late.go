package counter

import (
	"container/heap"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/obligation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// maxMoments limits the configurations with clocks that are looked at for one choice of parameters.
const maxMoments = 20_000

// Late returns a run on a virtual clock that takes longer than a claimed time, for the smallest parameters that have one, or nil. In it,
// events from outside come at once, or when a timer is due. If the claim is about runs to an outcome, the run ends with it. There, an
// event from outside also comes too late if no timer ends the wait for it.
func (in *Input) Late(claim core.TimeClaim) *trace.Clocked {
	for _, g := range in.Graphs {
		limit, err := expr.Eval(claim.Most, concrete.Env(in.Machine, g.Params, nil))
		if err != nil || g.Configs() == 0 || !in.Looks.take(g.Moves()) || in.Prover.Context().Err() != nil {
			continue
		}
		s := &slowest{machine: in.Machine, params: g.Params, outcome: claim.Outcome, limit: time.Duration(limit), steps: stepsOf(g), longest: map[string]time.Duration{}}
		if run := s.find(g); run != nil && run.Replay(in.Machine) == nil {
			return run
		}
	}
	return nil
}

// stepsOf lists the steps from each configuration of a graph.
func stepsOf(g *explore.Graph) map[string][]trace.Step {
	list := map[string][]trace.Step{}
	g.Find(func(s trace.Step) bool {
		at := place(g.Machine.Transitions[s.Transition].From, s.Before)
		if same := func(o trace.Step) bool { return o.Transition == s.Transition && slices.Equal(o.After, s.After) }; !slices.ContainsFunc(list[at], same) {
			s.Before, s.After = slices.Clone(s.Before), slices.Clone(s.After)
			list[at] = append(list[at], s)
		}
		return false
	})
	return list
}

func place(state int, vars []int64) string { return fmt.Sprint(state, vars) }

// slowest is the search for a run that takes long.
type slowest struct {
	machine *core.Machine
	params  []int64
	// outcome is that of the run, or -1 for any or none.
	outcome int
	limit   time.Duration
	steps   map[string][]trace.Step
	// longest has the longest time to a configuration with clocks.
	longest map[string]time.Duration
	open    moments
	// latest is the end that takes longest of those that do not exceed the limit; nil: none was found.
	latest *moment
}

// moment is a configuration at a time.
type moment struct {
	state int
	vars  []int64
	at    time.Duration
	// left is what is left of each timer; -1: it does not run, and trace.Forever: its longest duration is not known.
	left   []time.Duration
	before *moment
	step   trace.Step
}

// moments is a heap: the latest one comes first.
type moments []*moment

func (h moments) Len() int           { return len(h) }
func (h moments) Less(i, j int) bool { return h[i].at > h[j].at }
func (h moments) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *moments) Push(x any)        { *h = append(*h, x.(*moment)) }
func (h *moments) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// find returns a run that takes longer than the limit.
func (s *slowest) find(g *explore.Graph) *trace.Clocked {
	m := s.machine
	start := &moment{state: m.Initial, left: slices.Repeat([]time.Duration{-1}, len(m.Timers))}
	start.vars = g.Path(0).Start
	s.begin(start, m.Begins())
	s.add(start)
	for n := 0; len(s.open) > 0 && n < maxMoments; n++ {
		now := heap.Pop(&s.open).(*moment)
		if m.Terminal(now.state) {
			if s.outcome >= 0 && m.States[now.state].Outcome != s.outcome {
				continue
			}
			if now.at > s.limit {
				return now.run(s.params, now.at)
			}
			if s.latest == nil || now.at > s.latest.at {
				s.latest = now
			}
			continue
		}
		wait := s.wait(now)
		if s.outcome < 0 && wait > 0 && (wait == trace.Forever || now.at+wait > s.limit) {
			return now.run(s.params, max(wait, now.at+wait)) // it is Forever if there is no end
		}
		for _, step := range s.steps[place(now.state, now.vars)] {
			s.take(now, step, wait)
		}
	}
	return nil
}

// wait returns how long the machine may wait, until the first timer is due.
func (s *slowest) wait(now *moment) time.Duration {
	m := s.machine
	if rest := m.Rest(now.state); rest != nil {
		if holds, err := expr.Eval(rest, concrete.Env(m, s.params, now.vars)); err != nil || holds == 0 {
			return 0
		}
	}
	for _, i := range m.Running(now.state) {
		if v := &m.Invocations[i]; m.Calls[v.Call].Child != nil && (v.Within == nil || slices.Contains(v.Within.Leaves, int(now.vars[m.States[now.state].Regions[v.Within.Region].Var]))) {
			return 0 // the child machine may have a limit of its own
		}
	}
	first := trace.Forever
	for _, left := range now.left {
		if left >= 0 {
			first = min(first, left)
		}
	}
	if first > trace.Forever-now.at {
		return trace.Forever
	}
	return first
}

// take adds what a step leads to: at once, and at the end of the wait.
func (s *slowest) take(now *moment, step trace.Step, wait time.Duration) {
	m := s.machine
	t := &m.Transitions[step.Transition]
	e := &m.Events[t.Event]
	fires := -1
	for i := range m.Timers {
		if m.Timers[i].Event == t.Event && now.left[i] == wait {
			fires = i
			break
		}
	}
	if s.outcome >= 0 && wait == trace.Forever {
		wait = min(max(0, s.limit-now.at), trace.Forever-now.at-2*time.Second) + time.Second // no timer ends the wait
	}
	switch {
	case e.Eventless:
		s.after(now, step, 0, -1)
	case fires >= 0 && wait < trace.Forever:
		s.after(now, step, wait, fires)
	}
	if !e.Internal {
		s.after(now, step, 0, -1)
		if wait > 0 && fires < 0 {
			s.after(now, step, wait, -1)
		}
	}
}

// after adds the configuration after a step that comes after a wait, at which a timer fires, or none: -1.
func (s *slowest) after(now *moment, step trace.Step, wait time.Duration, fires int) {
	m := s.machine
	t := &m.Transitions[step.Transition]
	next := &moment{state: t.To, vars: step.After, at: now.at + wait, left: slices.Clone(now.left), before: now, step: step}
	for i, left := range next.left {
		if left >= 0 && left < trace.Forever {
			next.left[i] = left - wait
		}
	}
	if fires >= 0 {
		next.left[fires] = -1
	}
	for _, i := range m.Stops(t) {
		if w := m.Timers[i].Within; w == nil || slices.Contains(w.Leaves, int(now.vars[m.States[now.state].Regions[w.Region].Var])) {
			next.left[i] = -1
		}
	}
	s.begin(next, t.Starts)
	s.add(next)
}

func (s *slowest) begin(now *moment, timers []int) {
	for _, i := range timers {
		if now.left[i] = trace.Forever; obligation.Longest(s.machine, i) != nil {
			now.left[i] = trace.Longest(s.machine, i, s.params, now.vars)
		}
	}
}

// add looks at a moment later, unless the same configuration was reached as late.
func (s *slowest) add(now *moment) {
	key := []byte(place(now.state, now.vars))
	for _, left := range now.left {
		key = binary.AppendVarint(key, int64(left))
	}
	at := now.at
	if s.outcome >= 0 && at > s.limit {
		at = s.limit + 1 // all that is left is to end so
	}
	if best, known := s.longest[string(key)]; !known || at > best {
		s.longest[string(key)] = at
		heap.Push(&s.open, now)
	}
}

// run returns the run to a moment, and on until a time.
func (now *moment) run(params []int64, until time.Duration) *trace.Clocked {
	c := &trace.Clocked{Run: trace.Run{Params: params, Start: now.vars, LoopFrom: -1}, Until: until}
	for ; now.before != nil; now = now.before {
		c.Steps, c.At = append(c.Steps, now.step), append(c.At, now.at)
		c.Start = now.before.vars
	}
	slices.Reverse(c.Steps)
	slices.Reverse(c.At)
	return c
}
