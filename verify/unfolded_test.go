package verify_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// pair is a machine with its child, side by side. It knows nothing of costs: it starts the child with
// its arguments, takes the transitions of both in any order, and gives the parent the result when the
// child has ended.
type pair struct {
	parent *interp.Machine
	longer map[string]int // the longest run from each pair of configurations
	texts  map[string]int64
}

// sides are configurations of both machines; the child does not run if its machine is nil.
type sides struct {
	parent, child interp.Config
	machine       *interp.Machine
	started       int // which invocation the child is of
}

func (s sides) key() string {
	k := fmt.Sprint(s.parent)
	if s.machine != nil {
		k += fmt.Sprint(" ", s.machine.Params, s.child, s.started)
	}
	return k
}

func (p *pair) intern(text string) int64 {
	if _, ok := p.texts[text]; !ok {
		p.texts[text] = int64(len(p.texts))
	}
	return p.texts[text]
}

// start returns both machines after the parent has entered a state by invocations.
func (p *pair) start(t *testing.T, s sides, invocations []int) sides {
	t.Helper()
	for _, i := range invocations {
		inv := &p.parent.Core.Invocations[i]
		child := p.parent.Core.Calls[inv.Call].Child
		if child == nil {
			continue
		}
		s.machine, s.started = &interp.Machine{Core: child, Intern: p.intern}, i
		for _, a := range inv.Args {
			v, err := p.parent.Eval(s.parent, a)
			if err != nil {
				t.Fatal(err)
			}
			s.machine.Params = append(s.machine.Params, v)
		}
		now, err := s.machine.Initial()
		if err != nil {
			t.Fatal(err)
		}
		s.child = now
	}
	return s
}

// payloads lists some payloads of an event.
func payloads(e *core.Event) (list [][]int64) {
	list = [][]int64{{}}
	for _, f := range e.Fields {
		values := []int64{0}
		switch f.Type.Kind {
		case expr.Int:
			values = []int64{-1, 0, 1}
		case expr.Bool:
			values = []int64{0, 1}
		}
		var more [][]int64
		for _, l := range list {
			for _, v := range values {
				more = append(more, append(slices.Clone(l), v))
			}
		}
		list = more
	}
	return list
}

// longest returns the length of the longest run of both machines together.
func (p *pair) longest(t *testing.T, s sides) int {
	t.Helper()
	if n, known := p.longer[s.key()]; known {
		return n
	}
	p.longer[s.key()] = -1 << 30 // a cycle would have no longest run, and the proof says that there is none
	best := 0
	m := p.parent.Core
	if s.machine != nil && !s.machine.Core.Terminal(s.child.State) {
		for e := range s.machine.Core.Events {
			for _, fields := range payloads(&s.machine.Core.Events[e]) {
				step, err := s.machine.Step(s.child, interp.Input{Event: e, Fields: fields})
				if err != nil {
					t.Fatal(err)
				}
				if step.Transition >= 0 && s.machine.Core.Transitions[step.Transition].Effect == core.Take {
					next := s
					next.child = step.Next
					best = max(best, 1+p.longest(t, next))
				}
			}
		}
	}
	for e := range m.Events {
		if m.Terminal(s.parent.State) {
			break
		}
		if c := m.Caller(e); c >= 0 && m.Calls[c].Child != nil && !p.ended(s, c, e) {
			continue
		}
		for _, fields := range payloads(&m.Events[e]) {
			step, err := p.parent.Step(s.parent, interp.Input{Event: e, Fields: fields})
			if err != nil {
				t.Fatal(err)
			}
			if step.Transition < 0 || m.Transitions[step.Transition].Effect != core.Take {
				continue
			}
			tr := &m.Transitions[step.Transition]
			next := s
			next.parent = step.Next
			if s.machine != nil && slices.Contains(m.Cancels(tr), s.started) {
				next.machine, next.child = nil, interp.Config{}
			}
			best = max(best, 1+p.longest(t, p.start(t, next, tr.Invokes)))
		}
	}
	p.longer[s.key()] = best
	return best
}

// ended reports whether the child of a call has ended with a result.
func (p *pair) ended(s sides, call, event int) bool {
	m := p.parent.Core
	if s.machine == nil || m.Invocations[s.started].Call != call {
		return false
	}
	outcome := s.machine.Core.States[s.child.State].Outcome
	return outcome >= 0 && m.Calls[call].Results[outcome] == event
}

// TestUnfolded explores parents together with their children. The bounds, which count a child by its
// bound alone, are exact where that of the child is.
func TestUnfolded(t *testing.T) {
	for file, grid := range map[string][][]int64{
		"testdata/child.fsm.yaml":          {{1, 1}, {1, 2}, {2, 1}, {2, 3}, {3, 2}, {5, 3}, {7, 4}},
		"testdata/children/twice.fsm.yaml": {{1}, {2}, {3}, {6}},
	} {
		m := load(t, file)
		r := verify.Machine(context.Background(), m)
		if !r.Proved() || !r.Bound.Tight {
			t.Fatalf("%s is not proved, or its bound is not tight", file)
		}
		for _, params := range grid {
			p := &pair{parent: &interp.Machine{Core: m, Params: params}, longer: map[string]int{}, texts: map[string]int64{}}
			p.parent.Intern = p.intern
			now, err := p.parent.Initial()
			if err != nil {
				t.Fatal(err)
			}
			limit, err := p.parent.Eval(now, m.Bound)
			if err != nil {
				t.Fatal(err)
			}
			if n := p.longest(t, p.start(t, sides{parent: now}, m.Invoked())); int64(n) != limit {
				t.Errorf("%s%v: the longest run of both machines has %d transitions, and the bound is %d", file, params, n, limit)
			}
		}
	}
}
