package fsmtest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// noon is the time of the steps in tests.
var noon = time.Date(2026, time.November, 22, 12, 0, 0, 0, time.UTC)

// kind returns the machine's Kind, whose questions a host answers.
func (h *harness) kind(answers *host) any {
	if answers == nil {
		return h.Kind(nil)
	}
	return h.Kind(&Host{answers})
}

// ofKind has a Kind send the event, raise it by a timer, and tell about the machine.
func (s *sending) ofKind(v *inputs) error {
	event := s.Events[s.event.event].Name
	if got := results(s.kind(nil), "EventName", s.in)[0].String(); got != event {
		return fmt.Errorf("EventName returns %q", got)
	}
	err := s.step(v, -1, func(kind, c any) []reflect.Value { return s.contexts.results(kind, "Apply", c, s.in, noon) })
	if err != nil {
		return fmt.Errorf("Kind.Apply: %w", err)
	}
	if err := s.fired(v); err != nil {
		return err
	}
	for i, timer := range s.Timers {
		if s.alive(i, s.c.rest) && !s.restarted(i) {
			continue
		}
		c, h := s.copied()
		out := s.contexts.results(s.kind(h), "Fire", c, timer.Name, noon)
		err := errorOf(out[2:])
		if s.c.early > 0 { // which stop the timer
			if err = cmp.Or(err, s.compare(s.c.rest, c), v.outputs(out[0], s.tells(s.settling(s.c.from), Input{}).outputs)); err != nil {
				return fmt.Errorf("Kind.Fire(%q): %w", timer.Name, err)
			}
			continue
		}
		if errorLike(err, s.Errors.StaleTimer) == nil {
			return fmt.Errorf("Kind.Fire(%q): error is %v, want %T", timer.Name, err, s.Errors.StaleTimer)
		}
	}
	return nil
}

// restarted reports whether steps before the event have started a timer again.
func (s *sending) restarted(timer int) bool { return s.c.from.start(timer) != s.c.rest.start(timer) }

// fired has a Kind raise the event by each timer that runs.
func (s *sending) fired(v *inputs) error {
	if len(s.inputs[s.event.event]) > 0 {
		return nil
	}
	for _, i := range s.raising(s.c.rest, s.event.event) {
		if s.restarted(i) {
			continue
		}
		name, event := s.Timers[i].Name, s.Events[s.event.event].Name
		if got := results(s.kind(nil), "TimerEvent", name); got[0].String() != event || !got[1].Bool() {
			return fmt.Errorf("TimerEvent(%q) returns %v, %v", name, got[0], got[1])
		}
		if err := s.step(v, i, func(kind, c any) []reflect.Value { return s.contexts.results(kind, "Fire", c, name, noon) }); err != nil {
			return fmt.Errorf("Kind.Fire(%q): %w", name, err)
		}
	}
	return nil
}

// step checks one step that a Kind makes, which a timer has raised; -1: none has.
func (s *sending) step(v *inputs, fired int, send func(kind, c any) []reflect.Value) error {
	c, answers := s.copied()
	if s.host != nil {
		answers.tries = s.c.early > 0  // it is asked for delays before guards
		s.setHost(c, s.newHost().face) // which is asked and told nothing
	}
	before := s.clone(c)
	out := send(s.kind(answers), c)
	if err := s.answered(errorOf(out[2:]), s.c.rest, s.event.event, s.row); err != nil {
		return err
	}
	if s.c.early > 0 && s.fails(s.row) { // the steps before the event are undone
		undone := *s
		undone.next, undone.c.steps, s = s.c.from, nil, &undone
		if made := uint64(undone.c.early); s.access.steps >= 0 && *s.stepsOf(c) != *s.stepsOf(before)+made {
			return fmt.Errorf("%d steps were undone, and are counted as %d", made, *s.stepsOf(c)-*s.stepsOf(before))
		}
	}
	if err := s.compare(s.next, c); err != nil {
		return err
	}
	if answers != nil {
		answers.want = s.asked()
		if err := answers.end(nil); err != nil {
			return err
		}
		if err := s.timed(answers, noon, fired, before, c); err != nil {
			return err
		}
		host := s.hostOf(c)
		if host != s.hostOf(before) {
			return fmt.Errorf("the machine has another host, %v", host)
		}
	}
	if s.fails(s.row) && s.c.early == 0 && !s.sameMachine(c, before) {
		return fmt.Errorf("a refused event changed the machine from %+v to %+v", before, c)
	}
	if ignored := s.row >= 0 && s.rows[s.row].effect == Ignore && s.c.early == 0; out[1].Bool() != ignored {
		return fmt.Errorf("the event is ignored: %t", out[1].Bool())
	}
	emitted := s.emitted()
	if s.fails(s.row) {
		emitted = nil
	}
	if err := v.outputs(out[0], emitted); err != nil {
		return err
	}
	if err := v.says(s.next, c); err != nil {
		return err
	}
	if err := v.refreshed(s.next, c); err != nil {
		return fmt.Errorf("Kind.Refresh: %w", err)
	}
	return nil
}

