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

// await calls take when a future is ready: in a coroutine of its own, or before an Update that is in the same workflow task. take does not
// wait for the future.
func (r *run[M, P, I, O]) await(name string, future workflow.Future, s *started, take func(ctx workflow.Context)) {
	a := &awaited{future, s, take}
	r.awaited = append(r.awaited, a)
	workflow.GoNamed(r.ctx, name, func(ctx workflow.Context) {
		_ = future.Get(ctx, nil) // take reads the error
		r.takeResult(ctx, a)
	})
}

func (r *run[M, P, I, O]) takeResult(ctx workflow.Context, a *awaited) {
	if i := slices.Index(r.awaited, a); i >= 0 {
		r.awaited = slices.Delete(r.awaited, i, i+1)
		a.take(ctx)
	}
}

// takeResults takes all results that have come. The SDK starts the coroutines of Updates before those that wait for results, also for
// results that are earlier in the history.
func (r *run[M, P, I, O]) takeResults(ctx workflow.Context) {
	for _, a := range slices.Clone(r.awaited) {
		if a.future.IsReady() {
			r.takeResult(ctx, a)
		}
	}
}

// resultsCame reports whether a result has come that is not taken and may lead to a step.
func (r *run[M, P, I, O]) resultsCame() bool {
	return slices.ContainsFunc(r.awaited, func(a *awaited) bool {
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
