package course

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/reference"
)

// Seen is what an observer sees of an event, and of the machine after it.
type Seen struct {
	// Verdict is "taken", "ignored", or "refused".
	Verdict string
	// Steps says for each transition what it does, in order: what it stops, outputs, and what it starts.
	Steps [][]string
	// Active are the active states, sorted, and Runs the timers and calls that run.
	Active, Runs []string
	// Vars are the values of variables and data, by names such as n and State.n.
	Vars map[string]int64
	// Costs is what the steps cost, by the names of the costs; nil if a weight has no value.
	Costs map[string]*big.Int
	// Outcome is "" until the machine has ended.
	Outcome string
	// Pending is what should not be there while the machine rests.
	Pending []string
}

// Did returns what all transitions do.
func (s *Seen) Did() []string { return slices.Concat(s.Steps...) }

// Tidy sorts what has no order.
func (s *Seen) Tidy() {
	slices.Sort(s.Active)
	slices.Sort(s.Runs)
}

// Differs names what differs in u, or returns "".
func (s *Seen) Differs(u *Seen) string {
	switch {
	case s.Verdict != u.Verdict:
		return "verdict"
	case s.Outcome != u.Outcome:
		return "outcome"
	case !slices.Equal(s.Active, u.Active):
		return "active"
	case len(s.Steps) != len(u.Steps):
		return "transitions"
	case !slices.Equal(s.Did(), u.Did()):
		return "outputs"
	case !slices.Equal(s.Runs, u.Runs):
		return "runs"
	case len(u.Pending) > 0:
		return "pending"
	}
	for _, name := range slices.Sorted(maps.Keys(s.Vars)) {
		if w, ok := u.Vars[name]; !ok || w != s.Vars[name] {
			return "value of " + name
		}
	}
	return ""
}

// String describes what is seen in a line.
func (s *Seen) String() string {
	var vars, steps []string
	for _, name := range slices.Sorted(maps.Keys(s.Vars)) {
		vars = append(vars, fmt.Sprintf("%s=%d", name, s.Vars[name]))
	}
	for _, step := range s.Steps {
		steps = append(steps, "("+strings.Join(step, " ")+")")
	}
	parts := []string{s.Verdict}
	parts = append(parts, steps...)
	parts = append(parts, fmt.Sprint(s.Active), strings.Join(vars, " "), fmt.Sprint(s.Runs))
	if len(s.Pending) > 0 {
		parts = append(parts, "pending "+fmt.Sprint(s.Pending))
	}
	if s.Outcome != "" {
		parts = append(parts, "= "+s.Outcome)
	}
	return strings.Join(parts, " ")
}

// see describes a run of the reference after an event.
func see(m *reference.Machine, r *reference.Run, result reference.Result) (s Seen) {
	s.Verdict = result.Verdict.String()
	if s.Verdict == "illegal" || s.Verdict == "rejected" || s.Verdict == "outside" {
		s.Verdict = "refused"
	}
	for _, step := range result.Steps {
		s.Steps = append(s.Steps, did(step))
	}
	s.Active = r.Active()
	s.Vars = map[string]int64{}
	vars := r.Vars()
	for i, v := range m.Slots() {
		s.Vars[v.Full()] = vars[i]
	}
	for _, t := range r.Timers() {
		s.Runs = append(s.Runs, Timer(t.Owner, t.Event))
	}
	for _, c := range r.Calls() {
		s.Runs = append(s.Runs, Call(c.Owner, c.Call)+fmt.Sprint(c.Args))
	}
	s.Costs, _ = r.Charge(result.Steps)
	s.Outcome = r.Outcome()
	s.Tidy()
	return s
}

// Timer and Call name a timer and an invocation in texts.
func Timer(owner, event string) string { return owner + "." + event }

// Call names an invocation: see [Timer].
func Call(owner, call string) string { return owner + "." + call }

// Stops begins the texts for what a transition stops: these have no order.
func Stops(timers, calls []string) []string {
	var out []string
	for _, t := range timers {
		out = append(out, "stop "+t)
	}
	for _, c := range calls {
		out = append(out, "cancel "+c)
	}
	slices.Sort(out)
	return out
}

func did(step reference.Step) []string {
	var timers, calls []string
	for _, t := range step.Stops {
		timers = append(timers, Timer(t.Owner, t.Event))
	}
	for _, c := range step.Cancels {
		calls = append(calls, Call(c.Owner, c.Call))
	}
	out := Stops(timers, calls)
	for _, o := range step.Outputs {
		out = append(out, o.Name+fmt.Sprint(o.Values))
	}
	for _, t := range step.Starts {
		out = append(out, "start "+Timer(t.Owner, t.Event)+fmt.Sprint(t.Args))
	}
	for _, c := range step.Invokes {
		out = append(out, "call "+Call(c.Owner, c.Call)+fmt.Sprint(c.Args))
	}
	return out
}
