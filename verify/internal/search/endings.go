package search

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// ending is how often a clock ends that has lasted for a length, for the search alone.
type ending struct {
	clock int
	// length is how long it has lasted, in units, and events are those that end it then. others tells that other transitions end it then too.
	length expr.Expr
	events []int
	others bool
}

// endings lists how a clock may end whose length is added up then, by lengths: that of the longest run of a child machine first.
func endings(m *core.Machine, l obligation.Lasting, clock int) []ending {
	list := []ending{{clock: clock, length: obligation.InUnits(m, clock, l.Unit), others: true}}
	call := &m.Calls[m.Invocations[obligation.Invocation(m, clock)].Call]
	for _, event := range call.Results {
		x := obligation.Ended(m, clock, event, l.Unit)
		at := slices.IndexFunc(list, func(e ending) bool { return expr.Equal(e.length, x) })
		if at < 0 {
			at, list = len(list), append(list, ending{clock: clock, length: x})
		}
		list[at].events = append(list[at].events, event)
	}
	if list[0].others = slices.ContainsFunc(m.Transitions, func(t core.Transition) bool {
		return !slices.Contains(call.Results, t.Event) && t.Effect == core.Take && stopsInvocation(m, &t, clock)
	}); !list[0].others && len(list[0].events) == 0 {
		return list[1:]
	}
	return list
}

// varies reports whether one of the lengths of a clock that are added up when it ends is not a number.
func varies(m *core.Machine, l obligation.Lasting, clock int) bool {
	return obligation.AtEnd(m, clock) && slices.ContainsFunc(endings(m, l, clock), func(e ending) bool {
		_, is := e.length.(*expr.Lit)
		return !is
	})
}

func stopsInvocation(m *core.Machine, t *core.Transition, clock int) bool {
	return slices.Contains(m.Cancels(t), obligation.Invocation(m, clock))
}

// Valid is not asked of a part.
func (ending) Valid(*core.Machine) bool { return false }

// Start implements [verdict.Amount].
func (ending) Start(*core.Machine) []expr.Expr { return nil }

// Step implements [verdict.Amount].
func (e ending) Step(m *core.Machine, transition int) []expr.Expr {
	t := &m.Transitions[transition]
	result := slices.Contains(m.Calls[m.Invocations[obligation.Invocation(m, e.clock)].Call].Results, t.Event)
	if stopsInvocation(m, t, e.clock) && (slices.Contains(e.events, t.Event) || e.others && !result) {
		return []expr.Expr{expr.Number(1)}
	}
	return nil
}
