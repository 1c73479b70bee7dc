package fsmtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// Await forwards a call that Run makes, which the host of a generated test has got, to h. It returns what the result
// carries, the event that is the result, and the error that the call returns.
func Await[E any](ctx context.Context, h *Host, call string, args ...any) (carried E, event string, err error) {
	payload, event, err := h.calls.await(ctx, append(Call{call}, args...))
	carried, _ = payload.(E)
	return carried, event, err
}

// await implements hosting.
func (h *host) await(ctx context.Context, call Call) (payload any, event string, err error) {
	if h.works == nil {
		return nil, "", fmt.Errorf("%v is called, but no run makes calls", call)
	}
	return h.works.await(ctx, call)
}

// answer is how a call ends: with a result, a panic, or neither.
type answer struct {
	Input
	panics func()
	// broken is an error that is no result, or nothing at all.
	broken  error
	nothing bool
}

// works are the calls that a run makes, each in a goroutine.
type works struct {
	*harness
	owner any // the script, which contexts know
	mutex sync.Mutex
	// changed is closed when ready changes, and made again.
	changed chan struct{}
	// ready are the answers of calls, of which none runs twice.
	ready map[string]answer
	// made counts the calls, by their texts.
	made map[string]int
	// causes are those of contexts that have ended because their calls were stopped.
	causes []string
	// answered are the contexts of calls that have returned their answers.
	answered []context.Context
	// crash is the panic of calls that end with the run; nil: they return. Crashed says that there was one.
	crash   any
	crashed bool
	fault   error // the first
}

func (h *harness) newWorks(owner any) *works {
	return &works{harness: h, owner: owner, changed: make(chan struct{}), ready: map[string]answer{}, made: map[string]int{}}
}

// give lets a call end.
func (w *works) give(call string, a answer) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.ready[call] = a
	close(w.changed)
	w.changed = make(chan struct{})
}

// await waits for the answer to a call. A call whose context has ended returns the error of that or, every other time, what would
// be a result.
func (w *works) await(ctx context.Context, call Call) (payload any, event string, err error) {
	a, ended := w.wait(ctx, call)
	switch {
	case ended != nil:
		return w.late(ctx, call, ended)
	case a.panics != nil:
		a.panics()
	case a.broken != nil:
		return nil, "", a.broken
	case a.nothing:
		return nil, "", nil
	}
	return a.payload, w.Events[a.event].Name, w.errorIn(a.Input)
}

// wait waits for an answer, or the end of the context.
func (w *works) wait(ctx context.Context, call Call) (answer, error) {
	first := true
	for {
		w.mutex.Lock()
		if first {
			first = false
			w.made[call.String()]++
			if ctx.Value(scriptKey{}) != w.owner {
				w.fault = errors.Join(w.fault, fmt.Errorf("the context of %v does not contain the values of the context of the run", call))
			}
		}
		a, ready := w.ready[call.method()]
		if ready = ready && ctx.Err() == nil; ready {
			delete(w.ready, call.method())
			w.answered = append(w.answered, ctx)
		}
		changed := w.changed
		w.mutex.Unlock()
		if ready {
			return a, nil
		}
		select {
		case <-ctx.Done():
			return answer{}, ctx.Err()
		case <-changed:
		}
	}
}

// lasting reports whether the context of a call has not ended, although the run has had its result.
func (w *works) lasting() bool {
	if w == nil {
		return false
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return slices.ContainsFunc(w.answered, func(ctx context.Context) bool { return ctx.Err() == nil })
}

// late returns something after the end of the context: nobody is to get it.
func (w *works) late(ctx context.Context, call Call, ended error) (payload any, event string, err error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if stale := errorLike(context.Cause(ctx), w.Errors.StaleCall); stale != nil {
		fields := fieldsOf(stale, "State", "Call", "Number")
		w.causes = append(w.causes, fmt.Sprint(fields...))
		if fmt.Sprint(fields[1]) != call.method() {
			w.fault = errors.Join(w.fault, fmt.Errorf("the context of %v ends because of %v", call, stale))
		}
	}
	if w.crash != nil && errorLike(context.Cause(ctx), w.Errors.StaleCall) == nil {
		w.crashed = true
		panic(w.crash)
	}
	if w.made[call.String()]%2 == 0 {
		return nil, "", ended
	}
	return nil, w.Events[w.callees[w.callNamed(call.method())].results[0]].Name, nil
}

// errorIn returns the error that a call of the program returns as its result: the only field of its second result.
func (h *harness) errorIn(e Input) error {
	call := h.caller[e.event]
	if h.Calls[call].Child || e.event == h.callees[call].results[0] {
		return nil
	}
	err, _ := h.payloadValue(e).Field(h.inputs[e.event][0].index).Interface().(error)
	return err
}

// failsWithout reports whether an event is the second result of a call of the program, with no error.
func (h *harness) failsWithout(e Input) bool {
	call := h.caller[e.event]
	return !h.Calls[call].Child && e.event == h.callees[call].results[1] && h.errorIn(e) == nil
}