// says checks what a Kind says about a machine.
func (v *inputs) says(m Config, c any) error {
	out := results(v.kind(nil), "State", c)
	want := v.States[m.state]
	if text, _ := want.stored(); out[0].String() != text || out[1].String() != want.Outcome {
		return fmt.Errorf("Kind.State returns %q, %q", out[0], out[1])
	}
	return cmp.Or(v.duesAre(c), v.saysOfCalls(m, c))
}

// duesAre compares what a Kind and a machine say of timers.
func (v *inputs) duesAre(c any) error {
	want := map[string]time.Time{}
	if len(v.Timers) > 0 {
		timing, err := v.timingOf(c)
		if err != nil {
			return err
		}
		for i, at := range timing.due {
			if !at.IsZero() {
				want[v.Timers[i].Name] = at
			}
		}
	}
	if got := results(v.kind(nil), "Due", c)[0].Interface(); !reflect.DeepEqual(got, want) {
		return fmt.Errorf("Kind.Due returns %v, want %v", got, want)
	}
	return nil
}

// maxFresh bounds how often refreshed is tried in a state. Delays depend on variables, which must differ.
const maxFresh = 16

// refreshed has a Kind start the timers of a machine whose snapshot does not say when they are due.
func (v *inputs) refreshed(m Config, c any) error {
	if v.fresh[m.state] >= maxFresh {
		return nil
	}
	snapshot, err := v.save(c)
	if err != nil {
		return nil // other tests say whether that is right
	}
	v.fresh[m.state]++
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(snapshot, &fields); err != nil {
		return err
	}
	delete(fields, "timers")
	if snapshot, err = json.Marshal(fields); err != nil {
		return err
	}
	answers := v.quiet()
	kind := v.kind(answers)
	out := results(kind, "Restore", snapshot)
	if err := errorOf(out[1:]); err != nil {
		return err
	}
	restored := out[0].Interface()
	if m, err = v.restoredFrom(m, restored); err != nil {
		return err
	}
	var starts telling
	starts.start(v.oracle, m, v.running(m), 0)
	if answers != nil {
		answers.want = starts.delays
	}
	if len(v.Timers) == 0 {
		return cmp.Or(errorOf(results(kind, "Refresh", restored, noon)), v.compare(m, restored))
	}
	h := v.newHost()
	h.clock = noon
	for _, call := range starts.calls {
		h.notes(call)
	}
	for _, now := range []time.Time{noon, noon.Add(time.Hour)} { // The second time, all timers run.
		host := v.hostOf(restored)
		if err := errorOf(results(kind, "Refresh", restored, now)); err != nil {
			return err
		}
		if answers != nil {
			if err := answers.end(nil); err != nil {
				return err
			}
			if v.hostOf(restored) != host {
				return errors.New("the machine has another host")
			}
		}
		if err := cmp.Or(v.compare(m, restored), v.timingIs(h.begun(m), restored)); err != nil {
			return err
		}
	}
	return nil
}

