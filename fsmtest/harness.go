package fsmtest

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"unsafe"
)

// harness is a machine and its oracle, with all that is looked up once.
type harness[M any, S comparable, C, E any] struct {
	*oracle[C, E]
	*Machine[M, S, C]
	access[M]
	onMachine, onObserved methods
	// exact says that machines are the same exactly when == holds.
	exact bool
	// covered are the runs of cover, once it has found them.
	covered []testCase[C, E]
}

// newHarness binds a machine to its spec. It panics if the two do not fit.
func newHarness[M any, S comparable, C, E any](s *Spec[C, E], m *Machine[M, S, C]) *harness[M, S, C, E] {
	h := &harness[M, S, C, E]{oracle: newOracle(s), Machine: m, access: newAccess[M]()}
	h.onMachine = methodsOf(s, m.Send, reflect.TypeFor[*M]())
	if m.Observe != nil {
		h.onObserved = methodsOf(s, m.Send, reflect.TypeOf(m.Observe(new(M), nil, nil)))
	}
	h.exact = h.plain && reflect.TypeFor[M]().Comparable()
	return h
}

// direct is the machine itself as a receiver of events.
func (h *harness[M, S, C, E]) direct(m *M) receiver {
	return receiver{reflect.ValueOf(m), &h.onMachine}
}

// observed is one, too: what Observe returns.
func (h *harness[M, S, C, E]) observed(o any) receiver {
	return receiver{reflect.ValueOf(o), &h.onObserved}
}

// sameMachine reports whether two machines are the same.
func (h *harness[M, S, C, E]) sameMachine(a, b *M) bool {
	if h.exact {
		return any(*a) == any(*b)
	}
	return same(reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem())
}

// sameVars reports whether two configurations have the same values.
func (h *harness[M, S, C, E]) sameVars(a, b *C) bool {
	if h.plain {
		return any(*a) == any(*b)
	}
	return same(reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem())
}

// send hands an event to a receiver that is in a state. An event without a state is
// not raised by a timer.
func (h *harness[M, S, C, E]) send(to receiver, e Input[E], state int) error {
	if e.timed > 0 && state >= 0 {
		if timers := h.raising(Config[C]{state: state}, e.event); e.timed <= len(timers) {
			return to.fire(h.Timers[timers[e.timed-1]].Value)
		}
	}
	payload := reflect.ValueOf(&e.payload).Elem()
	args := make([]reflect.Value, len(h.inputs[e.event]))
	for i, f := range h.inputs[e.event] {
		args[i] = payload.Field(f.index)
	}
	return errorOf(to.value.Method(to.methods.events[e.event]).Call(args))
}

// run is a machine beside the oracle. Copies are independent.
type run[M any, S comparable, C, E any] struct {
	*harness[M, S, C, E]
	machine M
	oracle  Config[C]
	host    *host[M, S, C, E] // nil: the machine has none. Copies share it: it remembers nothing of a run
	taken   int               // transitions so far, since the last environment event
	// restores says that it goes on with a restored machine after each transition.
	restores bool
	watched  map[int]bool // rows with which events came from observers; copies share it
	seen     error        // the first fault that observers have seen
	refusal  error        // the last error of an event
	said     string       // what it said then
	fault    error        // how the two differ; nothing happens after the first fault
}

// begin makes a machine and compares it with the oracle.
func (h *harness[M, S, C, E]) begin(c C) run[M, S, C, E] {
	r := run[M, S, C, E]{harness: h, oracle: h.start(c), watched: map[int]bool{}}
	if h.Machine.Host != nil {
		r.host = h.newHost()
		r.host.want = h.begins(r.oracle)
	}
	err := caught(func() error {
		m, err := h.newMachine(c, r.host)
		if err != nil {
			return err
		}
		r.machine = *m
		return h.compare(r.oracle, &r.machine)
	})
	if err == nil && !h.inRange(r.oracle) {
		err = errors.New("a variable begins outside its declared range")
	}
	if r.host != nil {
		err = r.host.end(err)
	}
	if err == nil && len(h.Timers) > 0 {
		err = caught(r.late)
	}
	if err != nil {
		r.fault = fmt.Errorf("New(%s): %w", h.paramsText(c), err)
	}
	return r
}

// newMachine makes a machine with the parameters of c.
func (h *harness[M, S, C, E]) newMachine(c C, host *host[M, S, C, E]) (*M, error) {
	m, err := called(h.New, h.withHost(host, h.paramsOf(&c).Interface())...)
	made, _ := m.(*M)
	return made, err
}

// withHost appends a host to arguments, for machines that have one.
func (h *harness[M, S, C, E]) withHost(host *host[M, S, C, E], args ...any) []any {
	if h.Machine.Host == nil {
		return args
	}
	if host == nil {
		return append(args, nil)
	}
	return append(args, host.face)
}

// caught returns the error of f, or its panic as one.
func caught(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return f()
}

// computes reports whether f is done without a panic: where no run leads, a divisor may
// be 0.
func computes(f func()) bool { return caught(func() error { f(); return nil }) == nil }

// note keeps an error. What the one before says must not have changed.
func (r *run[M, S, C, E]) note(err error) error {
	if r.refusal != nil && r.refusal.Error() != r.said {
		return fmt.Errorf("the error before said %q, and says %q now", r.said, r.refusal)
	}
	if r.refusal = err; err != nil {
		r.said = err.Error()
	}
	return nil
}

