package proptest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestSlips writes all guards that are off by one.
func TestSlips(t *testing.T) {
	m, _ := load(t, "fallback", "")
	var got []string
	for _, tr := range m.Transitions {
		if tr.Written == nil || expr.Print(tr.Written, expr.Spec) != "retries < maxRetries" {
			continue
		}
		for _, e := range slips(tr.Guard) {
			got = append(got, expr.Print(e, expr.Spec))
		}
	}
	want := []string{"retries < maxRetries + 1", "retries < maxRetries - 1"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// TestShowSlips wants the runs of the shipped dialog to leave each state in which
// turns are wasted after some were, so that it shows when the count is not cleared.
func TestShowSlips(t *testing.T) {
	m, names := load(t, "reservation", "")
	p := &explorer{newSubject(m, names, "")}
	shown := map[string]bool{}
	for _, run := range p.shown() {
		for _, s := range run.Steps {
			if s.Before >= 0 {
				before := m.Label(run.Steps[s.Before].Row)
				shown[before+", "+s.Label] = true
			}
		}
	}
	want := "Confirm --Turn[otherwise]--> Confirm, Confirm --Turn[otherName]--> Confirm"
	if !shown[want] {
		t.Errorf("no run has %s", want)
	}
}
