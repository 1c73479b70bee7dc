package host

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// Await implements subject.Hosting.
func (h *Host) Await(ctx context.Context, call oracle.Call) (payload any, event string, err error) {
	if h.Works == nil {
		return nil, "", fmt.Errorf("%v is called, but no run makes calls", call)
	}
	return h.Works.await(ctx, call)
}

// Answer is how a call ends: with a result, a panic, or neither.
type Answer struct {
	Input  oracle.Input // the result
	Panics func()       // what the call does instead; nil: it returns
	Broken error        // that is no result; nil: there is a result, or nothing
	// Nothing says that the call returns neither a result nor an error.
	Nothing bool
}

// Works are the calls that a run makes, each in a goroutine.
type Works struct {
	spec    *oracle.Spec
	oracle  *oracle.Oracle
	subject *subject.Subject
	owner   any        // the script, which contexts know
	Mutex   sync.Mutex // protects what follows
	// changed is closed when ready changes, and made again.
	changed chan struct{}
	// ready are the answers of calls, of which none runs twice.
	ready map[string]Answer
	// Made counts the calls, by their texts.
	Made map[string]int
	// Causes are those of contexts that have ended because their calls were stopped.
	Causes []string
	// answered are the contexts of calls that have returned their answers.
	answered []context.Context
	// Crash is the panic of calls that end with the run; nil: they return. Crashed says that there was one.
	Crash   any
	Crashed bool
	Fault   error // the first
}

// NewWorks returns the calls of a run of a script, the owner, which the context of the run has.
func NewWorks(s *subject.Subject, owner any) *Works {
	return &Works{spec: s.Spec, oracle: s.Oracle, subject: s, owner: owner, changed: make(chan struct{}), ready: map[string]Answer{}, Made: map[string]int{}}
}

// Give lets a call end.
func (w *Works) Give(call string, a Answer) {
	w.Mutex.Lock()
	defer w.Mutex.Unlock()
	w.ready[call] = a
	close(w.changed)
	w.changed = make(chan struct{})
}

// await waits for the answer to a call. A call whose context has ended returns the error of that or, every other time, what would
// be a result.
func (w *Works) await(ctx context.Context, call oracle.Call) (payload any, event string, err error) {
	a, ended := w.wait(ctx, call)
	switch {
	case ended != nil:
		return w.late(ctx, call, ended)
	case a.Panics != nil:
		a.Panics()
	case a.Broken != nil:
		return nil, "", a.Broken
	case a.Nothing:
		return nil, "", nil
	}
	return a.Input.Payload, w.spec.Events[a.Input.Event].Name, w.oracle.ErrorIn(a.Input)
}

// wait waits for an answer, or the end of the context.
func (w *Works) wait(ctx context.Context, call oracle.Call) (Answer, error) {
	first := true
	for {
		w.Mutex.Lock()
		if first {
			first = false
			w.Made[call.String()]++
			if ctx.Value(OwnerKey{}) != w.owner {
				w.Fault = errors.Join(w.Fault, fmt.Errorf("the context of %v does not contain the values of the context of the run", call))
			}
			if _, limited := ctx.Deadline(); !limited && w.spec.Calls[w.oracle.CallNamed(call.Method())].Timeout {
				w.Fault = errors.Join(w.Fault, fmt.Errorf("the context of %v has no deadline, although the call has a timeout", call))
			}
		}
		a, ready := w.ready[call.Method()]
		if ready = ready && ctx.Err() == nil; ready {
			delete(w.ready, call.Method())
			w.answered = append(w.answered, ctx)
		}
		changed := w.changed
		w.Mutex.Unlock()
		if ready {
			return a, nil
		}
		select {
		case <-ctx.Done():
			return Answer{}, ctx.Err()
		case <-changed:
		}
	}
}

// Lasting reports whether the context of a call has not ended, although the run has had its result.
func (w *Works) Lasting() bool {
	if w == nil {
		return false
	}
	w.Mutex.Lock()
	defer w.Mutex.Unlock()
	return slices.ContainsFunc(w.answered, func(ctx context.Context) bool { return ctx.Err() == nil })
}

// late returns something after the end of the context: nobody is to get it.
func (w *Works) late(ctx context.Context, call oracle.Call, ended error) (payload any, event string, err error) {
	w.Mutex.Lock()
	defer w.Mutex.Unlock()
	if stale := mirror.ErrorLike(context.Cause(ctx), w.subject.Machine.Errors.StaleCall); stale != nil {
		fields := mirror.FieldsOf(stale, "State", "Call", "Number")
		w.Causes = append(w.Causes, fmt.Sprint(fields...))
		if fmt.Sprint(fields[1]) != call.Method() {
			w.Fault = errors.Join(w.Fault, fmt.Errorf("the context of %v ends because of %v", call, stale))
		}
	}
	if w.Crash != nil && mirror.ErrorLike(context.Cause(ctx), w.subject.Machine.Errors.StaleCall) == nil {
		w.Crashed = true
		panic(w.Crash)
	}
	if w.Made[call.String()]%2 == 0 {
		return nil, "", ended
	}
	return nil, w.spec.Events[w.oracle.Calls.Callees[w.oracle.CallNamed(call.Method())].Results[0]].Name, nil
}
