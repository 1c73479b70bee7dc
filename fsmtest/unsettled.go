package fsmtest

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"reflect"
	"slices"
	"strconv"
	"testing"
)

// maxUnsettled bounds the machines that are tried before the steps of each row.
const maxUnsettled = 3

// testUnsettled makes machines that are not at rest, of snapshots and of values: they are accepted
// as they are, and take the steps without an event before the next event, whatever that is, and
// when a run goes on with them.
func (h *checks) testUnsettled(t *testing.T) {
	v := &inputs{h, t, map[string]bool{}, map[int]int{}}
	h.eachUnsettled(t, func(c any, m Config) {
		for _, make := range []func(c any, m Config) (*run, error){h.savedAt, h.storedAt} {
			u, err := make(c, m)
			if err == nil && u != nil {
				err = v.unsettled(u)
			}
			if err != nil {
				t.Fatalf("a machine in %s, which is not at rest: %v\nwith %s", h.text(m), err, h.paramsText(c))
			}
		}
	})
}

// unsettledRuns returns machines that are not at rest and come from snapshots.
func (h *checks) unsettledRuns(t *testing.T) (all []*run) {
	t.Helper()
	if h.always < 0 {
		return nil
	}
	h.eachUnsettled(t, func(c any, m Config) {
		if u, err := h.savedAt(c, m); err == nil && u != nil { // testUnsettled reports the error
			all = append(all, u)
		}
	})
	return all
}

// eachUnsettled calls f with configurations, and their parameters, before steps without an event: a
// few for each row of the table.
func (h *checks) eachUnsettled(t *testing.T, f func(c any, m Config)) {
	t.Helper()
	tried, known := map[int]int{}, map[string]bool{}
	for _, c := range h.cover(t) {
		courses := []course{h.opening(c.params)}
		r := h.begin(c.params)
		for _, e := range c.events {
			r.take(e)
			courses = append(courses, *r.last)
		}
		if r.fault != nil {
			continue // other tests say what is wrong
		}
		for _, of := range courses {
			for _, s := range of.steps {
				key := h.key(s.from)
				if !h.eventless(s.event) || tried[s.row] == maxUnsettled || known[key] {
					continue
				}
				known[key] = true
				tried[s.row]++
				f(c.params, s.from)
			}
		}
	}
}

// savedAt returns a machine that Restore makes of a snapshot of a configuration, or nil if there is
// none.
func (h *checks) savedAt(c any, m Config) (*run, error) {
	r := h.begin(c)
	if h.Restore == nil || r.fault != nil {
		return nil, r.fault
	}
	text, err := h.save(r.machine)
	if err != nil {
		return nil, h.unsaved(r.oracle, err)
	}
	if text, err = h.snapshotOf(text, m); text == nil || err != nil {
		return nil, err
	}
	if r.machine, err = h.restored(text, r.host); err != nil {
		return nil, fmt.Errorf("Restore() refused the snapshot %s: %w", text, err)
	}
	r.oracle, err = h.restoredFrom(m, r.machine)
	return r, err
}

// snapshotOf returns the snapshot of another configuration with the same parameters, or nil if it has
// values that JSON may not restore.
func (h *checks) snapshotOf(snapshot []byte, m Config) ([]byte, error) {
	var whole object
	if err := json.Unmarshal(snapshot, &whole); err != nil {
		return nil, err
	}
	vars, data := object{}, object{}
	for i, v := range h.vars {
		p := &h.slots[v.slot]
		if v.state >= 0 && v.state != m.state {
			continue
		}
		value := slot(m.vars, p)
		text, ok := writeField(p, value)
		switch {
		case p.kind == opaque && value.IsZero() && nilable(p.typ):
			text = []byte("null")
		case !ok || p.kind == opaque && !p.isError() && !kept(p.typ, 0):
			return nil, nil
		}
		if v.state < 0 {
			vars[h.Spec.Vars[i].Name] = text
		} else {
			data[h.Spec.Vars[i].Name] = text
		}
	}
	state, _ := h.States[m.state].stored()
	whole["state"] = []byte(strconv.Quote(state))
	parts := map[string]object{"vars": vars, "data": data}
	for _, c := range h.counted() {
		parts[c.member] = c.saved(m)
	}
	if slices.Contains(m.expired, true) {
		timers := object{}
		if err := json.Unmarshal(whole["timers"], &timers); whole["timers"] != nil && err != nil {
			return nil, err
		}
		for i, expired := range m.expired {
			if expired {
				timers[h.Timers[i].Name] = []byte("null")
			}
		}
		parts["timers"] = timers
	}
	for name, part := range parts {
		text, err := json.Marshal(part)
		if err != nil {
			return nil, err
		}
		whole[name] = text
	}
	return json.Marshal(whole)
}

