package diff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// kind is a kind of named part.
type kind uint8

const (
	param kind = iota
	enum
	value // the j-th of enum i
	variable
	guard // an external one
	event
	field // the j-th of event i
	output
	delay
	call // of the program, or a child machine
	state
	outcome
	kinds
)

var words = [...]string{"param", "enum", "value", "var", "guard", "event", "field", "output", "delay", "call", "state", "outcome"}

// part identifies a named part of a machine by its index. j is 0 except for parts inside
// others.
type part struct {
	kind kind
	i, j int
}

// parts lists the parts of a kind that can be matched by name, in order. It omits guards
// with a condition, which the core machine does not have, and variables that carry what the authors see as fields.
func parts(m *core.Machine, k kind) []part {
	n := map[kind]int{
		param: len(m.Params), enum: len(m.Enums), variable: len(m.Vars), guard: len(m.Guards), event: len(m.Events),
		output: len(m.Outputs), delay: len(m.Delays), call: len(m.Calls), state: len(m.States), outcome: len(m.Outcomes),
	}[k]
	var list []part
	for i := range n {
		if (k != guard || m.Guards[i].External) && (k != variable || m.Vars[i].Carries == nil) {
			list = append(list, part{k, i, 0})
		}
	}
	return list
}

// entry is what a spec says of a named part.
type entry struct {
	// name is without the name of the part that contains it.
	name string
	// was are the old names.
	was  []string
	span diag.Span
}

// entryOf returns the entry of a part.
func entryOf(m *core.Machine, p part) entry {
	switch p.kind {
	case param:
		x := &m.Params[p.i]
		return entry{x.Name, x.Was, x.Span}
	case enum:
		x := m.Enums[p.i]
		return entry{x.Name, nil, x.Span}
	case value:
		x := m.Enums[p.i]
		return entry{x.Values[p.j], valueWas(x, p.j), x.Span}
	case variable:
		x := &m.Vars[p.i]
		return entry{x.Name, x.Was, x.Span}
	case guard:
		x := &m.Guards[p.i]
		return entry{x.Name, nil, x.Span}
	case event:
		x := &m.Events[p.i]
		return entry{x.Name, x.Was, x.Span}
	case field:
		x := &m.Events[p.i].Fields[p.j]
		return entry{x.Name, nil, x.Span}
	case output:
		x := &m.Outputs[p.i]
		return entry{x.Name, nil, x.Span}
	case delay:
		x := &m.Delays[p.i]
		return entry{x.Name, nil, x.Span}
	case call:
		x := &m.Calls[p.i]
		return entry{x.Name, x.Was, x.Span}
	case state:
		x := &m.States[p.i]
		return entry{x.Name, x.Was, x.Span}
	}
	x := &m.Outcomes[p.i]
	return entry{x.Name, nil, x.Span}
}

// nameOf returns the name of a part in the spec, without the name of the part that
// contains it.
func nameOf(m *core.Machine, p part) string { return entryOf(m, p).name }

// key returns a name that is unique among all parts of a machine.
func key(m *core.Machine, p part) string {
	name := words[p.kind] + " " + nameOf(m, p)
	switch {
	case p.kind == value:
		name += " of " + m.Enums[p.i].Name
	case p.kind == field:
		name += " of " + m.Events[p.i].Name
	case p.kind == variable && m.Vars[p.i].State >= 0:
		name += " of " + m.States[m.Vars[p.i].State].Name
	}
	return name
}

// reader writes parts of one machine with the names that call returns, so that two
// machines can be compared as text.
type reader struct {
	m    *core.Machine
	call func(part) string
}

// expr writes a simplified expression. event is the index of the event whose payload it
// may read, or -1. A nil expression is "".
func (r reader) expr(in int, e expr.Expr) string {
	if e == nil {
		return ""
	}
	return expr.PrintGo(expr.Simplify(e), func(s *expr.Symbol) string { return "‹" + r.symbol(in, s) + "›" }, func(e *expr.Enum, i int) string {
		return "‹" + r.call(part{value, slices.Index(r.m.Enums, e), i}) + "›"
	})
}

