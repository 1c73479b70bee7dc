package fsmtest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// testRun has Run drive machines through the transitions of runs to all that small
// machines can do, and stop there in all ways.
func (h *checks) testRun(t *testing.T) {
	if h.hurries() {
		t.Skip("a timer of less than a second could be over before the test is")
	}
	h.testRunArguments(t)
	h.testParts(t)
	cases := some(h.typedCases(t))
	h.testForgotten(t)
	tried := map[string]bool{}
	first := func(kind string) bool {
		before := tried[kind]
		tried[kind] = true
		return !before
	}
	for _, c := range cases {
		end := h.after(c)
		state := h.States[end.state]
		for _, way := range h.ways() {
			kind := fmt.Sprintf("%s %s %d", way, state.Name, c.row)
			if way == cancelledByDeadline {
				kind = fmt.Sprintf("%s %s", way, state.Outcome)
			}
			if !first(kind) && way != fails {
				continue
			}
			h.testWay(t, c, end, script{harness: h.harness, way: way})
			if h.Resume == nil || !first(string(way)+" from "+state.Name) {
				continue
			}
			saved := len(c.events) / 2
			if c.row%2 == 0 {
				saved = max(len(c.events)-1, 0)
			}
			h.testWay(t, c, end, script{harness: h.harness, way: way, resumes: true, saved: saved})
		}
		if h.Resume != nil {
			h.testWay(t, c, end, script{harness: h.harness, way: fails, resumes: true, saved: len(c.events)})
		}
	}
}

// testForgotten has Resume go on with snapshots that do not say when timers are due, whose lengths differ.
func (h *checks) testForgotten(t *testing.T) {
	if h.Resume == nil {
		return
	}
	for _, c := range h.delayed {
		h.testScript(t, c, script{harness: h.harness, way: fails, resumes: true, saved: len(c.events), forgets: true})
	}
}

// testWay has Run or Resume make a run to a configuration and stop there as the script says: with
// each timer in turn, where a timer is to be over.
func (h *checks) testWay(t *testing.T, c testCase, end Config, d script) {
	t.Helper()
	if d.way != over && !strings.HasPrefix(string(d.way), string(waits)) {
		h.testScript(t, c, d)
		return
	}
	for _, timer := range h.running(end) {
		d.timer = timer
		h.testScript(t, c, d)
	}
}

// testScript has Run or Resume make a run, with longer and longer deadlines until the
// run is not too late for one.
func (h *checks) testScript(t *testing.T, c testCase, d script) {
	t.Helper()
	for deadline := 10 * time.Millisecond; ; deadline *= 10 {
		again := d
		err := caught(func() error { return again.drive(c, deadline) })
		if err != nil {
			start := "Run"
			if d.resumes {
				start = fmt.Sprintf("Resume after %d events", d.saved)
			}
			t.Fatalf("%s with a handler that stops as %q: %v\nafter %s\nwith %s", start, d.way, err, h.inputsText(c.events), h.paramsText(c.params))
		}
		if !again.missed {
			return
		}
	}
}

// testRunArguments calls Run and Resume without a handler, without a host, with parameters out
// of range and with what is no snapshot.
func (h *checks) testRunArguments(t *testing.T) {
	t.Helper()
	c := h.cover(t)[0].params
	d := &script{harness: h.harness, way: fails}
	d.face = h.Handler(&Handler{d})
	var face any // of a host
	if h.Machine.Host != nil {
		face = h.runFace(h.newHost())
	}
	ctx := context.Background()
	refused := func(what string, start, from, host, handler any) {
		t.Helper()
		args := []any{ctx, from}
		if h.hostsRun() {
			args = append(args, host)
		}
		name, _, _ := strings.Cut(what, " ")
		if _, err := called(start, append(args, handler)...); err == nil {
			t.Errorf("%s: no error", what)
		} else if errorLike(err, h.Errors.Run) != nil {
			t.Errorf("%s: a run begins, and ends with %q", what, err)
		} else if (handler == nil || ctx == nil || host == nil && len(h.Timers)+len(h.Calls) > 0) && !strings.Contains(err.Error(), name+": ") {
			t.Errorf("%s: the error %q is not about %s", what, err, name)
		}
	}
	params := h.paramsOf(c).Interface()
	// A machine that waits for calls alone needs no handler.
	needed := h.handlerType().NumMethod() > 0
	if needed {
		refused("Run without a handler", h.Run, params, face, nil)
	}
	if h.hostsRun() {
		refused("Run without a host", h.Run, params, nil, d.face)
	}
	for _, e := range h.edges() {
		if !e.ok {
			refused("Run with "+e.name, h.Run, h.paramsOf(e.params).Interface(), face, d.face)
		}
	}
	r := h.begin(c)
	if r.fault != nil {
		t.Fatal(r.fault)
	}
	refused("Continue without a machine", h.Continue, nil, face, d.face)
	if needed {
		refused("Continue without a handler", h.Continue, r.machine, face, nil)
	}
	if h.hostsRun() {
		refused("Continue without a host", h.Continue, r.machine, nil, d.face)
	}
	if h.Machine.Host != nil {
		h.setBusy(r.machine, true)
		refused("Continue during a step", h.Continue, r.machine, face, d.face)
		h.setBusy(r.machine, false)
	}
	if h.contexts.on {
		ctx = nil
		refused("Run without a context", h.Run, params, face, d.face)
		refused("Continue without a context", h.Continue, r.machine, face, d.face)
		ctx = context.Background()
	}
	if h.Resume == nil {
		return
	}
	if text, err := h.save(r.machine); err == nil {
		if h.contexts.on {
			ctx = nil
			refused("Resume without a context", h.Resume, text, face, d.face)
			ctx = context.Background()
		}
		if needed {
			refused("Resume without a handler", h.Resume, text, face, nil)
		}
		if h.hostsRun() {
			refused("Resume without a host", h.Resume, text, nil, d.face)
		}
	}
	refused("Resume with an invalid snapshot", h.Resume, []byte("7"), face, d.face)
	args := []any{context.Background(), []byte("7"), face, d.face}
	if !h.hostsRun() {
		args = slices.Delete(args, 2, 3)
	}
	var host *host
	if h.Machine.Host != nil {
		host = h.newHost()
	}
	_, want := h.restored([]byte("7"), host)
	if _, err := called(h.Resume, args...); err == nil || want == nil || err.Error() != want.Error() {
		t.Errorf("Resume with an invalid snapshot: the error is %v, want that of Restore, %v", err, want)
	}
}
