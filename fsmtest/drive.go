package fsmtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"time"
)

// A way is how a handler stops: it returns an error, one of contexts that are not its own, or
// nothing, or panics; it moves the machine and returns the old state or another, or an
// error; it returns an event that has no effect any more, or none at all; it sends an event when a call has ended, so that the result is dropped, or a call panics when the run ends; a checkpoint fails after its last transition; its context ends, and it returns an error of that, the cause, nothing or
// another error; it waits, and another goroutine sends its events; the end of the goroutine takes the place of a panic; the context ends while the methods for two parts return events; a timer is over before it is called, or when it waits, and it returns an error
// of the context, the cause, or nothing. One makes several transitions at once where it
// can.
type way string

const (
	fails                     way = "fails"
	failsEarly                way = "fails early"
	panics                    way = "panics"
	idle                      way = "idle"
	stale                     way = "stale"
	old                       way = "old"
	moved                     way = "moved"
	leaps                     way = "leaps"
	unsaved                   way = "unsaved"
	cancelled                 way = "cancelled"
	cancelledByCause          way = "cancelled by a cause"
	cancelledByDeadline       way = "cancelled by a deadline"
	cancelledSilently         way = "cancelled silently"
	cancelledAndFails         way = "cancelled and fails"
	cancelledAndFailsAsOthers way = "cancelled and fails as others do"
	// With an inbox only:
	posts way = "posts"
	// With calls or parts only:
	exits       way = "exits"
	panicsAtEnd way = "panics at the end"
	// With calls only:
	overtakes way = "overtakes"
	// With parts only:
	strays           way = "strays"
	errs             way = "errs"
	lingers          way = "lingers"
	lingersNotLong   way = "lingers, but not long"
	lingersAndErrors way = "lingers and errs"
	// With timers only:
	over          way = "over"
	waits         way = "waits"
	waitsForCause way = "waits for a cause"
	waitsSilently way = "waits silently"
)

// ways returns the ways in which the handler of a run of the machine can stop.
func (h *harness) ways() []way {
	all := []way{
		fails, failsEarly, panics, idle, stale, old, moved, leaps, unsaved, cancelled, cancelledByCause, cancelledByDeadline,
		cancelledSilently, cancelledAndFails, cancelledAndFailsAsOthers,
	}
	if h.WithInbox != nil {
		all = append(all, posts)
	}
	if len(h.Calls)+len(h.Parts) > 0 {
		all = append(all, exits, panicsAtEnd)
	}
	if len(h.Calls) > 0 {
		all = append(all, overtakes)
	}
	if len(h.Parts) > 0 {
		all = append(all, strays, errs, lingers, lingersNotLong, lingersAndErrors)
	}
	if len(h.Timers) > 0 {
		all = append(all, over, waits, waitsForCause, waitsSilently)
	}
	return all
}

// driven has Run drive a machine through a run, and returns what is wrong with that.
func (h *harness) driven(c testCase) error { return (&script{harness: h, way: fails}).drive(c, 0) }

