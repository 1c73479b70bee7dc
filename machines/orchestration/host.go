package orchestration

import (
	"context"
	"time"
)

// Planner implements RunHost.
func (d *driver) Planner(ctx context.Context, maxRetries, servers, serverRetries int) (PlannerResult, error) {
	end, err := d.inquire(ctx, d.planning(), maxRetries, servers, serverRetries)
	return result(end, err, func(a answered) PlannerResult { return PlannerAnswered(a) }, func(f failed) PlannerResult { return PlannerFailed(f) })
}

// Step1 implements RunHost.
func (d *driver) Step1(ctx context.Context, maxRetries, servers, serverRetries int) (Step1Result, error) {
	end, err := d.step(ctx, CallStep1, 0, maxRetries, servers, serverRetries)
	return result(end, err, func(a answered) Step1Result { return Step1Answered(a) }, func(f failed) Step1Result { return Step1Failed(f) })
}

// Step2 implements RunHost.
func (d *driver) Step2(ctx context.Context, maxRetries, servers, serverRetries int) (Step2Result, error) {
	end, err := d.step(ctx, CallStep2, 1, maxRetries, servers, serverRetries)
	return result(end, err, func(a answered) Step2Result { return Step2Answered(a) }, func(f failed) Step2Result { return Step2Failed(f) })
}

// Step3 implements RunHost.
func (d *driver) Step3(ctx context.Context, maxRetries, servers, serverRetries int) (Step3Result, error) {
	end, err := d.step(ctx, CallStep3, 2, maxRetries, servers, serverRetries)
	return result(end, err, func(a answered) Step3Result { return Step3Answered(a) }, func(f failed) Step3Result { return Step3Failed(f) })
}

// Verifier implements RunHost.
func (d *driver) Verifier(ctx context.Context, maxRetries, servers, serverRetries int) (VerifierResult, error) {
	end, err := d.inquire(ctx, d.verification(), maxRetries, servers, serverRetries)
	return result(end, err, func(a answered) VerifierResult { return VerifierAnswered(a) }, func(f failed) VerifierResult { return VerifierFailed(f) })
}

// Refiner implements RunHost.
func (d *driver) Refiner(ctx context.Context, maxRetries, servers, serverRetries int) (RefinerResult, error) {
	end, err := d.inquire(ctx, d.refinement(), maxRetries, servers, serverRetries)
	return result(end, err, func(a answered) RefinerResult { return RefinerAnswered(a) }, func(f failed) RefinerResult { return RefinerFailed(f) })
}

// Deadline implements RunHost.
func (d *driver) Deadline() time.Duration { return d.config.deadline() }

// result returns how a question has ended.
func result[R any](end ended, err error, yes func(answered) R, no func(failed) R) (r R, _ error) {
	switch {
	case err != nil:
		return r, err
	case end.Cause != nil:
		return no(end.failed), nil
	}
	return yes(end.answered), nil
}

// Apply implements RunHost: it connects to the next provider.
func (d *driver) Apply(ctx context.Context, mode Mode, next ProviderKind) error {
	connector := d.providers.Of(next).Connector
	if mode != ModeSwitched || connector == nil {
		return nil
	}
	_, err := call(ctx, d.config.CallTimeout, "", func(ctx context.Context) (struct{}, error) {
		return struct{}{}, connector.Connect(ctx)
	})
	return err
}

// Started implements Outputs.
func (d *driver) Started(kind ProviderKind, degraded bool) {
	d.lock.Lock()
	defer d.lock.Unlock()
	d.advise("using provider %s (%v)", d.providers.Of(kind).Name, kind)
	if degraded {
		d.advise("skipping heavy tasks because of a lack of resources")
	}
}

// Fell implements Outputs.
func (d *driver) Fell(mode Mode, kind ProviderKind, left int, cause error) {
	d.lock.Lock()
	defer d.lock.Unlock()
	if mode == ModeDegraded {
		d.advise("skipping heavy tasks from now on because of %v; fix the cause and run again to include them", cause)
		return
	}
	d.advise("switching to provider %s (%v) because of %v; fallbacks left: %d", d.providers.Of(kind).Name, kind, cause, left)
}
