package fsmtest

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"testing"
)

// counts are the numbers of starts of timers, or of calls, in snapshots.
type counts struct {
	// member is the member of a snapshot that has them, by the names.
	member string
	names  []string
	// number is that of a timer or call in a configuration, 0 if the snapshot does not have it, and with changes it.
	number func(m Config, i int) int
	with   func(m Config, i, number int) Config
	// none returns a configuration of which a snapshot says nothing.
	none func(Config) Config
}

// counted returns what snapshots count.
func (o *oracle) counted() (all []counts) {
	if len(o.Timers) > 0 {
		starts := counts{member: "starts", number: Config.start, with: Config.withStart, none: o.unstarted}
		for _, t := range o.Timers {
			starts.names = append(starts.names, t.Name)
		}
		all = append(all, starts)
	}
	if len(o.Calls) > 0 {
		all = append(all, o.countedCalls())
	}
	return all
}

// countedCalls are those of calls.
func (o *oracle) countedCalls() counts {
	calls := counts{member: "calls", number: func(m Config, k int) int { return m.calls[k] }, with: Config.withCall, none: o.freshCalls}
	for _, c := range o.Calls {
		calls.names = append(calls.names, c.Name)
	}
	return calls
}

// saved returns what a snapshot of a configuration has of them.
func (c *counts) saved(m Config) object {
	out := object{}
	for i, name := range c.names {
		if n := c.number(m, i); n != 0 {
			out[name] = strconv.AppendInt(nil, int64(n), 10)
		}
	}
	return out
}

// written says what is wrong with them in a snapshot: those that have started are there, and no others.
func (c *counts) written(m Config, snapshot []byte) error {
	var whole object
	var written map[string]int
	if err := json.Unmarshal(snapshot, &whole); err != nil {
		return err
	}
	if err := json.Unmarshal(whole[c.member], &written); err != nil {
		return fmt.Errorf("%s: %w", c.member, err)
	}
	for i, name := range c.names {
		number, there := written[name]
		delete(written, name)
		if want := c.number(m, i); there != (want != 0) || number != want {
			return fmt.Errorf("%s of %s are %d, want %d", c.member, name, number, want)
		}
	}
	if len(written) > 0 {
		return fmt.Errorf("unknown %s: %v", c.member, written)
	}
	return nil
}

// oddNumbers returns numbers of starts that snapshots and columns may have.
func oddNumbers() []int { return []int{0, 1, 2, 70_000, -1, -2, -70_000, math.MaxInt, -math.MaxInt} }

// counts forges the numbers of starts in a snapshot. Package codec of fsm tests how it reads texts that are no such numbers.
func (s *snapshots) counts(r *run, snapshot []byte) {
	t := s.t
	t.Helper()
	for _, c := range s.counted() {
		is := func(what string, text []byte, want Config) {
			t.Helper()
			want = s.adopted(want)
			m, err := s.restored(text, r.host)
			if err == nil {
				err = s.restoredAgain(want, m, r.host)
			}
			var again []byte
			if err == nil {
				again, err = s.save(m)
			}
			if err == nil {
				err = c.written(want, again)
			}
			if err != nil {
				t.Errorf("%s: the snapshot %s: %v", what, text, err)
			}
		}
		if err := c.written(r.oracle, snapshot); err != nil {
			t.Errorf("the snapshot %s: %v", snapshot, err)
		}
		none := c.none(r.oracle)
		is(c.member+" are missing", forge(t, snapshot, "", func(o object) { delete(o, c.member) }), none)
		for i, name := range c.names {
			for _, number := range oddNumbers() {
				text := forge(t, snapshot, "", func(o object) { o[c.member] = fmt.Appendf(nil, "{%q: %d}", name, number) })
				if c.member == "starts" {
					number = max(number, 0)
				}
				is(fmt.Sprintf("%s of %s are %d", c.member, name, number), text, c.with(none, i, number))
			}
		}
	}
}

// forgedNumbers sends an event to machines whose timers or calls have started as often as an int can say.
func (h *checks) forgedNumbers(t *testing.T, of Config, snapshot []byte, e Input, host *host) {
	t.Helper()
	for _, c := range h.counted() {
		for i, name := range c.names {
			from := h.adopted(c.with(of, i, math.MaxInt))
			text := forge(t, snapshot, c.member, func(o object) { o[name] = strconv.AppendInt(nil, math.MaxInt, 10) })
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
}
