package fsmtest

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// harness is a machine and its oracle, with all that is looked up once.
type harness struct {
	*draws
	*Machine[any, any, any]
	access
	typ         reflect.Type               // of the machine
	steps       reflect.Type               // of what observers are told
	observer    func(f func(step any)) any // returns f as a function of steps
	onMachine   methods
	contexts    *contexts
	typedStates []typedState // by state; nil: there are none
	// exact says that machines are the same exactly when == holds.
	exact bool
	// looked, watched, lated, and allowing are the steps in which hosts, observers, lates, and allowed have found no fault: other runs
	// need not look again. Those with a fault are not among them, so that a run that is made shorter shows the same fault. Nil: each
	// run looks for itself.
	looked, watched, allowing map[stepKind]bool
	lated                     map[lateKind]bool
	sent                      map[stepKind]bool // steps in which hosts have looked at a machine that gets a value
	// covered are the runs of cover, once it has found them.
	covered []testCase
	// delayed are runs to configurations in which the lengths of timers differ, which cover has found, too.
	delayed []testCase
}

// newHarness binds a machine to its spec. It panics if the two do not fit.
func newHarness[M any, S any, C, E any](spec *Spec[C, E], m *Machine[M, S, C]) *harness {
	s, machine := boxedSpec(spec), boxedMachine(m)
	typ := reflect.TypeFor[M]().Elem()
	h := &harness{draws: &draws{newOracle(s, reflect.TypeFor[C](), reflect.TypeFor[E]())}, Machine: machine, access: newAccess(typ), typ: typ, steps: reflect.TypeFor[S](), observer: observerOf[S]}
	h.contexts = contextsOf(machine.New)
	h.onMachine = methodsOf(s, m.Send, reflect.TypeFor[M]())
	h.onMachine.contexts = h.contexts
	h.typedStates = typedStatesOf(h.oracle, m.Typed)
	h.sent = map[stepKind]bool{}
	if !fuzzing() {
		h.looked, h.watched, h.allowing, h.lated = map[stepKind]bool{}, map[stepKind]bool{}, map[stepKind]bool{}, map[lateKind]bool{}
	}
	h.exact = h.plain && typ.Comparable()
	return h
}

// clone returns a copy of a machine.
func (h *harness) clone(m any) any {
	c := reflect.New(h.typ)
	c.Elem().Set(reflect.ValueOf(m).Elem())
	return c.Interface()
}

// direct is a machine as a receiver of events.
func (h *harness) direct(m any) receiver {
	return receiver{reflect.ValueOf(m), &h.onMachine}
}

// sameMachine reports whether two machines are the same.
func (h *harness) sameMachine(a, b any) bool {
	if h.exact {
		return reflect.ValueOf(a).Elem().Interface() == reflect.ValueOf(b).Elem().Interface()
	}
	return same(reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem())
}

// sameVars reports whether two configurations have the same values.
func (h *harness) sameVars(a, b any) bool {
	if h.plain {
		return a == b
	}
	return sameValue(a, b)
}

// nowhere returns the configuration for events that no timer raises, and for results with the number 0.
func nowhere() Config { return Config{state: -1} }

// send hands an event to a receiver in a configuration.
func (h *harness) send(to receiver, e Input, at Config) error {
	if e.timed > 0 && at.state >= 0 {
		if timers := h.raising(at, e.event); e.timed <= len(timers) {
			i := timers[e.timed-1]
			return to.fire(h.Timers[i].Value, at.start(i))
		}
	}
	return h.sendNumbered(to, e, h.numberOf(at, e.event))
}

// sendNumbered hands over an event, and with a result the number of its call.
func (h *harness) sendNumbered(to receiver, e Input, number int) error {
	return errorOf(h.contexts.call(to.value.Method(to.methods.events[e.event]), h.sentWith(e, number)...))
}

// sentWith returns the arguments of an event's method: the number of its call, if it is a result, and what it carries.
func (h *harness) sentWith(e Input, number int) []reflect.Value {
	args := h.payloadOf(e)
	if h.isResult(e.event) {
		args = slices.Insert(args, 0, reflect.ValueOf(number))
	}
	return args
}

// payloadOf returns what an event carries, as the arguments of its method, apart from the number of a call.
func (h *harness) payloadOf(e Input) []reflect.Value {
	payload := h.payloadValue(e)
	args := make([]reflect.Value, len(h.inputs[e.event]))
	for i, f := range h.inputs[e.event] {
		args[i] = payload.Field(f.index)
	}
	return args
}

// run is a machine with its oracle.
type run struct {
	*harness
	machine any // an M; no other run has it
	oracle  Config
	host    *host   // nil: the machine has none. Copies share it: it remembers nothing of a run
	taken   int     // transitions so far, since the last environment event
	last    *course // of the last event
	// renew replaces the machine by an equal one after each transition; nil: it stays.
	renew    func(*run) error
	replaced int               // how often replace has done so
	watched  map[stepKind]bool // steps in which observers have sent events; copies share it
	seen     error             // the first fault that observers have seen
	refusal  error             // the last error of an event
	said     string            // what it said then
	fault    error             // how the two differ; nothing happens after the first fault
}

