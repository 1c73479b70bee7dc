package property_test

import (
	"errors"
	"os"

	"github.com/fsmgen/fsmgen/fsmtest"
)

// A till, written by hand in the form of the generated code: Open counts what is added, up to a
// limit and if its host allows it, and goes to Closed.
//
// fault names what is wrong with it: see [faults].
var fault = os.Getenv("TILL_FAULT")

// made counts the machines.
var made int

type (
	state   uint8
	event   uint8
	outcome uint8
)

const (
	stateOpen state = iota
	stateClosed
)

const (
	eventAdd event = iota
	eventClose
)

const (
	outcomeNone outcome = iota
	outcomeClosed
)

type params struct{ Limit int }

func (p params) Validate() error {
	if p.Limit < 0 || p.Limit > 1000 {
		return errors.New("till: Limit is out of range")
	}
	return nil
}

type illegalError struct {
	State   state
	Event   event
	Guards  []string
	Reasons []error
}

func (*illegalError) Error() string { return "illegal" }

type reentrantError struct {
	State state
	Event event
}

func (*reentrantError) Error() string { return "reentrant" }

type host interface{ Allowed() bool }

type till struct {
	params params
	host   host
	state  state
	busy   bool
	count  int
}

func newTill(p params, h host) (*till, error) {
	made++
	if fault == "the greatest limit" && p.Limit == 1000 {
		panic("broken")
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if h == nil {
		return nil, errors.New("till: the machine has no host")
	}
	return &till{params: p, host: h}, nil
}

func (m *till) State() state   { return m.state }
func (m *till) Params() params { return m.params }
func (m *till) Count() int     { return m.count }

func (m *till) Outcome() outcome {
	if m.state == stateClosed {
		return outcomeClosed
	}
	return outcomeNone
}

func (m *till) Can(e event) bool { return m.state == stateOpen && e <= eventClose }

// begin reports why an event is refused.
func (m *till) begin(e event) error {
	switch {
	case m.busy:
		return &reentrantError{m.state, e}
	case m.state != stateOpen:
		if fault == "a refused add counts" && e == eventAdd {
			m.count++
		}
		return &refusals[m.state][e]
	}
	return nil
}

var refusals = [2][2]illegalError{
	{{State: stateOpen, Event: eventAdd}, {State: stateOpen, Event: eventClose}},
	{{State: stateClosed, Event: eventAdd}, {State: stateClosed, Event: eventClose}},
}

func (m *till) Add() error {
	if err := m.begin(eventAdd); err != nil {
		return err
	}
	if fault == "the third add" && m.count == 2 {
		panic("broken")
	}
	if m.count < m.params.Limit && m.allowed() {
		m.count++
		if fault == "a long run" && m.count == 6 {
			m.count = 0
		}
	}
	return nil
}

func (m *till) allowed() bool {
	m.busy = true
	defer func() { m.busy = false }()
	return m.host.Allowed()
}

func (m *till) Close() error {
	if err := m.begin(eventClose); err != nil {
		return err
	}
	if fault != "a limit above 4" || m.params.Limit <= 4 || m.count == 0 {
		m.state = stateClosed
	}
	return nil
}

type config struct {
	Params params
	Count  int
}

type payload struct{ Answers [1]bool }

type tillHost struct{ host *fsmtest.Host }

func (h tillHost) Allowed() bool { return h.host.Ask("Allowed") }

func tillSpec() *fsmtest.Spec[config, payload] {
	return &fsmtest.Spec[config, payload]{
		Name: "Till", Package: "till", Initial: "Open",
		States:   []fsmtest.State[config]{{Value: stateOpen, Name: "Open"}, {Value: stateClosed, Name: "Closed", Outcome: "closed"}},
		Outcomes: []fsmtest.Value{{Value: outcomeNone, Name: "none"}, {Value: outcomeClosed, Name: "closed"}},
		Events:   []fsmtest.Event[config, payload]{{Value: eventAdd, Name: "Add", Method: "Add"}, {Value: eventClose, Name: "Close", Method: "Close"}},
		Params:   []fsmtest.Param[config]{{Name: "Limit", Range: func(config) (int, int) { return 0, 1000 }}},
		Vars:     []fsmtest.Var[config]{{Name: "count"}},
		Questions: []fsmtest.Question[config, payload]{
			{Text: "allowed", Call: func(config, payload) fsmtest.Call { return fsmtest.Call{"Allowed"} }},
		},
		Rows: []fsmtest.Row[config, payload]{
			{
				From: "Open", On: "Add", When: "count < Limit && allowed", To: "Open", Asks: []int{0},
				Guard: func(m config, e payload) bool { return m.Count < m.Params.Limit && e.Answers[0] },
				Set:   func(m config, _ payload, next *config) { next.Count = m.Count + 1 },
			},
			{From: "Open", On: "Add", To: "Open", Effect: fsmtest.Ignore},
			{From: "Open", On: "Close", To: "Closed"},
		},
	}
}

func tillMachine() *fsmtest.Machine[*till, struct{}, config] {
	return &fsmtest.Machine[*till, struct{}, config]{
		New:     newTill,
		Host:    func(h *fsmtest.Host) any { return tillHost{h} },
		State:   func(m *till) int { return int(m.State()) },
		Outcome: func(m *till) int { return int(m.Outcome()) },
		Can:     func(m *till, e int) bool { return m.Can(event(e)) },
		Read:    func(m *till) config { return config{m.Params(), m.Count()} },
		Errors:  fsmtest.Errors{Illegal: &illegalError{}, Reentrant: &reentrantError{}},
	}
}