// take sends an event to the machine and to the oracle, and notes the fault
// when they differ. It returns the row of the transition taken, or -1.
func (r *run[M, S, C, E]) take(e Input[E]) (row int) {
	if r.fault != nil {
		return -1
	}
	from := r.oracle
	var panics func() error // the same event, to a host that panics
	defer func() {
		if p := recover(); p != nil {
			r.fault = fmt.Errorf("panic: %v", p)
		}
		if r.host != nil {
			r.fault = r.host.end(r.fault)
		}
		r.fault = cmp.Or(r.fault, r.seen)
		if r.fault == nil && panics != nil {
			r.fault = caught(panics)
		}
		if r.fault == nil && r.restores && row >= 0 {
			r.fault = caught(r.restore)
		}
		if r.fault != nil {
			r.fault = fmt.Errorf("%s in %s: %w", r.inputText(e), r.text(from), r.fault)
		}
	}()
	next, row := r.step(r.oracle, e)
	if r.host != nil && r.host.begin(&r.machine, e, from, next, row) {
		then, host := *r, r.host.copy()
		then.host = host
		panics = func() error { return cmp.Or(then.unanswered(e), then.untold(e, next)) }
	}
	if r.Send != "" {
		if r.fault = r.value(e, next, row); r.fault != nil {
			return row
		}
	}
	switch {
	case row < 0:
		r.fault = r.refuse(e)
		return row
	case !r.takes(row):
		r.fault = r.idle(e, row)
		return row
	}
	for _, bad := range r.spoil(e) {
		if r.fault = r.refuseSpoiled(bad); r.fault != nil {
			return row
		}
	}
	r.oracle = next
	r.fault = r.accept(e, row)
	return row
}

// accept sends an event that is legal.
func (r *run[M, S, C, E]) accept(e Input[E], row int) error {
	var before []int
	if r.Rank > 0 {
		before = r.Progress(&r.machine)
	}
	if err := r.watch(e, row); err != nil {
		return err
	}
	if err := r.compare(r.oracle, &r.machine); err != nil {
		return err
	}
	if !r.inRange(r.oracle) {
		return fmt.Errorf("outside the declared ranges: %s", r.text(r.oracle))
	}
	environment := r.Events[e.event].Environment
	if r.Rank > 0 {
		if after := r.Progress(&r.machine); !environment && slices.Compare(after, before) >= 0 || slices.Min(after) < 0 {
			return fmt.Errorf("progress goes from %d to %d", before, after)
		}
	}
	if r.Spec.Bound != nil {
		if environment {
			r.taken = -1 // it does not count
		}
		if r.taken++; r.taken > r.MaxTransitions(&r.machine) {
			return fmt.Errorf("this is transition %d, of at most %d", r.taken, r.MaxTransitions(&r.machine))
		}
	}
	if r.host != nil && len(r.Timers) > 0 && r.host.looks {
		return r.late()
	}
	return nil
}

// idle sends an event that is ignored or rejected.
func (r *run[M, S, C, E]) idle(e Input[E], row int) error {
	effect, before := r.rows[row].effect, r.machine
	err := r.watch(e, row)
	if effect == Ignore && err != nil {
		return fmt.Errorf("error is %v of an event that is ignored", err)
	}
	if effect == Reject {
		rejected := errorLike(err, r.Errors.Rejected)
		switch {
		case rejected == nil:
			return fmt.Errorf("error is %v, want %T", err, r.Errors.Rejected)
		case !r.isAbout(rejected, r.oracle.state, e.event):
			return fmt.Errorf("error is about %v", rejected)
		case !r.sameMachine(&r.machine, &before):
			return fmt.Errorf("the event to reject changed the machine from %+v to %+v", before, r.machine)
		}
	}
	// A machine may note that it has ignored an event.
	if err := r.compare(r.oracle, &r.machine); err != nil {
		return fmt.Errorf("the event to %v changed the machine: %w", effect, err)
	}
	return r.note(err)
}

// isAbout reports whether an error is about an event in a state.
func (h *harness[M, S, C, E]) isAbout(err any, state, event int) bool {
	return fieldsAre(err, "State", h.States[state].Value, "Event", h.Events[event].Value)
}

// refuse sends an event that is illegal.
func (r *run[M, S, C, E]) refuse(e Input[E]) error {
	before := r.machine
	err := r.watch(e, -1)
	illegal := errorLike(err, r.Errors.Illegal)
	switch {
	case illegal == nil:
		return fmt.Errorf("error is %v, want %T", err, r.Errors.Illegal)
	case !r.isAbout(illegal, r.oracle.state, e.event):
		return fmt.Errorf("error is about %v", illegal)
	case !r.sameMachine(&r.machine, &before):
		return fmt.Errorf("the illegal event changed the machine from %+v to %+v", before, r.machine)
	}
	return nil
}

// refuseSpoiled sends an event with an enum outside its type.
func (r *run[M, S, C, E]) refuseSpoiled(bad spoiled[E]) error {
	before := r.machine
	err := r.watch(bad.Input, -1)
	invalid := errorLike(err, r.Errors.Payload)
	switch {
	case invalid == nil:
		return fmt.Errorf("with %s = %d the error is %v, want %T", bad.field, bad.value, err, r.Errors.Payload)
	case !fieldsAre(invalid, "Event", r.Events[bad.event].Value, "Field", bad.field, "Value", bad.value):
		return fmt.Errorf("with %s = %d the error is %v", bad.field, bad.value, invalid)
	case !r.sameMachine(&r.machine, &before):
		return fmt.Errorf("the invalid payload changed the machine from %+v to %+v", before, r.machine)
	}
	return r.note(err)
}

// unobserved takes the observers and typed states of a machine away, and returns them.
func (r *run[M, S, C, E]) unobserved() unsafe.Pointer { return r.swapTyped(&r.machine, nil) }
