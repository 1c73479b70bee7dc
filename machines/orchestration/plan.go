package orchestration

import (
	"context"
	"errors"
)

// Init implements Handler.
func (d *driver) Init(_ context.Context, s InInit) (AfterInit, error) {
	fault, cause := d.config.initFault(d.providers)
	allows := func(kind ProviderKind) bool { return d.config.allows(kind, d.providers) }
	return s.Initialized(fault, allows(ProviderKindPreferred), allows(ProviderKindCompatible), allows(ProviderKindStub), cause)
}

// planning is the question for a plan.
func (d *driver) planning() *inquiry {
	d.lock.Lock()
	defer d.lock.Unlock()
	provider, scope := d.providers.Of(d.provider), d.scope
	var tasks []Task
	return &inquiry{
		call: CallPlanner,
		ask: func(ctx context.Context) (err error) {
			tasks, err = provider.Plan(ctx, d.goal, scope)
			return err
		},
		read: func() (int, error) { return d.plan(tasks) },
	}
}

// plan accepts a plan, and returns the number of its tasks. The lock is held.
func (d *driver) plan(tasks []Task) (int, error) {
	if fault, err := d.config.planFault(tasks); err != nil {
		return 0, &PlanError{Fault: fault, Err: err}
	}
	d.assign(tasks)
	return len(tasks), nil
}

// RecoverPlan implements Handler.
func (d *driver) RecoverPlan(_ context.Context, s InRecoverPlan) (AfterRecoverPlan, error) {
	return s.PlanRecovered(d.recovery(s))
}

// recovery chooses a recovery from an invalid plan: it reduces a plan that is too large,
// excludes tasks that are forbidden or too expensive, and switches to another provider if
// there is no plan at all.
func (d *driver) recovery(s InRecoverPlan) Recovery {
	d.lock.Lock()
	defer d.lock.Unlock()
	d.scope.After = PlanFaultUnplannable
	if invalid := (*PlanError)(nil); errors.As(s.Cause(), &invalid) {
		d.scope.After = invalid.Fault
	}
	switch d.scope.After {
	case PlanFaultUnplannable:
		if s.Provider() == ProviderKindPreferred && s.Compatible() || s.Provider() != ProviderKindStub && s.Stub() {
			return RecoveryOtherProvider
		}
		if transient(Classify(s.Cause())) {
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