func (r reader) symbol(in int, s *expr.Symbol) string {
	switch s.Scope {
	case expr.Param:
		return r.call(part{param, s.Index, 0})
	case expr.Var:
		if from := r.m.Vars[s.Index].Carries; from != nil {
			return r.call(part{field, from.Event, from.Field})
		}
		return r.call(part{variable, s.Index, 0})
	case expr.Field:
		if in < 0 { // of each event that leads into or out of a state
			return "event." + s.Name
		}
		return r.call(part{field, in, s.Index})
	case expr.With:
		return "with." + s.Name
	}
	a := &r.m.Asks[s.Index]
	args := make([]string, len(a.Args))
	for i, arg := range a.Args {
		args[i] = r.expr(in, arg)
	}
	return r.call(part{guard, a.Guard, 0}) + "(" + strings.Join(args, ", ") + ")"
}

// typ writes a type.
func (r reader) typ(t expr.Type) string {
	if t.Kind == expr.Enumerated {
		return r.call(part{enum, slices.Index(r.m.Enums, t.Enum), 0})
	}
	return t.String()
}

// to writes the target of a transition.
func (r reader) to(t *core.Transition) string {
	if leaf := movesTo(r.m, t); leaf != "" {
		return leaf
	}
	if text := staying(t); text != "" {
		return text
	}
	return r.call(part{state, t.To, 0})
}

// updates writes the assignments of a transition, sorted, except those of rules.
func (r reader) updates(t *core.Transition) []string {
	var list []string
	for _, u := range t.Updates {
		if !u.Implied {
			list = append(list, r.call(part{variable, u.Var, 0})+" := "+r.expr(t.Event, u.Value))
		}
	}
	slices.Sort(list)
	return list
}

// emission writes an output with its values, by the names of the fields.
func (r reader) emission(in int, e *core.Emission, values []expr.Expr) string {
	var list []string
	for i, f := range r.m.Outputs[e.Output].Fields {
		list = append(list, f.Name+" = "+r.expr(in, values[i]))
	}
	slices.Sort(list)
	return r.call(part{output, e.Output, 0}) + "(" + strings.Join(list, ", ") + ")"
}

// emissions writes the outputs for which has is true, in order.
func (r reader) emissions(in int, list []core.Emission, has func(*core.Emission) bool) string {
	var out []string
	for i := range list {
		if has(&list[i]) {
			out = append(out, r.emission(in, &list[i], list[i].Values))
		}
	}
	return strings.Join(out, "; ")
}

// where writes a set of states, or the leaves of a region of one, for comparison.
func (r reader) where(states []int, within *core.Within) string {
	if within == nil {
		return r.states(states)
	}
	region := &r.m.States[states[0]].Regions[within.Region]
	var names []string
	for _, leaf := range within.Leaves {
		names = append(names, region.Leaves[leaf].Name)
	}
	slices.Sort(names)
	return r.states(states) + ": " + strings.Join(names, ", ")
}

// after writes the time of a timer.
func (r reader) after(t *core.Timer) string {
	if t.Length != nil {
		return r.expr(-1, t.Length)
	}
	d := t.Constant
	if d == 0 && t.Delay >= 0 {
		d = r.m.Delays[t.Delay].Constant
	}
	if d > 0 {
		return source.Duration(d)
	}
	args := make([]string, len(t.Args))
	for i, a := range t.Args {
		args[i] = r.expr(-1, a)
	}
	return r.call(part{delay, t.Delay, 0}) + "(" + strings.Join(args, ", ") + ")" + r.most(t)
}

// most writes the longest time of a timer whose time the program says, or "".
func (r reader) most(t *core.Timer) string {
	if most := r.m.Delays[t.Delay].Max; most > 0 {
		return ", at most " + source.Duration(most)
	}
	return ""
}

// quoteAll joins texts so that different lists have different results.
func quoteAll(list []string) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(strconv.Quote(s))
	}
	return b.String()
}