// drive has Run drive a machine through the transitions of a run, or Resume go on
// after some of them, and returns what is wrong with that. The deadline is that of the context
// for a script that waits for one.
func (d *script) drive(c testCase, deadline time.Duration) error {
	d.face, d.beside = d.Handler(&Handler{d}), &beside{}
	d.done, d.cause = fmt.Errorf("the script is over: %w", errors.New("its end")), fmt.Errorf("the world has ended: %w", errors.New("its end"))
	ctx, cancel := context.WithCancelCause(context.WithValue(context.Background(), scriptKey{}, d))
	defer cancel(nil)
	hangs := time.AfterFunc(time.Minute, func() { cancel(errors.New("the run takes more than a minute")) })
	defer hangs.Stop()
	if d.cancel = cancel; d.continues == nil {
		d.oracle = d.start(c.params)
	}
	ctx, leave := d.contexts.enter(ctx)
	defer leave()
	if d.way == cancelledByDeadline {
		late, release := context.WithDeadlineCause(ctx, time.Now().Add(deadline), d.cause)
		defer release()
		ctx, d.cancel = late, func(error) { <-late.Done() }
	}
	if d.Machine.Host != nil {
		d.host, d.works = d.newHost(), d.newWorks(d)
		d.host.works = d.works
		if d.way == panicsAtEnd {
			d.works.crash = d.done
		}
		d.host.want = d.inRun(d.begins(c.params))
		d.host.event.delay = saidLength
	}
	d.ticking.over = 2 * time.Millisecond
	if d.continues != nil {
		return d.proceed(ctx)
	}
	start, from := d.Run, d.paramsOf(c.params).Interface()
	rest := c.events
	if d.resumes {
		r := d.unsettled
		if r == nil {
			r = d.begin(c.params)
		}
		for _, e := range c.events[:d.saved] {
			r.take(e)
		}
		if r.fault != nil {
			return nil // other tests say what is wrong
		}
		text, err := d.save(r.machine)
		if err != nil {
			return nil
		}
		if len(d.Timers) > 0 {
			unknown := d.forgets || c.row%3 == 0
			if text = d.leave(text, r.oracle, unknown); unknown {
				r.oracle.expired = nil
			}
		}
		start, from = d.Resume, text
		d.settles(r.oracle)
		rest = c.events[d.saved:]
		if d.host != nil {
			d.host.want = d.restarts(nil)
		}
	}
	if !d.resumes {
		opening := d.opening(c.params)
		if d.launches(opening); d.Observe != nil {
			d.steps = append(d.steps, d.told(opening)...)
		}
	}
	end := d.oracle
	for _, e := range rest {
		next, row := d.step(end, e)
		if d.takes(row) {
			d.events = append(d.events, e)
		}
		end = next
	}
	if !d.drivable(d.oracle, d.events) {
		return nil
	}
	if len(d.events) == 0 && d.way == unsaved {
		d.loses, d.want = true, d.done
	}
	w := witness{script: d}
	result, panicked, err := d.call(ctx, start, from, w.options()...)
	if p, is := panicked.(spent); is {
		panic(p)
	}
	if d.posted != nil {
		cancel(nil)
		d.receive()
	}
	if !hangs.Stop() {
		return errors.New("the run waits for more than a minute")
	}
	if panicked != nil && (!d.crashes() && d.way != panicsAtEnd || panicked != any(d.done)) {
		return fmt.Errorf("panic: %v", panicked)
	}
	if d.missed = d.missed || d.way == cancelledByDeadline && ctx.Err() != nil && !d.stopped; d.missed {
		return nil
	}
	if err := d.judge(result, panicked, err, &w); err != nil {
		return err
	}
	stopped := errorLike(err, d.Errors.Run)
	if stopped == nil {
		return nil
	}
	return d.continued(machineOf(fieldsOf(stopped, "At")[0]), &w)
}

// continued has Continue go on where the run has stopped, with one more transition if there is one,
// and returns what is wrong with that. Observers of the first run see nothing of it.
func (d *script) continued(m any, w *witness) error {
	if d.continues != nil {
		return nil
	}
	next := &script{harness: d.harness, way: fails, continues: m, oracle: d.oracle}
	if e, ok := d.taken(d.oracle); ok {
		next.events = []Input{e}
	}
	told, asked, steps := len(w.told), 0, d.inputsText(next.events)
	if d.host != nil {
		asked = d.host.asked
	}
	refusals := 0 // that an observer of the machine itself is told
	if d.Observe != nil {
		d.observeRefusals(m, nil, func(any) { refusals++ })
	}
	err := next.drive(testCase{params: d.oracle.vars}, 0)
	if err == nil {
		err = next.observedAfter(m, &refusals)
	}
	if err == nil && len(w.told) != told {
		err = fmt.Errorf("an observer of the run that has ended is told %v", w.told[told:])
	}
	if err == nil && d.host != nil && d.host.asked != asked {
		err = errors.New("the host of the run that has ended is asked")
	}
	if err != nil {
		return fmt.Errorf("after the run, Continue with %s: %w", steps, err)
	}
	return nil
}

