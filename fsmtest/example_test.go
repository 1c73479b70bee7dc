package fsmtest_test

import (
	"errors"
	"fmt"

	"github.com/fsmgen/fsmgen/fsmtest"
)

// The machine under test. Usually, it is generated. This one has a fault: On should
// compare with <, so that a lamp with a life of 1 can be switched on once.

type LampState uint8

const (
	LampDark LampState = iota
	LampLit
	LampSpent
)

type LampEvent uint8

const (
	LampOn LampEvent = iota
	LampOff
)

type LampParams struct{ Life int }

func (p LampParams) Validate() error {
	if p.Life < 1 || p.Life > 1000 {
		return errors.New("lamp: life is out of range")
	}
	return nil
}

type LampError struct {
	State LampState
	Event LampEvent
}

func (*LampError) Error() string { return "lamp: illegal event" }

type Lamp struct {
	params LampParams
	state  LampState
	steps  uint64
	used   int
}

func NewLamp(p LampParams) (*Lamp, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return &Lamp{params: p}, nil
}

func (m *Lamp) Params() LampParams { return m.params }
func (m *Lamp) Used() int          { return m.used }
func (m *Lamp) String() string {
	return fmt.Sprintf("%s used=%d", [...]string{"Dark", "Lit", "Spent"}[m.state], m.used)
}

func (m *Lamp) On() error {
	switch {
	case m.state != LampDark:
		return &LampError{m.state, LampOn}
	case m.used <= m.params.Life: // the fault
		m.state, m.used = LampLit, m.used+1
	default:
		m.state = LampSpent
	}
	m.steps++
	return nil
}

func (m *Lamp) Off() error {
	if m.state != LampLit {
		return &LampError{m.state, LampOff}
	}
	m.state = LampDark
	m.steps++
	return nil
}

func (m *Lamp) Can(e LampEvent) bool {
	return m.state == LampDark && e == LampOn || m.state == LampLit && e == LampOff
}

// The rest is what a generated test file contains: types for the configurations and
// events, the machine as a table, and access to the machine under test.

type lampConfig struct {
	Params LampParams
	Used   int
}

type lampEvent struct{}

func lampSpec() *fsmtest.Spec[lampConfig, lampEvent] {
	type (
		config = lampConfig
		event  = lampEvent
	)
	return &fsmtest.Spec[config, event]{
		Name: "Lamp", Package: "lamp", Initial: "Dark",
		States: []fsmtest.State[config]{
			{Value: LampDark, Name: "Dark"},
			{Value: LampLit, Name: "Lit"},
			{Value: LampSpent, Name: "Spent", Outcome: "broken"},
		},
		Events: []fsmtest.Event[config, event]{
			{Value: LampOn, Name: "On", Method: "On"},
			{Value: LampOff, Name: "Off", Method: "Off"},
		},
		Outcomes: []fsmtest.Value{{Value: 0, Name: "none"}, {Value: 1, Name: "broken"}},
		Params:   []fsmtest.Param[config]{{Name: "life", Range: func(config) (int, int) { return 1, 1000 }}},
		Vars:     []fsmtest.Var[config]{{Name: "used", Range: func(m config) (int, int) { return 0, m.Params.Life }}},
		Rows: []fsmtest.Row[config, event]{
			{From: "Dark", On: "On", When: "used < life", To: "Lit",
				Guard: func(m config, _ event) bool { return m.Used < m.Params.Life },
				Set:   func(m config, _ event, next *config) { next.Used = m.Used + 1 }},
			{From: "Dark", On: "On", To: "Spent"},
			{From: "Lit", On: "Off", To: "Dark"},
		},
	}
}

func lampMachine() *fsmtest.Machine[*Lamp, struct{}, lampConfig] {
	return &fsmtest.Machine[*Lamp, struct{}, lampConfig]{
		New:   NewLamp,
		State: func(m *Lamp) int { return int(m.state) },
		Outcome: func(m *Lamp) int {
			if m.state == LampSpent {
				return 1
			}
			return 0
		},
		Can:    func(m *Lamp, event int) bool { return m.Can(LampEvent(event)) },
		Read:   func(m *Lamp) lampConfig { return lampConfig{m.Params(), m.Used()} },
		Errors: fsmtest.Errors{Illegal: &LampError{}},
	}
}

// A generated test file calls Test with the table and the machine:
//
//	func TestLampSpec(t *testing.T) { fsmtest.Test(t, lampSpec(), lampMachine()) }
//
// Here, the machine makes a random run instead, as in package property, until it differs
// from the table.
func Example() {
	random := fsmtest.NewRandom(lampSpec(), lampMachine())
	choose := func(n int) int { return max(n-1, 0) } // always the last choice
	config, _ := random.Start(false, 3, choose)
	run := random.Subject(config)
	for run.Fault() == nil {
		input := random.Next(config, choose)
		_ = run.Take(input)
		config = random.Step(config, input)
	}
	fmt.Println(run.Smallest())
	// Output:
	// On in Dark{life: 1, used: 1}: state is "Lit", want "Spent"
	// after [On Off On]
	// with {Life:1}
}
