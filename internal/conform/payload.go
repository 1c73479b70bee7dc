package conform

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// input returns what is known of an event. Reason says why the machine cannot receive it; the error is a mistake in the record.
func (c *checked) input(e int, r Record) (in input, reason string, err error) {
	ev := &c.m.Events[e]
	in = input{event: e, fields: make([]value, len(ev.Fields)), answers: make([]value, len(c.m.Asks))}
	var payload map[string]json.RawMessage
	if r.Payload != nil {
		if err := json.Unmarshal(r.Payload, &payload); err != nil {
			return in, "", fmt.Errorf("the payload of %s: %w", r.Event, err)
		}
	}
	for name, text := range payload {
		i := slices.IndexFunc(ev.Fields, func(f core.Field) bool { return f.Name == name })
		if i < 0 {
			if ev.Result && name == "call" {
				continue // the number of the start
			}
			return in, fmt.Sprintf("%s has no field %s", ev.Name, name), nil
		}
		if in.fields[i], err = c.decode(ev.Fields[i].Type, text); err != nil {
			return in, fmt.Sprintf("the field %s of %s: %v", name, ev.Name, err), nil
		}
	}
	bare := func(s string) string { return strings.ReplaceAll(s, " ", "") }
	for name, holds := range r.Guards {
		i := slices.IndexFunc(c.m.Asks, func(a core.Ask) bool { return bare(a.Symbol.Name) == bare(name) })
		if i < 0 {
			return in, "the machine does not ask " + name, nil
		}
		if in.answers[i] = is(0); holds {
			in.answers[i] = is(1)
		}
	}
	return in, "", nil
}

// decode reads a value of a type. That of an opaque type is not read.
func (r *run) decode(t expr.Type, text json.RawMessage) (v value, err error) {
	switch t.Kind {
	case expr.Int:
		err = json.Unmarshal(text, &v.n)
	case expr.Bool:
		var b bool
		if err = json.Unmarshal(text, &b); b {
			v.n = 1
		}
	case expr.Enumerated, expr.String:
		var s string
		if err = json.Unmarshal(text, &s); err != nil {
			break
		}
		if t.Kind == expr.String {
			return is(r.texts.number(s)), nil
		}
		for i, name := range t.Enum.Values {
			if name == s || slices.Contains(t.Enum.Texts(i), s) {
				return is(int64(i)), nil
			}
		}
		return value{}, fmt.Errorf("%q is not one of %s", s, strings.Join(t.Enum.Values, ", "))
	default:
		return value{}, nil
	}
	if err != nil {
		return value{}, fmt.Errorf("%s is not a value of type %v", text, t)
	}
	return is(v.n), nil
}

// states returns the states of some configurations, in words.
func (r *run) states(list []config) string {
	var names []string
	for i, s := range r.m.States {
		if slices.ContainsFunc(list, func(c config) bool { return c.state == i }) {
			names = append(names, s.Name)
		}
	}
	return strings.Join(names, " or ")
}

// legal returns the events that the machine may take where it is.
func (c *checked) legal() (names []string) {
	for e, ev := range c.m.Events {
		if ev.Eventless {
			continue
		}
		in := input{event: e, fields: make([]value, len(ev.Fields)), answers: make([]value, len(c.m.Asks))}
		if slices.ContainsFunc(c.now.list, func(now config) bool {
			list, _ := c.chosen(now, in)
			return slices.ContainsFunc(list, func(t int) bool { return c.m.Transitions[t].Effect != core.Reject })
		}) {
			names = append(names, ev.Name)
		}
	}
	return names
}

// why says that the state lists the event, but not with these values, or nothing.
func (c *checked) why(in input) string {
	listed := slices.ContainsFunc(c.now.list, func(now config) bool { return len(c.m.On(now.state, in.event)) > 0 })
	if !listed {
		return ""
	}
	return " with these values"
}
