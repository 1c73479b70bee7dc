package orchestration

import (
	"context"
	"slices"
)

// Init implements Handler.
func (d *driver) Init(_ context.Context, s InInit) (AfterInit, error) {
	d.arrive(s)
	fault, cause := d.config.initFault(d.providers)
	next, err := s.Initialized(fault, cause)
	return sent(d, EventInitialized, next, err)
}

// Plan implements Handler.
func (d *driver) Plan(ctx context.Context, s InPlan) (AfterPlan, error) {
	d.arrive(s)
	provider := d.providers.Of(s.Provider())
	tasks, cause := call(ctx, d.config.CallTimeout, "", func(ctx context.Context) ([]Task, error) {
		return provider.Plan(ctx, d.goal, d.scope)
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	fault := PlanFaultUnplannable
	if cause == nil {
		fault, cause = d.config.planFault(tasks)
	}
	if cause != nil {
		d.advise("%v", cause)
	}
	d.tasks = slices.Clone(tasks)
	next, err := s.Planned(fault, len(tasks), cause)
	return sent(d, EventPlanned, next, err)
}

// RecoverPlan implements Handler.
func (d *driver) RecoverPlan(_ context.Context, s InRecoverPlan) (AfterRecoverPlan, error) {
	d.arrive(s)
	next, err := s.PlanRecovered(d.recoverPlan(s))
	return sent(d, EventPlanRecovered, next, err)
}

// recoverPlan chooses a recovery from an invalid plan: it reduces a plan that is too large,
// excludes tasks that are forbidden or too expensive, and switches to another provider if
// there is no plan at all.
func (d *driver) recoverPlan(s InRecoverPlan) Recovery {
	d.scope.After = s.Fault()
	switch s.Fault() {
	case PlanFaultUnplannable:
		if s.Provider() == ProviderKindPreferred && d.Allowed(ProviderKindCompatible) || s.Provider() != ProviderKindStub && d.Allowed(ProviderKindStub) {
			return RecoveryOtherProvider
		}
		if Classify(s.Cause()).transient() {
			return RecoveryHeuristics
		}
		return RecoveryHopeless
	case PlanFaultForbidden, PlanFaultUnaffordable:
		if !d.scope.Frugal {
			d.scope.Frugal = true
			return RecoveryHeuristics
		}
	}
	if d.scope.MaxTasks == 1 {
		return RecoveryHopeless
	}
	d.scope.MaxTasks /= 2
	return RecoveryScopeReduced
}
