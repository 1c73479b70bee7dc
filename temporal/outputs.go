package temporal

import (
	"context"
	"encoding/json"
	"strings"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/workflow"
)

// callOf returns the call whose result an event is, as far as its name tells, or "".
func (w *Workflow[M, P, I, O]) callOf(event string) string {
	for _, c := range w.called {
		if rest, ok := strings.CutPrefix(event, c); ok && rest != "" {
			return c
		}
	}
	return ""
}

// stops returns the call that an output stops, and the number of its start.
func (w *Workflow[M, P, I, O]) stops(p Pending) (call string, number int) {
	for _, c := range w.called {
		if p.Name != c+".stop" {
			continue
		}
		var payload struct{ Call int }
		if json.Unmarshal(p.Payload, &payload) == nil {
			return c, payload.Call
		}
	}
	return "", 0
}

// emit takes the outputs of a step. Stops of calls take effect at once.
func (r *run[M, P, I, O]) emit(outputs []Pending) {
	for _, p := range outputs {
		call, number := r.w.stops(p)
		if call == "" {
			r.outbox = append(r.outbox, p)
			continue
		}
		if s := r.running[call]; s != nil && s.number == number {
			s.stop()
			delete(r.running, call)
		}
		r.outbox = r.without(call, number)
	}
}

// without returns the outbox without a start.
func (r *run[M, P, I, O]) without(call string, number int) (left []Pending) {
	for _, p := range r.outbox {
		if c, n := r.startOf(p); c != call || n != number {
			left = append(left, p)
		}
	}
	return left
}

// startOf returns the call that an output starts, and the number of the start.
func (r *run[M, P, I, O]) startOf(p Pending) (call string, number int) {
	if r.w.calls == nil {
		return "", 0
	}
	out, err := r.w.kind.ReadOutput(p.Name, p.Payload)
	if err != nil {
		return "", 0
	}
	return r.w.calls.Started(out)
}

// performNext starts calls at once, and outputs one after the other.
func (r *run[M, P, I, O]) performNext() {
	var left []Pending
	for _, p := range r.outbox {
		call, number := r.startOf(p)
		if call == "" {
			left = append(left, p)
			continue
		}
		ctx, cancel := workflow.WithCancel(r.ctx)
		s := &started{cancel: cancel, number: number}
		r.running[call] = s
		if c, ok := r.w.children[call]; ok {
			r.startChild(ctx, call, c, s, p)
			continue
		}
		future := r.execute(ctx, call, p)
		r.results.await(call, future, s, func(ctx workflow.Context) {
			var answer *Event
			err := future.Get(ctx, &answer)
			r.answerCall(ctx, call, s, p, answer, err)
		})
	}
	r.outbox = left
	if r.performing || len(r.outbox) == 0 {
		return
	}
	r.performing = true
	p := r.outbox[0]
	r.outbox = r.outbox[1:]
	future := r.execute(r.ctx, p.Name, p)
	r.results.await(p.Name, future, nil, func(ctx workflow.Context) {
		var answer *Event
		err := future.Get(ctx, &answer)
		if err == nil && answer != nil {
			_, err = r.step(ctx, request{Event: answer})
		}
		if err != nil {
			r.fail(p.Name, p.Key, err)
		}
		r.performing, r.changed = false, true
	})
}

// execute starts the activity of an output.
func (r *run[M, P, I, O]) execute(ctx workflow.Context, name string, p Pending) workflow.Future {
	return workflow.ExecuteActivity(workflow.WithActivityOptions(ctx, r.w.set.options(name)), r.w.name+"."+name, p)
}

