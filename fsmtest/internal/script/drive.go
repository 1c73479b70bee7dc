package script

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// drive has Run drive a machine through the transitions of a run, or Resume go on
// after some of them, and returns what is wrong with that. The deadline is that of the context
// for a script that waits for one.
func (d *script) drive(c run.Case, deadline time.Duration) error {
	d.face, d.parts = d.subject.Machine.Handler(d), &parts{script: d, spec: d.spec, oracle: d.oracle, subject: d.subject}
	d.done, d.cause = fmt.Errorf("the script is over: %w", errors.New("its end")), fmt.Errorf("the world has ended: %w", errors.New("its end"))
	ctx, cancel := context.WithCancelCause(context.WithValue(context.Background(), host.OwnerKey{}, d))
	defer cancel(nil)
	hangs := time.AfterFunc(time.Minute, func() { cancel(errors.New("the run takes more than a minute")) })
	defer hangs.Stop()
	if d.cancel = cancel; d.plan.Continues == nil {
		d.now = d.oracle.Start(c.Params)
	}
	ctx, leave := d.subject.Contexts.Enter(ctx)
	defer leave()
	if d.plan.Way == CancelledByDeadline {
		late, release := context.WithDeadlineCause(ctx, time.Now().Add(deadline), d.cause)
		defer release()
		ctx, d.cancel = late, func(error) { <-late.Done() }
	}
	d.hosts(c)
	d.timers.over = 2 * time.Millisecond
	if d.plan.Continues != nil {
		return d.proceed(ctx)
	}
	start, from, ok := d.starts(c)
	if !ok || !d.timers.drivable(d.now, d.events) {
		return nil
	}
	if len(d.events) == 0 && d.plan.Way == unsaved {
		d.loses, d.want = true, d.done
	}
	w := witness{script: d}
	result, panicked, err := d.call(ctx, start, from, w.options()...)
	if p, is := panicked.(oracle.Spent); is {
		panic(p)
	}
	if d.inbox.posted != nil {
		cancel(nil)
		d.receive()
	}
	if !hangs.Stop() {
		return errors.New("the run waits for more than a minute")
	}
	if panicked != nil && (!d.crashes() && d.plan.Way != panicsAtEnd || panicked != any(d.done)) {
		return fmt.Errorf("panic: %v", panicked)
	}
	if d.missed = d.missed || d.plan.Way == CancelledByDeadline && ctx.Err() != nil && !d.stopped; d.missed {
		return nil
	}
	if err := d.judge(result, panicked, err, &w); err != nil {
		return err
	}
	stopped := mirror.ErrorLike(err, d.subject.Machine.Errors.Run)
	if stopped == nil {
		return nil
	}
	return d.continued(subject.MachineOf(mirror.FieldsOf(stopped, "At")[0]), &w)
}

// hosts makes the host of a run, for machines that have one.
func (d *script) hosts(c run.Case) {
	if d.subject.Machine.Host == nil {
		return
	}
	d.host, d.calls.works = d.bench.NewHost(), host.NewWorks(d.subject, d)
	d.host.Works = d.calls.works
	if d.plan.Way == panicsAtEnd {
		d.calls.works.Crash = d.done
	}
	d.host.Want = d.oracle.Teller.InRun(d.oracle.Teller.Start(c.Params))
	d.host.Event.Delay = saidLength
}

// starts returns Run with its parameters, or Resume with a snapshot, and finds out which events are then to come. It
// reports false if the machine of the snapshot cannot be made or saved, as other tests say.
func (d *script) starts(c run.Case) (start, from any, ok bool) {
	start, from = d.subject.Machine.Run, d.oracle.Layout.ParamsOf(c.Params).Interface()
	rest := c.Events
	if d.resumes {
		if from, ok = d.snapshot(c); !ok {
			return nil, nil, false
		}
		start, rest = d.subject.Machine.Resume, c.Events[d.plan.Saved:]
	} else {
		opening := d.oracle.Opening(c.Params)
		if d.calls.launches(opening); d.subject.Machine.Observe != nil {
			d.steps = append(d.steps, d.subject.Observers.Told(opening)...)
		}
	}
	end := d.now
	for _, e := range rest {
		next, row := d.oracle.Step(end, e)
		if d.oracle.Takes(row) {
			d.events = append(d.events, e)
		}
		end = next
	}
	return start, from, true
}

