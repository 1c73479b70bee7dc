package fsmtest_test

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest"
)

// A tank, written by hand in the form of the generated code: Fill has a payload with a range.

type tankState uint8

const (
	tankOpen tankState = iota
	tankShut
)

type tankEvent uint8

const (
	tankFill tankEvent = iota
	tankClose
)

type tankParams struct{ Most int }

func (p tankParams) Validate() error {
	if p.Most < 1 || p.Most > 3 {
		return errors.New("tank: most is out of range")
	}
	return nil
}

type tankIllegalError struct {
	State   tankState
	Event   tankEvent
	Guards  []string
	Reasons []error
}

func (e *tankIllegalError) Error() string { return fmt.Sprintf("tank: %d in %d", e.Event, e.State) }

type tankPayloadError struct {
	Event tankEvent
	Field string
	Value int
	Range string
}

func (e *tankPayloadError) Error() string { return fmt.Sprintf("tank: %s is %d", e.Field, e.Value) }

type tank struct {
	params tankParams
	state  tankState
	level  int
}

func newTank(p tankParams) (*tank, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return &tank{params: p}, nil
}

func (m *tank) State() tankState { return m.state }

func (m *tank) Can(e tankEvent) bool { return m.state == tankOpen && e <= tankClose }

func (m *tank) Fill(liters int) error {
	least, most := has("less is taken", 0, has("the least is refused", 2, 1)), m.params.Most+has("more is taken", 1, has("the most is refused", -1, 0))
	checks := fault != "nothing is checked" && (fault != "only an open tank checks" || m.state == tankOpen)
	if checks && (liters < least || liters > most) {
		m.level += has("what is refused counts", 1, 0)
		return &tankPayloadError{
			Event: tankFill, Field: has("another field", "level", "liters"), Value: liters + has("another value", 1, 0),
			Range: fmt.Sprintf("from 1 to %d", m.params.Most+has("another range", 1, 0)),
		}
	}
	if m.state != tankOpen {
		return &tankIllegalError{State: m.state, Event: tankFill}
	}
	m.level = (m.level + liters) % 4
	return nil
}

func (m *tank) Close() error {
	if m.state != tankOpen {
		return &tankIllegalError{State: m.state, Event: tankClose}
	}
	m.state = tankShut
	return nil
}

type tankConfig struct {
	Params tankParams
	Level  int
}

type tankPayload struct{ Liters int }

func tankSpec() *fsmtest.Spec[tankConfig, tankPayload] {
	type (
		c = tankConfig
		e = tankPayload
	)
	return &fsmtest.Spec[c, e]{
		Name: "Tank", Package: "tank", Initial: "Open",
		States:   []fsmtest.State[c]{{Value: tankOpen, Name: "Open"}, {Value: tankShut, Name: "Shut", Outcome: "shut"}},
		Outcomes: []fsmtest.Value{{Value: 0, Name: "none"}, {Value: 1, Name: "shut"}},
		Events: []fsmtest.Event[c, e]{
			{Value: tankFill, Name: "Fill", Method: "Fill", Environment: true, Fields: []fsmtest.Field[c, e]{
				{Name: "liters", Use: fsmtest.Decides, Range: func(m c) (int, int) { return 1, m.Params.Most }},
			}},
			{Value: tankClose, Name: "Close", Method: "Close"},
		},
		Params: []fsmtest.Param[c]{{Name: "most", Range: func(c) (int, int) { return 1, 3 }}},
		Vars:   []fsmtest.Var[c]{{Name: "level"}},
		Rows: []fsmtest.Row[c, e]{
			{From: "Open", On: "Fill", To: "Open", Set: func(m c, e e, next *c) { next.Level = (m.Level + e.Liters) % 4 }},
			{From: "Open", On: "Close", To: "Shut"},
		},
	}
}

func tankMachine() *fsmtest.Machine[*tank, struct{}, tankConfig] {
	return &fsmtest.Machine[*tank, struct{}, tankConfig]{
		New:     newTank,
		State:   func(m *tank) int { return int(m.state) },
		Outcome: func(m *tank) int { return int(m.state) },
		Can:     func(m *tank, e int) bool { return m.Can(tankEvent(e)) },
		Read:    func(m *tank) tankConfig { return tankConfig{m.params, m.level} },
		Errors:  fsmtest.Errors{Illegal: &tankIllegalError{}, Payload: &tankPayloadError{}},
	}
}

// TestTank is for [TestFaults], which runs it with one fault after another.
func TestTank(t *testing.T) {
	if _, asked := os.LookupEnv("FSMTEST_FAULT"); !asked {
		t.Skip("TestFaults runs it")
	}
	fsmtest.Test(t, tankSpec(), tankMachine())
}

// tankFaults are what can be wrong with the range of a payload.
var tankFaults = []struct{ name, noticed string }{
	{"nothing is checked", "Table"},
	{"less is taken", "Table"},
	{"more is taken", "Table"},
	{"the least is refused", "Walk"},
	{"the most is refused", "Walk"},
	{"only an open tank checks", "Table"},
	{"what is refused counts", "Table"},
	{"another field", "Table"},
	{"another value", "Table"},
	{"another range", "Table"},
}
