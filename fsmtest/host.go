package fsmtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Host is the host of a machine under test. The host of a generated test forwards all calls to
// it.
type Host struct{ calls hosting }

// hosting is the implementation of a Host.
type hosting interface {
	answer(call Call) bool
	gave(reason error)
	in(ctx context.Context)
	tell(call Call)
	delay() time.Duration
	now() time.Time
	await(ctx context.Context, call Call) (payload any, event string, err error)
}

// Ask handles a call of an external guard, and returns its result.
func (h *Host) Ask(method string, args ...any) bool {
	return h.calls.answer(append(Call{method}, args...))
}

// AskReason handles a call of an external guard that gives a reason: nil, or an error of its own.
func (h *Host) AskReason(method string, args ...any) error {
	call := append(Call{method}, args...)
	if h.calls.answer(call) {
		return nil
	}
	err := &reason{call}
	h.calls.gave(err)
	return err
}

// reason is the error with which a host answers a guard.
type reason struct{ call Call }

// Error implements error.
func (r *reason) Error() string { return fmt.Sprintf("the test says no to %v", r.call) }

// Tell handles a call of an output, or of StartTimer or StopTimer.
func (h *Host) Tell(method string, args ...any) {
	h.calls.tell(append(Call{method}, args...))
}

// Delay handles a call of an external delay, and returns its result.
func (h *Host) Delay(method string, args ...any) time.Duration {
	h.Tell(method, args...)
	return h.calls.delay()
}

// Now handles a call of Now, and returns the time of the test's clock.
func (h *Host) Now() time.Time { return h.calls.now() }

// host answers as the current input says, and records what the machine tells it.
type host struct {
	*harness
	face       any // as the machine has it
	machine    any // nil until there is one
	course     course
	event      Input
	questions  []ask   // that may still come
	panics     int     // the question that gets no answer, if not 0
	asked      int     // how many there were in this step
	reasons    []error // that it has given in this step
	told, want []Call
	tells      telling           // of which want has the calls
	silent     int               // the call that panics, if not 0
	delays     int               // that it has said in this step
	looks      bool              // it looks at the machine, and sends it events, during the step
	looking    bool              // it does so now
	clock      time.Time         // what Now has returned last
	started    map[int]time.Time // when the timers that start in this step are due
	works      *works            // that a run makes; nil: there is no run
	timeless   bool              // Now returns no time
	tries      bool              // the machine tries a step, for which it asks the time first
	beside     bool              // another machine is to make steps during the next one
	looked     map[stepKind]bool
	kind       stepKind // of the step
	fault      error    // the first fault that it has seen
}

// stepKind tells steps apart which a machine may make in different ways.
type stepKind struct {
	state, event, row int
	then              string // the steps without an event that follow
	hears             string // what the host is told in it, and asked for delays
}

// atStart takes the place of a row in the kind of step with which a machine begins.
const atStart = -2

func (h *harness) newHost() *host {
	t := &host{harness: h, kind: stepKind{row: atStart}, looked: h.looked, clock: time.Now(), started: map[int]time.Time{}}
	if t.looked == nil {
		t.looked = map[stepKind]bool{}
	}
	t.face = h.Machine.Host(&Host{t})
	return t
}

// copy returns a host in the same step, which records calls separately.
func (h *host) copy() *host {
	t := *h
	t.questions, t.started = slices.Clone(h.questions), map[int]time.Time{}
	t.face = h.Machine.Host(&Host{&t})
	return &t
}

// begin prepares the host for an event. It reports whether it is the first of
// its kind.
func (h *host) begin(m any, e Input, c course) bool {
	h.machine, h.course, h.event = m, c, h.heard(c.rest, e)
	h.questions = h.asks(c.rest, e)
	h.told, h.tells, h.reasons = nil, h.harness.tells(c, e), nil
	h.want = h.tells.calls
	h.delays, h.started = 0, map[int]time.Time{}
	h.kind = stepKind{c.rest.state, e.event, c.row, c.then(), h.tells.methods()}
	h.looks = !h.looked[h.kind]
	return h.looks
}

