package fsmtest

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
)

// valuesOf returns the values of a machine, as its method Values does.
func (h *harness) valuesOf(m any) any { return read(m, "Values") }

// valuesFrom returns the values of a configuration.
func (h *harness) valuesFrom(m Config) any {
	v := reflect.New(reflect.TypeOf(h.FromValues).In(0)).Elem()
	v.FieldByName("Params").Set(h.paramsOf(m.vars))
	v.FieldByName("State").Set(reflect.ValueOf(h.States[m.state].Value))
	for i := range h.slots {
		p := &h.slots[i]
		v.FieldByName(h.config.Field(p.index).Name).Set(slot(m.vars, p))
	}
	if calls := v.FieldByName("Calls"); len(h.Calls) > 0 {
		reflect.Copy(calls, reflect.ValueOf(m.calls))
	}
	if starts := v.FieldByName("Starts"); len(h.Timers) > 0 {
		reflect.Copy(starts, reflect.ValueOf(m.starts))
	}
	return v.Interface()
}

// fromValues makes a machine of values, which calls no method of the host.
func (h *harness) fromValues(v any, host *host) (any, error) {
	told := 0
	if host != nil {
		told = len(host.told)
	}
	m, err := called(h.FromValues, h.withHost(host, v)...)
	if host != nil && len(host.told) > told {
		return nil, fmt.Errorf("FromValues() called the host: %v", host.told[told:])
	}
	return m, err
}

// rebuild goes on with the machine that FromValues makes of the values of the machine.
func (r *run) rebuild() error {
	v, want := r.valuesOf(r.machine), r.valuesFrom(r.oracle)
	var times timing
	if len(r.Timers) > 0 {
		var err error
		if times, err = r.timingOf(r.machine); err != nil {
			return err
		}
		want = r.withTiming(want, times, r.oracle)
	}
	if !sameValue(v, want) {
		return fmt.Errorf("Values() is %+v, want %+v", v, want)
	}
	m, err := r.fromValues(v, r.host)
	if err != nil {
		return fmt.Errorf("FromValues() refused %+v: %w", v, err)
	}
	if err = r.compare(r.oracle, m); err == nil && len(r.Timers) > 0 {
		err = r.timingIs(times, m)
	}
	if err == nil && !sameValue(r.valuesOf(m), v) {
		err = fmt.Errorf("Values() is %+v", r.valuesOf(m))
	}
	if err != nil {
		return fmt.Errorf("the machine with the values %+v: %w", v, err)
	}
	r.machine = m
	return nil
}

// withTiming returns values with what is known of the timers in a configuration.
func (h *harness) withTiming(values any, times timing, m Config) any {
	return edit(values, func(v reflect.Value) {
		expired := v.FieldByName("Expired") // if timers can outlast their states
		for i := range h.Timers {
			v.FieldByName("Due").Index(i).Set(reflect.ValueOf(times.due[i]))
			if expired.IsValid() {
				expired.Index(i).SetBool(h.ticks(i, m) && !times.listed[i])
			}
		}
	})
}

// madeOf says how a machine differs from a configuration, and its values from those of
// that configuration.
func (h *harness) madeOf(want Config, m any) error {
	if err := h.compare(want, m); err != nil {
		return err
	}
	if v, values := h.valuesOf(m), h.valuesFrom(want); !sameValue(v, values) {
		return fmt.Errorf("Values() is %+v, want %+v", v, values)
	}
	return nil
}

// replace goes on with an equal machine: one that is restored from a snapshot, or one that is made of
// values, in turn if there are both.
func (r *run) replace() error {
	r.replaced++
	if r.Restore != nil && (r.FromValues == nil || r.replaced%2 == 1) {
		return r.restore()
	}
	return r.rebuild()
}