// observedAfter says what is wrong with an observer that a machine has of its own, after a run.
func (d *script) observedAfter(m any, refusals *int) error {
	if d.Observe == nil {
		return nil
	}
	for event := range d.Events {
		if d.Events[event].Internal || d.lists(d.oracle, event) {
			continue
		}
		*refusals = 0
		if err := d.send(d.direct(m), Input{event: event}, nowhere()); err == nil || *refusals != 1 {
			return fmt.Errorf("then %s: error is %v, and an observer that the machine has had before is told %d refusals", d.Events[event].Name, err, *refusals)
		}
		break
	}
	return nil
}

// taken returns an event that a handler can send and that the machine takes, if there is one among those with the
// first and with the last of the payloads that matter.
func (d *script) taken(m Config) (Input, bool) {
	for event := range d.Events {
		if d.foreign(event) || !d.sides().sendable(m, event) { // a handler cannot send it
			continue
		}
		for _, choose := range []chooser{first, func(n int) int { return n - 1 }} {
			e := d.fill(event, m, choose)
			e.timed = 0
			if _, row := d.step(m, e); d.takes(row) {
				return e, true
			}
		}
	}
	return Input{}, false
}

// proceed has Continue drive a machine.
func (d *script) proceed(ctx context.Context) error {
	if d.unsettled != nil {
		d.oracle = d.unsettled.oracle
	}
	d.settles(d.oracle)
	var unknown []int
	if len(d.Timers) > 0 {
		before, err := d.timingOf(d.continues)
		if err != nil {
			return err
		}
		d.left = make([]time.Duration, len(d.Timers))
		for i, due := range before.due {
			d.left[i] = time.Until(due)
			if before.listed[i] && due.IsZero() {
				unknown = append(unknown, i)
			}
		}
	}
	if d.host != nil {
		d.host.want = d.restarts(unknown)
	}
	w := witness{script: d}
	result, panicked, err := d.call(ctx, d.Continue, d.continues, w.options()...)
	if p, is := panicked.(spent); is {
		panic(p)
	}
	if panicked != nil {
		return fmt.Errorf("panic: %v", panicked)
	}
	return d.judge(result, nil, err, &w)
}

// settles notes that the run begins with a machine of a configuration, and brings it to rest.
func (d *script) settles(m Config) {
	d.began = d.settling(m)
	d.launches(d.began)
	if d.oracle = d.began.end; d.Observe != nil {
		d.steps = append(d.steps, d.told(d.began)...)
	}
}

// crashes reports whether the run is to panic, or to end its goroutine.
func (d *script) crashes() bool { return d.way == panics || d.way == exits }

// crash panics, or ends the goroutine.
func (d *script) crash() {
	if d.way == exits {
		runtime.Goexit()
	}
	panic(d.done)
}

// call calls Run or Resume, and returns the machine as it ends, if it does, and the error or the
// panic. The end of the goroutine counts as the panic that the script wants.
func (d *script) call(ctx context.Context, start, from any, options ...any) (at, panicked any, err error) {
	if d.way != exits {
		return d.callHere(ctx, start, from, options...)
	}
	panicked = d.done
	over := make(chan struct{})
	go func() {
		defer close(over)
		at, panicked, err = d.callHere(ctx, start, from, options...)
	}()
	<-over
	return at, panicked, err
}

// callHere is call in the present goroutine.
func (d *script) callHere(ctx context.Context, start, from any, options ...any) (at, panicked any, err error) {
	defer func() { panicked = recover() }()
	args := []any{ctx, from}
	if d.hostsRun() {
		args = append(args, d.runFace(d.host))
	}
	result, err := called(start, append(append(args, d.face), options...)...)
	if len(d.Outcomes) > 1 && err == nil {
		at = result
	}
	return at, nil, err
}

