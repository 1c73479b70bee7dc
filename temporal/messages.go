package temporal

import (
	"errors"
	"slices"

	"go.temporal.io/sdk/workflow"
)

// maxKeys is the number of accepted events whose keys a workflow knows.
const maxKeys = 1000

// listen sets the handlers of Updates and queries.
func (r *run[M, P, I, O]) listen() error {
	return errors.Join(
		workflow.SetUpdateHandlerWithOptions(r.ctx, UpdateEvent, r.update, workflow.UpdateHandlerOptions{Validator: r.validate}),
		workflow.SetQueryHandler(r.ctx, QueryStatus, func() (Status, error) { return r.status(), nil }),
		workflow.SetQueryHandler(r.ctx, QuerySnapshot, func() (Snapshot, error) { return Snapshot{r.snapshot}, nil }),
	)
}

// validate refuses an Update before it is in the history.
func (r *run[M, P, I, O]) validate(ctx workflow.Context, e Event) error {
	w := r.w
	id := workflow.GetCurrentUpdateInfo(ctx).ID
	if i := slices.IndexFunc(r.keys, func(k Key) bool { return k.Key == id }); i >= 0 {
		record := r.record()
		record.Repeated, record.Revision, record.Sum = true, r.keys[i].Revision, r.keys[i].Sum
		return encode(&unchanged{record})
	}
	in, err := w.kind.ReadInput(e.Name, e.Payload)
	if err != nil {
		return encode(&InvalidError{Machine: w.name, Reason: "the event", Err: err})
	}
	at := e.At
	if e, err = w.wire(in); err != nil {
		return encode(err)
	}
	e.At = at
	if r.results.came() {
		// Nobody can read them here, so the event is accepted; the handler makes their steps, and then tries it.
	} else if err := r.expect(e); err != nil {
		return encode(err)
	} else if w.asks() {
		// Whether a guard refuses the event only the activity knows.
		if _, ended := w.kind.State(r.machine); ended != "" || !slices.Contains(w.kind.Possible(r.machine), e.Name) && w.callOf(e.Name) == "" {
			state, _ := w.kind.State(r.machine)
			return encode(&RefusedError{w.name, e.Name, state, "IllegalTransitionError", "event " + e.Name + " is illegal in state " + state})
		}
	} else {
		record, err := r.dry(e)
		if err != nil {
			return encode(err)
		}
		if (record.Ignored || record.Stale) && w.callOf(e.Name) == "" || record.Stale {
			return encode(&unchanged{record})
		}
	}
	if r.holds() {
		return encode(&BusyError{w.name})
	}
	return nil
}

// expect refuses an event whose sender expects another revision.
func (r *run[M, P, I, O]) expect(e Event) error {
	if e.At != nil && *e.At != r.revision {
		return &RevisionError{Machine: r.w.name, Expected: *e.At, Found: r.revision}
	}
	return nil
}

// update handles an Update.
func (r *run[M, P, I, O]) update(ctx workflow.Context, e Event) (Record, error) {
	r.updates++
	in, err := r.w.kind.ReadInput(e.Name, e.Payload)
	if err != nil {
		return Record{}, encode(&InvalidError{Machine: r.w.name, Reason: "the event", Err: err})
	}
	at := e.At
	if e, err = r.w.wire(in); err != nil {
		return Record{}, encode(err)
	}
	e.At = at
	// A cancellation of the workflow does not interrupt a step.
	free, _ := workflow.NewDisconnectedContext(ctx)
	r.results.takeAll(free)
	record, err := r.step(free, request{Event: &e})
	if err != nil {
		return Record{}, encode(err)
	}
	r.keys = append(r.keys, Key{workflow.GetCurrentUpdateInfo(ctx).ID, record.Revision, record.Sum})
	if len(r.keys) > maxKeys {
		r.keys = slices.Clone(r.keys[len(r.keys)-maxKeys:])
	}
	return record, nil
}

// status is what the machine is and what can become of it.
func (r *run[M, P, I, O]) status() Status {
	k := r.w.kind
	s := Status{Record: r.record(), Possible: k.Possible(r.machine), Progress: k.Progress(r.machine), Left: -1, Failures: r.failures, Refused: r.refused}
	if left, ok := k.Left(r.machine); ok {
		s.Left = left
	}
	return s
}

// receive takes Signals, and the cancellation.
func (r *run[M, P, I, O]) receive() {
	workflow.GoNamed(r.ctx, "signals", func(ctx workflow.Context) {
		for {
			var e Event
			if !workflow.GetSignalChannel(ctx, SignalEvent).Receive(ctx, &e) {
				return
			}
			r.signals++
			r.inbox, r.changed = append(r.inbox, e), true
		}
	})
	workflow.GoNamed(r.ctx, "continue", func(ctx workflow.Context) {
		for workflow.GetSignalChannel(ctx, SignalContinue).Receive(ctx, nil) {
			r.asked = true
		}
	})
	workflow.GoNamed(r.ctx, "cancellation", func(ctx workflow.Context) {
		r.outer.Done().Receive(ctx, nil)
		r.handling = true
		_, err := r.step(ctx, request{Canceled: true})
		r.handling, r.changed = false, true
		switch {
		case errors.Is(err, errNoCancellation):
			r.stopAll()
			r.stopped = r.outer.Err()
		case err != nil:
			r.fail("cancellation", "", err)
		}
	})
}

// handleNext handles events of Signals, one after the other.
func (r *run[M, P, I, O]) handleNext() {
	if r.handling || len(r.inbox) == 0 {
		return
	}
	r.handling = true
	workflow.GoNamed(r.ctx, "event", func(ctx workflow.Context) {
		for len(r.inbox) > 0 && !r.holds() {
			e := r.inbox[0]
			r.inbox = r.inbox[1:]
			if _, err := r.step(ctx, request{Event: &e}); err != nil {
				r.refused++
				workflow.GetLogger(r.ctx).Warn("signal refused", "machine", r.w.name, "event", e.Name, "error", err)
			}
		}
		r.handling, r.changed = false, true
	})
}
