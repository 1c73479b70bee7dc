package fsmtest

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"
)

// testObserved sends whole runs through one observed machine each. Its first
// observer panics at every other step, after it has recorded it; a second one comes
// late, and a third one during a step. Where events can be values, every other one is.
func (h *checks) testObserved(t *testing.T) {
	values, stray := 0, false
	for _, c := range h.cover(t) {
		r := h.begin(c.params)
		if r.fault != nil {
			t.Fatal(r.fault)
		}
		w := watched{run: r, values: &values}
		if err := caught(func() error { return w.follow(c.events) }); err != nil {
			t.Fatalf("%v\nafter %s\nwith %s", err, h.inputsText(c.events[:w.sent]), h.paramsText(c.params))
		}
		if len(w.want) > 0 && !stray {
			stray = true
			h.testStray(t, c)
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
	// late are those that the second observer has seen, and inner those that the third one has.
	late, inner []any
	fault       error
}

// follow sends the events and says what is wrong with what the observers see.
func (w *watched) follow(events []Input) error {
	o := w.first()
	since := 0
	for i, e := range events {
		next, row := w.step(w.oracle, e)
		w.quiet(e, w.oracle, next, row)
		from := w.oracle.state
		err := w.hand(o, e)
		w.sent++
		if illegal := errorLike(err, w.Errors.Illegal); (illegal != nil) != (row < 0) {
			return fmt.Errorf("error is %v", err)
		}
		if w.oracle = next; w.takes(row) {
			w.want = append(w.want, w.stepOf(from, e.event, next))
		}
		if err := cmp.Or(w.compare(w.oracle, w.machine), w.fault); err != nil {
			return err
		}
		if !slices.Equal(w.told, w.want) {
			return fmt.Errorf("the observer got %v, want %v", w.told, w.want)
		}
		if i == 0 {
			since = len(w.want)
			w.addObserver(o, nil, func(s any) { w.late = append(w.late, s) })
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
	if !slices.Equal(w.inner, within) {
		return fmt.Errorf("the observer added during step 2 got %v, want %v", w.inner, within)
	}
	if !slices.Equal(w.late, after) {
		return fmt.Errorf("the observer added later got %v, want %v", w.late, after)
	}
	return nil
}

// first adds the first observer, and returns the observed machine.
func (w *watched) first() (o any) {
	clock := func() time.Time { w.ticks++; return time.Unix(int64(w.ticks), 0) }
	o = w.Observe(w.machine, clock, func(s any) {
		if timeOf(s).Unix() != int64(w.ticks) || w.ticks <= len(w.told) {
			w.fault = fmt.Errorf("the time of %v is not the time of the clock", s)
		}
		if w.told = append(w.told, at(s, time.Time{})); len(w.told)%2 == 1 {
			panic("an observer")
		}
		if len(w.told) == 2 {
			w.addObserver(o, nil, func(s any) { w.inner = append(w.inner, s) })
		}
	})
	return o
}

// hand sends an event through the observed machine. A panic, which is that of
// the first observer, leaves no error.
func (w *watched) hand(o any, e Input) error {
	defer func() { _ = recover() }()
	if *w.values++; w.Send != "" && *w.values%2 == 1 {
		return w.observed(o).asValue(reflect.ValueOf(w.Events[e.event].Value))
	}
	return w.send(w.observed(o), e, w.oracle.state)
}

// quiet prepares the host, if there is one, for an event during which it does not look at the
// machine.
func (r *run) quiet(e Input, before, after Config, row int) {
	if r.host != nil {
		r.host.begin(r.machine, e, before, after, row)
		r.host.looks = false
	}
}

// testNoEvent hands the machine a value that is no event.
func (h *checks) testNoEvent(t *testing.T) {
	t.Helper()
	r := h.begin(h.cover(t)[0].params)
	before := r.clone(r.machine)
	for _, number := range h.noEvents {
		none := reflect.ValueOf(number).Convert(reflect.TypeOf(h.Events[0].Value))
		err := r.direct(r.machine).asValue(none)
		illegal := errorLike(err, h.Errors.Illegal)
		if illegal == nil || !fieldsAre(illegal, "State", h.States[r.oracle.state].Value, "Event", none.Interface()) {
			t.Errorf("event number %d, which does not exist: error is %v, want %T", number, err, h.Errors.Illegal)
		}
		if !h.sameMachine(r.machine, before) {
			t.Errorf("event number %d, which does not exist, changed the machine from %+v to %+v", number, before, r.machine)
		}
	}
}

// testStray has an observer make a transition that observers are not told of, which
// must end in a panic.
func (h *checks) testStray(t *testing.T, c testCase) {
	t.Helper()
	r := h.begin(c.params)
	if r.host != nil {
		r.host.machine = nil
	}
	steps, told, panicked := h.stepsOf(r.machine), 0, false
	before := *steps
	o := h.Observe(r.machine, nil, func(any) { *steps++ })
	h.addObserver(o, nil, func(any) { told++ })
	for _, e := range c.events {
		next, row := r.step(r.oracle, e)
		r.quiet(e, r.oracle, next, row)
		func() {
			defer func() { panicked = recover() != nil || panicked }()
			_ = r.send(r.observed(o), e, r.oracle.state) // other tests look at the error
		}()
		r.oracle = next
	}
	if !panicked && *steps > before || told > 0 {
		t.Errorf("%s with %s: an observer makes transitions; the step panicked: %t, and the next observer got %d steps",
			h.inputsText(c.events), h.paramsText(c.params), panicked, told)
	}
}
