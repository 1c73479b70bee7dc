package verify

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/trace"
)

const (
	// maxShown limits the steps of a run that are printed. The middle of a longer
	// run is left out, and its last lastShown steps are kept.
	maxShown  = 60
	lastShown = 20
)

// Trace formats a run for people, to follow words such as "an endless run": the
// parameters, then one step per line with its states, event and payload, and the
// changes of the progress function and of variables. The middle of a long run is left
// out.
func Trace(m *core.Machine, run *trace.Run) string {
	return traced(m, run, func(int) string { return "" })
}

// traced is [Trace] with a text before each step.
func traced(m *core.Machine, run *trace.Run, before func(step int) string) string {
	var b strings.Builder
	if p := Params(m, run.Params); p != "" {
		b.WriteString(" with " + p)
	}
	b.WriteString(":\n")
	rows := make([][2]string, len(run.Steps))
	width := 0
	for i, s := range run.Steps {
		t := &m.Transitions[s.Transition]
		from, to := core.Route(m, t)
		rows[i][0] = fmt.Sprintf("%s%s --%s--> %s", before(i), from, call(m, s), to)
		rows[i][1] = effect(m, run.Params, s)
		width = max(width, len(rows[i][0]))
	}
	world := false
	left := len(rows) - maxShown
	for i, row := range rows {
		if first := maxShown - lastShown; left > 1 && i >= first && i < first+left {
			if i == first {
				fmt.Fprintf(&b, "     ... %d steps ...\n", left)
			}
			continue
		}
		mark := " "
		if i == run.LoopFrom {
			mark = ">"
		}
		if m.Events[m.Transitions[run.Steps[i].Transition].Event].Environment {
			mark, world = "~", true
		}
		fmt.Fprintf(&b, "%s%3d  %s\n", mark, i+1, strings.TrimRight(fmt.Sprintf("%-*s   %s", width, row[0], row[1]), " "))
	}
	if world {
		b.WriteString("   ~ environment event: the count of transitions restarts\n")
	}
	if len(rows) == 0 {
		b.WriteString("   at the start\n")
	}
	if run.LoopFrom >= 0 {
		fmt.Fprintf(&b, "   ... repeats from step %d forever\n", run.LoopFrom+1)
	}
	return b.String()
}

// again states that the run repeats forever, and the condition that makes it do so.
func (c *Recurrent) again(m *core.Machine) string {
	text := fmt.Sprintf("   ... repeats from step %d forever", c.From+1)
	switch {
	case c.Payloads != nil:
		text += " with " + c.payload(m)
	case slices.ContainsFunc(c.Run.Steps[c.From:], func(s trace.Step) bool { return len(s.Fields) > 0 }):
		text += " with the same payloads"
	}
	if len(c.Set) == 0 {
		return text + "\n"
	}
	var parts []string
	for _, x := range c.Set {
		parts = append(parts, expr.Print(x, expr.Spec))
	}
	return text + ", because this stays true there: " + strings.Join(parts, " && ") + "\n"
}

// payload names the payloads that depend on the values of variables.
func (c *Recurrent) payload(m *core.Machine) string {
	var parts []string
	for i, fields := range c.Payloads {
		event := &m.Events[m.Transitions[c.Run.Steps[c.From+i].Transition].Event]
		for k, x := range fields {
			if x != nil {
				parts = append(parts, fmt.Sprintf("%s = %s in step %d", event.Fields[k].Name, expr.Print(x, expr.Spec), c.From+i+1))
			}
		}
	}
	return strings.Join(parts, ", ") + ", where the values are those before step " + strconv.Itoa(c.From+1)
}

// Continues says, in a few words, which payloads continue an endless run: "the same payloads", or
// those of Payloads. m is the machine of the run.
func (c *Recurrent) Continues(m *core.Machine) string {
	if c.Payloads == nil {
		return "the same payloads"
	}
	return c.payload(m)
}

// Params formats parameter values as "providers = 1, maxRetries = 2".
func Params(m *core.Machine, params []int64) string {
	parts := make([]string, len(m.Params))
	for i, p := range m.Params {
		parts[i] = p.Name + " = " + value(m, p.Type, params[i])
	}
	return strings.Join(parts, ", ")
}

// value formats a value of a scalar type.
func value(m *core.Machine, t expr.Type, v int64) string {
	switch t.Kind {
	case expr.Bool:
		return strconv.FormatBool(v != 0)
	case expr.Enumerated:
		return t.Enum.Values[v]
	case expr.String:
		return strconv.Quote(explore.Strings(m)[v])
	}
	return expr.Print(&expr.Lit{T: t, Value: v}, expr.Spec)
}

