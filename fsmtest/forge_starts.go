package fsmtest

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"testing"
)

// savedStarts returns what a snapshot of a configuration has of the starts of timers.
func (o *oracle) savedStarts(m Config) object {
	starts := object{}
	for i, t := range o.Timers {
		if n := m.start(i); n != 0 {
			starts[t.Name] = strconv.AppendInt(nil, int64(n), 10)
		}
	}
	return starts
}

// starts forges what a snapshot says of the starts of timers.
func (s *snapshots) starts(r *run, snapshot []byte, refused func(what string, text []byte)) {
	t := s.t
	t.Helper()
	forged := func(starts string) []byte {
		return forge(t, snapshot, "", func(o object) { o["starts"] = json.RawMessage(starts) })
	}
	is := func(what string, text []byte, want Config) {
		t.Helper()
		m, err := s.restored(text, r.host)
		if err == nil {
			want, err = s.restoredFrom(want, m)
		}
		if err == nil {
			err = s.compare(want, m)
		}
		var again []byte
		if err == nil {
			again, err = s.save(m)
		}
		if err == nil {
			err = s.writtenStarts(want, again)
		}
		if err != nil {
			t.Errorf("%s: the snapshot %s: %v", what, text, err)
		}
	}
	if len(s.Timers) == 0 {
		return
	}
	if err := s.writtenStarts(r.oracle, snapshot); err != nil {
		t.Errorf("the snapshot %s: %v", snapshot, err)
	}
	none := s.unstarted(r.oracle)
	is("starts are missing, as in a snapshot of an earlier version", forge(t, snapshot, "", func(o object) { delete(o, "starts") }), s.adoptedTimers(none))
	is("no start is known", forged(`{}`), s.adoptedTimers(none))
	is("starts of unknown timers", forged(`{"Old.Gone": 3, "past": -2, "": 1, "\ud800": 1}`), s.adoptedTimers(none))
	for _, bad := range []string{`null`, `7`, `[]`, `"2026-11-22T10:00:00Z"`} {
		refused("starts are "+bad, forged(bad))
	}
	for i, timer := range s.Timers {
		for _, name := range append([]string{timer.Name}, timer.Was...) {
			name = strconv.Quote(name)
			for _, number := range oddNumbers() {
				is(fmt.Sprintf("start of timer %s is %d", name, number), forged(fmt.Sprintf(`{%s: %d}`, name, number)), s.adoptedTimers(none.withStart(i, max(number, 0))))
			}
			for _, bad := range []string{`null`, `true`, `{}`, `[]`, `""`, `"3"`, `0.5`, `1e3`, `99999999999999999999`} {
				refused("start of timer "+name+" is "+bad, forged(`{`+name+`: `+bad+`}`))
			}
			refused("start of timer "+name+" is there twice", forged(`{`+name+`: 3, `+name+`: 3}`))
		}
		for _, old := range timer.Was { // two timers may have become one
			for _, text := range []string{`{%q: 3, %q: 5}`, `{%q: 5, %q: 3}`} {
				is("both names of timer "+timer.Name, forged(fmt.Sprintf(text, timer.Name, old)), s.adoptedTimers(none.withStart(i, 5)))
			}
		}
	}
	refused("a start of an unknown timer with a wrong number", forged(`{"Old.Gone": "3"}`))
	refused("a duplicate unknown timer", forged(`{"Old.Gone": 3, "Old.Gone": 3}`))
}

// writtenStarts says what is wrong with the starts in a snapshot: those of timers that have started are there, and no others.
func (s *snapshots) writtenStarts(m Config, snapshot []byte) error {
	var written struct{ Starts map[string]int }
	if err := json.Unmarshal(snapshot, &written); err != nil {
		return err
	}
	for i, t := range s.Timers {
		number, there := written.Starts[t.Name]
		delete(written.Starts, t.Name)
		if there != (m.start(i) != 0) || number != m.start(i) {
			return fmt.Errorf("start of timer %s is %d, want %d", t.Name, number, m.start(i))
		}
	}
	if len(written.Starts) > 0 {
		return fmt.Errorf("starts of unknown timers %v", written.Starts)
	}
	return nil
}

// forgedStarts sends an event to machines whose timers have started as often as an int can say.
func (h *checks) forgedStarts(t *testing.T, of Config, snapshot []byte, e Input, host *host) {
	t.Helper()
	for i := range h.Timers {
		from := of.withStart(i, math.MaxInt)
		text := forge(t, snapshot, "starts", func(o object) { o[h.Timers[i].Name] = strconv.AppendInt(nil, math.MaxInt, 10) })
		m, err := h.restored(text, host)
		if err == nil {
			if from, err = h.restoredFrom(from, m); err == nil {
				err = h.takesForged(m, host, from, e)
			}
		}
		if err != nil {
			t.Fatalf("%s in %s: the snapshot %s: %v", h.inputText(e), h.text(from), text, err)
		}
	}
}
