package temporal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"go.temporal.io/sdk/workflow"
)

// stepActivity is the name of the activity that makes steps with questions.
const stepActivity = "step"

// request is a step that an activity makes: of an event, of a timer, or of the cancellation; if there is none of them, timers
// start of which the machine does not know when they are due.
type request struct {
	Snapshot json.RawMessage `json:"snapshot"`
	Revision int64           `json:"revision"`
	Now      time.Time       `json:"now"`
	Event    *Event          `json:"event,omitempty"`
	Timer    string          `json:"timer,omitempty"`
	Canceled bool            `json:"canceled,omitempty"`
}

// response is what a step has made of the machine.
type response struct {
	Snapshot json.RawMessage `json:"snapshot,omitempty"`
	Outputs  []Pending       `json:"outputs,omitempty"`
	Ignored  bool            `json:"ignored,omitempty"`
	Stale    bool            `json:"stale,omitempty"`
	// Refused and Invalid mean that the machine is unchanged.
	Refused *RefusedError `json:"refused,omitempty"`
	Invalid string        `json:"invalid,omitempty"`
}

// errNoCancellation means that the spec has no cancellation event.
var errNoCancellation = errors.New("the machine has no cancellation event")

// canceled is the cause of the cancellation event.
type canceled struct{}

func (canceled) Error() string { return "the workflow is canceled" }

// try makes a step of m, which is unchanged if the event is refused, invalid, or stale. An error is one of this package, or a bug.
func (w *Workflow[M, P, I, O]) try(m M, q request) (out response, err error) {
	var outputs []O
	name := ""
	switch {
	case q.Event != nil:
		var in I
		if in, err = w.kind.ReadInput(q.Event.Name, q.Event.Payload); err != nil {
			return response{Invalid: err.Error()}, nil
		}
		name = w.kind.EventName(in)
		outputs, out.Ignored, err = w.kind.Apply(m, in, q.Now)
	case q.Timer != "":
		name = q.Timer
		outputs, out.Ignored, err = w.kind.Fire(m, q.Timer, q.Now)
	case q.Canceled:
		in, ok := w.kind.Cancellation(canceled{})
		if !ok {
			return response{}, errNoCancellation
		}
		name = w.kind.EventName(in)
		outputs, out.Ignored, err = w.kind.Apply(m, in, q.Now)
	default:
		out.Ignored = true
		if err := w.kind.Refresh(m, q.Now); err != nil {
			return response{}, &LoadError{w.name, err}
		}
	}
	if err != nil && w.calls != nil && w.calls.Stale(m, err) {
		return response{Stale: true}, nil
	}
	if err != nil {
		state, _ := w.kind.State(m)
		kind, _, _ := strings.Cut(fmt.Sprintf("%T", err), "[") // of a generic type
		return response{Refused: &RefusedError{w.name, name, state, kind[strings.LastIndexByte(kind, '.')+1:], err.Error()}}, nil
	}
	if out.Outputs, err = pending(w.kind, q.Revision, outputs); err != nil {
		return response{}, err
	}
	if out.Snapshot, err = m.MarshalJSON(); err != nil {
		return response{}, &InvalidError{Machine: w.name, Reason: "the machine has no snapshot", Err: err}
	}
	return out, nil
}

// makeStep is the activity that makes a step with questions.
func (w *Workflow[M, P, I, O]) makeStep(_ context.Context, q request) (response, error) {
	m, err := w.kind.Restore(q.Snapshot)
	if err != nil {
		return response{}, encode(&LoadError{w.name, err})
	}
	out, err := w.try(m, q)
	return out, encode(err)
}

// step makes a step of the machine. The record tells what has become of it.
func (r *run[M, P, I, O]) step(ctx workflow.Context, q request) (Record, error) {
	w := r.w
	if w.asks() {
		if err := r.lock.Lock(ctx); err != nil {
			return Record{}, err
		}
		defer func() {
			r.lock.Unlock()
			r.changed = true
		}()
	}
	if q.Canceled {
		if _, ok := w.kind.Cancellation(canceled{}); !ok {
			return Record{}, errNoCancellation
		}
	}
	if q.Event != nil {
		if err := r.expect(*q.Event); err != nil {
			return Record{}, err
		}
	}
	q.Now, q.Revision = r.now(ctx), r.revision+1
	out, machine, err := r.make(ctx, q)
	var sum uint64
	if q.Event != nil {
		sum = q.Event.sum()
	}
	switch {
	case err != nil:
		return Record{}, err
	case out.Refused != nil:
		return Record{}, out.Refused
	case out.Invalid != "":
		return Record{}, &InvalidError{Machine: w.name, Reason: out.Invalid}
	case out.Stale:
		record := r.record()
		record.Stale, record.Sum = true, sum
		return record, nil
	}
	r.machine, r.snapshot = machine, out.Snapshot
	if !out.Ignored {
		r.revision++
		r.handler.stop()
		r.handler = nil
	}
	r.emit(out.Outputs)
	r.stopTimers()
	r.changed = true
	record := r.record()
	record.Ignored, record.Sum = out.Ignored, sum
	return record, nil
}

// make makes a step here, or in an activity.
func (r *run[M, P, I, O]) make(ctx workflow.Context, q request) (response, M, error) {
	w := r.w
	if !w.asks() {
		out, err := w.try(r.machine, q)
		return out, r.machine, err
	}
	q.Snapshot = r.snapshot
	var out response
	var machine M
	err := workflow.ExecuteActivity(workflow.WithActivityOptions(ctx, w.set.options(stepActivity)), w.name+"."+stepActivity, q).Get(ctx, &out)
	if err == nil && out.Snapshot != nil {
		machine, err = w.kind.Restore(out.Snapshot)
	}
	return out, machine, err
}

// dry tells what an event would do, without questions to anybody but pure ones.
func (r *run[M, P, I, O]) dry(e Event) (Record, error) {
	w := r.w
	copied, err := w.kind.Restore(r.snapshot)
	if err != nil {
		return Record{}, &LoadError{w.name, err}
	}
	out, err := w.try(copied, request{Event: &e, Now: workflow.Now(r.ctx)})
	if err != nil {
		return Record{}, err
	}
	record := r.record()
	record.Ignored, record.Stale, record.Sum = out.Ignored, out.Stale, e.sum()
	switch {
	case out.Refused != nil:
		return record, out.Refused
	case out.Invalid != "":
		return record, &InvalidError{Machine: w.name, Reason: out.Invalid}
	}
	return record, nil
}

// load restores the machine, and emits the starts of calls that this version of the spec has added.
func (r *run[M, P, I, O]) load(snapshot []byte) error {
	w := r.w
	machine, err := w.kind.Restore(snapshot)
	if err != nil && w.set.migrate != nil {
		migrated, failed := w.set.migrate(snapshot)
		if failed != nil {
			return &LoadError{w.name, errors.Join(err, failed)}
		}
		snapshot = migrated
		machine, err = w.kind.Restore(snapshot)
	}
	if err != nil {
		return &LoadError{w.name, err}
	}
	r.machine = machine
	if r.snapshot, err = machine.MarshalJSON(); err != nil {
		return &LoadError{w.name, err}
	}
	if w.calls != nil {
		starts, err := pending(w.kind, r.revision, w.calls.Starts(machine, snapshot))
		if err != nil {
			return err
		}
		for i := range starts {
			starts[i].Key += "/new"
		}
		r.outbox = append(r.outbox, starts...)
	}
	return nil
}

// refresh starts timers of which the machine does not know when they are due.
func (r *run[M, P, I, O]) refresh() error {
	_, err := r.step(r.ctx, request{})
	return err
}
