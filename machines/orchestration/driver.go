package orchestration

import (
	"context"
	"errors"
	"fmt"
)

// Orchestrate works on a goal until the machine ends: it plans, executes the tasks, verifies
// the results, and recovers from failures as the machine decides. It returns the results in
// the order in which they were delivered. If the orchestration is aborted, the error is an
// *AbortError, and the results are those so far. All calls of ports have returned when
// Orchestrate returns.
//
// When ctx is done, Orchestrate starts no more tasks, waits for those that run, and aborts.
func Orchestrate(ctx context.Context, goal Goal, c Config, p Providers, o Observer) ([]Result, error) {
	if o == nil {
		return nil, errors.New("orchestration: the observer is nil")
	}
	d := &driver{
		goal: goal, config: c, providers: p, observer: o,
		scope: Scope{MaxTasks: c.Params.MaxSteps},
	}
	first, err := New(c.Params, untimed{d})
	if err != nil {
		return nil, err
	}
	d.progress = first.Progress()
	end, err := Run(ctx, c.Params, d, d)
	if err != nil {
		return d.results, err
	}
	d.arrive(end)
	if d.diagnostics != nil {
		return d.results, &AbortError{Diagnostics: *d.diagnostics, cause: end.Machine().Cause()}
	}
	return d.results, nil
}

// driver is the host and the handler of a machine. One goroutine uses it.
type driver struct {
	goal      Goal
	config    Config
	providers Providers
	observer  Observer

	scope   Scope
	tasks   []Task // that are not complete
	results []Result
	gaps    []string

	state       State  // the last that the observer knows
	progress    [6]int // in that
	advice      []string
	diagnostics *Diagnostics
}

// arrive reports a transition that Run itself has made to the observer. There are two of
// them.
func (d *driver) arrive(s AnyState) {
	switch {
	case s.State() == d.state:
	case s.State() == StateAborted:
		d.moved(s, EventCancelled)
	case d.state == StateRetryStep:
		d.moved(s, EventRetryDue)
	}
}

// moved reports a transition to the observer, and then the pending advice.
func (d *driver) moved(s AnyState, e Event) {
	after := s.Machine().Progress()
	d.observer.Moved(Move{From: d.state, To: s.State(), Event: e, Before: d.progress, After: after})
	d.state, d.progress = s.State(), after
	for _, text := range d.advice {
		d.observer.Advised(d.config.redact(text))
	}
	d.advice = nil
}

func (d *driver) advise(format string, args ...any) {
	d.advice = append(d.advice, fmt.Sprintf(format, args...))
}

// sent ends a method of the handler after an event, which has led to a state or was
// refused.
func sent[S AnyState](d *driver, e Event, s S, err error) (S, error) {
	if err == nil {
		d.moved(s, e)
	}
	return s, err
}