// snapshot returns that with which Resume goes on.
func (d *script) snapshot(c run.Case) (text []byte, ok bool) {
	r := d.plan.Unsettled
	if r == nil {
		r = d.bench.Begin(c.Params)
	}
	for _, e := range c.Events[:d.plan.Saved] {
		r.Take(e)
	}
	if r.Fault != nil {
		return nil, false
	}
	text, err := d.subject.Save(r.Machine)
	if err != nil {
		return nil, false
	}
	if len(d.spec.Timers) > 0 {
		unknown := d.plan.Forgets || c.Row%3 == 0
		if text = d.timers.leave(text, r.Now, unknown); unknown {
			r.Now.Expired = nil
		}
	}
	d.settles(r.Now)
	if d.host != nil {
		d.host.Want = d.restarts(nil)
	}
	return text, true
}

// continued has Continue go on where the run has stopped, with one more transition if there is one,
// and returns what is wrong with that. Observers of the first run see nothing of it.
func (d *script) continued(m any, w *witness) error {
	if d.plan.Continues != nil {
		return nil
	}
	next := newScript(d.bench, Plan{Way: Fails, Continues: m})
	next.now = d.now
	if e, ok := d.taken(d.now); ok {
		next.events = []oracle.Input{e}
	}
	told, asked, steps := len(w.told), 0, d.oracle.Texts.Inputs(next.events)
	if d.host != nil {
		asked = d.host.Asked
	}
	refusals := 0 // that an observer of the machine itself is told
	if d.subject.Machine.Observe != nil {
		d.subject.Observers.Refusals(m, nil, func(any) { refusals++ })
	}
	err := next.drive(run.Case{Params: d.now.Vars}, 0)
	if err == nil {
		err = next.observedAfter(m, &refusals)
	}
	if err == nil && len(w.told) != told {
		err = fmt.Errorf("an observer of the run that has ended is told %v", w.told[told:])
	}
	if err == nil && d.host != nil && d.host.Asked != asked {
		err = errors.New("the host of the run that has ended is asked")
	}
	if err != nil {
		return fmt.Errorf("after the run, Continue with %s: %w", steps, err)
	}
	return nil
}

// observedAfter says what is wrong with an observer that a machine has of its own, after a run.
func (d *script) observedAfter(m any, refusals *int) error {
	if d.subject.Machine.Observe == nil {
		return nil
	}
	for event := range d.spec.Events {
		if d.spec.Events[event].Internal || d.oracle.Lists(d.now, event) {
			continue
		}
		*refusals = 0
		if err := d.subject.Send(d.subject.Direct(m), oracle.Input{Event: event}, oracle.Nowhere()); err == nil || *refusals != 1 {
			return fmt.Errorf("then %s: error is %v, and an observer that the machine has had before is told %d refusals", d.spec.Events[event].Name, err, *refusals)
		}
		break
	}
	return nil
}

// taken returns an event that a handler can send and that the machine takes, if there is one among those with the
// first and with the last of the payloads that matter.
func (d *script) taken(m oracle.Config) (oracle.Input, bool) {
	for event := range d.spec.Events {
		if d.oracle.Foreign(event) || !d.subject.Parts().Sendable(m, event) { // a handler cannot send it
			continue
		}
		for _, choose := range []draw.Chooser{draw.First, func(n int) int { return n - 1 }} {
			e := d.draws.Fill(event, m, choose)
			e.Timed = 0
			if _, row := d.oracle.Step(m, e); d.oracle.Takes(row) {
				return e, true
			}
		}
	}
	return oracle.Input{}, false
}

