package temporal

import (
	"slices"

	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/workflow"
)

// awaited is the result of an activity or a child workflow, or the end of a timer, that is to come.
type awaited struct {
	future workflow.Future
	s      *started // what can be stopped, or nil
	take   func(ctx workflow.Context)
}

// results are what a run waits for.
type results struct {
	ctx workflow.Context
	// awaited are in the order in which they were asked for.
	awaited []*awaited
}

// await calls take when a future is ready: in a coroutine of its own, or before an Update that is in the same workflow task. take does not
// wait for the future.
func (rs *results) await(name string, future workflow.Future, s *started, take func(ctx workflow.Context)) {
	a := &awaited{future, s, take}
	rs.awaited = append(rs.awaited, a)
	workflow.GoNamed(rs.ctx, name, func(ctx workflow.Context) {
		_ = future.Get(ctx, nil) // take reads the error
		rs.take(ctx, a)
	})
}

func (rs *results) take(ctx workflow.Context, a *awaited) {
	if i := slices.Index(rs.awaited, a); i >= 0 {
		rs.awaited = slices.Delete(rs.awaited, i, i+1)
		a.take(ctx)
	}
}

// takeAll takes all results that have come. The SDK starts the coroutines of Updates before those that wait for results, also for
// results that are earlier in the history.
func (rs *results) takeAll(ctx workflow.Context) {
	for _, a := range slices.Clone(rs.awaited) {
		if a.future.IsReady() {
			rs.take(ctx, a)
		}
	}
}

// came reports whether a result has come that is not taken and may lead to a step.
func (rs *results) came() bool {
	return slices.ContainsFunc(rs.awaited, func(a *awaited) bool {
		return a.future.IsReady() && !(a.s != nil && a.s.stopped) && (a.s != nil || !empty(a.future))
	})
}

// empty reports whether the result of an output is known to be no event. A validator must not call Get, so it looks at the payload, as far
// as the SDK shows it.
func empty(future workflow.Future) bool {
	shown, ok := future.(interface{ GetValueAndError() (any, error) })
	if !ok {
		return false
	}
	value, err := shown.GetValueAndError()
	payloads, ok := value.(*commonpb.Payloads)
	return err != nil || value == nil || ok && len(payloads.GetPayloads()) == 0
}
