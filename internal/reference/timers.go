package reference

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

type timer struct {
	owner   *node
	written *syntax.Timer
	// ends is the index of the invocation that the timer ends, or -1.
	ends int
}

// Timer names a timer: by the state that has it, and the delay as written.
type Timer struct {
	Owner, Delay string
	// Event is what it raises.
	Event string
	// Args are the arguments of its delay when it starts, or how many nanoseconds it takes if that is an expression.
	Args []int64
}

// ErrNotRunning is returned for a timer or an invocation that does not run.
var ErrNotRunning = errors.New("it does not run")

// Timers returns the timers that run.
func (r *Run) Timers() (list []Timer) {
	for i, on := range r.timers {
		if on {
			list = append(list, r.m.timer(i))
		}
	}
	return list
}

// Timers returns all timers of the machine, in the order of the spec.
func (m *Machine) Timers() (list []Timer) {
	for i := range m.timers {
		list = append(list, m.timer(i))
	}
	return list
}

func (m *Machine) timer(i int) Timer {
	t := m.timers[i]
	return Timer{Owner: t.owner.name, Delay: t.written.Delay.Value, Event: t.written.Event.Value}
}

// Fire lets a timer that runs expire, which raises its event. It does not run then, unless it is started again. The event of a
// timeout is a result, which only the invocation handles.
func (r *Run) Fire(owner, event string, answers Answers) (Result, error) {
	i := slices.IndexFunc(r.m.timers, func(t timer) bool { return t.owner.name == owner && t.written.Event.Value == event })
	if i < 0 || !r.timers[i] {
		return Result{}, ErrNotRunning
	}
	r.timers[i] = false
	if k := r.m.timers[i].ends; k >= 0 {
		inv := &r.m.invocations[k]
		return r.end(inv, inv.timeout(), inv.results["timeout"], nil, answers)
	}
	e := r.m.events[r.m.timers[i].written.Event.Value]
	if e == nil {
		return Result{}, fmt.Errorf("unknown event %q", r.m.timers[i].written.Event.Value)
	}
	return r.handle(e, nil, answers)
}

// stopTimers stops the timers of the states that are left, or all if the machine ends.
func (ch *change) stopTimers() {
	for i, on := range ch.run.timers {
		if on && (ch.ends || slices.Contains(ch.exits, ch.run.m.timers[i].owner)) {
			ch.run.timers[i] = false
			ch.step.Stops = append(ch.step.Stops, ch.run.m.timer(i))
		}
	}
}

// startTimers starts the timers of the states that are entered.
func (ch *change) startTimers() error {
	for _, n := range ch.enters {
		for _, i := range n.timers {
			t := ch.run.m.timer(i)
			var err error
			if t.Args, err = ch.run.delay(ch.run.m.timers[i].written.Delay); err != nil {
				return err
			}
			ch.run.timers[i] = true
			ch.step.Starts = append(ch.step.Starts, t)
		}
	}
	return nil
}

// delay returns the values of the arguments of a delay that the program computes, or that of an expression.
func (r *Run) delay(written syntax.Text) (values []int64, err error) {
	if _, err := time.ParseDuration(written.Value); err == nil {
		return nil, nil
	}
	var faults diag.List
	s := &delays{scope{r.m, r.m.place(r.active), nil}}
	var args []expr.Expr
	name, _, _ := strings.Cut(written.Value, "(")
	ok := r.m.delays[strings.TrimSpace(name)] != nil
	if ok {
		_, args, ok = expr.ParseCall(written.Value, written.Span, s, &faults)
	} else if x := expr.Parse(written.Value, written.Span, expr.Type{Kind: expr.Int, Duration: true}, s, &faults); x != nil {
		args, ok = []expr.Expr{x}, true
	}
	if !ok {
		return nil, fmt.Errorf("%v: %s", written.Span, faults[0].Message)
	}
	for _, x := range args {
		v, err := r.values.value(x, r.moment())
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}
