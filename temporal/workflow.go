package temporal

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

// Task is an output that an activity performs. It may be the start of a call.
type Task[O any] struct {
	// ID is that of the workflow.
	ID string
	// Key is the same in each attempt, and no other output of the machine has it.
	Key string
	// Attempt counts from 1.
	Attempt int
	Output  O
}

// Perform performs an output, in an activity. It returns the event that answers it, or nil; for the start of a
// call, its result. After an error, it is called again, as the retry policy says. It must allow concurrent use.
type Perform[I, O any] func(ctx context.Context, t Task[O]) (I, error)

// Handler works in a state, in an activity: it gets a copy of the machine and returns the next event. Its context
// ends, at the next heartbeat, when the machine makes a step for another reason. It must allow concurrent use.
type Handler[M, I any] func(ctx context.Context, m M) (I, error)

// Workflow runs machines of one kind as workflows. Create it with [New], and do not copy it. After [Workflow.Register],
// it must not be changed; then it allows concurrent use.
type Workflow[M json.Marshaler, P, I, O any] struct {
	kind     Kind[M, P, I, O]
	calls    Caller[M, O] // or nil
	name     string
	perform  Perform[I, O]
	handlers map[string]Handler[M, I] // by state
	outputs  []string
	called   []string
	children map[string]child[I, O] // by call
	set      settings
}

// New returns the workflow for machines of a kind. perform may be nil if the machine has no outputs and no calls
// except those to children.
func New[M json.Marshaler, P, I, O any](kind Kind[M, P, I, O], perform Perform[I, O], options ...Option) *Workflow[M, P, I, O] {
	w := &Workflow[M, P, I, O]{
		kind: kind, name: kind.Machine(), perform: perform, handlers: map[string]Handler[M, I]{}, children: map[string]child[I, O]{},
		set: defaults(),
	}
	w.calls, _ = kind.(Caller[M, O])
	w.outputs, w.called = kind.Activities()
	for _, o := range options {
		o(&w.set)
	}
	return w
}

// Handle sets the handler of states, given by their texts. While the machine is in such a state, an activity runs, whose
// result is the next event.
func (w *Workflow[M, P, I, O]) Handle(h Handler[M, I], states ...string) {
	for _, s := range states {
		w.handlers[s] = h
	}
}

// Register registers the workflow and its activities with a worker, or with a test environment:
// the workflow has the name of the machine, and an activity the name of the machine, a dot, and that of the
// output, call, or state.
func (w *Workflow[M, P, I, O]) Register(r interface {
	worker.WorkflowRegistry
	worker.ActivityRegistry
},
) {
	r.RegisterWorkflowWithOptions(w.Run, workflow.RegisterOptions{Name: w.name, VersioningBehavior: w.set.behavior})
	w.RegisterActivities(r)
}

// RegisterActivities registers the activities alone, for programs that register a workflow function of their own,
// which calls [Workflow.Run].
func (w *Workflow[M, P, I, O]) RegisterActivities(r worker.ActivityRegistry) {
	add := func(f any, name string) {
		r.RegisterActivityWithOptions(f, activity.RegisterOptions{Name: w.name + "." + name})
	}
	for _, name := range slices.Concat(w.outputs, w.called) {
		if _, ok := w.children[name]; !ok {
			add(w.performTask, name)
		}
	}
	for _, state := range workflow.DeterministicKeys(w.handlers) {
		add(w.handleState, state)
	}
	if w.asks() {
		add(w.makeStep, stepActivity)
	}
}

// asks reports whether activities make the steps.
func (w *Workflow[M, P, I, O]) asks() bool { return w.kind.Asks() && !w.set.pure }

// NewInput returns the input of a workflow for a new machine. Its timers start when the workflow does.
func NewInput[M json.Marshaler, P, I, O any](kind Kind[M, P, I, O], p P) (Input, error) {
	m, outputs, err := kind.Create(p, time.Time{})
	if err != nil {
		return Input{}, &InvalidError{Machine: kind.Machine(), Reason: "the parameters", Err: err}
	}
	in := Input{}
	if in.Snapshot, err = m.MarshalJSON(); err != nil {
		return Input{}, &InvalidError{Machine: kind.Machine(), Reason: "the machine has no snapshot", Err: err}
	}
	if in.Outputs, err = pending(kind, 0, outputs); err != nil {
		return Input{}, err
	}
	return in, nil
}

// pending returns outputs of a revision as they are stored.
func pending[M json.Marshaler, P, I, O any](kind Kind[M, P, I, O], revision int64, outputs []O) ([]Pending, error) {
	var out []Pending
	for i, o := range outputs {
		payload, err := json.Marshal(o)
		if err != nil {
			return nil, &InvalidError{Machine: kind.Machine(), Reason: "the output " + kind.OutputName(o) + " has no JSON", Err: err}
		}
		out = append(out, Pending{Event{Name: kind.OutputName(o), Payload: payload}, fmt.Sprintf("%d/%d", revision, i)})
	}
	return out, nil
}

// wire returns an event as it is stored.
func (w *Workflow[M, P, I, O]) wire(in I) (Event, error) {
	if any(in) == nil {
		return Event{}, &InvalidError{Machine: w.name, Reason: "the event is nil"}
	}
	payload, err := json.Marshal(in)
	if err != nil {
		return Event{}, &InvalidError{Machine: w.name, Reason: "the event " + w.kind.EventName(in) + " has no JSON", Err: err}
	}
	return Event{Name: w.kind.EventName(in), Payload: payload}, nil
}