// proceed has Continue drive a machine.
func (d *script) proceed(ctx context.Context) error {
	if d.plan.Unsettled != nil {
		d.now = d.plan.Unsettled.Now
	}
	d.settles(d.now)
	var unknown []int
	if len(d.spec.Timers) > 0 {
		before, err := d.subject.TimingOf(d.plan.Continues)
		if err != nil {
			return err
		}
		d.timers.left = make([]time.Duration, len(d.spec.Timers))
		for i, due := range before.Due {
			d.timers.left[i] = time.Until(due)
			if before.Listed[i] && due.IsZero() {
				unknown = append(unknown, i)
			}
		}
	}
	if d.host != nil {
		d.host.Want = d.restarts(unknown)
	}
	w := witness{script: d}
	result, panicked, err := d.call(ctx, d.subject.Machine.Continue, d.plan.Continues, w.options()...)
	if p, is := panicked.(oracle.Spent); is {
		panic(p)
	}
	if panicked != nil {
		return fmt.Errorf("panic: %v", panicked)
	}
	return d.judge(result, nil, err, &w)
}

// settles notes that the run begins with a machine of a configuration, and brings it to rest.
func (d *script) settles(m oracle.Config) {
	d.began = d.oracle.Settling(m)
	d.calls.launches(d.began)
	if d.now = d.began.End; d.subject.Machine.Observe != nil {
		d.steps = append(d.steps, d.subject.Observers.Told(d.began)...)
	}
}

// crashes reports whether the run is to panic, or to end its goroutine.
func (d *script) crashes() bool { return d.plan.Way == panics || d.plan.Way == exits }

// crash panics, or ends the goroutine.
func (d *script) crash() {
	if d.plan.Way == exits {
		runtime.Goexit()
	}
	panic(d.done)
}

