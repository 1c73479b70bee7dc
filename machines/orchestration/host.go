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
	d.advise("retry %d of %d follows after %v", attempt, d.config.Params.MaxRetries, wait)
	return wait
}

// Started implements Outputs.
func (d *driver) Started(kind ProviderKind, degraded bool) {
	d.advise("using provider %s (%v)", d.providers.Of(kind).Name, kind)
	if degraded {
		d.advise("skipping heavy tasks because of a lack of resources")
	}
}

// Progressed implements Outputs. The moves already contain this information.
func (d *driver) Progressed(int) {}

// Fell implements Outputs.
func (d *driver) Fell(mode Mode, kind ProviderKind, left int, cause error) {
	if mode == ModeDegraded {
		d.advise("skipping heavy tasks from now on because of %v; fix the cause and run again to include them", cause)
		return
	}
	d.advise("switching to provider %s (%v) because of %v; fallbacks left: %d", d.providers.Of(kind).Name, kind, cause, left)
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

// untimed is a host for a machine that makes no steps.
type untimed struct{ *driver }

// Now implements Timers.
func (untimed) Now() time.Time { return time.Time{} }

// StartTimer implements Timers.
func (untimed) StartTimer(Timer, time.Duration) {}

// StopTimer implements Timers.
func (untimed) StopTimer(Timer) {}
