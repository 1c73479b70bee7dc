package check

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/fsmtest/internal/draw"
	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// timers forges what a snapshot says of timers. A machine without timers drops it.
func (s *snapshots) timers(r *run.Run, snapshot []byte, refused func(what string, text []byte)) {
	t := s.t
	t.Helper()
	forged := func(timers string) []byte {
		return draw.Forge(t, snapshot, "", func(o draw.Object) { o["timers"] = json.RawMessage(timers) })
	}
	accepted := func(what string, text []byte) (any, subject.Timing) {
		t.Helper()
		m, err := s.env.Subject.Restored(text, r.Host.AsFace())
		if err == nil {
			err = s.env.restoredAgain(r.Now, m, r.Host)
		}
		var got subject.Timing
		if err == nil && len(s.env.Spec.Timers) > 0 {
			if m, err = s.env.Subject.Restored(text, r.Host.AsFace()); err == nil {
				got, err = s.env.Subject.TimingOf(m)
			}
		}
		if err != nil {
			t.Errorf("%s: the snapshot %s: %v", what, text, err)
			return nil, subject.Timing{}
		}
		return m, got
	}
	if len(s.env.Spec.Timers) == 0 {
		for _, text := range []string{`{"Old.Gone": "2026-11-22T10:00:00Z"}`, `null`, `7`} {
			accepted("timers of an earlier version", forged(text))
		}
		return
	}
	if err := s.writtenTimers(r, snapshot); err != nil {
		t.Errorf("the snapshot %s: %v", snapshot, err)
	}
	is := func(what string, text []byte, want subject.Timing) {
		t.Helper()
		if m, _ := accepted(what, text); m != nil {
			if err := s.env.Subject.TimingIs(want, m); err != nil {
				t.Errorf("%s: the snapshot %s: %v", what, text, err)
			}
		}
	}
	none := subject.Timing{Listed: make([]bool, len(s.env.Spec.Timers)), Due: make([]time.Time, len(s.env.Spec.Timers))}
	for i := range s.env.Spec.Timers {
		none.Listed[i] = s.env.Oracle.Clocks.Ticks(i, r.Now)
	}
	is("timers are missing", draw.Forge(t, snapshot, "", func(o draw.Object) { delete(o, "timers") }), none)
	is("no timer is known", forged(`{}`), none)
	is("an unknown timer", forged(`{"Old.Gone": "2026-11-22T10:00:00Z", "": null, "\ud800": null}`), none)
	for _, bad := range []string{`null`, `7`, `[]`, `"2026-11-22T10:00:00Z"`} {
		refused("timers are "+bad, forged(bad))
	}
	for i, timer := range s.env.Spec.Timers {
		if none.Listed[i] {
			s.distant(r, forged(`{`+strconv.Quote(timer.Name)+`: "9999-12-31T23:59:59-01:00"}`))
		}
		for _, name := range append([]string{timer.Name}, timer.Was...) {
			s.timerNamed(r, i, name, forged, accepted, refused)
		}
		for _, old := range timer.Was { // two timers may have become one, which is due at the earlier time
			want := subject.Timing{Listed: slices.Clone(none.Listed), Due: slices.Clone(none.Due)}
			if want.Listed[i] {
				want.Due[i] = time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
			}
			for _, text := range []string{`{%q: "2030-01-02T03:04:05Z", %q: "2031-01-02T03:04:05Z"}`, `{%q: "2031-01-02T03:04:05Z", %q: "2030-01-02T03:04:05Z"}`,
				`{%q: "2030-01-02T03:04:05Z", %q: null}`, `{%q: null, %q: "2030-01-02T03:04:05Z"}`} {
				is("both names of timer "+timer.Name, forged(fmt.Sprintf(text, timer.Name, old)), want)
			}
		}
	}
	refused("an unknown timer with a wrong time", forged(`{"Old.Gone": "soon"}`))
	refused("a duplicate unknown timer", forged(`{"Old.Gone": null, "Old.Gone": null}`))
}

