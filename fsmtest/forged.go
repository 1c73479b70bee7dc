package fsmtest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand"
	"testing"
)

// forgedKind tells apart what is tried in forged configurations.
type forgedKind struct {
	state, event int
	name         string
	tries        int
}

// testForged sends events in configurations beside those of the runs, to which
// perhaps no run leads, but snapshots do.
func (h *checks) testForged(t *testing.T) {
	seen, large := map[forgedKind]int{}, map[int]int{}
	ints := 0
	for _, p := range h.params {
		if p.kind == integer {
			ints++
		}
	}
	for _, c := range some(h.cover(t)) {
		if len(c.events) == 0 {
			continue
		}
		r := h.begin(c.params)
		last := len(c.events) - 1
		for _, e := range c.events[:last] {
			r.take(e)
		}
		if r.fault != nil {
			continue // other tests say what is wrong
		}
		if h.keeps() {
			r.bare()
		}
		snapshot, err := h.save(r.machine)
		if err != nil {
			continue
		}
		e := c.events[last]
		h.forgedNumbers(t, r.oracle, snapshot, e, r.host)
		h.forgedFrom(t, r.oracle, snapshot, e, Effort(16), seen, r.host)
		if ints == 0 {
			continue
		}
		which := large[r.oracle.state]
		if large[r.oracle.state]++; which > ints {
			continue
		}
		if of, snapshot := h.withLarge(t, r.oracle, which, snapshot, r.host); snapshot != nil {
			h.forgedFrom(t, of, snapshot, e, Effort(4), seen, r.host)
		}
	}
}

// forgedFrom sends events in configurations beside the one that a snapshot is of:
// one event, and some others of each kind.
func (h *checks) forgedFrom(t *testing.T, of Config, snapshot []byte, e Input, tries int, seen map[forgedKind]int, host *host) {
	t.Helper()
	random := rand.New(rand.NewSource(1))
	choose := func(n int) int { return random.Intn(max(n, 1)) }
	var all []forgery
	if !computes(func() { all = h.forgeries(of) }) {
		return
	}
	for _, f := range all {
		if f.never || f.far || f.object == "params" || f.object == "" || !h.inRange(f.want) {
			continue
		}
		text := f.forge(t, snapshot)
		m, err := h.restored(text, host)
		var from Config
		if err == nil {
			from, err = h.restoredFrom(h.adopted(f.want), m)
		}
		if err == nil {
			err = cmp.Or(h.compare(from, m), h.bounded(from))
		}
		if kind := (forgedKind{from.state, -1, f.name, tries}); err == nil && seen[kind] < 3 && h.key(from) != h.key(of) {
			seen[kind]++
			err = cmp.Or(h.restoredAgain(h.adopted(f.want), m, host), h.runForged(h.clone(m), host, from))
		}
		if err != nil {
			t.Fatalf("%s: the snapshot %s: %v", h.text(f.want), text, err)
		}
		events, rest := []Input{e}, from
		if err := caught(func() error { rest = h.atRest(from); return nil }); err != nil {
			t.Fatalf("%s: the snapshot %s: %v", h.text(from), text, err)
		}
		for event := range h.Events {
			kind := forgedKind{rest.state, event, f.name, tries}
			if !h.lists(rest, event) || seen[kind] >= 6*tries {
				continue
			}
			for range tries {
				seen[kind]++
				e := h.fill(event, rest, choose)
				if events = append(events, e); seen[kind]%4 == 0 {
					events = append(events, h.corner(e, choose))
				}
			}
		}
		for _, e := range events {
			if err := h.takesForged(h.clone(m), host, from, e); err != nil {
				t.Fatalf("%s in %s: %v", h.inputText(e), h.text(from), err)
			}
		}
	}
}

// withLarge returns the configuration with one int parameter that is 1000 above its
// minimum, or as large as it can be, or all for 0, and the snapshot with them. The
// snapshot is nil if there are none.
func (h *checks) withLarge(t *testing.T, of Config, which int, snapshot []byte, host *host) (Config, []byte) {
	t.Helper()
	number := 0
	if !computes(func() {
		for i, p := range h.params {
			if p.kind != integer {
				continue
			}
			if number++; which == 0 || which == number {
				least, greatest := h.limits(i, of.vars)
				value := 1000
				if least != NoMin {
					value = least + 1000
				}
				of.vars = h.with(of.vars, i, min(value, greatest))
			}
		}
	}) || !h.valid(of.vars) || h.validate(of.vars) != nil {
		return of, nil
	}
	if host != nil {
		host.machine = nil
	}
	m, err := h.newMachine(of.vars, host)
	var text []byte
	if err == nil {
		text, err = h.save(m)
	}
	var whole object
	if err = cmp.Or(err, json.Unmarshal(text, &whole)); err != nil {
		t.Fatalf("New(%s): %v", h.paramsText(of.vars), err)
	}
	return of, forge(t, snapshot, "", func(o object) { o["params"] = whole["params"] })
}

// validate is what the parameters' Validate says.
func (h *draws) validate(c any) error {
	return errorOf(h.paramsOf(c).MethodByName("Validate").Call(nil))
}

// maxTransitions is what the parameters' MaxTransitions says.
func (h *draws) maxTransitions(c any) int {
	return int(h.paramsOf(c).MethodByName("MaxTransitions").Call(nil)[0].Int())
}

// takesForged sends an event to a machine with a configuration.
func (h *checks) takesForged(m any, host *host, from Config, e Input) error {
	return caught(func() error {
		c := h.course(from, e)
		if !h.comes(c.rest, e) {
			return nil
		}
		if host != nil {
			host.begin(m, e, c)
			host.looks = false
		}
		err := h.send(h.direct(m), e, c.rest)
		if host != nil {
			if fault := host.end(nil); fault != nil {
				return fault
			}
		}
		if (err != nil) != h.fails(c.row) {
			return fmt.Errorf("error is %v", err)
		}
		return cmp.Or(h.compare(c.end, m), h.proceeds(c))
	})
}
