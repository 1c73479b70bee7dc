package orchestration

import (
	"context"
	"slices"
)

// Verify implements Handler.
func (d *driver) Verify(ctx context.Context, s InVerify) (AfterVerify, error) {
	d.arrive(s)
	provider := d.providers.Of(s.Provider())
	gaps, cause := call(ctx, d.config.CallTimeout, "", func(ctx context.Context) ([]string, error) {
		return provider.Verify(ctx, d.goal, slices.Clone(d.results))
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	verdict := VerdictMet
	switch {
	case cause != nil:
		verdict = VerdictUnchecked
	case len(gaps) > 0:
		verdict, cause = VerdictGap, &GapError{Gaps: slices.Clone(gaps)}
	}
	if cause != nil {
		d.advise("%v", cause)
	}
	d.gaps = gaps
	next, err := s.Verified(verdict, cause)
	return sent(d, EventVerified, next, err)
}

// Refine implements Handler.
func (d *driver) Refine(ctx context.Context, s InRefine) (AfterRefine, error) {
	d.arrive(s)
	provider := d.providers.Of(s.Provider())
	tasks, cause := call(ctx, d.config.CallTimeout, "", func(ctx context.Context) ([]Task, error) {
		return provider.Refine(ctx, d.goal, slices.Clone(d.gaps))
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if cause == nil {
		if _, cause = d.config.planFault(tasks); cause != nil {
			tasks = nil
		}
	} else {
		tasks = nil
	}
	d.tasks = slices.Clone(tasks)
	next, err := s.Refined(len(tasks), cause)
	return sent(d, EventRefined, next, err)
}