// writtenTimers says what is wrong with the timers in a snapshot of the machine of a run: those whose time
// is known are there, null if they have expired, and no others.
func (s *snapshots) writtenTimers(r *run.Run, snapshot []byte) error {
	var written struct{ Timers map[string]*time.Time }
	if err := json.Unmarshal(snapshot, &written); err != nil {
		return err
	}
	want, err := s.env.Subject.TimingOf(r.Machine)
	if err != nil {
		return err
	}
	for i, timer := range s.env.Spec.Timers {
		due, there := written.Timers[timer.Name]
		delete(written.Timers, timer.Name)
		expired := s.env.Oracle.Clocks.Ticks(i, r.Now) && !want.Listed[i]
		if there != (expired || !want.Due[i].IsZero()) || (due != nil) != (there && !expired) || due != nil && !due.Equal(want.Due[i]) {
			return fmt.Errorf("timer %s is due at %v, want %v (it has expired: %t)", timer.Name, due, want.Due[i], expired)
		}
	}
	if len(written.Timers) > 0 {
		return fmt.Errorf("unknown timers %v", written.Timers)
	}
	return nil
}

// distant restores a machine with a timer that is due after the year 9999 in UTC, for which JSON has no form:
// a snapshot of it is an error.
func (s *snapshots) distant(r *run.Run, text []byte) {
	s.t.Helper()
	m, err := s.env.Subject.Restored(text, r.Host.AsFace())
	if err != nil {
		s.t.Errorf("the snapshot %s: %v", text, err)
	} else if again, err := s.env.Subject.Save(m); err == nil {
		s.t.Errorf("a timer is due after the year 9999, and MarshalJSON returns %s", again)
	}
}

// timerNamed forges what a snapshot says of one timer, by one of its names.
func (s *snapshots) timerNamed(r *run.Run, i int, name string, forged func(string) []byte, accepted func(string, []byte) (any, subject.Timing), refused func(string, []byte)) {
	t := s.t
	t.Helper()
	if timer := &s.env.Spec.Timers[i]; timer.Delay == nil && s.env.Oracle.Clocks.Ticks(i, r.Now) {
		asked := time.Second // until the machine asks the time for this timer
		for k := range i {
			if s.env.Oracle.Clocks.Ticks(k, r.Now) {
				asked += 2 * time.Second
			}
		}
		for _, more := range []time.Duration{-time.Minute, -1, 0, 1, time.Minute} { // than its length remains then
			length := timer.Lasts(r.Now.Vars, 0)
			at := r.Host.Clock.Add(length + asked + more).Format(`"` + time.RFC3339Nano + `"`)
			accepted("timer "+name+" is due in "+length.String()+" and "+more.String(), forged(`{`+strconv.Quote(name)+`: `+at+`}`))
		}
	}
	_, expires := s.env.Subject.Type.FieldByName("over")
	due := time.Date(2030, 1, 2, 3, 4, 5, 6, time.UTC)
	for _, text := range []string{`"2030-01-02T03:04:05.000000006Z"`, `"2030-01-02T05:04:05.000000006+02:00"`, `null`} {
		m, got := accepted("timer "+name+" is "+text, forged(`{`+strconv.Quote(name)+`: `+text+`}`))
		if m == nil {
			continue
		}
		for k := range s.env.Spec.Timers {
			runs, want := s.env.Oracle.Clocks.Ticks(k, r.Now), time.Time{}
			if k == i && runs && text != `null` {
				want = due
			}
			switch {
			case got.Due[k] != want:
				t.Errorf("timer %s is %s in state %s, but %s is due at %v, want %v", name, text, s.env.Spec.States[r.Now.State].Name, s.env.Spec.Timers[k].Name, got.Due[k], want)
			case got.Listed[k] != (runs && !(expires && k == i && text == `null`)): // null means that it has expired
				t.Errorf("timer %s is %s in state %s, but %s is listed: %t", name, text, s.env.Spec.States[r.Now.State].Name, s.env.Spec.Timers[k].Name, got.Listed[k])
			}
		}
	}
	for _, bad := range []string{`7`, `true`, `{}`, `[]`, `""`, `"soon"`, `"2030-01-02"`, `"2030-13-02T03:04:05Z"`, `"2030-01-02T03:04:05"`,
		`"2030-01-02 03:04:05Z"`, `"2030-01-02T03:04:05+25:00"`, `"2030-01-02T03:04:0\u0035Z"`, `"20300-01-02T03:04:05Z"`} {
		refused("timer "+name+" is "+bad, forged(`{`+strconv.Quote(name)+`: `+bad+`}`))
	}
	twice := strconv.Quote(name) + `: "2030-01-02T03:04:05Z"`
	refused("timer "+name+" is there twice", forged(`{`+strings.Join([]string{twice, twice}, ", ")+`}`))
}
