package temporal

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	sdk "go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// Run is the workflow function. It returns when the machine has ended and its outputs are performed, or in order to
// continue as new. [Workflow.Register] registers it; other workflow functions may call it as their last act.
func (w *Workflow[M, P, I, O]) Run(ctx workflow.Context, in Input) (Result, error) {
	r := &run[M, P, I, O]{
		w: w, outer: ctx, revision: in.Revision, outbox: in.Outputs, keys: in.Keys, failures: in.Failures, refused: in.Refused,
		running: map[string]*started{}, handled: -1, inbox: in.Events, fired: map[string]time.Time{}, timers: map[string]*started{},
	}
	// Outputs of the cancellation are performed in spite of it.
	r.ctx, _ = workflow.NewDisconnectedContext(ctx)
	r.lock, r.results.ctx = workflow.NewMutex(r.ctx), r.ctx
	for _, f := range in.Fired {
		r.fired[f.Timer] = f.Due
	}
	if err := r.load(in.Snapshot); err != nil {
		if workflow.GetInfo(ctx).ContinuedExecutionRunID != "" {
			panic(err) // The workflow task fails, and is repeated until there is a worker that can load the machine.
		}
		return Result{}, encode(err)
	}
	r.suffices = w.suffices(r.machine)
	w.warnShort(ctx, r.machine)
	if err := r.listen(); err != nil {
		return Result{}, err
	}
	if err := r.refresh(); err != nil {
		return Result{}, encode(err)
	}
	r.receive()
	return r.loop()
}

// run is a machine that runs. Its coroutines run one at a time; each changes the machine only while it holds the lock, if
// activities make the steps.
type run[M json.Marshaler, P, I, O any] struct {
	w     *Workflow[M, P, I, O]
	outer workflow.Context // which is canceled with the workflow
	ctx   workflow.Context
	lock  workflow.Mutex

	machine  M
	snapshot []byte
	revision int64

	outbox     []Pending           // outputs that are to be performed
	performing bool                // an output
	running    map[string]*started // calls, by name
	handler    *started            // or nil
	handled    int64               // the revision for which a handler was started
	inbox      []Event             // events from Signals
	handling   bool                // an event of the inbox
	timers     map[string]*started

	results  results
	fired    map[string]time.Time // when timers were due whose event the machine has ignored
	keys     []Key
	failures []Failure
	refused  int

	suffices         bool // one run, by the proved bound
	updates, signals int  // in this run
	changed          bool
	asked            bool  // to continue as new
	stopped          error // a cancellation for which there is no event
	shown            [2]string
}

// started is something that is under way and can be stopped.
type started struct {
	cancel  workflow.CancelFunc
	number  int       // of a call
	due     time.Time // of a timer
	stopped bool
}

func (s *started) stop() {
	if s != nil && !s.stopped {
		s.stopped = true
		s.cancel()
	}
}

// loop starts what is to be done, until the end.
func (r *run[M, P, I, O]) loop() (Result, error) {
	for {
		r.changed = false
		if err := r.showState(); err != nil {
			return Result{}, err
		}
		switch {
		case r.stopped != nil && r.idle():
			return Result{}, r.stopped
		case r.finished():
			return r.result(), nil
		case r.again() && r.atRest():
			return Result{}, r.continueAsNew()
		}
		if !r.holds() {
			r.start()
		}
		if err := workflow.Await(r.ctx, func() bool {
			return r.changed || r.finished() || r.stopped != nil && r.idle() || r.again() && r.atRest()
		}); err != nil {
			return Result{}, err
		}
	}
}

// ended reports whether the machine has ended.
func (r *run[M, P, I, O]) ended() bool {
	_, outcome := r.w.kind.State(r.machine)
	return outcome != ""
}

// finished reports whether the machine has ended and nothing is left to do.
func (r *run[M, P, I, O]) finished() bool {
	return r.ended() && len(r.outbox) == 0 && r.atRest()
}

// atRest reports whether no activity runs, except the canceled ones, and no event is being handled.
func (r *run[M, P, I, O]) atRest() bool { return r.idle() && len(r.running) == 0 && r.handler == nil }

// idle is atRest in spite of calls and handlers.
func (r *run[M, P, I, O]) idle() bool {
	return !r.performing && !r.handling && !r.lock.IsLocked() && workflow.AllHandlersFinished(r.ctx)
}

// start starts timers, calls, outputs, and handlers, in the order of the machine.
func (r *run[M, P, I, O]) start() {
	if r.stopped != nil {
		return
	}
	r.startTimers()
	r.handleNext()
	r.performNext()
	r.startHandler()
}

// result is the result of the workflow.
func (r *run[M, P, I, O]) result() Result {
	return Result{Record: r.record(), Snapshot: r.snapshot, Failures: r.failures}
}

// record is the machine as it is.
func (r *run[M, P, I, O]) record() Record {
	state, outcome := r.w.kind.State(r.machine)
	return Record{State: state, Outcome: outcome, Revision: r.revision}
}

// fail records something that is given up.
func (r *run[M, P, I, O]) fail(activity, key string, err error) {
	const most = 100
	var canceled *sdk.CanceledError
	if errors.As(err, &canceled) {
		return
	}
	workflow.GetLogger(r.ctx).Error("given up", "machine", r.w.name, "activity", activity, "key", key, "error", err)
	if len(r.failures) < most {
		r.failures = append(r.failures, Failure{activity, key, shorten(err.Error())})
	}
}

// shorten cuts a text that goes into the history.
func shorten(text string) string {
	const limit = 1000
	if len(text) > limit {
		return fmt.Sprintf("%.1000s… (%d bytes)", text, len(text))
	}
	return text
}

// showState writes the search attributes, if they have changed.
func (r *run[M, P, I, O]) showState() error {
	set := &r.w.set
	state, outcome := r.w.kind.State(r.machine)
	if set.state == nil || r.shown == [2]string{state, outcome} {
		return nil
	}
	r.shown = [2]string{state, outcome}
	return workflow.UpsertTypedSearchAttributes(r.ctx, set.state.ValueSet(state), set.outcome.ValueSet(outcome))
}
