package check

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/mirror"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
)

// noon is the time of the steps in tests.
var noon = time.Date(2026, time.November, 22, 12, 0, 0, 0, time.UTC)

// kindFor returns the machine's Kind, whose questions a host answers.
func kindFor(b *run.Bench, answers *host.Host) any {
	if answers == nil {
		return b.Subject.Machine.Kind(nil)
	}
	return b.Subject.Machine.Kind(answers)
}

// ofKind has a Kind send the event, raise it by a timer, and tell about the machine.
func ofKind(s *run.Sending, v *inputs) error {
	event := s.Run.Spec.Events[s.Event.Event].Name
	if got := mirror.Results(kindFor(s.Run.Bench, nil), "EventName", s.In)[0].String(); got != event {
		return fmt.Errorf("EventName returns %q", got)
	}
	err := sendStep(s, v, -1, func(kind, c any) []reflect.Value { return s.Run.Subject.Contexts.Results(kind, "Apply", c, s.In, noon) })
	if err != nil {
		return fmt.Errorf("Kind.Apply: %w", err)
	}
	if err := fired(s, v); err != nil {
		return err
	}
	for i, timer := range s.Run.Spec.Timers {
		if s.Run.Oracle.Clocks.Alive(i, s.C.Rest) && !restarted(s, i) {
			continue
		}
		c, h := s.Copied()
		out := s.Run.Subject.Contexts.Results(kindFor(s.Run.Bench, h), "Fire", c, timer.Name, noon)
		err := mirror.Error(out[2:])
		if s.C.Early > 0 { // which stop the timer
			if err = cmp.Or(err, s.Run.Subject.Compare(s.C.Rest, c), v.outputs(out[0], s.Run.Oracle.Teller.Course(s.Run.Oracle.Settling(s.C.From), oracle.Input{}).Outputs)); err != nil {
				return fmt.Errorf("Kind.Fire(%q): %w", timer.Name, err)
			}
			continue
		}
		if mirror.ErrorLike(err, s.Run.Subject.Machine.Errors.StaleTimer) == nil {
			return fmt.Errorf("Kind.Fire(%q): error is %v, want %T", timer.Name, err, s.Run.Subject.Machine.Errors.StaleTimer)
		}
	}
	return nil
}

// restarted reports whether steps before the event have started a timer again.
func restarted(s *run.Sending, timer int) bool { return s.C.From.Start(timer) != s.C.Rest.Start(timer) }

// fired has a Kind raise the event by each timer that runs.
func fired(s *run.Sending, v *inputs) error {
	if len(s.Run.Oracle.Layout.Carried[s.Event.Event]) > 0 {
		return nil
	}
	for _, i := range s.Run.Oracle.Clocks.Raising(s.C.Rest, s.Event.Event) {
		if restarted(s, i) {
			continue
		}
		name, event := s.Run.Spec.Timers[i].Name, s.Run.Spec.Events[s.Event.Event].Name
		if got := mirror.Results(kindFor(s.Run.Bench, nil), "TimerEvent", name); got[0].String() != event || !got[1].Bool() {
			return fmt.Errorf("TimerEvent(%q) returns %v, %v", name, got[0], got[1])
		}
		if err := sendStep(s, v, i, func(kind, c any) []reflect.Value { return s.Run.Subject.Contexts.Results(kind, "Fire", c, name, noon) }); err != nil {
			return fmt.Errorf("Kind.Fire(%q): %w", name, err)
		}
	}
	return nil
}