// attempted formats the event after the counterexample that takes no transition. It returns "" if there is none, or
// if the event has no payload and no answers that matter.
func (o *Obligation) attempted(m *core.Machine) string {
	a := o.Attempt
	if a == nil {
		return ""
	}
	text := payload(m, o.Run.State(m), a.Event, a.Fields, a.Externals)
	if o.Kind == KindDeadlock {
		return "   then " + m.Events[a.Event].Name + text + " is ignored, and the call has ended\n"
	}
	if text == "" {
		return "" // the finding names the event
	}
	return "   then " + m.Events[a.Event].Name + text + "\n"
}

// call formats the event of a step with the payload fields that matter and the
// answers of external guards.
func call(m *core.Machine, s trace.Step) string {
	t := &m.Transitions[s.Transition]
	if text := payload(m, t.From, t.Event, s.Fields, s.Externals); text != "" {
		return m.Events[t.Event].Name + text
	}
	return m.Trigger(t)
}

// payload formats the payload fields that matter for an event in a state, and the answers of external guards. It
// returns "" if there are none.
func payload(m *core.Machine, state, event int, fields, externals []int64) string {
	var parts []string
	for i, f := range m.Events[event].Fields {
		if f.Type.Scalar() && read(m, state, event, i) {
			parts = append(parts, f.Name+": "+value(m, f.Type, fields[i]))
		}
	}
	for i, a := range m.Asks {
		if asked(m, state, event, i) {
			parts = append(parts, a.Symbol.Name+" = "+value(m, a.Symbol.Type, externals[i]))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// read reports whether a guard or an update of the event reads its field.
func read(m *core.Machine, state, event, field int) bool {
	match := func(s *expr.Symbol) bool { return s.Scope == expr.Field && s.Index == field }
	return slices.ContainsFunc(m.On(state, event), func(t core.Transition) bool {
		return expr.Uses(t.Guard, match) ||
			slices.ContainsFunc(t.Updates, func(u core.Update) bool { return expr.Uses(u.Value, match) })
	})
}

// asked reports whether a guard of the event reads an external guard.
func asked(m *core.Machine, state, event, ask int) bool {
	return slices.ContainsFunc(m.On(state, event), func(t core.Transition) bool {
		return expr.Uses(t.Guard, func(s *expr.Symbol) bool { return s.Scope == expr.External && s.Index == ask })
	})
}

// effect formats what a step changes: progress and variables.
func effect(m *core.Machine, params []int64, s trace.Step) string {
	t := &m.Transitions[s.Transition]
	var parts []string
	before, ok1 := concrete.Rank(m, t.From, params, s.Before)
	after, ok2 := concrete.Rank(m, t.To, params, s.After)
	if m.Rank > 0 && ok1 && ok2 {
		parts = append(parts, fmt.Sprintf("progress %s -> %s", tuple(before), tuple(after)))
	}
	for i, v := range m.Vars {
		if !v.Hidden() && v.Type.Scalar() && m.Exists(i, t.To) && (s.Before[i] != s.After[i] || v.State >= 0 && !t.Internal) {
			parts = append(parts, v.Name+" = "+value(m, v.Type, s.After[i]))
		}
	}
	for _, r := range t.Raises {
		parts = append(parts, source.Raise(m, r))
	}
	for _, i := range t.Invokes {
		if cost := m.Invocations[i].Cost; cost != nil {
			if n, err := expr.Eval(cost, concrete.Env(m, params, s.After)); err == nil {
				parts = append(parts, fmt.Sprintf("%s takes up to %d", m.Calls[m.Invocations[i].Call].Name, n))
			}
		}
	}
	return strings.Join(parts, ", ")
}

// tuple formats the value of a ranking function: a number, or (a, b, c).
func tuple(values []int64) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = strconv.FormatInt(v, 10)
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// example formats the values of an overlap that the conditions read.
func (o *Overlap) example(m *core.Machine) string {
	t, u := &m.Transitions[o.First], &m.Transitions[o.Second]
	var parts []string
	list := func(scope expr.Scope, i int, name string, typ expr.Type, from []int64) {
		reads := func(s *expr.Symbol) bool { return s.Scope == scope && s.Index == i }
		if expr.Uses(t.Guard, reads) || expr.Uses(u.Guard, reads) {
			parts = append(parts, name+" = "+value(m, typ, from[i]))
		}
	}
	for i, p := range m.Params {
		list(expr.Param, i, p.Name, p.Type, o.Params)
	}
	for i, v := range m.Vars {
		if name, ok := source.Variable(m, i); ok {
			list(expr.Var, i, name, v.Type, o.Vars)
		}
	}
	for i, f := range m.Events[t.Event].Fields {
		list(expr.Field, i, "event."+f.Name, f.Type, o.Fields)
	}
	for i, a := range m.Asks {
		list(expr.External, i, a.Symbol.Name, a.Symbol.Type, o.Externals)
	}
	if len(parts) == 0 {
		return "all values"
	}
	return strings.Join(parts, ", ")
}