// end returns the first fault of the step.
func (h *host) end(fault error) error {
	if h.fault != nil {
		return h.fault
	}
	if fault == nil && !slices.EqualFunc(h.told, h.want, Call.same) {
		return fmt.Errorf("calls of the host are %v, want %v", h.told, h.want)
	}
	return fault
}

// look looks at the machine from within a step: it has a certain configuration
// and refuses every event.
func (h *host) look(want Config) {
	if !h.looks || h.machine == nil || h.fault != nil {
		return
	}
	h.looking = true
	defer func() { h.looking = false }()
	if err := h.compare(want, h.machine); err != nil {
		h.fault = fmt.Errorf("during the step: %w", err)
		return
	}
	if h.Restore != nil {
		if text, err := h.save(h.machine); err == nil {
			h.fault = fmt.Errorf("during the step, the snapshot of the machine is %s", text)
			return
		}
	}
	if h.beside {
		h.beside = false
		if err := h.makeBeside(want.vars); err != nil {
			h.fault = fmt.Errorf("another machine, during the step: %w", err)
			return
		}
	}
	before := h.clone(h.machine)
	var last error
	said := ""
	refused := func(how string, event int, err error) {
		if last != nil && last.Error() != said && h.fault == nil {
			h.fault = fmt.Errorf("the text of an error changed from %q to %q", said, last)
		}
		if last = err; err != nil {
			said = err.Error()
		}
		reentrant := errorLike(err, h.Errors.Reentrant)
		switch {
		case h.fault != nil:
		case reentrant == nil:
			h.fault = fmt.Errorf("%s during the step: error is %v, want %T", how, err, h.Errors.Reentrant)
		case !h.isAbout(reentrant, want.state, event):
			h.fault = fmt.Errorf("%s during the step: error is about %v", how, reentrant)
		case !h.sameMachine(h.machine, before):
			h.fault = fmt.Errorf("%s during the step changed the machine from %+v to %+v", how, before, h.machine)
		}
	}
	m := h.direct(h.machine)
	for i, event := range h.Events {
		if event.Internal {
			continue
		}
		refused(event.Name, i, h.send(m, Input{event: i}, nowhere()))
		if h.Send != "" {
			refused(event.Name+" as a value", i, m.asValue(reflect.ValueOf(event.Value)))
		}
	}
	for i, t := range h.Timers {
		refused("timer "+t.Name, h.timers[i].event, m.fire(t.Value, want.start(i)))
	}
}

// makeBeside makes a machine, and sends it each event once.
func (h *harness) makeBeside(c any) error {
	other := h.begin(h.onlyParams(c))
	for event := range h.Events {
		other.take(h.fill(event, other.oracle, first))
	}
	return other.fault
}

// answer implements hosting.
func (h *host) answer(call Call) bool {
	switch {
	case h.asked+1 == h.panics:
		h.asked++
		panic(call)
	case h.looking:
		h.fault = cmp.Or(h.fault, fmt.Errorf("an event during the step calls the guard %v", call))
		return false
	case len(h.told) != h.tells.early && !h.tries:
		h.fault = cmp.Or(h.fault, fmt.Errorf("guard %v is called after the outputs %v", call, h.told))
	}
	if h.tries { // with a copy
		h.look(h.course.from)
	} else {
		h.look(h.course.rest)
	}
	i := slices.IndexFunc(h.questions, func(a ask) bool { return a.call.same(call) })
	if i < 0 {
		h.fault = cmp.Or(h.fault, fmt.Errorf("guard %v is called, want one of %v", call, h.questions))
		return false
	}
	yes := h.harness.answer(h.event.payload, h.questions[i].number)
	h.questions = slices.Delete(h.questions, i, i+1)
	h.asked++
	return yes
}

// gave implements hosting.
func (h *host) gave(reason error) { h.reasons = append(h.reasons, reason) }

