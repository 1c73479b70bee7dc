package fsmtest_test

import (
	"os"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest"
)

type kilnConfig struct {
	Params  kilnParams
	Degrees int
}

func kilnSpec() *fsmtest.Spec[kilnConfig, struct{}] {
	type (
		c = kilnConfig
		e = struct{}
	)
	progress := func(s kilnState) func(m c) []int {
		return func(m c) []int { return []int{kilnProgress(s, m.Params, m.Degrees)} }
	}
	warms := fsmtest.Row[c, e]{
		From: "Warming", On: "always", When: "degrees < heat", To: "Warming",
		Guard: func(m c, _ e) bool { return m.Degrees < m.Params.Heat },
		Set:   func(m c, _ e, next *c) { next.Degrees = m.Degrees + 1 },
		Emits: func(m c, _ e) []fsmtest.Call { return []fsmtest.Call{{"Tick", m.Degrees + 1}} },
	}
	if fault == "it warms for ever" {
		warms.Guard = func(c, e) bool { return true }
		warms.Set = func(m c, _ e, next *c) { next.Degrees = m.Degrees % 3 }
	}
	left := func(s kilnState) func(m c) float64 {
		return func(m c) float64 { return float64(kilnLeft(s, m.Params, m.Degrees)) }
	}
	return &fsmtest.Spec[c, e]{
		Name: "Kiln", Package: "kiln", Initial: "Cold",
		States: []fsmtest.State[c]{
			{Value: kilnCold, Name: "Cold", Progress: progress(kilnCold)}, {Value: kilnWarming, Name: "Warming", Progress: progress(kilnWarming), Around: []string{"Lit"}},
			{Value: kilnHot, Name: "Hot", Progress: progress(kilnHot), Around: []string{"Lit"}}, {Value: kilnCracked, Name: "Cracked", Outcome: "cracked"},
		},
		Outcomes: []fsmtest.Value{{Value: 0, Name: "none"}, {Value: 1, Name: "cracked"}},
		Events: []fsmtest.Event[c, e]{
			{Value: kilnLight, Name: "Light", Method: "Light"}, {Value: kilnDouse, Name: "Douse", Method: "Douse"},
			{Value: kilnAlways, Name: "always", Internal: true, Eventless: true},
		},
		Places: []fsmtest.Value{{Value: kilnComposite(0), Name: "Lit"}},
		Params: []fsmtest.Param[c]{{Name: "heat", Range: func(c) (int, int) { return 0, 3 }}},
		Vars:   []fsmtest.Var[c]{{Name: "degrees", Range: func(m c) (int, int) { return 0, m.Params.Heat }}},
		Rank:   1,
		Bound:  func(m c) int { return kilnBound(m.Params.Heat) },
		Rows: []fsmtest.Row[c, e]{
			{From: "Cold", On: "Light", To: "Warming"},
			{From: "Cold", On: "always", When: "heat == 0", To: "Cracked", Guard: func(m c, _ e) bool { return m.Params.Heat == 0 }},
			warms,
			{From: "Warming", On: "always", To: "Hot"},
			{From: "Hot", On: "Douse", To: "Cracked"},
			{From: "Hot", On: "always", When: "degrees > 2", To: "Cracked", Guard: func(m c, _ e) bool { return m.Degrees > 2 }},
		},
		Limits: []fsmtest.Limit[c]{{
			Name: "Outputs.Tick", Weights: []fsmtest.Weight[c]{{Output: "Tick"}},
			Most: func(m c) float64 { return float64(kilnMost(m.Params.Heat)) },
			Left: []func(c) float64{left(kilnCold), left(kilnWarming), nil, nil},
		}},
		Runs: []fsmtest.Runs[c, e]{{Params: c{Params: kilnParams{3}}, Steps: []fsmtest.RunStep[e]{
			{After: -1, Row: 0}, {After: 0, Row: 2}, {After: 1, Row: 2}, {After: 2, Row: has("a run of the spec differs", 3, 2)}, {After: 3, Row: 3}, {After: 4, Row: 5},
		}}},
	}
}

