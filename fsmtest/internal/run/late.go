package run

import (
	"cmp"
	"fmt"
	"reflect"
	"strconv"

	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// lateKind tells apart the steps after which something that comes late may be handled in different ways.
type lateKind struct {
	step host.StepKind
	runs string // the timers and calls that run
}

// lates has every timer that does not run fire, and sends results with each number that no call has.
func (r *Run) lates() error {
	if len(r.Spec.Timers)+len(r.Spec.Calls) == 0 {
		return nil
	}
	var kind lateKind
	if r.Bench.lated != nil {
		kind.step = r.Host.Kind
		var runs []byte
		for i := range r.Spec.Timers {
			runs = strconv.AppendBool(runs, r.Oracle.Clocks.Alive(i, r.Now))
		}
		for _, n := range r.Now.Calls {
			runs = strconv.AppendInt(runs, int64(cmp.Compare(n, 0)), 10)
		}
		if kind.runs = string(runs); r.Bench.lated[kind] {
			return nil
		}
	}
	if len(r.Spec.Timers) > 0 {
		if err := r.late(); err != nil {
			return err
		}
	}
	if len(r.Spec.Calls) > 0 {
		if err := r.lateCalls(); err != nil {
			return err
		}
	}
	if r.Bench.lated != nil {
		r.Bench.lated[kind] = true
	}
	return nil
}

// late fires every start of a timer that does not run, first without observers, and then with some.
func (r *Run) late() error {
	kept := r.unobserved()
	defer r.Subject.Access.Swap(r.Machine, kept)
	if err := r.lateTimers(nil); err != nil || r.Subject.Machine.Observe == nil {
		return err
	}
	told := []any{}
	r.Subject.Machine.Observe(r.Machine, nil, func(s any) { told = append(told, s) })
	r.Subject.Observers.Refusals(r.Machine, nil, func(s any) { told = append(told, s) })
	return r.lateTimers(&told)
}

// lateTimers fires them. What observers are told, if there are any, is the refusal of each timer
// that exists.
func (r *Run) lateTimers(told *[]any) error {
	before := r.Subject.Clone(r.Machine)
	typ := reflect.TypeOf(r.Spec.Timers[0].Value)
	fire := func(timer any, start, event int) error {
		err := r.Subject.Direct(r.Machine).Fire(timer, start)
		stale := mirror.ErrorLike(err, r.Subject.Machine.Errors.StaleTimer)
		switch {
		case stale == nil:
			return fmt.Errorf("timer %v fired late: error is %v, want %T", timer, err, r.Subject.Machine.Errors.StaleTimer)
		case !mirror.FieldsAre(stale, "State", r.Spec.States[r.Now.State].Value, "Timer", timer, "Start", start):
			return fmt.Errorf("timer %v fired late: error is about %v", timer, stale)
		case !r.Subject.SameMachine(r.Machine, before):
			return fmt.Errorf("timer %v, which fired late, changed the machine from %+v to %+v", timer, before, r.Machine)
		}
		if told != nil {
			var want []any
			if event >= 0 {
				want = append(want, r.Subject.Observers.Refusal(r.Now, oracle.Input{Event: event}, err))
			}
			if !subject.SameTold(*told, want) {
				return fmt.Errorf("timer %v fired late: the observers got %v, want %v", timer, *told, want)
			}
			*told = nil
		}
		return r.note(err)
	}
	for _, none := range mirror.Beyond(typ, len(r.Spec.Timers)) {
		if err := fire(reflect.ValueOf(none).Convert(typ).Interface(), 1, -1); err != nil {
			return err
		}
	}
	for i, t := range r.Spec.Timers {
		last := r.Now.Start(i)
		for _, start := range []int{last, last - 1, last + 1, 0} {
			if start == last && r.Oracle.Clocks.Alive(i, r.Now) {
				continue
			}
			if err := fire(t.Value, start, r.Oracle.Clocks.Timers[i].Event); err != nil {
				return err
			}
		}
	}
	return nil
}
