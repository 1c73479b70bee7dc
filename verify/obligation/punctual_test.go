package obligation_test

import (
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// TestPunctual holds the room for one more firing in 10 s to what timers allow, worked out by hand. An event that may come at another time
// has no such limit.
func TestPunctual(t *testing.T) {
	const begin = `machine: M
params: {p: {type: duration, min: 2s, max: 1m}, n: {type: int, min: 0, max: 9}}
delays: {wait: {doc: Wait is how long the program waits.}, known: 3s}
vars: {v: {type: duration, min: 5s, max: 9s, init: 5s}}
initial: S
terminal: {done: [T]}
`
	const internal = "events: {Ring: {internal: true}, Go: {}}\n"
	// The states differ in their timers and in how an event is handled.
	two := func(first, second string) string {
		return "states: {S: {after: {" + first + ": Ring}, on: {Ring: R, Go: R}}, R: {after: {" + second + ": Ring}, on: {Ring: S, Go: T}}, T: {}}\n"
	}
	for name, test := range map[string]struct{ text, want string }{
		"internal":        {internal + two("2s", "2s"), "fired Ring + 1 <= 10"}, // two timers that fire each 2 s: each 1 s at least
		"the shorter one": {internal + two("2s", "4s"), "fired Ring + 1 <= 10"},
		"also later":      {internal + two("4s", "2s"), "fired Ring + 1 <= 10"},
		"longer":          {internal + two("4s", "known"), "3 * (fired Ring + 1) <= 20"},
		"a parameter":     {internal + two("p", "p"), "fired Ring + 1 <= 10"},
		"one timer":       {internal + "states: {S: {after: {3s: Ring}, on: {Ring: S, Go: T}}, T: {}}\n", "3 * (fired Ring + 1) <= 10"},
		"not internal":    {"events: {Ring: {}, Go: {}}\n" + two("2s", "2s"), ""},
		"the program":     {internal + two("2s", "wait"), ""},
		"a variable":      {internal + two("v", "2s"), ""},
		"no timer":        {internal + "states: {S: {on: {Ring: T, Go: {raise: Ring}}}, T: {}}\n", ""},
	} {
		s, diags := spec.Load("m.fsm.yaml", []byte(begin+test.text))
		if s.Machine == nil {
			t.Errorf("%s: %v", name, diags)
			continue
		}
		m := obligation.Punctual(s.Machine, expr.Number(10), time.Second)
		if m == nil {
			if test.want != "" {
				t.Errorf("%s: no event is counted", name)
			}
			continue
		}
		for i := range m.Transitions {
			step := &m.Transitions[i]
			got, want := "", ""
			if step.Guard != nil {
				got = expr.Print(step.Guard, expr.Spec)
			}
			if m.Events[step.Event].Name == "Ring" {
				want = test.want
			}
			if got != want {
				t.Errorf("%s: %s has the guard %q, want %q", name, m.Events[step.Event].Name, got, want)
			}
		}
		if fired := m.Vars[len(m.Vars)-1]; len(m.Vars) != len(s.Machine.Vars)+1 || fired.Name != "fired Ring" || expr.Print(fired.Init, expr.Spec) != "0" {
			t.Errorf("%s: the variable %v", name, fired)
		}
	}
}

// TestPunctualFits looks at times that are parameters: how often the event fits into one is computed at the start, since a product with it
// may have no value.
func TestPunctualFits(t *testing.T) {
	s, diags := spec.Load("m.fsm.yaml", []byte(`machine: M
params: {p: {type: duration, min: 2s, max: 1m}}
events: {Ring: {internal: true}, Go: {}}
initial: S
terminal: {done: [T]}
states: {S: {after: {2s: Ring}, on: {Ring: S, Go: T}}, T: {}}
`))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	p := &expr.Ref{Symbol: s.Machine.Params[0].Symbol}
	for _, test := range []struct {
		most      expr.Expr
		unit      time.Duration
		room, fit string
	}{
		{p, time.Nanosecond, "fired Ring + 1 <= fit Ring", "p / 2s"},
		{expr.Number(10), time.Second, "2 * (fired Ring + 1) <= 10", ""},
		{expr.Time(10 * time.Second), time.Nanosecond, "2s * (fired Ring + 1) <= 10s", ""},
	} {
		m := obligation.Punctual(s.Machine, test.most, test.unit)
		fit := ""
		for _, v := range m.Vars {
			if v.Name == "fit Ring" {
				fit = expr.Print(v.Init, expr.Spec)
			}
		}
		if got := expr.Print(m.Transitions[0].Guard, expr.Spec); got != test.room || fit != test.fit {
			t.Errorf("%s: the guard %q, and %q fits, want %q and %q", expr.Print(test.most, expr.Spec), got, fit, test.room, test.fit)
		}
	}
}
