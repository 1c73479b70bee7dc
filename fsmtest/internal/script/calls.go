package script

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// calls is what a script knows of the calls that its run makes.
type calls struct {
	script  *script
	spec    *oracle.Spec
	oracle  *oracle.Oracle
	subject *subject.Subject
	works   *host.Works
	// awaited says that the next event of the run is a result that a call has: the answer, which comes after so many
	// transitions, and the configuration after it.
	awaited  bool
	answer   oracle.Input
	asked    uint64
	answered oracle.Config
	// possible counts the calls that the run may make, by their texts: it need not make one that it stops at once. Required
	// counts those that it makes for sure, and seen are the numbers of the last of them.
	possible, required map[string]int
	// halted are the calls that steps of the run stop, as the causes of their contexts name them.
	halted map[string]bool
	// sure are those of them that the run had made for sure, and that had no answer.
	sure    []string
	seen    []int
	started []string // the text of the last start of each call
}

// stuck reports whether the run would wait for ever after so many transitions, as there is nothing to come, and the
// handler has no method that could end it.
func (d *calls) stuck(steps uint64) bool {
	m := d.script.now
	if d.script.timers.pending && steps != d.script.timers.before {
		m = d.script.timers.late
	} else if d.script.timers.pending {
		return false
	}
	return len(d.script.events) == 0 && !d.oracle.Ended(m) && !d.subject.Parts().Attended(m)
}

// answerNext lets the call end whose result is the next event, if it is one.
func (d *calls) answerNext(m any) {
	if len(d.script.events) == 0 || !d.oracle.Calls.IsResult(d.script.events[0].Event) || d.script.timers.fires && d.subject.Access.StepsOf(m) == d.script.timers.firedAt {
		return
	}
	e := d.script.events[0]
	d.script.events = d.script.events[1:]
	d.script.arrive(m)
	d.need(d.oracle.Calls.Caller[e.Event])
	before := d.script.now
	d.script.expect(m, e)
	d.awaited, d.answer, d.asked, d.answered, d.script.now = true, e, d.subject.Access.StepsOf(m), d.script.now, before
	switch {
	case d.subject.Typed.Attends(before.State):
	case d.asked%2 == 1 && len(d.subject.Parts().Active(before)) > 0: // all methods for parts have returned, and Run waits
		time.AfterFunc(2*time.Millisecond, d.give)
	default:
		d.give()
	}
}

// give lets the call end whose result is the answer.
func (d *calls) give() {
	d.works.Give(d.spec.Calls[d.oracle.Calls.Caller[d.answer.Event]].Name, host.Answer{Input: d.answer})
}

// arrive looks at the machine in a state, for which the handler may have no method.
func (d *script) arrive(m any) {
	if d.resumes {
		d.resuming = true
		d.resume(m)
		d.resuming = false
	}
	d.see(m)
}

// waitForCall is called in a state whose call is about to end: it lets Run wait for that, or waits itself.
func (d *calls) waitForCall(ctx context.Context) (any, error) {
	variant := (d.asked + uint64(d.answer.Event)) % 3
	if variant == 0 {
		time.AfterFunc(2*time.Millisecond, d.give)
		return nil, nil
	}
	d.give()
	endsSoon(ctx)
	call := d.oracle.Calls.Caller[d.answer.Event]
	ended := mirror.ErrorLike(context.Cause(ctx), d.subject.Machine.Errors.Ended)
	if ended == nil || !mirror.FieldsAre(ended, "Call", d.spec.Calls[call].Value) {
		d.script.blame("call %s ended; the cause is %v", d.spec.Calls[call].Name, context.Cause(ctx))
		return nil, d.script.done
	}
	if variant == 1 {
		return nil, fmt.Errorf("wrapped: %w", ctx.Err())
	}
	return nil, fmt.Errorf("wrapped: %w", context.Cause(ctx))
}

// endsSoon waits for the end of a context, and reports false if it does not come.
func endsSoon(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return true
	case <-time.After(5 * time.Second):
		return false
	}
}

// allow notes the calls that a course starts and does not stop. Before it, the calls of a configuration run.
func (d *calls) allow(before oracle.Config, c oracle.Course) {
	at := []oracle.Config{c.From}
	for _, s := range c.Steps {
		at = append(at, s.To)
		for _, k := range d.oracle.Calls.Cancels(s) {
			cause := fmt.Sprint(d.spec.States[s.To.State].Value, d.spec.Calls[k].Value, s.From.Number(k))
			d.halted[cause] = true
			if d.seen[k] == s.From.Number(k) && d.script.plan.Way != overtakes && !d.script.parts.canceled {
				d.sure = append(d.sure, cause)
			}
		}
	}
	for _, k := range d.oracle.Calls.Invoked(c.End) {
		runs := func(m oracle.Config) bool { return m.Runs(k) && m.Number(k) == c.End.Number(k) }
		if runs(before) {
			continue
		}
		start := at[slices.IndexFunc(at, runs)]
		d.started[k] = append(oracle.Call{d.spec.Calls[k].Name}, d.oracle.Arguments(start, k)...).String()
		d.possible[d.started[k]]++
	}
}

