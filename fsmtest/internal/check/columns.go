package check

import (
	"cmp"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/effort"
	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// Columns writes constants to columns and reads them, makes machines of right and of wrong values, and
// goes on with the right ones.
func Columns(t *testing.T, env *Env) {
	for _, c := range constantsOf(env) {
		c.testColumn(t)
	}
	seen := map[int]int{}
	together := env.draws.TogetherOf()
	forgeValues(t, env, env.bench.Begin(env.small(t)[0]), seen, together)
	if len(env.Spec.Events) == 0 {
		return
	}
	for _, c := range some(env.cover(t)) {
		r := env.bench.Begin(c.Params)
		if r.Fault != nil {
			continue // other tests say what is wrong
		}
		r.Renew = (*run.Run).Rebuild
		r.Fault = oracle.Caught(r.Rebuild)
		for _, e := range c.Events {
			r.Take(e)
		}
		if r.Fault != nil {
			t.Fatalf("%v\nafter %s\nwith %s", r.Fault, env.Oracle.Texts.Inputs(c.Events), env.Oracle.Texts.Params(c.Params))
		}
		forgeValues(t, env, r, seen, together)
	}
}

// testColumn writes the constants of a type to columns, and reads them.
func (c constants) testColumn(t *testing.T) {
	t.Helper()
	for i, v := range c.values {
		writer, ok := v.(driver.Valuer)
		if !ok {
			t.Fatalf("%T has no method Value", v)
		}
		text := c.texts[i]
		if column, err := writer.Value(); err != nil || column != text {
			t.Errorf("the column of %T %v is %v (%v), want %q", v, v, column, err, text)
		}
		other := reflect.New(reflect.TypeOf(v))
		other.Elem().SetUint(reflect.ValueOf(v).Uint() + 1) // any other value
		before := other.Elem().Interface()
		scanner, ok := other.Interface().(sql.Scanner)
		if !ok {
			t.Fatalf("%T has no method Scan", other.Interface())
		}
		for _, none := range []any{nil, int64(0), int64(i), true, 1.5, time.Time{}, "", []byte{}, "no value", []byte("no value"), []byte(nil), text + " "} {
			if err := scanner.Scan(none); err == nil || other.Elem().Interface() != before {
				t.Errorf("Scan(%#v) returned %v, and set a %T to %v", none, err, v, other.Elem())
			}
		}
		for column, word := range map[any]string{nil: "NULL", int64(i): "int64"} {
			if err := scanner.Scan(column); err != nil && !(strings.Contains(err.Error(), word) && strings.Contains(err.Error(), reflect.TypeOf(v).Name())) {
				t.Errorf("Scan(%#v) returned %v, which does not mention %s and the type %T", column, err, word, v)
			}
		}
		for _, name := range append([]string{text}, c.was[i]...) {
			for _, column := range []any{name, []byte(name)} {
				other.Elem().Set(reflect.ValueOf(before))
				if err := scanner.Scan(column); err != nil || other.Elem().Interface() != v {
					t.Errorf("Scan(%#v) returned %v, and set a %T to %v, want %v", column, err, v, other.Elem(), v)
				}
			}
		}
	}
	if len(c.values) == 0 {
		return
	}
	for _, number := range mirror.Beyond(reflect.TypeOf(c.values[0]), len(c.values)) {
		if column, err := numbered(c.values[0], number).(driver.Valuer).Value(); err == nil || column != nil {
			t.Errorf("the column of %T number %d, which does not exist, is %v (%v)", c.values[0], number, column, err)
		}
	}
}

// forgeValues makes machines of values beside those of a run: FromValues must refuse exactly those that the
// oracle says are wrong.
func forgeValues(t *testing.T, env *Env, r *run.Run, seen map[int]int, together map[string]map[string]bool) {
	t.Helper()
	if r.Fault != nil || seen[r.Now.State] == effort.Of(6) {
		return
	}
	all := env.draws.Forgeries(r.Now)
	if seen[r.Now.State]++; seen[r.Now.State] > 1 {
		together = nil // the claims about each name are looked at, and no more
	} else {
		refusedValues(t, env, r)
		timedValues(t, env, r)
		calledValues(t, env, r)
		startedValues(t, env, r)
		all = append(all, env.draws.OtherStates(r.Now)...)
	}
	for _, f := range all {
		if f.Never {
			continue
		}
		forgedValues(t, env, r.Host, f, f.String())
		others := together[f.Path()]
		if others == nil || f.Far {
			continue
		}
		var more []draw.Forgery
		if !oracle.Computes(func() { more = env.draws.Forgeries(f.Want) }) {
			continue
		}
		for _, g := range more {
			if others[g.Path()] && !g.Never && !g.Far {
				forgedValues(t, env, r.Host, g, f.String()+", "+g.String())
			}
		}
	}
}

// timedValues makes machines with other due times: those of timers that the state does not have are dropped, and
// all are in UTC.
func timedValues(t *testing.T, env *Env, r *run.Run) {
	t.Helper()
	if len(env.Spec.Timers) == 0 {
		return
	}
	now := time.Now().In(time.FixedZone("east", 3600))
	for expired := range len(env.Spec.Timers) + 1 { // the last time, none
		v := mirror.Edit(env.Subject.ValuesFrom(r.Now), func(v reflect.Value) {
			for i := range env.Spec.Timers {
				v.FieldByName("Due").Index(i).Set(reflect.ValueOf(now.Add(time.Duration(i))))
			}
			if e := v.FieldByName("Expired"); e.IsValid() && expired < e.Len() {
				e.Index(expired).SetBool(true)
			}
		})
		can := reflect.ValueOf(v).FieldByName("Expired").IsValid()
		want := subject.Timing{Listed: make([]bool, len(env.Spec.Timers)), Due: make([]time.Time, len(env.Spec.Timers))}
		for i := range env.Spec.Timers {
			if env.Oracle.Clocks.Ticks(i, r.Now) && !(can && i == expired) {
				want.Listed[i], want.Due[i] = true, now.Add(time.Duration(i)).UTC()
			}
		}
		m, err := r.Host.FromValues(env.Subject, v)
		if err == nil {
			err = cmp.Or(env.Subject.Compare(r.Now, m), env.Subject.TimingIs(want, m))
		}
		if err == nil && !mirror.Same(env.Subject.ValuesOf(m), env.Subject.WithTiming(env.Subject.ValuesFrom(r.Now), want, r.Now)) {
			err = fmt.Errorf("Values() is %+v", env.Subject.ValuesOf(m))
		}
		if err != nil {
			t.Errorf("the machine with the values %+v: %v", v, err)
		}
	}
}

// calledValues makes machines with other numbers of starts, of which the calls that do not belong to the state do not run.
func calledValues(t *testing.T, env *Env, r *run.Run) {
	t.Helper()
	for k, c := range env.Spec.Calls {
		for _, number := range draw.OddNumbers() {
			of := r.Now.WithCall(k, number)
			v := env.Subject.ValuesFrom(of)
			m, err := r.Host.FromValues(env.Subject, v)
			if err == nil {
				err = env.Subject.MadeOf(env.Oracle.Adopted(of), m)
			}
			if err != nil {
				t.Errorf("call %s is %d: the machine with the values %+v: %v", c.Name, number, v, err)
			}
		}
	}
}

// startedValues makes machines with other numbers of starts of timers, of which those of the state have started at least once.
func startedValues(t *testing.T, env *Env, r *run.Run) {
	t.Helper()
	for i, timer := range env.Spec.Timers {
		for _, number := range draw.OddNumbers() {
			of := r.Now.WithStart(i, number)
			v := env.Subject.ValuesFrom(of)
			m, err := r.Host.FromValues(env.Subject, v)
			if err == nil {
				err = env.Subject.MadeOf(env.Oracle.Adopted(of.WithStart(i, max(number, 0))), m)
			}
			if err != nil {
				t.Errorf("start %d of timer %s: the machine with the values %+v: %v", number, timer.Name, v, err)
			}
		}
	}
}

// forgedValues makes a machine of forged values.
func forgedValues(t *testing.T, env *Env, host *host.Host, f draw.Forgery, what string) {
	t.Helper()
	right := env.draws.Right(f.Want)
	if f.Unsure() && (!right || env.Spec.Rank > 1) {
		return // the oracle may overflow
	}
	v := env.Subject.ValuesFrom(f.Want)
	m, err := host.FromValues(env.Subject, v)
	if f.Unsure() && err != nil {
		return
	}
	if right && err == nil {
		err = env.Subject.MadeOf(env.Oracle.Adopted(f.Want), m)
	}
	if (err == nil) != right || !right && m != nil {
		t.Errorf("%s: FromValues(%+v) returned %v, %v", what, v, m, err)
	}
}

// refusedValues makes machines of values that no machine has, beside those of a run.
func refusedValues(t *testing.T, env *Env, r *run.Run) {
	t.Helper()
	refused := func(what string, v any, host *host.Host) {
		t.Helper()
		if m, err := host.FromValues(env.Subject, v); err == nil || m != nil {
			t.Errorf("%s: FromValues(%+v) returned %v, %v", what, v, m, err)
		}
	}
	values := env.Subject.ValuesFrom(r.Now)
	if env.Subject.Machine.Host != nil {
		refused("without a host", values, nil)
	}
	numbers := func(what string, field func(v reflect.Value) reflect.Value, constants int) {
		t.Helper()
		for _, number := range mirror.Beyond(field(reflect.ValueOf(values)).Type(), constants) {
			refused(fmt.Sprintf("%s is number %d", what, number), mirror.Edit(values, func(v reflect.Value) { field(v).SetUint(number) }), r.Host)
		}
	}
	numbers("state", func(v reflect.Value) reflect.Value { return v.FieldByName("State") }, len(env.Spec.States))
	for _, p := range env.Oracle.Layout.Params {
		if p.Kind == oracle.Enumerated {
			numbers(p.Name, func(v reflect.Value) reflect.Value { return v.FieldByName("Params").Field(p.Index) }, len(p.Enum.Values))
		}
	}
	for _, p := range env.Oracle.Layout.Slots {
		field := func(v reflect.Value) reflect.Value {
			return v.FieldByName(env.Oracle.Layout.Config.Field(p.Index).Name)
		}
		if p.Kind == oracle.Enumerated {
			numbers(p.Name, field, len(p.Enum.Values))
		}
		if p.Homes == nil || slices.Contains(p.Homes, r.Now.State) {
			continue
		}
		full := mirror.Edit(values, func(v reflect.Value) { field(v).Set(p.Filled(1)) })
		if !field(reflect.ValueOf(full)).IsZero() {
			refused(p.Name+" is of another state", full, r.Host)
		}
	}
}