// answerCall sends the result of a call. If its activity has failed for good, the result is the error.
func (r *run[M, P, I, O]) answerCall(ctx workflow.Context, call string, s *started, p Pending, answer *Event, err error) {
	if s.stopped {
		return
	}
	if err != nil {
		payload, _ := json.Marshal(map[string]any{"call": s.number, "err": shorten(err.Error())}) // cannot fail
		answer = &Event{Name: call + "Error", Payload: payload}
		if _, unknown := r.w.kind.ReadInput(answer.Name, payload); unknown != nil {
			r.fail(call, p.Key, err)
			answer = nil
		}
	}
	if answer != nil {
		if _, err := r.step(ctx, request{Event: answer}); err != nil {
			r.fail(call, p.Key, err)
		}
	}
	if r.running[call] == s {
		delete(r.running, call)
	}
	s.stopped, r.changed = true, true
}

// startHandler starts the handler of the state, once after each step, which has stopped the one before.
func (r *run[M, P, I, O]) startHandler() {
	if r.handled == r.revision {
		return
	}
	r.handled = r.revision
	state, outcome := r.w.kind.State(r.machine)
	if r.w.handlers[state] == nil || outcome != "" {
		return
	}
	ctx, cancel := workflow.WithCancel(r.ctx)
	s := &started{cancel: cancel}
	r.handler = s
	future := workflow.ExecuteActivity(workflow.WithActivityOptions(ctx, r.w.set.options(state)), r.w.name+"."+state, Snapshot{r.snapshot})
	r.results.await(state, future, s, func(ctx workflow.Context) {
		var answer *Event
		err := future.Get(ctx, &answer)
		if s.stopped {
			return
		}
		s.stopped, r.handler, r.changed = true, nil, true
		if err == nil && answer != nil {
			_, err = r.step(ctx, request{Event: answer})
		}
		if err != nil {
			r.fail(state, "", err)
		}
	})
}

// stopAll stops calls, handlers, and timers.
func (r *run[M, P, I, O]) stopAll() {
	r.handler.stop()
	r.handler = nil
	for _, call := range workflow.DeterministicKeys(r.running) {
		r.running[call].stop()
		delete(r.running, call)
	}
	for _, name := range workflow.DeterministicKeys(r.timers) {
		r.timers[name].stop()
	}
}

// performTask is the activity of an output or a call.
func (w *Workflow[M, P, I, O]) performTask(ctx context.Context, p Pending) (*Event, error) {
	out, err := w.kind.ReadOutput(p.Name, p.Payload)
	if err != nil {
		return nil, encode(&InvalidError{Machine: w.name, Reason: "the output", Err: err})
	}
	info := activity.GetInfo(ctx)
	if w.perform == nil {
		return nil, encode(&InvalidError{Machine: w.name, Reason: "there is no function that performs outputs"})
	}
	in, err := w.perform(ctx, Task[O]{info.WorkflowExecution.ID, w.name + "/" + info.WorkflowExecution.ID + "/" + p.Key, int(info.Attempt), out})
	if err != nil {
		return nil, encode(err)
	}
	return w.answer(in)
}

// Snapshot is a machine, as JSON.
type Snapshot struct {
	Snapshot json.RawMessage `json:"snapshot"`
}

// handleState is the activity of a state.
func (w *Workflow[M, P, I, O]) handleState(ctx context.Context, s Snapshot) (*Event, error) {
	m, err := w.kind.Restore(s.Snapshot)
	if err != nil {
		return nil, encode(&LoadError{w.name, err})
	}
	state, _ := w.kind.State(m)
	h := w.handlers[state]
	if h == nil {
		return nil, encode(&InvalidError{Machine: w.name, Reason: "state " + state + " has no handler"})
	}
	in, err := h(ctx, m)
	if err != nil {
		return nil, encode(err)
	}
	return w.answer(in)
}

// answer returns the event with which an activity answers, after a check that it can be read again.
func (w *Workflow[M, P, I, O]) answer(in I) (*Event, error) {
	if any(in) == nil {
		return nil, nil
	}
	e, err := w.wire(in)
	if err != nil {
		return nil, encode(err)
	}
	if _, err := w.kind.ReadInput(e.Name, e.Payload); err != nil {
		return nil, encode(&InvalidError{Machine: w.name, Reason: "the answer", Err: err})
	}
	return &e, nil
}