// needs notes that the calls of the present configuration are made: the handler is called after that.
func (d *calls) needs() {
	for _, k := range d.oracle.Calls.Invoked(d.script.now) {
		d.need(k)
	}
}

// need notes that a call is made. Others may have ended before Run makes it, so that it need not.
func (d *calls) need(call int) {
	if d.seen[call] != d.script.now.Number(call) {
		d.seen[call] = d.script.now.Number(call)
		d.required[d.started[call]]++
	}
}

// launches notes the calls with which a run begins.
func (d *calls) launches(c oracle.Course) {
	d.possible, d.required, d.halted, d.sure = map[string]int{}, map[string]int{}, map[string]bool{}, nil
	d.seen, d.started = make([]int, len(d.spec.Calls)), make([]string, len(d.spec.Calls))
	d.allow(oracle.Config{}, c)
}

// endInCall ends a run in a state for which the handler has no method: a call panics, or fails in a way that is no
// result, or the context ends. It reports whether it does so, and not a checkpoint that fails.
func (d *calls) endInCall(m any) bool {
	if _, deaf := d.script.cancellation(); (d.script.plan.Way == cancelled || d.script.plan.Way == cancelledByCause) && !deaf && !d.script.stopped {
		d.script.stopped = true
		d.script.arrive(m)
		_, _ = d.script.cancelIn(context.Background(), m)
		return true
	}
	for _, k := range d.oracle.Calls.Invoked(d.script.now) {
		c := d.spec.Calls[k]
		switch {
		case d.script.crashes():
			d.works.Give(c.Name, host.Answer{Panics: d.script.crash})
		case d.script.plan.Way == Fails && c.Child:
			d.works.Give(c.Name, host.Answer{Broken: d.script.done})
		case d.script.plan.Way == idle && c.Child:
			d.works.Give(c.Name, host.Answer{Nothing: true})
			d.script.arrive(m)
			d.need(k)
			d.script.want = fmt.Errorf("%s: %s has returned neither a result nor an error", d.spec.Package, strings.TrimPrefix(c.Start, "Start"))
			return true
		default:
			continue
		}
		d.script.arrive(m)
		d.need(k)
		d.script.want = d.script.done
		return true
	}
	return false
}

// overtake lets a call end and, when its result is about to be handled, sends an event that leaves the state of the call. It
// reports false if there is no such event.
func (d *calls) overtake(ctx context.Context, s any) (after any, err error, done bool) {
	e, ok := d.script.taken(d.script.now)
	if !ok {
		return nil, nil, false
	}
	next, _ := d.oracle.Step(d.script.now, e)
	for _, k := range d.oracle.Calls.Invoked(d.script.now) {
		if next.Runs(k) && next.Number(k) == d.script.now.Number(k) || !d.oracle.Lists(d.script.now, d.oracle.Calls.Callees[k].Results[0]) {
			continue
		}
		d.script.stopped = true
		d.answer = d.script.draws.Fill(d.oracle.Calls.Callees[k].Results[0], d.script.now, draw.First)
		d.give()
		if !endsSoon(ctx) {
			d.script.blame("the context of the handler is not canceled when call %s ends", d.spec.Calls[k].Name)
		}
		d.script.events = []oracle.Input{e}
		after, err = d.script.sendNext(s)
		return after, err, true
	}
	return nil, nil, false
}

// made says what is wrong with the calls that a run has made.
func (a *calls) made() error {
	w := a.works
	if w == nil {
		return nil
	}
	w.Mutex.Lock()
	defer w.Mutex.Unlock()
	for call, n := range w.Made {
		if n > a.possible[call] {
			return fmt.Errorf("the run makes %s %d times, want at most %d", call, n, a.possible[call])
		}
	}
	for call, n := range a.required {
		if w.Made[call] < n {
			return fmt.Errorf("the run makes %s %d times, want %d", call, w.Made[call], n)
		}
	}
	for _, cause := range w.Causes {
		if !a.halted[cause] {
			return fmt.Errorf("a call ends because %s (a state, a call, and a number) does not run", cause)
		}
	}
	for _, cause := range a.sure {
		if !slices.Contains(w.Causes, cause) {
			return fmt.Errorf("the context of a call does not end where the machine stops it: %s (a state, a call, and a number)", cause)
		}
	}
	return w.Fault
}
