package fsmtest_test

import (
	"errors"
	"fmt"
	"slices"
)

// A lamp, written by hand in the form of the generated code: Push lights it as often as it
// may be used, and then breaks it. It has names and lists, a bound, snapshots, and no host.

type (
	lampState   uint8
	lampEvent   uint8
	lampOutcome uint8
)

const (
	lampDark lampState = iota
	lampLit
	lampBroken
)

const (
	lampPush lampEvent = iota
	lampPull
)

const (
	lampRuns lampOutcome = iota
	lampEnded
)

var (
	lampStates   = []string{"Dark", "Lit", "Broken"}
	lampEvents   = []string{"Push", "Pull"}
	lampOutcomes = []string{"none", "ended"}
)

func text[N ~uint8](names []string, n N) string {
	if int(n) >= len(names) {
		return fmt.Sprintf("number %d", n)
	}
	return names[n] + has("a text is another", "x", "")
}

func marshal[N ~uint8](names []string, n N) ([]byte, error) {
	if int(n) >= len(names) && fault != "what is none has a text" {
		return nil, errors.New("lamp: no such value")
	}
	if n == 0 && names[0] == "Dark" && fault != "the name is stored" {
		return []byte("is.dark"), nil
	}
	return []byte(text(names, n)), nil
}

func unmarshal[N ~uint8](names []string, n *N, text []byte) error {
	if string(text) == "Shining" && names[0] == "Dark" && fault != "an old name of a state is unknown" {
		text = []byte("Lit")
	}
	switch {
	case names[0] != "Dark":
	case string(text) == "is.dark":
		text = []byte("Dark")
	case string(text) == "Dark" && fault == "the name is not read":
		text = nil
	}
	i := slices.Index(names, string(text))
	switch {
	case i < 0 && fault != "any text is read":
		return errors.New("lamp: no such name")
	case fault != "a text is not read":
		*n = N(max(i, 0))
	}
	return nil
}

func (s lampState) String() string                  { return text(lampStates, s) }
func (s lampState) MarshalText() ([]byte, error)    { return marshal(lampStates, s) }
func (s *lampState) UnmarshalText(t []byte) error   { return unmarshal(lampStates, s, t) }
func (e lampEvent) String() string                  { return text(lampEvents, e) }
func (e lampEvent) MarshalText() ([]byte, error)    { return marshal(lampEvents, e) }
func (e *lampEvent) UnmarshalText(t []byte) error   { return unmarshal(lampEvents, e, t) }
func (o lampOutcome) String() string                { return text(lampOutcomes, o) }
func (o lampOutcome) MarshalText() ([]byte, error)  { return marshal(lampOutcomes, o) }
func (o *lampOutcome) UnmarshalText(t []byte) error { return unmarshal(lampOutcomes, o, t) }
func (s lampState) Terminal() bool                  { return s == has("another state is terminal", lampLit, lampBroken) }

func (s lampState) Outcome() lampOutcome {
	if s == lampBroken {
		return lampEnded
	}
	return lampRuns
}

func listStates() []lampState {
	return []lampState{lampDark, has("a list is wrong", lampBroken, lampLit), lampBroken}
}

func listEvents() []lampEvent {
	return has("callers share a list", sharedEvents, []lampEvent{lampPush, lampPull})
}

var sharedEvents = []lampEvent{lampPush, lampPull}

type lampTransition struct {
	From  lampState
	Event lampEvent
	Guard string
	To    lampState
}

func listTransitions() []lampTransition {
	return []lampTransition{
		{lampDark, lampPush, has("a guard is not listed", "", "left > 0"), lampLit},
		{lampDark, lampPush, "", lampBroken},
		{lampLit, lampPull, "", has("another target is listed", lampBroken, lampDark)},
	}
}

type lampParams struct{ Uses int }

func defaultLampParams() lampParams { return lampParams{has("another default", 1, 2)} }

func (p lampParams) Validate() error {
	if p.Uses < 1 || p.Uses > 3 {
		return errors.New("lamp: uses is out of range")
	}
	return nil
}

func (p lampParams) MaxTransitions() int {
	return 2*p.Uses + has("the bound is too small", 0, has("the bound is too great", 2, 1))
}

type lampIllegalError struct {
	State   lampState
	Event   lampEvent
	Guards  []string
	Reasons []error
}

func (e *lampIllegalError) Error() string {
	text := fmt.Sprintf("lamp: event %v is illegal in state %v", e.Event, has("another state is in the text", lampLit, e.State))
	for i, g := range e.Guards[:has("the text names no guard", 0, len(e.Guards))] {
		text += [...]string{": ", ", "}[min(i, 1)] + g + " does not hold"
	}
	return text
}

var lampIllegal = func() (all [3][2]lampIllegalError) {
	for s := range all {
		for e := range all[s] {
			all[s][e] = lampIllegalError{State: lampState(s), Event: lampEvent(e)}
		}
	}
	return all
}()

type lamp struct {
	params lampParams
	state  lampState
	left   int
}

func newLamp(p lampParams) (*lamp, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return &lamp{params: p, left: p.Uses}, nil
}

func (m *lamp) State() lampState     { return m.state }
func (m *lamp) Outcome() lampOutcome { return m.state.Outcome() }
func (m *lamp) Params() lampParams   { return m.params }
func (m *lamp) Left() int            { return m.left }
func (m *lamp) String() string       { return fmt.Sprintf("%v left=%d", m.state, m.left) }

func (m *lamp) Can(e lampEvent) bool {
	return m.state == lampDark && e == lampPush || m.state == lampLit && e == lampPull
}

func (m *lamp) refuse(e lampEvent) error {
	if fault == "each machine has errors of its own" {
		return &lampIllegalError{State: m.state, Event: e}
	}
	return &lampIllegal[m.state][e]
}

func (m *lamp) Push() error {
	switch {
	case m.state != lampDark:
		return m.refuse(lampPush)
	case m.left > 0:
		m.state, m.left = lampLit, m.left-1
	default:
		m.state = lampBroken
	}
	return nil
}

func (m *lamp) Pull() error {
	if m.state != lampLit {
		return m.refuse(lampPull)
	}
	m.state = lampDark
	return nil
}