// call calls Run or Resume, and returns the machine as it ends, if it does, and the error or the
// panic. The end of the goroutine counts as the panic that the script wants.
func (d *script) call(ctx context.Context, start, from any, options ...any) (at, panicked any, err error) {
	if d.plan.Way != exits {
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
	if d.subject.Typed.HostsRun() {
		args = append(args, d.host.RunFace())
	}
	result, err := mirror.Call(start, append(append(args, d.face), options...)...)
	if len(d.spec.Outcomes) > 1 && err == nil {
		at = result
	}
	return at, nil, err
}

// judge says what is wrong with how a run has ended.
func (d *script) judge(at, panicked any, err error, w *witness) error {
	if d.parts.round.crashed { // perhaps before the end
		if panicked == nil {
			return fmt.Errorf("a method for a part panics after the end of its context, but the run ends with %v", err)
		}
		return d.parts.endParts()
	}
	stopped := mirror.ErrorLike(err, d.subject.Machine.Errors.Run)
	var cause error
	if stopped != nil {
		fields := mirror.FieldsOf(stopped, "At", "Err", "Again")
		at = fields[0]
		cause, _ = fields[1].(error)
		if reflect.ValueOf(fields[2]).IsNil() {
			return errors.New("the error of the run has no function that continues it")
		}
		if d.subject.Contexts.On {
			none := reflect.ValueOf(fields[2]).Call([]reflect.Value{reflect.Zero(subject.ContextType)})
			if err := mirror.Error(none[len(none)-1:]); err == nil || mirror.ErrorLike(err, d.subject.Machine.Errors.Run) != nil {
				return fmt.Errorf("the function that continues the run gives the error %v without a context", err)
			}
		}
	}
	if d.timers.pending {
		d.now = d.timers.late
	}
	if d.resumes && at != nil {
		d.resume(subject.MachineOf(at))
	}
	if d.fault == nil {
		d.fault = d.calls.made()
	}
	if d.host != nil {
		d.fault = d.host.End(d.fault)
	}
	d.fault = cmp.Or(d.fault, d.parts.endParts())
	switch {
	case d.fault != nil:
		return d.fault
	case !subject.SameTold(w.told, d.steps) || w.second != len(w.told):
		return fmt.Errorf("the observer got %v, want %v", w.told, d.steps)
	case d.calls.works != nil && d.calls.works.Crashed != (d.plan.Way == panicsAtEnd && panicked != nil):
		return fmt.Errorf("a call panics when the run ends: %t, and the run panics with %v", d.calls.works.Crashed, panicked)
	case d.plan.Way == panicsAtEnd && panicked != nil:
		return nil
	case d.crashes() && d.want != nil && !d.loses: // where nobody can panic, a checkpoint fails
		if panicked == nil {
			return fmt.Errorf("the handler panicked, but the run ended with %v", err)
		}
		return nil
	case d.calls.awaited:
		return fmt.Errorf("the run ended with %v, and not with %s", err, d.oracle.Texts.Input(d.calls.answer))
	case d.timers.last != nil && d.timers.last.Err() == nil:
		return errors.New("the context of a handler's method is not canceled after the method returns")
	case d.want == nil && (err != nil || !d.oracle.Ended(d.now)), at == nil:
		return fmt.Errorf("the run ended in %s with the error %v", d.oracle.Texts.Config(d.now), err)
	case d.want != nil && (stopped == nil || d.host.Reasoned(cause) != nil || !errors.Is(cause, d.want) && !reflect.DeepEqual(cause, d.because(d.want)) || !errors.Is(err, cause)):
		return fmt.Errorf("the run ended with the error %v, want %v", err, d.want)
	case d.savedAt != d.subject.Access.StepsOf(subject.MachineOf(at)) || d.saves != w.saves:
		return fmt.Errorf("the checkpoints were called %d and %d times, the last time %d transitions before the end", d.saves, w.saves, d.subject.Access.StepsOf(subject.MachineOf(at))-d.savedAt)
	case d.subject.Typed.State(at) != d.now.State || at != d.subject.Machine.In(subject.MachineOf(at)):
		return fmt.Errorf("the run ended in %v, want %s", at, d.oracle.Texts.Config(d.now))
	case d.plan.Continues == nil && d.subject.Access.Observed(subject.MachineOf(at)):
		return errors.New("the run has ended, but the machine still has its observers")
	}
	return d.subject.Compare(d.now, subject.MachineOf(at))
}

// keep is the first checkpoint of a run: it is called once for each machine, which is in no
// step.
func (d *script) keep(m any) error {
	steps := d.subject.Access.StepsOf(m)
	if d.kept && d.savedAt == steps {
		d.blame("the checkpoint is called again, without a transition")
	}
	d.kept, d.savedAt = true, steps
	if d.calls.awaited && steps != d.calls.asked {
		d.calls.awaited, d.now = false, d.calls.answered
	}
	want := d.now
	if d.timers.pending && steps != d.timers.before {
		want = d.timers.late
	}
	if d.timers.fires && steps == d.timers.firedAt {
		want = d.timers.unfired
	}
	if !d.resumes { // the handler compares the values of a restored machine
		if err := d.subject.Compare(want, m); err != nil {
			d.blame("at a checkpoint: %w", err)
		}
	}
	if len(d.subject.Machine.Parts) > 0 {
		d.parts.watchParts(m, want)
	}
	if d.subject.Machine.Restore != nil {
		if _, err := d.subject.Save(m); err != nil {
			if err := d.draws.Unsaved(want, err); err != nil {
				d.blame("at a checkpoint: %w", err)
			}
		}
	}
	stuck := d.calls.stuck(steps)
	if d.loses || stuck && !d.calls.endInCall(m) {
		d.loses, d.want = true, d.done
		return d.done
	}
	d.saves++
	if after := d.parts.after; after != nil {
		d.parts.after = nil
		after(m)
	}
	d.calls.answerNext(m)
	return nil
}