// begin makes a machine and compares it with the oracle.
func (h *harness) begin(c any) *run {
	if h.Machine.Host == nil {
		return h.beginWith(c, nil)
	}
	return h.beginWith(c, h.newHost())
}

// beginWith makes a machine with a host.
func (h *harness) beginWith(c any, host *host) *run {
	r := &run{harness: h, watched: h.watched, host: host}
	if r.watched == nil {
		r.watched = map[stepKind]bool{}
	}
	var opening course
	err := caught(func() error {
		opening = h.opening(c)
		if r.oracle, r.taken = opening.end, h.count(h.startCost(opening.from), opening.steps); host != nil {
			host.want = h.opens(opening).calls
		}
		m, err := h.newMachine(c, r.host)
		if r.machine = m; err != nil {
			return err
		}
		if err := h.compare(r.oracle, r.machine); err != nil || len(h.Timers) == 0 {
			return err
		}
		return h.timingIs(r.host.begun(r.oracle), r.machine)
	})
	if what := h.broken(opening.from); err == nil && what != "" {
		err = errors.New("at the start, " + what)
	}
	if err == nil {
		err = r.follows(opening)
	}
	if r.host != nil {
		err = r.host.end(err)
	}
	if err == nil {
		err = caught(r.lates)
	}
	if err != nil {
		r.fault = fmt.Errorf("New(%s): %w", h.paramsText(c), err)
	}
	return r
}

// newMachine makes a machine with the parameters of c.
func (h *harness) newMachine(c any, host *host) (any, error) {
	if h.always >= 0 && h.valid(c) {
		h.start(c) // or the machine would start for ever
	}
	return h.contexts.makes(h.New, h.withHost(host, h.paramsOf(c).Interface())...)
}

// fork returns a copy of the run with a machine of its own.
func (r *run) fork() *run {
	f := *r
	f.machine = r.clone(r.machine)
	return &f
}

// withHost appends a host to arguments, for machines that have one.
func (h *harness) withHost(host *host, args ...any) []any {
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
			err = panicked(p)
		}
	}()
	return f()
}

// panicked returns a panic as an error.
func panicked(p any) error {
	switch p := p.(type) {
	case endless:
		return p
	case spent:
		panic(p) // the test ends
	}
	return fmt.Errorf("panic: %v", p)
}

// computes reports whether f is done without a panic: where no run leads, a divisor may
// be 0.
func computes(f func()) bool { return caught(func() error { f(); return nil }) == nil }

// note keeps an error. What the one before says must not have changed.
func (r *run) note(err error) error {
	if r.refusal != nil && r.refusal.Error() != r.said {
		return fmt.Errorf("the text of the previous error changed from %q to %q", r.said, r.refusal)
	}
	if r.refusal = err; err != nil {
		r.said = err.Error()
	}
	return nil
}

// take sends an event to the machine and to the oracle, and notes the fault
// when they differ. It returns the row of the transition taken, or -1.
func (r *run) take(e Input) (row int) {
	c := stays(r.oracle)
	if r.last = &c; r.fault != nil || !r.comes(r.oracle, e) {
		return -1
	}
	from := r.oracle
	var panics func() error // the same event, to a host that panics
	var before timing
	if len(r.Timers) > 0 {
		before, r.fault = r.timingOf(r.machine)
	}
	defer func() {
		if p := recover(); p != nil {
			r.fault = panicked(p)
		}
		if r.host != nil {
			r.fault = r.host.end(r.fault)
		}
		r.fault = cmp.Or(r.fault, r.seen)
		if r.fault == nil && len(r.Timers) > 0 {
			before = r.host.timingAtEnd(before, c, r.fired(c.rest, e))
			r.fault = r.timingIs(before, r.machine)
		}
		if r.fault == nil && panics != nil {
			r.fault = caught(panics)
		}
		if r.fault == nil && r.renew != nil && row >= 0 {
			r.fault = caught(func() error { return r.renew(r) })
		}
		if r.fault != nil {
			r.fault = fmt.Errorf("%s in %s: %w", r.inputText(e), r.text(from), r.fault)
		} else if r.host != nil {
			r.host.looked[r.host.kind] = true
		}
	}()
	c = r.course(r.oracle, e)
	if row = c.row; r.fault != nil {
		return row
	}
	if r.host != nil && r.host.begin(r.machine, e, c) {
		then := r.fork()
		then.host = r.host.copy()
		panics = func() error { return cmp.Or(then.contextless(e), then.unanswered(e), then.untold(e)) }
	}
	if r.Send != "" {
		if r.fault = r.value(e, c); r.fault != nil {
			return row
		}
	}
	if r.fault = r.allowed(e, c); r.fault != nil {
		return row
	}
	switch {
	case row < 0:
		r.fault = r.refuse(e, c)
		return row
	case !r.takes(row):
		r.fault = r.idle(e, c)
		return row
	}
	for _, bad := range r.spoil(e) {
		if c.early > 0 {
			break // it would take the steps before the event
		}
		if r.fault = r.refuseSpoiled(bad); r.fault != nil {
			return row
		}
	}
	r.fault = r.accept(c, e)
	return row
}

