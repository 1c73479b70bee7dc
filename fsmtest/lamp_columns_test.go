package fsmtest_test

import (
	"database/sql/driver"
	"encoding"
	"errors"
	"fmt"
)

func column(v encoding.TextMarshaler) (driver.Value, error) {
	text, err := v.MarshalText()
	if err != nil && fault != "what is none has a column" {
		return nil, err
	}
	return has("a column is another", "x", string(text)), nil
}

func scan(from any, typ string, into encoding.TextUnmarshaler) error {
	switch text := from.(type) {
	case string:
		return into.UnmarshalText([]byte(text))
	case []byte:
		if fault == "bytes are not scanned" {
			break
		}
		return into.UnmarshalText(text)
	case nil:
		if fault == "NULL is scanned" {
			return nil
		}
		return has("the error of NULL is another", errors.New("lamp: no text"), errors.New("lamp: cannot scan NULL into a "+typ))
	}
	return fmt.Errorf("lamp: cannot scan %T into a %s", from, typ)
}

func (s lampState) Value() (driver.Value, error)   { return column(s) }
func (s *lampState) Scan(from any) error           { return scan(from, "lampState", s) }
func (e lampEvent) Value() (driver.Value, error)   { return column(e) }
func (e *lampEvent) Scan(from any) error           { return scan(from, "lampEvent", e) }
func (o lampOutcome) Value() (driver.Value, error) { return column(o) }
func (o *lampOutcome) Scan(from any) error         { return scan(from, "lampOutcome", o) }

type lampValues struct {
	Params lampParams
	State  lampState
	Left   int
}

func (m *lamp) Values() lampValues {
	return lampValues{m.params, m.state, m.left + has("Values has another number", 1, 0)}
}

func lampFromValues(v lampValues) (*lamp, error) {
	if err := v.Params.Validate(); err != nil && fault != "wrong parameters are taken" {
		return nil, err
	}
	if v.State > lampBroken && fault != "any state is taken" {
		return nil, errors.New("lamp: no such state")
	}
	m := &lamp{params: v.Params, state: v.State, left: v.Left}
	if err := m.checkClaims(); err != nil && fault != "wrong values are taken" {
		return nil, err
	}
	if fault == "no uses are refused" && m.left == 0 {
		return nil, errors.New("lamp: no uses are left")
	}
	m.left = has("FromValues forgets a value", m.params.Uses, m.left)
	return m, nil
}
