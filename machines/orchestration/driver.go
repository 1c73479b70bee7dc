package orchestration

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Orchestrate works on a goal until the machine ends: it plans, executes the tasks, verifies
// the results, and recovers from failures as the machine decides. It returns the results in
// the order in which they were delivered. If the orchestration is aborted, the error is an
// *AbortError, and the results are those so far. All calls of ports have returned when
// Orchestrate returns.
//
// When ctx is done, Orchestrate starts no more calls, waits for those that run, and aborts.
func Orchestrate(ctx context.Context, goal Goal, c Config, p Providers, o Observer) ([]Result, error) {
	if o == nil {
		return nil, errors.New("orchestration: the observer is nil")
	}
	d := &driver{goal: goal, config: c, providers: p, observer: o, scope: Scope{MaxTasks: c.Params.MaxSteps}}
	end, err := Run(ctx, c.Params, d, d, WithObserver(d.observe), WithCheckpoint(d.arrive))
	if err != nil {
		return d.results, err
	}
	if aborted, ok := end.(InAborted); ok {
		return d.results, d.abortion(aborted)
	}
	return d.results, nil
}

// driver is the host and the handler of a machine. The machine has several questions at the
// same time, whose calls use the driver in goroutines of their own.
type driver struct {
	goal      Goal
	config    Config
	providers Providers

	lock     sync.Mutex // protects what follows, and calls of the observer
	observer Observer
	scope    Scope
	jobs     []*job         // the tasks of the plan
	held     [workers]*job  // what each worker has taken, and not completed
	ends     map[Call]ended // the last result of each question
	results  []Result
	gap      error // what the last verification has found

	provider ProviderKind // of the machine, while it waits
	degraded bool
	progress int
	advice   []string
}

// arrive is called when the machine waits, before the calls of its state begin.
func (d *driver) arrive(_ context.Context, m *Machine, _ []Step) error {
	d.lock.Lock()
	defer d.lock.Unlock()
	d.provider, d.degraded, d.progress = m.Provider(), m.Degraded(), m.Progress()
	in1, _ := m.Worker1()
	in2, _ := m.Worker2()
	in3, _ := m.Worker3()
	d.take(in1 == Worker1Work1, in2 == Worker2Work2, in3 == Worker3Work3)
	return nil
}

// observe tells the observer about a transition, after the result that it delivers, and then
// the pending advice.
func (d *driver) observe(s Step) {
	d.lock.Lock()
	defer d.lock.Unlock()
	switch s.Event {
	case EventStep1Answered:
		d.deliver(0)
	case EventStep2Answered:
		d.deliver(1)
	case EventStep3Answered:
		d.deliver(2)
	case EventStep1Failed:
		d.advise("%v", d.ends[CallStep1].Cause)
	case EventStep2Failed:
		d.advise("%v", d.ends[CallStep2].Cause)
	case EventStep3Failed:
		d.advise("%v", d.ends[CallStep3].Cause)
	case EventPlannerFailed:
		d.advise("%v", d.ends[CallPlanner].Cause)
	case EventVerifierFailed:
		d.advise("%v", d.ends[CallVerifier].Cause)
	case EventRefinerFailed:
		d.advise("%v", d.ends[CallRefiner].Cause)
	case EventVerifierAnswered:
		if d.gap != nil {
			d.advise("%v", d.gap)
		}
	}
	d.observer.Moved(Move{From: s.From, To: s.To, Event: s.Event, Before: d.progress, After: s.Progress})
	d.progress = s.Progress
	d.tell(d.advice)
	d.advice = nil
}

// advise keeps advice until the observer knows the next transition. The lock is held.
func (d *driver) advise(format string, args ...any) {
	d.advice = append(d.advice, fmt.Sprintf(format, args...))
}

// tell passes advice to the observer. The lock is held.
func (d *driver) tell(advice []string) {
	for _, text := range advice {
		d.observer.Advised(d.config.redact(text))
	}
}
