package fsmtest

import (
	"cmp"
	"fmt"
	"reflect"
	"testing"
	"time"
)

// testObserved sends whole runs to one machine with observers each. Its first
// observer panics at every other step, after it has recorded it; a second one comes
// late, and a third one during a step. Where events can be values, every other one is.
func (h *checks) testObserved(t *testing.T) {
	values := 0
	for _, c := range h.cover(t) {
		r := h.begin(c.params)
		if r.fault != nil {
			t.Fatal(r.fault)
		}
		w := watched{run: r, values: &values}
		if err := caught(func() error { return w.follow(c.events) }); err != nil {
			t.Fatalf("%v\nafter %s\nwith %s", err, h.inputsText(c.events[:w.sent]), h.paramsText(c.params))
		}
	}
	if h.Send != "" {
		h.testNoEvent(t)
	}
}

// watched is a run whose machine has observers from start to end.
type watched struct {
	*run
	sent, ticks int
	values      *int // counts the events of all runs, of which every other one is sent as a value
	// told are the steps that the first observer has seen, and want those that it is to see.
	told, want []any
	same       int // as many of both are known to be the same
	// late are those that the second observer has seen, and inner those that the third one has.
	late, inner []any
	fault       error
}

// follow sends the events and says what is wrong with what the observers see.
func (w *watched) follow(events []Input) error {
	w.first()
	since := 0
	for i, e := range events {
		for handled := false; !handled; {
			c := w.course(w.oracle, e)
			handled = w.interrupt(&c)
			w.quiet(e, c)
			err := w.hand(e, c)
			if refused := w.harness.refused(err, c.rest, e.event) == nil; refused != (handled && c.row < 0) {
				return fmt.Errorf("error is %v", err)
			}
			w.oracle = c.end
			w.want = append(w.want, w.harness.told(c)...)
			if err := cmp.Or(w.compare(w.oracle, w.machine), w.fault); err != nil {
				return err
			}
			if !sameTold(w.told[min(w.same, len(w.told)):], w.want[w.same:]) {
				return fmt.Errorf("the observer got %v, want %v", w.told, w.want)
			}
			w.same = len(w.want)
		}
		w.sent++
		if i == 0 {
			since = len(w.want)
			w.Observe(w.machine, nil, func(s any) { w.late = append(w.late, s) })
		}
	}
	var after, within []any
	for i, step := range w.want {
		if i%2 == 1 && i >= since { // at the others, the first observer panics
			after = append(after, step)
		}
		if i%2 == 1 && i >= 3 {
			within = append(within, step)
		}
	}
	if !sameTold(w.inner, within) {
		return fmt.Errorf("the observer added during step 2 got %v, want %v", w.inner, within)
	}
	if !sameTold(w.late, after) {
		return fmt.Errorf("the observer added later got %v, want %v", w.late, after)
	}
	return nil
}

// interrupt ends a course where the first observer panics, if it does: the rest of the steps comes
// before the next event. It reports whether the machine has handled the event.
func (w *watched) interrupt(c *course) bool {
	for i := range c.steps {
		if (len(w.want)+i)%2 == 0 {
			c.steps, c.end = c.steps[:i+1], c.steps[i].to
			return i >= c.early
		}
	}
	return true
}

// first adds the first observer.
func (w *watched) first() {
	clock := func() time.Time { w.ticks++; return time.Unix(int64(w.ticks), 0) }
	w.Observe(w.machine, clock, func(s any) {
		if timeOf(s).Unix() != int64(w.ticks) || w.ticks <= len(w.told) {
			w.fault = fmt.Errorf("the time of %v is not the time of the clock", s)
		}
		if w.told = append(w.told, at(s, time.Time{})); len(w.told)%2 == 1 {
			panic("an observer")
		}
		if len(w.told) == 2 {
			w.Observe(w.machine, nil, func(s any) { w.inner = append(w.inner, s) })
		}
	})
}

// hand sends an event to the machine. A panic, which is that of the first observer, leaves no
// error.
func (w *watched) hand(e Input, c course) error {
	defer func() { _ = recover() }()
	if *w.values++; w.Send != "" && *w.values%2 == 1 && !w.Events[e.event].Internal {
		return w.direct(w.machine).asValue(reflect.ValueOf(w.Events[e.event].Value))
	}
	return w.send(w.direct(w.machine), e, c.rest)
}

// quiet prepares the host, if there is one, for an event during which it does not look at the
// machine.
func (r *run) quiet(e Input, c course) {
	if r.host != nil {
		r.host.begin(r.machine, e, c)
		r.host.looks = false
	}
}

// testNoEvent hands the machine a value that is no event.
func (h *checks) testNoEvent(t *testing.T) {
	t.Helper()
	r := h.begin(h.cover(t)[0].params)
	var refused []any
	if h.Observe != nil {
		h.observeRefusals(r.machine, nil, func(s any) { refused = append(refused, s) })
	}
	before := r.clone(r.machine)
	for _, number := range h.noEvents {
		none := reflect.ValueOf(number).Convert(reflect.TypeOf(h.Events[0].Value))
		err := r.direct(r.machine).asValue(none)
		illegal := errorLike(err, h.Errors.Illegal)
		if illegal == nil || !fieldsAre(illegal, "State", h.States[r.oracle.state].Value, "Event", none.Interface()) {
			t.Errorf("event number %d, which does not exist: error is %v, want %T", number, err, h.Errors.Illegal)
		}
		if h.Observe != nil && (err == nil || !sameTold(refused, []any{h.refusalOfAny(r.oracle.state, none.Interface(), err).Interface()})) {
			t.Errorf("event number %d, which does not exist: the observer got %v", number, refused)
		}
		refused = nil
		if !h.sameMachine(r.machine, before) {
			t.Errorf("event number %d, which does not exist, changed the machine from %+v to %+v", number, before, r.machine)
		}
	}
}
