package fsmtest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

func (m *lamp) MarshalJSON() ([]byte, error) {
	if err := m.checkClaims(); err != nil {
		return nil, err
	}
	return json.Marshal(map[string]any{
		"machine": "Lamp",
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
	if !utf8.Valid(data) || !json.Valid(data) || fault == "another spelling is refused" && bytes.Contains(data, []byte(`\u`)) {
		return nil, errors.New("lamp: snapshot: not valid JSON")
	}
	m := &lamp{params: lampParams{Uses: has("a missing parameter is zero", 0, 2)}}
	snapshot, err := lampFields(data, nil, []string{"machine", "params", "state", "vars", "data"}, "spec", has("timers of an earlier version are refused", "spec", "timers"))
	if err != nil {
		return nil, err
	}
	removed := has("a removed value is refused", nil, []string{"color", "watts"})
	params, err1 := lampFields(snapshot["params"], map[string]string{"times": "uses"}, nil, append(removed, "uses")...)
	vars, err2 := lampFields(snapshot["vars"], map[string]string{"rest": "left"}, nil, append(removed, "left")...)
	_, err3 := lampFields(snapshot["data"], nil, nil)
	var machine, state string
	err = errors.Join(err1, err2, err3, lampValue(snapshot["machine"], &machine), lampValue(snapshot["state"], &state))
	if err != nil {
		return nil, err
	}
	old := has("an old name of the machine is unknown", "Lamp", "Bulb")
	if machine != "Lamp" && machine != old && fault != "the snapshot of another machine" {
		return nil, errors.New("lamp: snapshot: from another machine")
	}
	if err := m.state.UnmarshalText([]byte(state)); err != nil {
		return nil, errors.New("lamp: snapshot: unknown state")
	}
	if params["uses"] != nil {
		err = lampValue(params["uses"], &m.params.Uses)
	}
	if m.left = has("a missing variable is zero", 0, has("a missing variable is right for few parameters", min(m.params.Uses, 2), m.params.Uses)); vars["left"] != nil {
		err = errors.Join(err, lampValue(vars["left"], &m.left))
	}
	if err != nil {
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

// lampFields returns the fields of an object, each of which must occur at most once. was maps old names
// to new ones.
func lampFields(text []byte, was map[string]string, required []string, optional ...string) (map[string]json.RawMessage, error) {
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
		old := was[name] != "" && fault != "an old name of a value is unknown"
		if old {
			name = was[name]
		}
		known := slices.Contains(required, name) || slices.Contains(optional, name)
		again := fields[name] != nil && fault != "a field may be repeated" && !(old && fault == "both names are accepted")
		if !known && fault != "another field is accepted" || again {
			return nil, errors.New("lamp: snapshot: unknown or duplicate " + name)
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, err
		}
		fields[name] = value
	}
	for _, name := range append(required, has("a missing variable is refused", optional, nil)...) {
		if fields[name] == nil {
			if fault == "a field may be missing" {
				fields[name] = json.RawMessage("{}")
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
	if fault == "the least int is restored" && m.left == math.MinInt {
		return nil
	}
	if m.left < 0 || m.left > m.params.Uses {
		return fmt.Errorf("lamp: left is %d, must be from 0 to uses", m.left)
	}
	if m.state == lampLit && m.left == m.params.Uses && fault != "a forged lamp exceeds its bound" {
		return fmt.Errorf("lamp: every run has left < uses in state Lit, but left is %d and uses is %d", m.left, m.params.Uses)
	}
	return nil
}