// reasoned says what is wrong with the reasons of an error, which are those that the host has given; none without a host.
func (h *host) reasoned(err error) error {
	if h == nil {
		return nil
	}
	for _, like := range []error{h.Errors.Illegal, h.Errors.Rejected} {
		refusal := errorLike(err, like)
		if refusal == nil {
			continue
		}
		if got := reasonsOf(refusal); !slices.Equal(got, h.reasons) {
			return fmt.Errorf("the reasons are %v, want %v", got, h.reasons)
		}
		for _, r := range h.reasons {
			if !errors.Is(err, r) || !strings.HasSuffix(err.Error(), h.reasons[len(h.reasons)-1].Error()) {
				return fmt.Errorf("the error %v does not wrap %v", err, r)
			}
		}
	}
	return nil
}

// tell implements hosting.
func (h *host) tell(call Call) {
	if h.looking {
		h.fault = cmp.Or(h.fault, fmt.Errorf("an event during the step calls the output %v", call))
		return
	}
	h.look(h.present())
	h.notes(call)
	if h.told = append(h.told, call); len(h.told) == h.silent {
		panic(call)
	}
}

// present returns the configuration of the machine when it calls the host next.
func (h *host) present() Config {
	switch n := len(h.told); {
	case h.tries: // with a copy
		return h.course.from
	case n < len(h.tells.after):
		return h.tells.after[n]
	}
	return h.course.end
}

// delay implements hosting.
func (h *host) delay() time.Duration {
	h.delays++
	return h.event.delay + time.Duration(h.delays)
}

// unanswered sends an event to copies of the machine, with a host that panics when it
// is asked. The panic is that of the sender, nothing has changed, and the event is
// welcome again.
func (r *run) unanswered(e Input) error {
	for k := 1; len(r.Questions) > 0; k++ {
		c, h := r.clone(r.machine), r.host.copy()
		h.machine, h.panics, h.asked, h.looks = c, k, 0, false
		told := 0
		r.hosted(c, h, &told)
		before, to, of := r.clone(c), r.direct(c), r.last
		panicked := r.panics(to, e)
		early := of.early // steps, which observers were told
		if r.Observe == nil {
			early = 0
		}
		if h.asked < k {
			return nil
		}
		switch call, ok := panicked.(Call); {
		case !ok:
			return fmt.Errorf("guard call %d panicked; the step panicked: %v", k, panicked)
		case of.early == 0 && !r.sameMachine(c, before) || r.compare(of.rest, c) != nil || told != early:
			return fmt.Errorf("a panic of guard %v changed the machine from %+v to %+v", call, before, c)
		}
		h.panics, h.questions = 0, slices.Clone(r.host.questions)
		if err := r.send(to, e, of.rest); errorLike(err, r.Errors.Reentrant) != nil {
			return fmt.Errorf("after a panic of a guard: error is %v", err)
		} // what else it does, others see
	}
	return nil
}

// hosted gives a copy of the machine another host, and observers that count steps and refusals
// if machines have observers.
func (r *run) hosted(c any, h *host, told *int) {
	r.setHost(c, h.face)
	r.swap(c, attached{})
	if r.Observe != nil {
		r.Observe(c, nil, func(any) { *told++ })
		r.observeRefusals(c, nil, func(any) { *told++ })
	}
}

// panics sends an event, and returns the panic of that.
func (r *run) panics(to receiver, e Input) (panicked any) {
	defer func() { panicked = recover() }()
	_ = r.send(to, e, r.last.rest)
	return nil
}

// untold sends an event to copies of the machine, with a host that panics when it is
// told something. The panic is that of the sender, the state is the one after the step, and
// from then on every event is refused.
func (r *run) untold(e Input) error {
	for k, call := range r.host.want {
		c, h := r.clone(r.machine), r.host.copy()
		h.machine, h.looks, h.silent = c, false, k+1
		told := 0
		r.hosted(c, h, &told)
		panicked := r.panics(r.direct(c), e)
		before := r.host.tells.done[k] // of the steps, which observers were told
		if r.Observe == nil {
			before = 0
		}
		if got, ok := panicked.(Call); !ok || !got.same(call) || told != before {
			return fmt.Errorf("the host panicked in %v; the observer got %d steps; the step panicked: %v", call, told, panicked)
		}
		if err := r.compare(r.host.tells.after[k], c); err != nil {
			return fmt.Errorf("after a panic of the host in %v: %w", call, err)
		}
		for event := range r.Events {
			if r.Events[event].Internal {
				continue
			}
			if err := r.send(r.direct(c), Input{event: event}, nowhere()); errorLike(err, r.Errors.Reentrant) == nil || told != before {
				return fmt.Errorf("after a panic of the host in %v: error of %s is %v, want %T", call, r.Events[event].Name, err, r.Errors.Reentrant)
			}
		}
	}
	return nil
}