type kilnTestHost struct{ host *fsmtest.Host }

func (h kilnTestHost) Tick(degrees int) { h.host.Tell("Tick", degrees) }

func kilnMachine() *fsmtest.Machine[*kiln, kilnStep, kilnConfig] {
	return &fsmtest.Machine[*kiln, kilnStep, kilnConfig]{
		New:   newKiln,
		Host:  func(h *fsmtest.Host) any { return kilnTestHost{h} },
		State: func(m *kiln) int { return int(m.state) },
		Outcome: func(m *kiln) int {
			if m.state == kilnCracked {
				return 1
			}
			return 0
		},
		Progress:       func(m *kiln) []int { return []int{m.Progress()} },
		Can:            func(m *kiln, e int) bool { return m.Can(kilnEvent(e)) },
		Within:         func(m *kiln, place any) bool { return m.Within(place.(kilnComposite)) },
		Read:           func(m *kiln) kilnConfig { return kilnConfig{m.params, m.degrees} },
		MaxTransitions: func(m *kiln) int { return m.params.MaxTransitions() },
		WorstCase:      func(m *kiln) []int64 { return []int64{int64(kilnMost(m.params.Heat))} },
		Left: func(m *kiln) []int64 {
			return []int64{int64(kilnLeft(m.state, m.params, m.degrees)) + int64(has("Left is not that of the spec", 1, 0))}
		},
		Errors:     fsmtest.Errors{Illegal: &kilnIllegalError{}, Reentrant: &kilnReentrantError{}},
		FromValues: kilnFromValues,
		Observe:    (*kiln).Observe, ObserveRefusals: (*kiln).ObserveRefusals,
	}
}

// TestKiln is for [TestFaults] and [TestEndless], which run it.
func TestKiln(t *testing.T) {
	if _, asked := os.LookupEnv("FSMTEST_FAULT"); !asked {
		t.Skip("TestFaults runs it")
	}
	fsmtest.Test(t, kilnSpec(), kilnMachine())
}

// kilnFaults are what can be wrong with a kiln.
var kilnFaults = []struct{ name, noticed string }{
	{"a new kiln waits", "Table"},
	{"no step follows an event", "Table"},
	{"one step follows an event", "Table"},
	{"the last alternative is first", "Table"},
	{"it cracks too late", "Table"},
	{"it is never hot", "Table"},
	{"a step does not tick", "Table"},
	{"ticks come after all steps", "Table"},
	{"always can be sent", "Table"},
	{"Within is too lax", "Table"},
	{"Within is too strict", "Table"},
	{"Within is true for any number", "Table"},
	{"a step is told as an event", "Table"},
	{"steps without an event are not told", "Table"},
	{"steps without an event are not told", "Observed"},
	{"only one step is told", "Observed"},
	{"an event comes before the steps", "Observed"},
	{"an event comes before the steps", "Unsettled"},
	{"a kiln of values goes on at once", "Unsettled"},
	{"the bound leaves out the last step", "Walk"},
	{"progress does not fall", "Walk"},
	{"what is left leaves out a tick", "Walk"},
	{"Left is not that of the spec", "Table"},
	{"the worst case leaves out a tick", "Params"},
	{"a run of the spec differs", "Walk"},
	{"it warms for ever", "Walk"},
	{"it warms for ever", "Unsettled"},
}

// TestEndless wants a test to say where a machine does not come to rest, and not to wait for it.
func TestEndless(t *testing.T) {
	const want = "the machine does not come to rest: after 10000 steps without an event from Warming{heat: 3, degrees: 0}, it is in Warming{heat: 3, degrees: 0}"
	if out, ok := runFaulty(t, "TestKiln", "it warms for ever", "Walk"); ok || !strings.Contains(out, want) {
		t.Errorf("passes: %t; want %q:\n%s", ok, want, out)
	}
}
