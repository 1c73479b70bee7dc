package orchestration

import (
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/machines/orchestration/question"
)

// longest returns the number of transitions of the longest run, with those of the
// questions. It differs from the bound where there cannot be so many fallbacks, or so
// many workers that fail.
func longest(p Params) int {
	cost := question.Params{MaxRetries: p.MaxRetries, Servers: p.Servers, ServerRetries: p.ServerRetries}.MaxTransitions() + 2
	fallbacks, working := 3, min(p.Workers, p.MaxSteps)
	if p.Offline {
		fallbacks, working = 1, 1
	}
	if !p.Resources {
		fallbacks-- // nothing is left to omit
	}
	fallbacks = min(fallbacks, p.MaxFallbacks)
	return cost*(p.MaxReplans+(p.MaxRefinements+1)*(p.MaxSteps+2)+working*fallbacks) + 2*p.MaxRefinements + (5-working)*fallbacks + 3
}

// TestLongestRun explores every run for small parameters, compares the longest with
// the formula, and that with the bound.
func TestLongestRun(t *testing.T) {
	for _, p := range []Params{
		{Workers: 3, MaxSteps: 3},
		{Workers: 3, MaxSteps: 3, Resources: true, MaxFallbacks: 3},
		{Workers: 3, MaxSteps: 4, Resources: true, MaxFallbacks: 2, MaxRefinements: 1},
		{Workers: 3, MaxSteps: 3, MaxReplans: 2, MaxRetries: 1, MaxFallbacks: 3, MaxRefinements: 2, Servers: 1, ServerRetries: 1},
		{Workers: 2, MaxSteps: 4, Resources: true, MaxFallbacks: 4, Servers: 2},
		{Workers: 1, MaxSteps: 2, Resources: true, MaxFallbacks: 1, MaxRetries: 2},
		{Workers: 3, MaxSteps: 1, Resources: true, MaxFallbacks: 2},
		{Workers: 3, MaxSteps: 2, Resources: true, MaxFallbacks: 1, MaxRefinements: 1},
		{Workers: 3, MaxSteps: 3, Resources: true, Offline: true, MaxFallbacks: 2, MaxRefinements: 1},
		{Workers: 3, MaxSteps: 3, Offline: true, MaxFallbacks: 1, MaxReplans: 1},
	} {
		m, err := New(p, &start{})
		if err != nil {
			t.Fatal(err)
		}
		want := longest(p)
		if got := longestFrom(t, *m, map[Machine]int{}); got != want {
			t.Errorf("%+v: the longest run has %d transitions, want %d", p, got, want)
		}
		exact := !p.Offline && p.Workers == 3 && p.MaxSteps >= 3 && (p.MaxFallbacks <= 2 || p.Resources && p.MaxFallbacks == 3)
		if bound := p.MaxTransitions(); want > bound || exact && want < bound {
			t.Errorf("%+v: the longest run has %d transitions of at most %d", p, want, bound)
		}
	}
	if p := DefaultParams(); p.MaxTransitions() != 5083 || longest(p) != 5083 {
		t.Errorf("the longest run of the defaults has %d transitions of at most %d", longest(p), p.MaxTransitions())
	}
}

// start is a host that adds up the bounds of the questions that start.
type start struct{ cost int }

func (h *start) question(maxRetries, servers, serverRetries int) {
	h.cost += question.Params{MaxRetries: maxRetries, Servers: servers, ServerRetries: serverRetries}.MaxTransitions()
}

func (h *start) StartPlanner(_, r, s, a int)        { h.question(r, s, a) }
func (h *start) StartStep1(_, r, s, a int)          { h.question(r, s, a) }
func (h *start) StartStep2(_, r, s, a int)          { h.question(r, s, a) }
func (h *start) StartStep3(_, r, s, a int)          { h.question(r, s, a) }
func (h *start) StartVerifier(_, r, s, a int)       { h.question(r, s, a) }
func (h *start) StartRefiner(_, r, s, a int)        { h.question(r, s, a) }
func (*start) StartApply(int, Mode, ProviderKind)   {}
func (*start) StopCall(Call, int)                   {}
func (*start) Now() time.Time                       { return time.Time{} }
func (*start) StartTimer(Timer, int, time.Duration) {}
func (*start) StopTimer(Timer, int)                 {}
func (*start) Deadline() time.Duration              { return time.Hour }
func (*start) Started(ProviderKind, bool)           {}
func (*start) Fell(Mode, ProviderKind, int, error)  {}

// longestFrom returns the number of transitions of the longest run from m.
func longestFrom(t *testing.T, m Machine, known map[Machine]int) int {
	if m.state.Terminal() {
		return 0
	}
	key := m // without what makes no difference to what can come
	key.host, key.typed, key.cause, key.steps = nil, nil, nil, 0
	for i, n := range key.calls {
		key.calls[i] = min(max(n, 0), 1)
	}
	if n, ok := known[key]; ok {
		return n
	}
	var sends []func(*Machine) error
	switch m.state {
	case StateInit:
		for bits := range 8 {
			sends = append(sends, func(m *Machine) error {
				return m.Initialized(InitFaultSound, bits&1 > 0, bits&2 > 0, bits&4 > 0, nil)
			})
		}
	case StateRecoverPlan:
		for how := RecoveryHopeless; how.Valid(); how++ {
			sends = append(sends, func(m *Machine) error { return m.PlanRecovered(how) })
		}
	}
	for _, c := range m.Calls() {
		number := m.calls[c]
		switch c {
		case CallApply:
			sends = append(sends, func(m *Machine) error { return m.ApplyDone(number) })
		case CallPlanner:
			sends = append(sends, func(m *Machine) error { return m.PlannerFailed(number, nil, true) })
			for count := range m.params.MaxSteps + 1 {
				sends = append(sends, func(m *Machine) error { return m.PlannerAnswered(number, count) })
			}
		case CallStep1:
			sends = append(sends,
				func(m *Machine) error { return m.Step1Answered(number, 0) },
				func(m *Machine) error { return m.Step1Failed(number, nil, false) })
		case CallStep2:
			sends = append(sends,
				func(m *Machine) error { return m.Step2Answered(number, 0) },
				func(m *Machine) error { return m.Step2Failed(number, nil, false) })
		case CallStep3:
			sends = append(sends,
				func(m *Machine) error { return m.Step3Answered(number, 0) },
				func(m *Machine) error { return m.Step3Failed(number, nil, false) })
		case CallVerifier:
			for count := range 2 {
				sends = append(sends, func(m *Machine) error { return m.VerifierAnswered(number, count) })
			}
		case CallRefiner:
			for count := range m.params.MaxSteps + 1 {
				sends = append(sends, func(m *Machine) error { return m.RefinerAnswered(number, count) })
			}
		}
	}
	most := 0
	for _, send := range sends {
		next, host := m, &start{}
		next.host = host
		if err := send(&next); err != nil {
			t.Fatal(err)
		}
		most = max(most, int(next.steps-m.steps)+host.cost+longestFrom(t, next, known))
	}
	known[key] = most
	return most
}