// storedAt returns a machine that FromValues makes of the values of a configuration, or nil if there
// is none.
func (h *checks) storedAt(c any, m Config) (*run, error) {
	r := h.begin(c)
	if h.FromValues == nil || r.fault != nil {
		return nil, r.fault
	}
	var err error
	values := h.valuesFrom(m)
	if slices.Contains(m.expired, true) {
		values = edit(values, func(v reflect.Value) { reflect.Copy(v.FieldByName("Expired"), reflect.ValueOf(m.expired)) })
	}
	r.machine, err = h.fromValues(values, r.host)
	r.oracle = m
	return r, err
}

// unsettled says what is wrong with a machine that is not at rest.
func (v *inputs) unsettled(u *run) error {
	u.taken = 0
	if err := v.compare(u.oracle, u.machine); err != nil {
		return err
	}
	rest := v.atRest(u.oracle)
	random := rand.New(rand.NewSource(1))
	var fault error
	for event := range v.Events {
		choices(random, 6, func(choose chooser) {
			e := v.fill(event, rest, choose)
			if fault == nil && v.comes(u.oracle, e) {
				fault = v.sendsUnsettled(u, e)
			}
		})
	}
	if v.Kind != nil && fault == nil {
		fault = caught(func() error { return v.refreshed(u.oracle, v.clone(u.machine)) })
	}
	for _, check := range []func(u *run) error{(*run).lateUnsettled, (*run).typedUnsettled, v.resumesUnsettled} {
		if fault == nil {
			fault = caught(func() error { return check(u.fork()) })
		}
	}
	return fault
}

// sendsUnsettled sends an event to copies of the machine, in each way.
func (v *inputs) sendsUnsettled(u *run, e Input) error {
	to := u.fork()
	if to.take(e); to.fault != nil {
		return to.fault
	}
	var err error
	switch {
	case v.Kind == nil:
	case v.Events[e.event].Internal:
		err = caught(func() error { return u.fork().sending(e, nil).fired(v) })
	default:
		err = caught(func() error { return v.of(u.fork(), e) })
	}
	if err != nil {
		return fmt.Errorf("%s: %w", v.inputText(e), err)
	}
	return nil
}

// settling is the course of a machine that comes to rest, without an event.
func (o *oracle) settling(m Config) course {
	c := stays(m)
	c.end = o.settle(m, func(s taken) { c.steps = append(c.steps, s) })
	c.rest, c.early = c.end, len(c.steps)
	return c
}

// lateUnsettled fires each timer that does not run when the machine is at rest, on a copy.
func (r *run) lateUnsettled() error {
	c := r.settling(r.oracle)
	for i, t := range r.Timers {
		if r.alive(i, c.rest) {
			continue
		}
		m := r.clone(r.machine)
		r.host.begin(m, Input{}, c)
		r.host.looks = false
		err := r.direct(m).fire(t.Value, c.rest.start(i))
		if fault := r.host.end(nil); fault != nil {
			return fmt.Errorf("timer %s: %w", t.Name, fault)
		}
		if stale := errorLike(err, r.Errors.StaleTimer); stale == nil || !fieldsAre(stale, "State", r.States[c.rest.state].Value, "Timer", t.Value, "Start", c.rest.start(i)) {
			return fmt.Errorf("timer %s fired late: error is %v", t.Name, err)
		}
		if err := r.compare(c.rest, m); err != nil {
			return fmt.Errorf("timer %s fired late: %w", t.Name, err)
		}
	}
	return nil
}

// typedUnsettled sends events to the typed state of copies of the machine, which leave that first.
func (r *run) typedUnsettled() error {
	if r.In == nil {
		return nil
	}
	c := r.settling(r.oracle)
	for event := range r.Events {
		f := r.fork()
		s := f.In(f.machine)
		if err := f.typedReads(s, c.from); err != nil {
			return err
		}
		f.quiet(Input{}, c)
		_, listed, err := f.sendTyped(s, f.fill(event, c.from, first))
		if !listed {
			continue
		}
		stale := errorLike(err, f.Errors.StaleState)
		if f.oracle = c.rest; stale == nil || !f.isStale(stale, c.from.state) {
			return fmt.Errorf("%s to its typed state: error is %v, want %T", f.Events[event].Name, err, f.Errors.StaleState)
		}
		if f.host != nil {
			if err := f.host.end(nil); err != nil {
				return err
			}
		}
		if err := f.compare(c.rest, f.machine); err != nil {
			return err
		}
	}
	return nil
}

// resumesUnsettled has Resume and Continue go on with the machine, which they bring to rest first.
func (v *inputs) resumesUnsettled(u *run) error {
	if v.Run == nil || v.hurries() {
		return nil
	}
	c := testCase{params: u.oracle.vars}
	d := &script{harness: v.harness, way: fails, continues: v.clone(u.machine), unsettled: u}
	if err := d.drive(c, 0); err != nil {
		return fmt.Errorf("with Continue: %w", err)
	}
	if v.Resume == nil {
		return nil
	}
	u.bare() // or the values of Go types would be others, which observers see
	d = &script{harness: v.harness, way: fails, resumes: true, unsettled: u}
	if err := d.drive(c, 0); err != nil {
		return fmt.Errorf("with Resume: %w", err)
	}
	return nil
}