// testColumns writes constants to columns and reads them, makes machines of right and of wrong values, and
// goes on with the right ones.
func (h *checks) testColumns(t *testing.T) {
	for _, c := range h.constants() {
		c.testColumn(t)
	}
	seen := map[int]int{}
	together := h.togetherOf()
	h.forgeValues(t, h.begin(h.small(t)[0]), seen, together)
	if len(h.Events) == 0 {
		return
	}
	for _, c := range some(h.cover(t)) {
		r := h.begin(c.params)
		if r.fault != nil {
			continue // other tests say what is wrong
		}
		r.renew = (*run).rebuild
		r.fault = caught(r.rebuild)
		for _, e := range c.events {
			r.take(e)
		}
		if r.fault != nil {
			t.Fatalf("%v\nafter %s\nwith %s", r.fault, h.inputsText(c.events), h.paramsText(c.params))
		}
		h.forgeValues(t, r, seen, together)
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
	for _, number := range beyond(reflect.TypeOf(c.values[0]), len(c.values)) {
		if column, err := numbered(c.values[0], number).(driver.Valuer).Value(); err == nil || column != nil {
			t.Errorf("the column of %T number %d, which does not exist, is %v (%v)", c.values[0], number, column, err)
		}
	}
}

// forgeValues makes machines of values beside those of a run: FromValues must refuse exactly those that the
// oracle says are wrong.
func (h *checks) forgeValues(t *testing.T, r *run, seen map[int]int, together map[string]map[string]bool) {
	t.Helper()
	if r.fault != nil || seen[r.oracle.state] == Effort(6) {
		return
	}
	all := h.forgeries(r.oracle)
	if seen[r.oracle.state]++; seen[r.oracle.state] > 1 {
		together = nil // the claims about each name are looked at, and no more
	} else {
		h.refusedValues(t, r)
		h.timedValues(t, r)
		h.calledValues(t, r)
		h.startedValues(t, r)
		all = append(all, h.otherStates(r.oracle)...)
	}
	for _, f := range all {
		if f.never {
			continue
		}
		h.forgedValues(t, r.host, f, f.String())
		others := together[f.path()]
		if others == nil || f.far {
			continue
		}
		var more []forgery
		if !computes(func() { more = h.forgeries(f.want) }) {
			continue
		}
		for _, g := range more {
			if others[g.path()] && !g.never && !g.far {
				h.forgedValues(t, r.host, g, f.String()+", "+g.String())
			}
		}
	}
}

// timedValues makes machines with other due times: those of timers that the state does not have are dropped, and
// all are in UTC.
func (h *checks) timedValues(t *testing.T, r *run) {
	t.Helper()
	if len(h.Timers) == 0 {
		return
	}
	now := time.Now().In(time.FixedZone("east", 3600))
	for expired := range len(h.Timers) + 1 { // the last time, none
		v := edit(h.valuesFrom(r.oracle), func(v reflect.Value) {
			for i := range h.Timers {
				v.FieldByName("Due").Index(i).Set(reflect.ValueOf(now.Add(time.Duration(i))))
			}
			if e := v.FieldByName("Expired"); e.IsValid() && expired < e.Len() {
				e.Index(expired).SetBool(true)
			}
		})
		can := reflect.ValueOf(v).FieldByName("Expired").IsValid()
		want := timing{make([]bool, len(h.Timers)), make([]time.Time, len(h.Timers))}
		for i := range h.Timers {
			if h.ticks(i, r.oracle) && !(can && i == expired) {
				want.listed[i], want.due[i] = true, now.Add(time.Duration(i)).UTC()
			}
		}
		m, err := h.fromValues(v, r.host)
		if err == nil {
			err = cmp.Or(h.compare(r.oracle, m), h.timingIs(want, m))
		}
		if err == nil && !sameValue(h.valuesOf(m), h.withTiming(h.valuesFrom(r.oracle), want, r.oracle)) {
			err = fmt.Errorf("Values() is %+v", h.valuesOf(m))
		}
		if err != nil {
			t.Errorf("the machine with the values %+v: %v", v, err)
		}
	}
}

// calledValues makes machines with other numbers of starts, of which the calls that do not belong to the state do not run.
func (h *checks) calledValues(t *testing.T, r *run) {
	t.Helper()
	for k, c := range h.Calls {
		for _, number := range oddNumbers() {
			of := r.oracle.withCall(k, number)
			v := h.valuesFrom(of)
			m, err := h.fromValues(v, r.host)
			if err == nil {
				err = h.madeOf(h.adopted(of), m)
			}
			if err != nil {
				t.Errorf("call %s is %d: the machine with the values %+v: %v", c.Name, number, v, err)
			}
		}
	}
}

// startedValues makes machines with other numbers of starts of timers, of which those of the state have started at least once.
func (h *checks) startedValues(t *testing.T, r *run) {
	t.Helper()
	for i, timer := range h.Timers {
		for _, number := range oddNumbers() {
			of := r.oracle.withStart(i, number)
			v := h.valuesFrom(of)
			m, err := h.fromValues(v, r.host)
			if err == nil {
				err = h.madeOf(h.adopted(of.withStart(i, max(number, 0))), m)
			}
			if err != nil {
				t.Errorf("start %d of timer %s: the machine with the values %+v: %v", number, timer.Name, v, err)
			}
		}
	}
}

// forgedValues makes a machine of forged values.
func (h *checks) forgedValues(t *testing.T, host *host, f forgery, what string) {
	t.Helper()
	right := h.right(f.want)
	if f.unsure() && (!right || h.Rank > 1) {
		return // the oracle may overflow
	}
	v := h.valuesFrom(f.want)
	m, err := h.fromValues(v, host)
	if f.unsure() && err != nil {
		return
	}
	if right && err == nil {
		err = h.madeOf(h.adopted(f.want), m)
	}
	if (err == nil) != right || !right && m != nil {
		t.Errorf("%s: FromValues(%+v) returned %v, %v", what, v, m, err)
	}
}

// otherStates returns the configuration in each other state, without the data that the state does not have
// and with zeros for those that it has in addition.
func (o *draws) otherStates(m Config) (all []forgery) {
	for s := range o.States {
		next := Config{state: s, calls: m.calls, starts: m.starts, vars: edit(m.vars, func(v reflect.Value) {
			for _, p := range o.slots {
				if p.homes != nil && !slices.Contains(p.homes, s) {
					v.Field(p.index).SetZero()
				}
			}
		})}
		all = append(all, forgery{name: "state", value: o.States[s].Name, want: next})
	}
	return all
}

// refusedValues makes machines of values that no machine has, beside those of a run.
func (h *checks) refusedValues(t *testing.T, r *run) {
	t.Helper()
	refused := func(what string, v any, host *host) {
		t.Helper()
		if m, err := h.fromValues(v, host); err == nil || m != nil {
			t.Errorf("%s: FromValues(%+v) returned %v, %v", what, v, m, err)
		}
	}
	values := h.valuesFrom(r.oracle)
	if h.Machine.Host != nil {
		refused("without a host", values, nil)
	}
	numbers := func(what string, field func(v reflect.Value) reflect.Value, constants int) {
		t.Helper()
		for _, number := range beyond(field(reflect.ValueOf(values)).Type(), constants) {
			refused(fmt.Sprintf("%s is number %d", what, number), edit(values, func(v reflect.Value) { field(v).SetUint(number) }), r.host)
		}
	}
	numbers("state", func(v reflect.Value) reflect.Value { return v.FieldByName("State") }, len(h.States))
	for _, p := range h.params {
		if p.kind == enumerated {
			numbers(p.name, func(v reflect.Value) reflect.Value { return v.FieldByName("Params").Field(p.index) }, len(p.enum.values))
		}
	}
	for _, p := range h.slots {
		field := func(v reflect.Value) reflect.Value { return v.FieldByName(h.config.Field(p.index).Name) }
		if p.kind == enumerated {
			numbers(p.name, field, len(p.enum.values))
		}
		if p.homes == nil || slices.Contains(p.homes, r.oracle.state) {
			continue
		}
		full := edit(values, func(v reflect.Value) { field(v).Set(p.filled(1)) })
		if !field(reflect.ValueOf(full)).IsZero() {
			refused(p.name+" is of another state", full, r.host)
		}
	}
}
