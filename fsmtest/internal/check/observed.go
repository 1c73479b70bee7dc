package check

import (
	"cmp"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// Observed sends whole runs to one machine with observers each. Its first
// observer panics at every other step, after it has recorded it; a second one comes
// late, and a third one during a step. Where events can be values, every other one is.
func Observed(t *testing.T, env *Env) {
	values := 0
	for _, c := range env.cover(t) {
		r := env.bench.Begin(c.Params)
		if r.Fault != nil {
			t.Fatal(r.Fault)
		}
		w := watched{run: r, values: &values}
		if err := oracle.Caught(func() error { return w.follow(c.Events) }); err != nil {
			t.Fatalf("%v\nafter %s\nwith %s", err, env.Oracle.Texts.Inputs(c.Events[:w.sent]), env.Oracle.Texts.Params(c.Params))
		}
	}
	if env.Subject.Machine.Send != "" {
		testNoEvent(t, env)
	}
}

// watched is a run whose machine has observers from start to end.
type watched struct {
	run         *run.Run
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
func (w *watched) follow(events []oracle.Input) error {
	w.first()
	since := 0
	for i, e := range events {
		for handled := false; !handled; {
			c := w.run.Oracle.Course(w.run.Now, e)
			handled = w.interrupt(&c)
			w.run.Quiet(e, c)
			err := w.hand(e, c)
			if refused := w.run.Subject.Refused(err, c.Rest, e, c.Row) == nil; refused != (handled && c.Row < 0) {
				return fmt.Errorf("error is %v", err)
			}
			w.run.Now = c.End
			w.want = append(w.want, w.run.Subject.Observers.Told(c)...)
			if err := cmp.Or(w.run.Subject.Compare(w.run.Now, w.run.Machine), w.fault); err != nil {
				return err
			}
			if !subject.SameTold(w.told[min(w.same, len(w.told)):], w.want[w.same:]) {
				return fmt.Errorf("the observer got %v, want %v", w.told, w.want)
			}
			w.same = len(w.want)
		}
		w.sent++
		if i == 0 {
			since = len(w.want)
			w.run.Subject.Machine.Observe(w.run.Machine, nil, func(s any) { w.late = append(w.late, s) })
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
	if !subject.SameTold(w.inner, within) {
		return fmt.Errorf("the observer added during step 2 got %v, want %v", w.inner, within)
	}
	if !subject.SameTold(w.late, after) {
		return fmt.Errorf("the observer added later got %v, want %v", w.late, after)
	}
	return nil
}

// interrupt ends a course where the first observer panics, if it does: the rest of the steps comes
// before the next event. It reports whether the machine has handled the event.
func (w *watched) interrupt(c *oracle.Course) bool {
	for i := range c.Steps {
		if (len(w.want)+i)%2 == 0 {
			c.Steps, c.End = c.Steps[:i+1], c.Steps[i].To
			return i >= c.Early
		}
	}
	return true
}

// first adds the first observer.
func (w *watched) first() {
	clock := func() time.Time { w.ticks++; return time.Unix(int64(w.ticks), 0) }
	w.run.Subject.Machine.Observe(w.run.Machine, clock, func(s any) {
		if subject.TimeOf(s).Unix() != int64(w.ticks) || w.ticks <= len(w.told) {
			w.fault = fmt.Errorf("the time of %v is not the time of the clock", s)
		}
		if w.told = append(w.told, subject.At(s, time.Time{})); len(w.told)%2 == 1 {
			panic("an observer")
		}
		if len(w.told) == 2 {
			w.run.Subject.Machine.Observe(w.run.Machine, nil, func(s any) { w.inner = append(w.inner, s) })
		}
	})
}

// hand sends an event to the machine. A panic, which is that of the first observer, leaves no
// error.
func (w *watched) hand(e oracle.Input, c oracle.Course) error {
	defer func() { _ = recover() }()
	if *w.values++; w.run.Subject.Machine.Send != "" && *w.values%2 == 1 && !w.run.Spec.Events[e.Event].Internal {
		return w.run.Subject.Direct(w.run.Machine).AsValue(reflect.ValueOf(w.run.Spec.Events[e.Event].Value))
	}
	return w.run.Subject.Send(w.run.Subject.Direct(w.run.Machine), e, c.Rest)
}

// testNoEvent hands the machine a value that is no event.
func testNoEvent(t *testing.T, env *Env) {
	t.Helper()
	r := env.bench.Begin(env.cover(t)[0].Params)
	var refused []any
	if env.Subject.Machine.Observe != nil {
		env.Subject.Observers.Refusals(r.Machine, nil, func(s any) { refused = append(refused, s) })
	}
	before := r.Subject.Clone(r.Machine)
	for _, number := range env.Oracle.NoEvents {
		none := reflect.ValueOf(number).Convert(reflect.TypeOf(env.Spec.Events[0].Value))
		err := r.Subject.Direct(r.Machine).AsValue(none)
		illegal := mirror.ErrorLike(err, env.Subject.Machine.Errors.Illegal)
		if illegal == nil || !mirror.FieldsAre(illegal, "State", env.Spec.States[r.Now.State].Value, "Event", none.Interface()) {
			t.Errorf("event number %d, which does not exist: error is %v, want %T", number, err, env.Subject.Machine.Errors.Illegal)
		}
		if env.Subject.Machine.Observe != nil && (err == nil || !subject.SameTold(refused, []any{env.Subject.Observers.RefusalOfAny(r.Now.State, none.Interface(), err).Interface()})) {
			t.Errorf("event number %d, which does not exist: the observer got %v", number, refused)
		}
		refused = nil
		if !env.Subject.SameMachine(r.Machine, before) {
			t.Errorf("event number %d, which does not exist, changed the machine from %+v to %+v", number, before, r.Machine)
		}
	}
}