// accept sends an event that is legal.
func (r *run) accept(c course, e Input) error {
	if err := r.watch(c, e); err != nil {
		return err
	}
	r.oracle = c.end
	if err := r.compare(r.oracle, r.machine); err != nil {
		return err
	}
	r.taken = r.count(r.taken, c.steps)
	if err := r.follows(c); err != nil {
		return err
	}
	if r.host == nil || !r.host.looks {
		return nil
	}
	return r.lates()
}

// follows says what is wrong with the steps of a course that the machine has taken: a value, the
// progress, or how many they are.
func (r *run) follows(c course) error {
	for _, s := range c.steps {
		if what := r.broken(s.to); what != "" {
			return fmt.Errorf("%s: %s", what, r.text(s.to))
		}
		if r.Rank == 0 {
			continue
		}
		if err := r.decreases(s); err != nil {
			return err
		}
		if after := r.progress(s.to); slices.Min(after) < 0 {
			return fmt.Errorf("progress goes from %s to %s", progressText(r.progress(s.from)), progressText(after))
		}
	}
	if r.Spec.Bound != nil && r.taken > r.MaxTransitions(r.machine) {
		return fmt.Errorf("this is transition %d, of at most %d", r.taken, r.MaxTransitions(r.machine))
	}
	return nil
}

// idle sends an event that is ignored or rejected.
func (r *run) idle(e Input, c course) error {
	effect, before := r.rows[c.row].effect, r.clone(r.machine)
	err := r.watch(c, e)
	if fault := r.host.reasoned(err); fault != nil {
		return fault
	}
	r.oracle = c.end // in which the call of a result has ended
	if effect == Ignore && err != nil {
		return fmt.Errorf("error is %v for an ignored event", err)
	}
	if effect == Reject {
		rejected := errorLike(err, r.Errors.Rejected)
		switch {
		case rejected == nil:
			return fmt.Errorf("error is %v, want %T", err, r.Errors.Rejected)
		case !r.explains(rejected, r.oracle.state, e.event, c.row):
			return fmt.Errorf("error is %+v, want %+v", rejected, r.refusalError(r.oracle.state, e.event, c.row))
		case c.early == 0 && !r.sameMachine(r.machine, before):
			return fmt.Errorf("the rejected event changed the machine from %+v to %+v", before, r.machine)
		}
	}
	// A machine may note that it has ignored an event.
	if err := r.compare(r.oracle, r.machine); err != nil {
		return fmt.Errorf("the event to %v changed the machine: %w", effect, err)
	}
	return r.note(err)
}

// isAbout reports whether an error is about an event in a state.
func (h *harness) isAbout(err any, state, event int) bool {
	return fieldsAre(err, "State", h.States[state].Value, "Event", h.Events[event].Value)
}

// refuse sends an event that is illegal.
func (r *run) refuse(e Input, c course) error {
	before := r.clone(r.machine)
	err := r.watch(c, e)
	if fault := r.host.reasoned(err); fault != nil {
		return fault
	}
	if c.early > 0 {
		r.oracle = c.rest
	}
	if err := r.refused(err, r.oracle, e.event); err != nil {
		return err
	}
	switch {
	case c.early == 0 && !r.sameMachine(r.machine, before):
		return fmt.Errorf("the event that is refused changed the machine from %+v to %+v", before, r.machine)
	case c.early > 0:
		return r.compare(r.oracle, r.machine)
	}
	return nil
}

// refused says what is wrong with the error of an event that no row takes in a configuration: it is illegal, or
// the result of a call that does not run.
func (h *harness) refused(err error, at Config, event int) error {
	if h.isResult(event) {
		return h.refusedCall(err, at, h.caller[event], at.number(h.caller[event]))
	}
	illegal := errorLike(err, h.Errors.Illegal)
	switch {
	case illegal == nil:
		return fmt.Errorf("error is %v, want %T", err, h.Errors.Illegal)
	case !h.explains(illegal, at.state, event, -1):
		return fmt.Errorf("error is %+v, want %+v", illegal, h.refusalError(at.state, event, -1))
	}
	return nil
}

// refuseSpoiled sends an event with an enum outside its type.
func (r *run) refuseSpoiled(bad spoiled) error {
	before := r.clone(r.machine)
	err := r.watch(stays(r.oracle), bad.Input)
	invalid := errorLike(err, r.Errors.Payload)
	switch {
	case invalid == nil:
		return fmt.Errorf("with %s = %d the error is %v, want %T", bad.field, bad.value, err, r.Errors.Payload)
	case !fieldsAre(invalid, "Event", r.Events[bad.event].Value, "Field", bad.field, "Value", bad.value):
		return fmt.Errorf("with %s = %d the error is %v", bad.field, bad.value, invalid)
	case !r.sameMachine(r.machine, before):
		return fmt.Errorf("the invalid payload changed the machine from %+v to %+v", before, r.machine)
	}
	return r.note(err)
}

// unobserved takes the observers and typed states of a machine away, and returns them.
func (r *run) unobserved() attached { return r.swap(r.machine, attached{}) }
