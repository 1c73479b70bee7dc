package fsmtest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// lampMarks tell versions of the spec apart.
var lampMarks = map[string]string{"states": "6b3f2dc6", "params": "648dd6cf", "vars": "b9180a8a", "ranges": "7a0c5910"}

func (m *lamp) MarshalJSON() ([]byte, error) {
	if err := m.checkClaims(); err != nil {
		return nil, err
	}
	return json.Marshal(map[string]any{
		"machine": "Lamp",
		"spec":    lampMarks,
		"params":  map[string]any{"uses": m.params.Uses},
		"state":   has("a snapshot has another state", lampDark, m.state),
		"vars":    map[string]any{"left": has("a snapshot loses a value", 0, m.left)},
		"data":    map[string]any{},
	})
}

func (m *lamp) UnmarshalJSON([]byte) error {
	return has("UnmarshalJSON takes anything", nil, errors.New("lamp: cannot unmarshal into a machine"))
}

func restoreLamp(data []byte) (*lamp, error) {
	if !utf8.Valid(data) || !json.Valid(data) {
		return nil, errors.New("lamp: snapshot: not valid JSON")
	}
	m := &lamp{}
	snapshot, err := lampFields(data, "machine", "spec", "params", "state", "vars", "data")
	if err != nil {
		return nil, err
	}
	params, err1 := lampFields(snapshot["params"], "uses")
	vars, err2 := lampFields(snapshot["vars"], "left")
	_, err3 := lampFields(snapshot["data"])
	marks, err4 := lampFields(snapshot["spec"], "states", "params", "vars", "ranges")
	var machine, state string
	err = errors.Join(err1, err2, err3, err4, lampValue(snapshot["machine"], &machine), lampValue(snapshot["state"], &state))
	if err != nil {
		return nil, err
	}
	if machine != "Lamp" && fault != "the snapshot of another machine" {
		return nil, errors.New("lamp: snapshot: from another machine")
	}
	if err := m.state.UnmarshalText([]byte(state)); err != nil {
		return nil, errors.New("lamp: snapshot: unknown state")
	}
	var changed []string
	for _, part := range [...]struct{ name, what string }{
		{"states", "states"}, {"params", "parameters"}, {"vars", "variables or data"}, {"ranges", "ranges or invariants"},
	} {
		var mark string
		if err := lampValue(marks[part.name], &mark); err != nil {
			return nil, err
		}
		if mark != lampMarks[part.name] {
			changed = append(changed, part.what)
		}
	}
	if len(changed) > 0 && fault != "the snapshot of another version" {
		return nil, fmt.Errorf("lamp: snapshot: the %s differ", strings.Join(changed, " and the "))
	}
	if err := errors.Join(lampValue(params["uses"], &m.params.Uses), lampValue(vars["left"], &m.left)); err != nil {
		return nil, err
	}
	if err := m.params.Validate(); err != nil && fault != "wrong parameters are restored" {
		return nil, err
	}
	if err := m.checkClaims(); err != nil && fault != "wrong values are restored" {
		return nil, err
	}
	if fault == "a snapshot without uses left is refused" && m.left == 0 {
		return nil, errors.New("lamp: snapshot: no uses are left")
	}
	m.left = has("Restore forgets a value", m.params.Uses, m.left)
	return m, nil
}

// lampFields returns the fields of an object, which must have these names, each once.
func lampFields(text []byte, names ...string) (map[string]json.RawMessage, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil, errors.New("lamp: snapshot: want an object")
	}
	fields := map[string]json.RawMessage{}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		name, _ := key.(string)
		if fault == "letters do not matter" {
			name = strings.ToLower(name)
		}
		if !slices.Contains(names, name) && fault != "another field is accepted" || fields[name] != nil && fault != "a field may be repeated" {
			return nil, errors.New("lamp: snapshot: unknown or duplicate " + name)
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, err
		}
		fields[name] = value
	}
	for _, name := range names {
		if fields[name] == nil {
			if fault == "a field may be missing" {
				fields[name] = json.RawMessage("1")
				continue
			}
			return nil, errors.New("lamp: snapshot: missing " + name)
		}
	}
	return fields, nil
}

func lampValue(text []byte, into any) error {
	if string(text) == "null" && fault != "null is accepted" {
		return errors.New("lamp: snapshot: null")
	}
	return json.Unmarshal(text, into)
}

func (m *lamp) checkClaims() error {
	if m.left < 0 || m.left > m.params.Uses {
		return fmt.Errorf("lamp: left is %d, must be from 0 to uses", m.left)
	}
	if m.state == lampLit && m.left == m.params.Uses && fault != "a forged lamp exceeds its bound" {
		return fmt.Errorf("lamp: every run has left < uses in state Lit, but left is %d and uses is %d", m.left, m.params.Uses)
	}
	return nil
}
