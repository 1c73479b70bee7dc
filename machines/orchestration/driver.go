package orchestration

import (
	"context"
	"errors"
	"fmt"
)

// Orchestrate works on a goal until the machine ends: it plans, does the tasks,
// verifies the results and recovers as the machine says. It returns the results
// in the order in which they were delivered. When the work is given up, the
// error is *AbortError, and the results are those that there are. No call of a
// port goes on after it.
//
// When ctx is done, no more tasks are begun, those that run are waited for, and
// the work is given up.
func Orchestrate(ctx context.Context, goal Goal, c Config, p Providers, o Observer) ([]Result, error) {
	if o == nil {
		return nil, errors.New("orchestration: there is no observer")
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

// driver is the program around a machine: the host that answers it and the
// handler that works in its states. One goroutine uses it.
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

// arrive tells the observer about a transition that Run has made. There are two
// that it makes itself.
func (d *driver) arrive(s AnyState) {
	switch {
	case s.State() == d.state:
	case s.State() == StateAborted:
		d.moved(s, EventCancelled)
	case d.state == StateRetryStep:
		d.moved(s, EventRetryDue)
	}
}

// moved tells the observer about a transition, then what there was to say.
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

// sent ends a method of the handler: the event has led to a state, or it was
// refused.
func sent[S AnyState](d *driver, e Event, s S, err error) (S, error) {
	if err == nil {
		d.moved(s, e)
	}
	return s, err
}