// sendStep checks one step that a Kind makes, which a timer has raised; -1: none has.
func sendStep(s *run.Sending, v *inputs, fired int, send func(kind, c any) []reflect.Value) error {
	c, answers := s.Copied()
	if s.Run.Host != nil {
		answers.Tries = s.C.Early > 0                               // it is asked for delays before guards
		s.Run.Subject.Access.SetHost(c, s.Run.Bench.NewHost().Face) // which is asked and told nothing
	}
	before := s.Run.Subject.Clone(c)
	out := send(kindFor(s.Run.Bench, answers), c)
	if err := s.Run.Answered(mirror.Error(out[2:]), s.C.Rest, s.Event, s.Row); err != nil {
		return err
	}
	if s.C.Early > 0 && s.Run.Oracle.Fails(s.Row) { // the steps before the event are undone
		undone := *s
		undone.Next, undone.C.Steps, s = s.C.From, nil, &undone
		if made := uint64(undone.C.Early); s.Run.Subject.Access.Counts() && s.Run.Subject.Access.StepsOf(c) != s.Run.Subject.Access.StepsOf(before)+made {
			return fmt.Errorf("%d steps were undone, and are counted as %d", made, s.Run.Subject.Access.StepsOf(c)-s.Run.Subject.Access.StepsOf(before))
		}
	}
	if err := s.Run.Subject.Compare(s.Next, c); err != nil {
		return err
	}
	if answers != nil {
		answers.Want = s.Asked()
		if err := answers.End(nil); err != nil {
			return err
		}
		if err := timed(s, answers, noon, fired, before, c); err != nil {
			return err
		}
		host := s.Run.Subject.Access.HostOf(c)
		if host != s.Run.Subject.Access.HostOf(before) {
			return fmt.Errorf("the machine has another host, %v", host)
		}
	}
	if s.Run.Oracle.Fails(s.Row) && s.C.Early == 0 && !s.Run.Subject.SameMachine(c, before) {
		return fmt.Errorf("a refused event changed the machine from %+v to %+v", before, c)
	}
	if ignored := s.Row >= 0 && s.Run.Oracle.Moves[s.Row].Effect == oracle.Ignore && s.C.Early == 0; out[1].Bool() != ignored {
		return fmt.Errorf("the event is ignored: %t", out[1].Bool())
	}
	emitted := emitted(s)
	if s.Run.Oracle.Fails(s.Row) {
		emitted = nil
	}
	if err := v.outputs(out[0], emitted); err != nil {
		return err
	}
	if err := v.says(s.Next, c); err != nil {
		return err
	}
	if err := v.refreshed(s.Next, c); err != nil {
		return fmt.Errorf("Kind.Refresh: %w", err)
	}
	return nil
}

// says checks what a Kind says about a machine.
func (v *inputs) says(m oracle.Config, c any) error {
	out := mirror.Results(kindFor(v.env.bench, nil), "State", c)
	want := v.env.Spec.States[m.State]
	if text, _ := want.Stored(); out[0].String() != text || out[1].String() != want.Outcome {
		return fmt.Errorf("Kind.State returns %q, %q", out[0], out[1])
	}
	return cmp.Or(v.duesAre(c), v.saysOfCalls(m, c))
}

// duesAre compares what a Kind and a machine say of timers.
func (v *inputs) duesAre(c any) error {
	want := map[string]time.Time{}
	if len(v.env.Spec.Timers) > 0 {
		timing, err := v.env.Subject.TimingOf(c)
		if err != nil {
			return err
		}
		for i, at := range timing.Due {
			if !at.IsZero() {
				want[v.env.Spec.Timers[i].Name] = at
			}
		}
	}
	if got := mirror.Results(kindFor(v.env.bench, nil), "Due", c)[0].Interface(); !reflect.DeepEqual(got, want) {
		return fmt.Errorf("Kind.Due returns %v, want %v", got, want)
	}
	return nil
}

// maxFresh bounds how often refreshed is tried in a state. Delays depend on variables, which must differ.
const maxFresh = 16