// judge says what is wrong with how a run has ended.
func (d *script) judge(at, panicked any, err error, w *witness) error {
	if d.round.crashed { // perhaps before the end
		if panicked == nil {
			return fmt.Errorf("a method for a part panics after the end of its context, but the run ends with %v", err)
		}
		return d.endParts()
	}
	stopped := errorLike(err, d.Errors.Run)
	var cause error
	if stopped != nil {
		fields := fieldsOf(stopped, "At", "Err", "Again")
		at = fields[0]
		cause, _ = fields[1].(error)
		if reflect.ValueOf(fields[2]).IsNil() {
			return errors.New("the error of the run has no function that continues it")
		}
	}
	if d.pending {
		d.oracle = d.late
	}
	if d.resumes && at != nil {
		d.resume(machineOf(at))
	}
	if d.fault == nil {
		d.fault = d.made()
	}
	if d.host != nil {
		d.fault = d.host.end(d.fault)
	}
	d.fault = cmp.Or(d.fault, d.endParts())
	switch {
	case d.fault != nil:
		return d.fault
	case !sameTold(w.told, d.steps) || w.second != len(w.told):
		return fmt.Errorf("the observer got %v, want %v", w.told, d.steps)
	case d.works != nil && d.works.crashed != (d.way == panicsAtEnd && panicked != nil):
		return fmt.Errorf("a call panics when the run ends: %t, and the run panics with %v", d.works.crashed, panicked)
	case d.way == panicsAtEnd && panicked != nil:
		return nil
	case d.crashes() && d.want != nil && !d.loses: // where nobody can panic, a checkpoint fails
		if panicked == nil {
			return fmt.Errorf("the handler panicked, but the run ended with %v", err)
		}
		return nil
	case d.awaited:
		return fmt.Errorf("the run ended with %v, and not with %s", err, d.inputText(d.answer))
	case d.last != nil && d.last.Err() == nil:
		return errors.New("the context of a handler's method is not canceled after the method returns")
	case d.want == nil && (err != nil || !d.ended(d.oracle)), at == nil:
		return fmt.Errorf("the run ended in %s with the error %v", d.text(d.oracle), err)
	case d.want != nil && (stopped == nil || d.host.reasoned(cause) != nil || !errors.Is(cause, d.want) && !reflect.DeepEqual(cause, d.because(d.want)) || !errors.Is(err, cause)):
		return fmt.Errorf("the run ended with the error %v, want %v", err, d.want)
	case d.savedAt != *d.stepsOf(machineOf(at)) || d.saves != w.saves:
		return fmt.Errorf("the checkpoints were called %d and %d times, the last time %d transitions before the end", d.saves, w.saves, *d.stepsOf(machineOf(at))-d.savedAt)
	case d.stateOf(at) != d.oracle.state || at != d.In(machineOf(at)):
		return fmt.Errorf("the run ended in %v, want %s", at, d.text(d.oracle))
	case d.continues == nil && d.observed(machineOf(at)):
		return errors.New("the run has ended, but the machine still has its observers")
	}
	return d.compare(d.oracle, machineOf(at))
}

// witness is what observers of a run see.
type witness struct {
	*script
	told   []any
	second int // how many the second observer has seen
	saves  int // calls of the second checkpoint
	saved  int // what was told before the last checkpoint
}

// options returns options for two observers, for machines that have any, and two checkpoints.
func (w *witness) options() []any {
	var all []any
	if w.way == posts {
		w.inbox = reflect.New(reflect.TypeOf(w.WithInbox).In(0).Elem())
		all = append(all, option(w.WithInbox, w.inbox))
	}
	return append(append(all, w.observers()...), w.checkpoint(func(ctx context.Context, m any, steps []any) error {
		if ctx.Err() != nil || ctx.Value(scriptKey{}) != w.script {
			w.blame("a checkpoint gets a context that is not that of the run, or has ended: %v", ctx.Err())
		}
		if w.Observe != nil && w.continues != nil {
			w.learn(steps)
		}
		if w.Observe != nil && !sameTold(steps, w.told[w.saved:]) {
			w.blame("a checkpoint gets the steps %v, want %v", steps, w.told[w.saved:])
		}
		w.saved = len(w.told)
		return w.keep(m)
	}), w.checkpoint(func(_ context.Context, m any, _ []any) error {
		w.saves++
		if w.loses {
			w.blame("the second checkpoint is called after the first one has failed")
		}
		if len(w.Parts) > 0 {
			w.arrange(m)
		}
		return nil
	}))
}

