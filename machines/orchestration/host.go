package orchestration

import (
	"slices"
	"time"
)

// Allowed implements Guards.
func (d *driver) Allowed(kind ProviderKind) bool {
	return d.config.allows(kind, d.providers)
}

// Degradable implements Guards.
func (d *driver) Degradable() bool {
	return slices.ContainsFunc(d.tasks, func(t Task) bool { return t.Heavy })
}

// Backoff implements RunHost.
func (d *driver) Backoff(attempt int) time.Duration {
	backoff := d.config.Backoff
	if d.config.Params.Offline {
		backoff.Source = nil // nothing is left to chance
	}
	wait := backoff.Delay(attempt)
	d.advise("attempt %d of %d follows after %v", attempt, d.config.Params.MaxRetries, wait)
	return wait
}

// Started implements Outputs.
func (d *driver) Started(kind ProviderKind, degraded bool) {
	d.advise("the provider is %s (%v)", d.providers.Of(kind).Name, kind)
	if degraded {
		d.advise("heavy tasks are left out; give the work resources to have them done")
	}
}

// Progressed implements Outputs. What it says is in the moves already.
func (d *driver) Progressed(int) {}

// Fell implements Outputs.
func (d *driver) Fell(mode Mode, kind ProviderKind, left int, cause error) {
	if mode == ModeDegraded {
		d.advise("heavy tasks are left out from now on, because of %v; mend that and run again to have them done", cause)
		return
	}
	d.advise("the provider is now %s (%v), because of %v; fallbacks left: %d", d.providers.Of(kind).Name, kind, cause, left)
}

// Diagnosed implements Outputs.
func (d *driver) Diagnosed(reason AbortReason, cause error, provider ProviderKind, degraded bool, replans, retries, fallbacks, refinements, pending int) {
	d.diagnostics = &Diagnostics{
		Reason: reason, Provider: provider, Degraded: degraded,
		Replans: replans, Retries: retries, Fallbacks: fallbacks, Refinements: refinements, Pending: pending,
		Hints:    hints(reason, cause),
		Settings: d.config.settings(),
	}
	if cause != nil {
		d.diagnostics.Cause = d.config.redact(cause.Error())
	}
	if pending > 0 {
		for _, task := range d.tasks {
			d.diagnostics.Unfinished = append(d.diagnostics.Unfinished, d.config.redact(task.Name))
		}
	}
}

// untimed is a host for a machine that makes no step.
type untimed struct{ *driver }

// StartTimer implements Timers.
func (untimed) StartTimer(Timer, time.Duration) {}

// StopTimer implements Timers.
func (untimed) StopTimer(Timer) {}