// refreshed has a Kind start the timers of a machine whose snapshot does not say when they are due.
func (v *inputs) refreshed(m oracle.Config, c any) error {
	if v.fresh[m.State] >= maxFresh {
		return nil
	}
	snapshot, err := v.env.Subject.Save(c)
	if err != nil {
		return nil // other tests say whether that is right
	}
	v.fresh[m.State]++
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(snapshot, &fields); err != nil {
		return err
	}
	delete(fields, "timers")
	if snapshot, err = json.Marshal(fields); err != nil {
		return err
	}
	answers := v.env.bench.Quiet()
	kind := kindFor(v.env.bench, answers)
	out := mirror.Results(kind, "Restore", snapshot)
	if err := mirror.Error(out[1:]); err != nil {
		return err
	}
	restored := out[0].Interface()
	if m, err = v.env.Subject.RestoredFrom(m, restored); err != nil {
		return err
	}
	var starts oracle.Telling
	starts.Start(v.env.Oracle, m, v.env.Oracle.Clocks.Running(m), 0)
	if answers != nil {
		answers.Want = starts.Delays
	}
	if len(v.env.Spec.Timers) == 0 {
		return cmp.Or(mirror.Error(mirror.Results(kind, "Refresh", restored, noon)), v.env.Subject.Compare(m, restored))
	}
	h := v.env.bench.NewHost()
	h.Clock = noon
	for _, call := range starts.Calls {
		h.Notes(call)
	}
	for _, now := range []time.Time{noon, noon.Add(time.Hour)} { // The second time, all timers run.
		host := v.env.Subject.Access.HostOf(restored)
		if err := mirror.Error(mirror.Results(kind, "Refresh", restored, now)); err != nil {
			return err
		}
		if answers != nil {
			if err := answers.End(nil); err != nil {
				return err
			}
			if v.env.Subject.Access.HostOf(restored) != host {
				return errors.New("the machine has another host")
			}
		}
		if err := cmp.Or(v.env.Subject.Compare(m, restored), v.env.Subject.TimingIs(h.Begun(m), restored)); err != nil {
			return err
		}
	}
	return nil
}

// kinds has a Kind make and restore machines, and gives it what it does not know.
func (v *inputs) kinds() {
	t, small := v.t, v.env.small(v.t)[0]
	if err := oracle.Caught(func() error { return v.made(small) }); err != nil {
		t.Errorf("Kind.Create(%s): %v", v.env.Oracle.Texts.Params(small), err)
	}
	for i := range v.env.Oracle.Layout.Params {
		if v.env.Spec.Params[i].Range == nil {
			continue
		}
		if least, _ := v.env.draws.Limits(i, small); least > oracle.NoMin {
			if out := mirror.Results(kindFor(v.env.bench, nil), "Create", v.env.Oracle.Layout.ParamsOf(v.env.draws.With(small, i, least-1)).Interface(), noon); mirror.Error(out[2:]) == nil || !out[0].IsNil() {
				t.Errorf("Kind.Create makes a machine with %s below its range", v.env.Oracle.Layout.Params[i].Name)
			}
		}
	}
	kind := kindFor(v.env.bench, nil)
	if got := mirror.Results(kind, "Machine")[0].String(); got != v.env.Spec.Name {
		t.Errorf("Kind.Machine returns %q", got)
	}
	if got := mirror.Results(kind, "EventName", nil)[0].String(); got != "" {
		t.Errorf("the name of the event nil is %q", got)
	}
	m, err := v.env.Subject.NewMachine(small, v.env.bench.Quiet().AsFace())
	if err != nil {
		return // other tests say what is wrong
	}
	typ := reflect.TypeOf(v.env.Subject.Machine.ReadInput).In(0)
	for _, none := range mirror.Beyond(typ, len(v.env.Spec.Events)) {
		if in, err := mirror.Call(v.env.Subject.Machine.ReadInput, reflect.ValueOf(none).Convert(typ).Interface(), []byte("{}")); err == nil || in != nil {
			t.Errorf("ReadInput of event %d, which there is not, returns %v, %v", none, in, err)
		}
	}
	for _, event := range v.env.Spec.Events {
		if !event.Internal {
			continue
		}
		if in, err := mirror.Call(v.env.Subject.Machine.ReadInput, event.Value, []byte("{}")); err == nil || in != nil {
			t.Errorf("ReadInput of %s, which only timers raise, returns %v, %v", event.Name, in, err)
		}
		for _, name := range append([]string{event.Name}, event.Was...) {
			if out := mirror.Results(kind, "ReadInput", name, []byte("{}")); mirror.Error(out[1:]) == nil || !out[0].IsNil() {
				t.Errorf("Kind.ReadInput(%q), an event that only timers raise, returns %v, %v", name, out[0], out[1])
			}
		}
	}
	for i, timer := range v.env.Spec.Timers {
		event := v.env.Spec.Events[v.env.Oracle.Clocks.Timers[i].Event].Name
		if got := mirror.Results(kind, "TimerEvent", timer.Name); got[0].String() != event || !got[1].Bool() {
			t.Errorf("TimerEvent(%q) returns %v, %v", timer.Name, got[0], got[1])
		}
	}
	const none = "no name"
	if out := mirror.Results(kind, "ReadOutput", none, []byte("{}")); mirror.Error(out[1:]) == nil || !out[0].IsNil() {
		t.Errorf("Kind.ReadOutput(%q) returns %v, %v", none, out[0], out[1])
	}
	if out := v.env.Subject.Contexts.Results(kind, "Fire", m, none, noon); mirror.Error(out[2:]) == nil || mirror.ErrorLike(mirror.Error(out[2:]), v.env.Subject.Machine.Errors.StaleTimer) != nil || out[0].Len() > 0 || out[1].Bool() {
		t.Errorf("Kind.Fire(%q) returns %v, %v, %v", none, out[0], out[1], out[2])
	}
	if out := mirror.Results(kind, "TimerEvent", none); out[0].String() != "" || out[1].Bool() {
		t.Errorf("Kind.TimerEvent(%q) returns %v, %v", none, out[0], out[1])
	}
	v.unanswered(small, m)
}