// lateKind tells apart the steps after which something that comes late may be handled in different ways.
type lateKind struct {
	stepKind
	runs string // the timers and calls that run
}

// lates has every timer that does not run fire, and sends results with each number that no call has.
func (r *run) lates() error {
	if len(r.Timers)+len(r.Calls) == 0 {
		return nil
	}
	var kind lateKind
	if r.lated != nil {
		kind.stepKind = r.host.kind
		var runs []byte
		for i := range r.Timers {
			runs = strconv.AppendBool(runs, r.alive(i, r.oracle))
		}
		for _, n := range r.oracle.calls {
			runs = strconv.AppendInt(runs, int64(cmp.Compare(n, 0)), 10)
		}
		if kind.runs = string(runs); r.lated[kind] {
			return nil
		}
	}
	if len(r.Timers) > 0 {
		if err := r.late(); err != nil {
			return err
		}
	}
	if len(r.Calls) > 0 {
		if err := r.lateCalls(); err != nil {
			return err
		}
	}
	if r.lated != nil {
		r.lated[kind] = true
	}
	return nil
}

// late fires every start of a timer that does not run, first without observers, and then with some.
func (r *run) late() error {
	kept := r.unobserved()
	defer r.swap(r.machine, kept)
	if err := r.lateTimers(nil); err != nil || r.Observe == nil {
		return err
	}
	told := []any{}
	r.Observe(r.machine, nil, func(s any) { told = append(told, s) })
	r.observeRefusals(r.machine, nil, func(s any) { told = append(told, s) })
	return r.lateTimers(&told)
}

// lateTimers fires them. What observers are told, if there are any, is the refusal of each timer
// that exists.
func (r *run) lateTimers(told *[]any) error {
	before := r.clone(r.machine)
	typ := reflect.TypeOf(r.Timers[0].Value)
	fire := func(timer any, start, event int) error {
		err := r.direct(r.machine).fire(timer, start)
		stale := errorLike(err, r.Errors.StaleTimer)
		switch {
		case stale == nil:
			return fmt.Errorf("timer %v fired late: error is %v, want %T", timer, err, r.Errors.StaleTimer)
		case !fieldsAre(stale, "State", r.States[r.oracle.state].Value, "Timer", timer, "Start", start):
			return fmt.Errorf("timer %v fired late: error is about %v", timer, stale)
		case !r.sameMachine(r.machine, before):
			return fmt.Errorf("timer %v, which fired late, changed the machine from %+v to %+v", timer, before, r.machine)
		}
		if told != nil {
			var want []any
			if event >= 0 {
				want = append(want, r.refusalOf(r.oracle, Input{event: event}, err))
			}
			if !sameTold(*told, want) {
				return fmt.Errorf("timer %v fired late: the observers got %v, want %v", timer, *told, want)
			}
			*told = nil
		}
		return r.note(err)
	}
	for _, none := range beyond(typ, len(r.Timers)) {
		if err := fire(reflect.ValueOf(none).Convert(typ).Interface(), 1, -1); err != nil {
			return err
		}
	}
	for i, t := range r.Timers {
		last := r.oracle.start(i)
		for _, start := range []int{last, last - 1, last + 1, 0} {
			if start == last && r.alive(i, r.oracle) {
				continue
			}
			if err := fire(t.Value, start, r.timers[i].event); err != nil {
				return err
			}
		}
	}
	return nil
}
