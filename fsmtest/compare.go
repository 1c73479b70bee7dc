package fsmtest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
)

// compare says how a machine differs from a configuration.
func (h *harness) compare(m Config, got any) error {
	if state := h.State(got); state != m.state {
		return fmt.Errorf("state is %s, want %s", h.stateText(state), h.stateText(m.state))
	}
	if outcome := h.Outcome(got); outcome != h.outcome[m.state] {
		return fmt.Errorf("outcome is number %d, want %d", outcome, h.outcome[m.state])
	}
	read := h.Read(got)
	if !h.sameVars(read, m.vars) {
		return h.difference(read, m.vars)
	}
	if h.Has != nil {
		if err := h.compareData(m, got); err != nil {
			return err
		}
	}
	if h.Configuration != nil {
		if got, want := h.Configuration(got), h.active(m); !slices.Equal(got, want) {
			return fmt.Errorf("Configuration() is %q, want %q", got, want)
		}
	}
	if h.Within != nil {
		if err := h.compareWithin(m, got); err != nil {
			return err
		}
	}
	if h.Rank > 0 {
		if got, want := h.Progress(got), h.progress(m); !slices.Equal(got, want) {
			return fmt.Errorf("progress is %s, want %s", progressText(got), progressText(want))
		}
	}
	if h.Bound != nil {
		if got, want := h.MaxTransitions(got), h.Bound(m.vars); got != want {
			return fmt.Errorf("MaxTransitions() is %v, want %v", got, want)
		}
	}
	if len(h.Timers) > 0 {
		if err := h.compareTimers(m, got); err != nil {
			return err
		}
	}
	if len(h.Calls) > 0 {
		if err := h.compareCalls(m, got); err != nil {
			return err
		}
	}
	for event := range h.Events {
		if can := h.can(m, event); h.Can(got, event) != can {
			return fmt.Errorf("method Can(%s) is %t", h.Events[event].Name, !can)
		}
	}
	for _, none := range h.noEvents {
		if h.Can(got, int(none)) {
			return fmt.Errorf("Can(event number %d) is true, but there is no such event", none)
		}
	}
	return nil
}

// progressText writes a value of a progress function.
func progressText(value []int) string {
	if len(value) == 1 {
		return fmt.Sprint(value[0])
	}
	return fmt.Sprint(value)
}

// stateText names a state by its number.
func (o *oracle) stateText(state int) string {
	if state < 0 || state >= len(o.States) {
		return fmt.Sprintf("number %d", state)
	}
	return fmt.Sprintf("%q", o.States[state].Name)
}

// difference says how two configurations differ. Values that mean nothing to a
// reader are left out.
func (o *oracle) difference(got, want any) error {
	differ := func(places []place, got, want reflect.Value) error {
		for _, p := range places {
			if v, w := got.Field(p.index), want.Field(p.index); !same(v, w) {
				if !p.equatable() {
					return errors.New(p.name + " differs from the spec")
				}
				return fmt.Errorf("%s is %s, want %s", p.name, p.write(v), p.write(w))
			}
		}
		return nil
	}
	if differ(o.params, o.paramsOf(got), o.paramsOf(want)) != nil {
		return fmt.Errorf("Params() is %s, want %s", o.paramsText(got), o.paramsText(want))
	}
	if err := differ(o.slots, reflect.ValueOf(got), reflect.ValueOf(want)); err != nil {
		return err
	}
	return errors.New("the values differ from the spec")
}

// compareData says how the data that a machine has differ from those of its state.
func (h *harness) compareData(m Config, got any) error {
	has := h.Has(got)
	for i := range h.slots {
		p := &h.slots[i]
		if p.homes == nil {
			continue
		}
		if is := slices.Contains(p.homes, m.state); has[0] != is {
			return fmt.Errorf("the machine has %s: %t", p.name, has[0])
		}
		has = has[1:]
		// A method could hide what the machine should have let go.
		if held := h.fieldNamed(got, p.field); !same(held, reflect.ValueOf(m.vars).Field(p.index)) {
			return fmt.Errorf("field %s differs from the spec", p.field)
		}
	}
	return nil
}

// compareTimers says how the timers that run differ from those that should, of which some may have
// expired: only the machine knows those.
func (h *harness) compareTimers(m Config, got any) error {
	list := reflect.ValueOf(got).MethodByName("Timers").Call(nil)[0]
	want := h.running(m)
	var names []string
	next := 0
	for _, t := range want {
		names = append(names, h.Timers[t].Name)
		if next < list.Len() && list.Index(next).Interface() == h.Timers[t].Value {
			next++
		}
	}
	if next < list.Len() {
		return fmt.Errorf("the timers are %v, want %v", list.Interface(), names)
	}
	return h.compareStarts(m, reflect.ValueOf(got), list)
}