// made checks Create and Restore.
func (v *inputs) made(c any) error {
	want, answers := v.env.Oracle.Start(c), v.env.bench.Quiet()
	kind := kindFor(v.env.bench, answers)
	out := mirror.Results(kind, "Create", v.env.Oracle.Layout.ParamsOf(c).Interface(), noon)
	if err := mirror.Error(out[2:]); err != nil {
		return err
	}
	m := out[0].Interface()
	if answers != nil {
		if err := v.recorded(reflect.ValueOf(v.env.Subject.Access.HostOf(m))); err != nil {
			return err
		}
	}
	begins := v.env.Oracle.Teller.Opening(v.env.Oracle.Opening(c))
	if answers != nil {
		answers.Want = begins.Delays
		if err := answers.End(nil); err != nil {
			return err
		}
	}
	if err := cmp.Or(v.env.Subject.Compare(want, m), v.outputs(out[1], begins.Outputs), v.says(want, m)); err != nil {
		return err
	}
	if len(v.env.Spec.Timers) > 0 {
		h := v.env.bench.NewHost()
		h.Clock = noon
		for _, call := range begins.Calls {
			h.Notes(call)
		}
		if err := v.env.Subject.TimingIs(h.Begun(want), m); err != nil {
			return err
		}
	}
	snapshot, err := v.env.Subject.Save(m)
	if err != nil {
		return v.env.draws.Unsaved(want, err)
	}
	out = mirror.Results(kind, "Restore", snapshot)
	if err := mirror.Error(out[1:]); err != nil {
		return err
	}
	if want, err = v.env.Subject.RestoredFrom(want, out[0].Interface()); err != nil {
		return err
	}
	if mirror.Error(mirror.Results(kind, "Restore", []byte("{}"))[1:]) == nil {
		return errors.New("a snapshot without fields is restored")
	}
	if err := v.env.Subject.Compare(want, out[0].Interface()); err != nil {
		return err
	}
	if err := v.refreshed(want, m); err != nil {
		return fmt.Errorf("Kind.Refresh: %w", err)
	}
	return nil
}

// unanswered uses a Kind without answers, if the machine asks questions.
func (v *inputs) unanswered(params, m any) {
	none := reflect.Zero(reflect.TypeOf(kindFor(v.env.bench, nil))).Interface()
	if reflect.TypeOf(none).NumField() == 0 {
		return
	}
	before := v.env.Subject.Clone(m)
	if out := mirror.Results(none, "Create", v.env.Oracle.Layout.ParamsOf(params).Interface(), noon); mirror.Error(out[2:]) == nil || !out[0].IsNil() {
		v.t.Error("a Kind without answers creates a machine")
	}
	if len(v.env.Spec.Timers) > 0 && mirror.Error(mirror.Results(none, "Refresh", m, noon)) == nil {
		v.t.Error("a Kind without answers starts timers")
	}
	out := v.env.Subject.Contexts.Results(none, "Apply", m, nil, noon)
	if err := mirror.Error(out[2:]); err == nil || !strings.Contains(err.Error(), "Questions") || out[1].Bool() || !v.env.Subject.SameMachine(m, before) {
		v.t.Errorf("a Kind without answers returns %v, %v for an event", out[1], err)
	}
}
