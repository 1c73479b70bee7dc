package fsmtest

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
)

// answering is what a script knows of the calls that its run makes.
type answering struct {
	works *works
	// awaited says that the next event of the run is a result that a call has: the answer, which comes after so many
	// transitions, and the configuration after it.
	awaited  bool
	answer   Input
	asked    uint64
	answered Config
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

// runFace returns the host that Run takes.
func (h *harness) runFace(of *host) any {
	if h.RunHost == nil {
		return of.face
	}
	return h.RunHost(&Host{of})
}

// attends reports whether the handler of Run has a method for a state as a whole, which makes its transitions.
func (h *harness) attends(state int) bool {
	handler := h.handlerType()
	for i := range handler.NumMethod() {
		if handler.Method(i).Type.In(1) == reflect.TypeOf(h.Typed[state]) {
			return true
		}
	}
	return false
}

// stuck reports whether the run would wait for ever after so many transitions, as there is nothing to come, and the
// handler has no method that could end it.
func (d *script) stuck(steps uint64) bool {
	m := d.oracle
	if d.pending && steps != d.before {
		m = d.late
	} else if d.pending {
		return false
	}
	return len(d.events) == 0 && !d.ended(m) && !d.sides().attended(m)
}

// answerNext lets the call end whose result is the next event, if it is one.
func (d *script) answerNext(m any) {
	if len(d.events) == 0 || !d.isResult(d.events[0].event) || d.fires && *d.stepsOf(m) == d.firedAt {
		return
	}
	e := d.events[0]
	d.events = d.events[1:]
	d.arrive(m)
	d.need(d.caller[e.event])
	before := d.oracle
	d.expect(m, e)
	d.awaited, d.answer, d.asked, d.answered, d.oracle = true, e, *d.stepsOf(m), d.oracle, before
	switch {
	case d.attends(before.state):
	case d.asked%2 == 1 && len(d.sides().active(before)) > 0: // all methods for parts have returned, and Run waits
		time.AfterFunc(2*time.Millisecond, d.giveAnswer)
	default:
		d.giveAnswer()
	}
}

// giveAnswer lets the call end whose result is the answer.
func (d *script) giveAnswer() {
	d.works.give(d.Calls[d.caller[d.answer.event]].Name, answer{Input: d.answer})
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
func (d *script) waitForCall(ctx context.Context) (any, error) {
	variant := (d.asked + uint64(d.answer.event)) % 3
	if variant == 0 {
		time.AfterFunc(2*time.Millisecond, d.giveAnswer)
		return nil, nil
	}
	d.giveAnswer()
	endsSoon(ctx)
	call := d.caller[d.answer.event]
	ended := errorLike(context.Cause(ctx), d.Errors.Ended)
	if ended == nil || !fieldsAre(ended, "Call", d.Calls[call].Value) {
		d.blame("call %s ended; the cause is %v", d.Calls[call].Name, context.Cause(ctx))
		return nil, d.done
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
func (d *script) allow(before Config, c course) {
	at := []Config{c.from}
	for _, s := range c.steps {
		at = append(at, s.to)
		for _, k := range d.cancels(s) {
			cause := fmt.Sprint(d.States[s.to.state].Value, d.Calls[k].Value, s.from.number(k))
			d.halted[cause] = true
			if d.seen[k] == s.from.number(k) && d.way != overtakes && !d.canceled {
				d.sure = append(d.sure, cause)
			}
		}
	}
	for _, k := range d.invoked(c.end) {
		runs := func(m Config) bool { return m.runs(k) && m.number(k) == c.end.number(k) }
		if runs(before) {
			continue
		}
		start := at[slices.IndexFunc(at, runs)]
		d.started[k] = append(Call{d.Calls[k].Name}, d.arguments(start, k)...).String()
		d.possible[d.started[k]]++
	}
}

// needs notes that the calls of the present configuration are made: the handler is called after that.
func (d *script) needs() {
	for _, k := range d.invoked(d.oracle) {
		d.need(k)
	}
}

// need notes that a call is made. Others may have ended before Run makes it, so that it need not.
func (d *script) need(call int) {
	if d.seen[call] != d.oracle.number(call) {
		d.seen[call] = d.oracle.number(call)
		d.required[d.started[call]]++
	}
}

// launches notes the calls with which a run begins.
func (d *script) launches(c course) {
	d.possible, d.required, d.halted, d.sure = map[string]int{}, map[string]int{}, map[string]bool{}, nil
	d.seen, d.started = make([]int, len(d.Calls)), make([]string, len(d.Calls))
	d.allow(Config{}, c)
}

// endInCall ends a run in a state for which the handler has no method: a call panics, or fails in a way that is no
// result, or the context ends. It reports whether it does so, and not a checkpoint that fails.
func (d *script) endInCall(m any) bool {
	if _, deaf := d.cancellation(); (d.way == cancelled || d.way == cancelledByCause) && !deaf && !d.stopped {
		d.stopped = true
		d.arrive(m)
		_, _ = d.cancelIn(context.Background(), m)
		return true
	}
	for _, k := range d.invoked(d.oracle) {
		c := d.Calls[k]
		switch {
		case d.crashes():
			d.works.give(c.Name, answer{panics: d.crash})
		case d.way == fails && c.Child:
			d.works.give(c.Name, answer{broken: d.done})
		case d.way == idle && c.Child:
			d.works.give(c.Name, answer{nothing: true})
			d.arrive(m)
			d.need(k)
			d.want = fmt.Errorf("%s: %s has returned neither a result nor an error", d.Package, strings.TrimPrefix(c.Start, "Start"))
			return true
		default:
			continue
		}
		d.arrive(m)
		d.need(k)
		d.want = d.done
		return true
	}
	return false
}

// overtake lets a call end and, when its result is about to be handled, sends an event that leaves the state of the call. It
// reports false if there is no such event.
func (d *script) overtake(ctx context.Context, s any) (after any, err error, done bool) {
	e, ok := d.taken(d.oracle)
	if !ok {
		return nil, nil, false
	}
	next, _ := d.step(d.oracle, e)
	for _, k := range d.invoked(d.oracle) {
		if next.runs(k) && next.number(k) == d.oracle.number(k) || !d.lists(d.oracle, d.callees[k].results[0]) {
			continue
		}
		d.stopped = true
		d.answer = d.fill(d.callees[k].results[0], d.oracle, first)
		d.giveAnswer()
		if !endsSoon(ctx) {
			d.blame("the context of the handler is not canceled when call %s ends", d.Calls[k].Name)
		}
		d.events = []Input{e}
		after, err = d.sendNext(s)
		return after, err, true
	}
	return nil, nil, false
}

// made says what is wrong with the calls that a run has made.
func (a *answering) made() error {
	w := a.works
	if w == nil {
		return nil
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for call, n := range w.made {
		if n > a.possible[call] {
			return fmt.Errorf("the run makes %s %d times, want at most %d", call, n, a.possible[call])
		}
	}
	for call, n := range a.required {
		if w.made[call] < n {
			return fmt.Errorf("the run makes %s %d times, want %d", call, w.made[call], n)
		}
	}
	for _, cause := range w.causes {
		if !a.halted[cause] {
			return fmt.Errorf("a call ends because %s (a state, a call, and a number) does not run", cause)
		}
	}
	for _, cause := range a.sure {
		if !slices.Contains(w.causes, cause) {
			return fmt.Errorf("the context of a call does not end where the machine stops it: %s (a state, a call, and a number)", cause)
		}
	}
	return w.fault
}
