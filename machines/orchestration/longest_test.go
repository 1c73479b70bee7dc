package orchestration

import "testing"

// longest returns the number of transitions of the longest run: the plans, then
// for each refinement and the first attempt the tasks, a verdict and the
// refinement itself, and the retries, which start again with a refinement and
// with each of the three fallbacks that there can be. Heavy steps that are left
// out from the start leave one fallback less.
func longest(p Params) int {
	if p.Offline {
		p.MaxFallbacks = min(p.MaxFallbacks, 1) // to do without what is heavy
	}
	if !p.Resources {
		p.MaxFallbacks = min(p.MaxFallbacks, 2)
	}
	if p.Offline && !p.Resources {
		p.MaxFallbacks = 0
	}
	f, m := min(p.MaxFallbacks, 3), p.MaxRefinements
	return 2*p.MaxReplans + 2 + (m+1)*(p.MaxSteps+1) + m + 2*p.MaxRetries*(m+1+f) + 2*f
}

// answers is a host that answers as the bits say.
type answers struct {
	untimed
	bits int
}

func (a answers) Allowed(kind ProviderKind) bool                                            { return a.bits>>kind&1 > 0 }
func (a answers) Degradable() bool                                                          { return a.bits>>3&1 > 0 }
func (a answers) Started(ProviderKind, bool)                                                {}
func (a answers) Fell(Mode, ProviderKind, int, error)                                       {}
func (a answers) Diagnosed(AbortReason, error, ProviderKind, bool, int, int, int, int, int) {}

// TestLongestRun explores every run for small parameters and compares the
// longest with the formula.
func TestLongestRun(t *testing.T) {
	for i := range 4 * 2 * 2 * 2 * 5 * 2 {
		p := Params{Offline: i&1 > 0, Resources: i&2 > 0}
		rest := i / 4
		for _, f := range []struct {
			into      *int
			min, most int
		}{{&p.MaxSteps, 1, 2}, {&p.MaxReplans, 0, 2}, {&p.MaxRetries, 0, 2}, {&p.MaxFallbacks, 0, 5}, {&p.MaxRefinements, 0, 2}} {
			*f.into = f.min + rest%f.most
			rest /= f.most
		}
		m, err := New(p, answers{untimed: untimed{&driver{}}})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := longestFrom(t, *m, map[Machine]int{}), longest(p); got != want {
			t.Errorf("%+v: the longest run has %d transitions, want %d", p, got, want)
		}
	}
	if got := longest(DefaultParams()); got != 101 {
		t.Errorf("the longest run of the defaults has %d transitions", got)
	}
}

// longestFrom returns the number of transitions of the longest run from m.
func longestFrom(t *testing.T, m Machine, known map[Machine]int) int {
	if m.state.Terminal() {
		return 0
	}
	key := m // without what makes no difference to what can come
	key.host, key.typed, key.cause, key.steps, key.fault = nil, nil, nil, 0, 0
	if n, ok := known[key]; ok {
		return n
	}
	var sends []func(*Machine) error
	switch m.state {
	case StateInit:
		sends = append(sends, func(m *Machine) error { return m.Initialized(InitFaultSound, nil) })
	case StatePlan:
		sends = append(sends, func(m *Machine) error { return m.Planned(PlanFaultTooSlow, 0, nil) })
		for n := range m.params.MaxSteps + 1 {
			sends = append(sends, func(m *Machine) error { return m.Planned(PlanFaultFits, n, nil) })
		}
	case StateRecoverPlan:
		for how := RecoveryHopeless; how.Valid(); how++ {
			sends = append(sends, func(m *Machine) error { return m.PlanRecovered(how) })
		}
	case StateExecute:
		sends = append(sends, (*Machine).StepCompleted)
		for class := FailureClassPermanent; class.Valid(); class++ {
			sends = append(sends, func(m *Machine) error { return m.StepFailed(class, nil) })
		}
	case StateRetryStep:
		sends = append(sends, (*Machine).RetryDue)
	case StateFallback:
		sends = append(sends, func(m *Machine) error { return m.FallbackApplied(true, nil) })
	case StateVerify:
		for verdict := VerdictMet; verdict.Valid(); verdict++ {
			sends = append(sends, func(m *Machine) error { return m.Verified(verdict, nil) })
		}
	case StateRefine:
		for n := range m.params.MaxSteps + 1 {
			sends = append(sends, func(m *Machine) error { return m.Refined(n, nil) })
		}
	}
	most := 0
	combinations := 1
	if m.state == StateInit || m.state == StateRecoverPlan || m.state == StateExecute {
		combinations = 16 // of the answers to four questions
	}
	for bits := range combinations {
		for _, send := range sends {
			next := m
			next.host = answers{untimed: untimed{&driver{}}, bits: bits}
			if err := send(&next); err != nil {
				t.Fatal(err)
			}
			most = max(most, 1+longestFrom(t, next, known))
		}
	}
	known[key] = most
	return most
}
