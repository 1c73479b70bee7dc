package fsmtest

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"testing"
)

// savedCalls returns what a snapshot of a configuration has of calls.
func (o *oracle) savedCalls(m Config) object {
	calls := object{}
	for k, c := range o.Calls {
		if n := m.calls[k]; n != 0 {
			calls[c.Name] = strconv.AppendInt(nil, int64(n), 10)
		}
	}
	return calls
}

// calls forges what a snapshot says of calls, if the machine has any.
func (s *snapshots) calls(r *run, snapshot []byte, refused func(what string, text []byte)) {
	t := s.t
	t.Helper()
	forged := func(calls string) []byte {
		return forge(t, snapshot, "", func(o object) { o["calls"] = json.RawMessage(calls) })
	}
	is := func(what string, text []byte, want Config) {
		t.Helper()
		m, err := s.restored(text, r.host)
		if err == nil {
			err = s.restoredAgain(want, m, r.host)
		}
		if err == nil {
			var again []byte
			if again, err = s.save(m); err == nil {
				err = s.writtenCalls(want, again)
			}
		}
		if err != nil {
			t.Errorf("%s: the snapshot %s: %v", what, text, err)
		}
	}
	if len(s.Calls) == 0 {
		return
	}
	if err := s.writtenCalls(r.oracle, snapshot); err != nil {
		t.Errorf("the snapshot %s: %v", snapshot, err)
	}
	none := s.freshCalls(r.oracle)
	is("calls are missing", forge(t, snapshot, "", func(o object) { delete(o, "calls") }), none)
	is("no call is known", forged(`{}`), none)
	is("unknown calls", forged(`{"gone": 3, "past": -2, "": 1, "\ud800": 1}`), none)
	for _, bad := range []string{`null`, `7`, `[]`, `"locate"`} {
		refused("calls are "+bad, forged(bad))
	}
	for k, c := range s.Calls {
		s.forgedCall(r, k, strconv.Quote(c.Name), forged, is, refused)
	}
	refused("an unknown call with a wrong number", forged(`{"gone": "3"}`))
	refused("a duplicate unknown call", forged(`{"gone": 3, "gone": 3}`))
}

// oddNumbers returns numbers that snapshots and columns may have of calls.
func oddNumbers() []int { return []int{0, 1, 2, 70_000, -1, -2, -70_000, math.MaxInt, -math.MaxInt} }

// forgedNumbers sends an event to machines whose calls have started as often as an int can say.
func (h *checks) forgedNumbers(t *testing.T, of Config, snapshot []byte, e Input, host *host) {
	t.Helper()
	for k := range h.Calls {
		from := h.adopted(of.withCall(k, math.MaxInt))
		text := forge(t, snapshot, "calls", func(o object) { o[h.Calls[k].Name] = strconv.AppendInt(nil, math.MaxInt, 10) })
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

// forgedCall forges what a snapshot says of one call.
func (s *snapshots) forgedCall(r *run, call int, name string, forged func(string) []byte, is func(string, []byte, Config), refused func(string, []byte)) {
	s.t.Helper()
	for _, number := range oddNumbers() {
		want := s.adopted(s.freshCalls(r.oracle).withCall(call, number))
		is(fmt.Sprintf("call %s is %d", name, number), forged(fmt.Sprintf(`{%s: %d}`, name, number)), want)
	}
	for _, bad := range []string{`null`, `true`, `{}`, `[]`, `""`, `"3"`, `0.5`, `3.0`, `1e3`, `99999999999999999999`, `-99999999999999999999`} {
		refused("call "+name+" is "+bad, forged(`{`+name+`: `+bad+`}`))
	}
	refused("call "+name+" is there twice", forged(`{`+name+`: 3, `+name+`: 3}`))
}

// writtenCalls says what is wrong with the calls in a snapshot: those that have started are there, and no others.
func (s *snapshots) writtenCalls(m Config, snapshot []byte) error {
	var written struct{ Calls map[string]int }
	if err := json.Unmarshal(snapshot, &written); err != nil {
		return err
	}
	for k, c := range s.Calls {
		number, there := written.Calls[c.Name]
		delete(written.Calls, c.Name)
		if there != (m.calls[k] != 0) || number != m.calls[k] {
			return fmt.Errorf("call %s is %d, want %d", c.Name, number, m.calls[k])
		}
	}
	if len(written.Calls) > 0 {
		return fmt.Errorf("unknown calls %v", written.Calls)
	}
	return nil
}