// kinds has a Kind make and restore machines, and gives it what it does not know.
func (v *inputs) kinds() {
	t, small := v.t, v.small(v.t)[0]
	if err := caught(func() error { return v.made(small) }); err != nil {
		t.Errorf("Kind.Create(%s): %v", v.paramsText(small), err)
	}
	for i := range v.params {
		if v.Params[i].Range == nil {
			continue
		}
		if least, _ := v.limits(i, small); least > NoMin {
			if out := results(v.kind(nil), "Create", v.paramsOf(v.with(small, i, least-1)).Interface(), noon); errorOf(out[2:]) == nil || !out[0].IsNil() {
				t.Errorf("Kind.Create makes a machine with %s below its range", v.params[i].name)
			}
		}
	}
	kind := v.kind(nil)
	if got := results(kind, "Machine")[0].String(); got != v.Name {
		t.Errorf("Kind.Machine returns %q", got)
	}
	if got := results(kind, "EventName", nil)[0].String(); got != "" {
		t.Errorf("the name of the event nil is %q", got)
	}
	m, err := v.newMachine(small, v.quiet())
	if err != nil {
		return // other tests say what is wrong
	}
	typ := reflect.TypeOf(v.ReadInput).In(0)
	for _, none := range beyond(typ, len(v.Events)) {
		if in, err := called(v.ReadInput, reflect.ValueOf(none).Convert(typ).Interface(), []byte("{}")); err == nil || in != nil {
			t.Errorf("ReadInput of event %d, which there is not, returns %v, %v", none, in, err)
		}
	}
	for _, event := range v.Events {
		if !event.Internal {
			continue
		}
		if in, err := called(v.ReadInput, event.Value, []byte("{}")); err == nil || in != nil {
			t.Errorf("ReadInput of %s, which only timers raise, returns %v, %v", event.Name, in, err)
		}
		for _, name := range append([]string{event.Name}, event.Was...) {
			if out := results(kind, "ReadInput", name, []byte("{}")); errorOf(out[1:]) == nil || !out[0].IsNil() {
				t.Errorf("Kind.ReadInput(%q), an event that only timers raise, returns %v, %v", name, out[0], out[1])
			}
		}
	}
	for i, timer := range v.Timers {
		event := v.Events[v.timers[i].event].Name
		if got := results(kind, "TimerEvent", timer.Name); got[0].String() != event || !got[1].Bool() {
			t.Errorf("TimerEvent(%q) returns %v, %v", timer.Name, got[0], got[1])
		}
	}
	const none = "no name"
	if out := results(kind, "ReadOutput", none, []byte("{}")); errorOf(out[1:]) == nil || !out[0].IsNil() {
		t.Errorf("Kind.ReadOutput(%q) returns %v, %v", none, out[0], out[1])
	}
	if out := v.contexts.results(kind, "Fire", m, none, noon); errorOf(out[2:]) == nil || errorLike(errorOf(out[2:]), v.Errors.StaleTimer) != nil || out[0].Len() > 0 || out[1].Bool() {
		t.Errorf("Kind.Fire(%q) returns %v, %v, %v", none, out[0], out[1], out[2])
	}
	if out := results(kind, "TimerEvent", none); out[0].String() != "" || out[1].Bool() {
		t.Errorf("Kind.TimerEvent(%q) returns %v, %v", none, out[0], out[1])
	}
	v.unanswered(small, m)
}

// quiet returns a host that expects nothing; nil: the machine has no host.
func (h *harness) quiet() *host {
	if h.Machine.Host == nil {
		return nil
	}
	return h.newHost()
}

// made checks Create and Restore.
func (v *inputs) made(c any) error {
	want, answers := v.start(c), v.quiet()
	kind := v.kind(answers)
	out := results(kind, "Create", v.paramsOf(c).Interface(), noon)
	if err := errorOf(out[2:]); err != nil {
		return err
	}
	m := out[0].Interface()
	if answers != nil {
		if err := v.recorded(reflect.ValueOf(v.hostOf(m))); err != nil {
			return err
		}
	}
	begins := v.opens(v.opening(c))
	if answers != nil {
		answers.want = begins.delays
		if err := answers.end(nil); err != nil {
			return err
		}
	}
	if err := cmp.Or(v.compare(want, m), v.outputs(out[1], begins.outputs), v.says(want, m)); err != nil {
		return err
	}
	if len(v.Timers) > 0 {
		h := v.newHost()
		h.clock = noon
		for _, call := range begins.calls {
			h.notes(call)
		}
		if err := v.timingIs(h.begun(want), m); err != nil {
			return err
		}
	}
	snapshot, err := v.save(m)
	if err != nil {
		return v.unsaved(want, err)
	}
	out = results(kind, "Restore", snapshot)
	if err := errorOf(out[1:]); err != nil {
		return err
	}
	if want, err = v.restoredFrom(want, out[0].Interface()); err != nil {
		return err
	}
	if errorOf(results(kind, "Restore", []byte("{}"))[1:]) == nil {
		return errors.New("a snapshot without fields is restored")
	}
	if err := v.compare(want, out[0].Interface()); err != nil {
		return err
	}
	if err := v.refreshed(want, m); err != nil {
		return fmt.Errorf("Kind.Refresh: %w", err)
	}
	return nil
}

// unanswered uses a Kind without answers, if the machine asks questions.
func (v *inputs) unanswered(params, m any) {
	none := reflect.Zero(reflect.TypeOf(v.kind(nil))).Interface()
	if reflect.TypeOf(none).NumField() == 0 {
		return
	}
	before := v.clone(m)
	if out := results(none, "Create", v.paramsOf(params).Interface(), noon); errorOf(out[2:]) == nil || !out[0].IsNil() {
		v.t.Error("a Kind without answers creates a machine")
	}
	if len(v.Timers) > 0 && errorOf(results(none, "Refresh", m, noon)) == nil {
		v.t.Error("a Kind without answers starts timers")
	}
	out := v.contexts.results(none, "Apply", m, nil, noon)
	if err := errorOf(out[2:]); err == nil || !strings.Contains(err.Error(), "Questions") || out[1].Bool() || !v.sameMachine(m, before) {
		v.t.Errorf("a Kind without answers returns %v, %v for an event", out[1], err)
	}
}