// option returns the result of a function that returns an option.
func option(function any, arg reflect.Value) any {
	return reflect.ValueOf(function).Call([]reflect.Value{arg})[0].Interface()
}

// checkpoint returns an option with a checkpoint. It gets no steps if there are no observers.
func (h *harness) checkpoint(f func(ctx context.Context, m any, steps []any) error) any {
	typ := reflect.TypeOf(h.WithCheckpoint).In(0)
	return option(h.WithCheckpoint, reflect.MakeFunc(typ, func(args []reflect.Value) []reflect.Value {
		var steps []any
		if len(args) > 2 {
			for i := range args[2].Len() {
				steps = append(steps, at(args[2].Index(i).Interface(), time.Time{}))
			}
		}
		err := reflect.New(reflect.TypeFor[error]()).Elem()
		if fault := f(args[0].Interface().(context.Context), args[1].Interface(), steps); fault != nil {
			err.Set(reflect.ValueOf(fault))
		}
		return []reflect.Value{err}
	}))
}

// keep is the first checkpoint of a run: it is called once for each machine, which is in no
// step.
func (d *script) keep(m any) error {
	steps := *d.stepsOf(m)
	if d.kept && d.savedAt == steps {
		d.blame("the checkpoint is called again, without a transition")
	}
	d.kept, d.savedAt = true, steps
	if d.awaited && steps != d.asked {
		d.awaited, d.oracle = false, d.answered
	}
	want := d.oracle
	if d.pending && steps != d.before {
		want = d.late
	}
	if d.fires && steps == d.firedAt {
		want = d.unfired
	}
	if !d.resumes { // the handler compares the values of a restored machine
		if err := d.compare(want, m); err != nil {
			d.blame("at a checkpoint: %w", err)
		}
	}
	if len(d.Parts) > 0 {
		d.watchParts(m, want)
	}
	if d.Restore != nil {
		if _, err := d.save(m); err != nil {
			if err := d.unsaved(want, err); err != nil {
				d.blame("at a checkpoint: %w", err)
			}
		}
	}
	stuck := d.stuck(steps)
	if d.loses || stuck && !d.endInCall(m) {
		d.loses, d.want = true, d.done
		return d.done
	}
	d.saves++
	if after := d.after; after != nil {
		d.after = nil
		after(m)
	}
	d.answerNext(m)
	return nil
}

// learn notes the steps that a checkpoint gets, of a run without observers.
func (w *witness) learn(steps []any) {
	for _, s := range steps {
		w.told = append(w.told, at(s, time.Time{}))
	}
	w.second = len(w.told)
}

// observers returns options for two observers. A run that goes on with a machine has none but its checkpoints.
func (w *witness) observers() []any {
	if w.Observe == nil || w.continues != nil {
		return nil
	}
	first := func(s any) {
		if t := timeOf(s); t.Before(w.since) || t.After(time.Now()) {
			w.blame("the time of the observed step %v is wrong", s)
		}
		w.told = append(w.told, at(s, time.Time{}))
	}
	second := func(any) {
		if w.second++; w.second != len(w.told) {
			w.blame("the second observer got %d steps, and the first one %d", w.second, len(w.told))
		}
	}
	return []any{option(w.WithObserver, reflect.ValueOf(w.observer(first))), option(w.WithObserver, reflect.ValueOf(w.observer(second)))}
}
