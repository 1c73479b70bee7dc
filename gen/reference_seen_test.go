package gen_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/course"
	"github.com/fsmgen/fsmgen/internal/reference"
)

// observed is what the program sees of a generated machine.
type observed struct {
	Verdict, Error, State, Outcome string
	Outputs                        []string
	// Active is nil for machines without regions.
	Active   []string
	Timers   map[string]int64
	Snapshot json.RawMessage
}

// differs says what differs from a course, or returns "".
func (b *played) differs(m *reference.Machine, c course.Course, list []observed) string {
	run := fmt.Sprintf("start%v", c.Params)
	due := map[string]int64{}
	for i := range c.Seen {
		if i > 0 {
			run += ", " + c.Inputs[i-1].String()
		}
		want := c.Seen[i]
		if i >= len(list) {
			return fmt.Sprintf("%s\n  the program has seen %d of %d events: %+v", run, len(list), len(c.Seen), list)
		}
		if i > 0 && c.Inputs[i-1].Stale && due[c.Inputs[i-1].Timer] != 0 {
			return "" // its event was ignored, after which a generated machine lets it fire once more
		}
		got := list[i]
		expected := expectation(want, due, int64(i), m, c, i)
		actual, err := got.describe(m)
		if err != nil {
			return fmt.Sprintf("%s\n  %v", run, err)
		}
		if expected != actual {
			return fmt.Sprintf("%s\n  reference: %s\n  generated: %s\n  error: %s\n  snapshot: %s", run, expected, actual, got.Error, got.Snapshot)
		}
	}
	return ""
}

// expectation describes what the reference has seen in the form of observed.describe. due says when timers are due.
func expectation(s course.Seen, due map[string]int64, hour int64, m *reference.Machine, c course.Course, i int) string {
	var did []string
	if i > 0 && c.Inputs[i-1].Timer != "" && s.Verdict != "ignored" {
		delete(due, c.Inputs[i-1].Timer)
	}
	for _, what := range s.Did() {
		verb, rest, ok := strings.Cut(what, " ")
		name, args, _ := strings.Cut(rest, "[")
		switch _, call, _ := strings.Cut(name, "."); {
		case !ok, strings.Contains(verb, "["):
			did = append(did, what)
		case verb == "stop":
			delete(due, name)
		case verb == "start":
			due[name] = hour*3600_000 + delay(m, name, args)
		case verb == "cancel":
			did = append(did, call+".stop")
		case verb == "call":
			did = append(did, call+".start["+args)
		}
	}
	for name := range due { // also what has fired without an effect ends with its state
		if owner, _, _ := strings.Cut(name, "."); s.Outcome != "" || !slices.Contains(s.Active, owner) {
			delete(due, name)
		}
	}
	return sentence(s.Verdict, did, s.Active, values(s, s.Active), due, s.Outcome)
}

// values returns the values of variables, and of the data of active states.
func values(s course.Seen, active []string) map[string]int64 {
	vars := map[string]int64{}
	for name, v := range s.Vars {
		if state, _, ok := strings.Cut(name, "."); !ok || slices.Contains(active, state) {
			vars[name] = v
		}
	}
	return vars
}

// outputsOf returns the outputs of all transitions.
func outputsOf(s course.Seen) (did []string) {
	for _, what := range s.Did() {
		if verb, _, ok := strings.Cut(what, " "); !ok || strings.Contains(verb, "[") {
			did = append(did, what)
		}
	}
	return did
}

// delay returns how long a timer runs, in milliseconds.
func delay(m *reference.Machine, name, args string) int64 {
	var d int64
	for _, t := range m.Timers() {
		if course.Timer(t.Owner, t.Event) != name {
			continue
		}
		switch {
		case t.Delay == "brief":
			return 5
		case strings.HasPrefix(t.Delay, "slow"):
			fmt.Sscanf(args, "%d]", &d)
			return d + 100
		}
		if n, _ := fmt.Sscanf(args, "%d]", &d); n == 1 { // of an expression
			return d / 1_000_000
		}
		fmt.Sscanf(t.Delay, "%ds", &d)
	}
	return d * 1000
}

// unordered sorts the stops that follow each other, which have no order.
func unordered(did []string) {
	stop := func(s string) bool { return strings.HasSuffix(s, ".stop") }
	for i := 0; i < len(did); i++ {
		n := i
		for n < len(did) && stop(did[n]) {
			n++
		}
		slices.Sort(did[i:n])
		i = max(i, n)
	}
}

func sentence(verdict string, did, active []string, vars, due map[string]int64, outcome string) string {
	unordered(did)
	var values, timers []string
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		values = append(values, fmt.Sprintf("%s=%d", name, vars[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(due)) {
		timers = append(timers, fmt.Sprintf("%s at %d", name, due[name]))
	}
	return fmt.Sprintf("%s (%s) %v %s, timers [%s] = %s", verdict, strings.Join(did, " "), active, strings.Join(values, " "), strings.Join(timers, ", "), outcome)
}

// describe describes what the program has seen.
func (o observed) describe(m *reference.Machine) (string, error) {
	if o.Snapshot == nil {
		return "", fmt.Errorf("the program fails: %s", o.Error)
	}
	vars, err := stored(m, o.State, o.Snapshot)
	if err != nil {
		return "", err
	}
	var did []string
	for _, text := range o.Outputs {
		name, payload, _ := strings.Cut(text, "{")
		fields, known := m.OutputFields(name)
		call, start := strings.CutSuffix(name, ".start")
		if start {
			fields, known = m.Arguments(call)
		}
		var values map[string]any
		if err := json.Unmarshal([]byte("{"+payload), &values); err != nil {
			return "", err
		}
		if !known {
			did = append(did, name)
			continue
		}
		list := []int64{}
		for _, f := range fields {
			list = append(list, fromJSON(m, f.Type, values[f.Name]))
		}
		did = append(did, name+fmt.Sprint(list))
	}
	active := o.Active
	if active == nil {
		active = m.Around(o.State)
		slices.Sort(active)
	}
	return sentence(o.Verdict, did, active, vars, o.Timers, o.Outcome), nil
}

// stored reads the values of variables and of the data of a state from a snapshot.
func stored(m *reference.Machine, state string, snapshot []byte) (map[string]int64, error) {
	var s struct {
		Data, Vars map[string]any
	}
	if err := json.Unmarshal(snapshot, &s); err != nil {
		return nil, err
	}
	vars := map[string]int64{}
	for _, v := range m.Slots() {
		switch value, ok := s.Vars[v.Name]; {
		case v.State == "" && ok:
			vars[v.Name] = fromJSON(m, v.Type, value)
		case v.State == state:
			vars[v.Full()] = fromJSON(m, v.Type, s.Data[v.Name])
		}
	}
	return vars, nil
}
