// Package worstcase lists what the verifier has proved of how much a run takes: transitions, time, calls, outputs, and costs. It
// is what the face "worst" of the generated code says, and what the tests of that face compare it with.
package worstcase

import (
	"math"
	"slices"
	"time"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// Kind is a kind of amount that adds up in a run.
type Kind uint8

// The kinds of amounts.
const (
	// Transitions are transitions, with those of child machines. In a reactive machine, they count until the next event of the
	// environment.
	Transitions Kind = iota
	// Time is the time to the end, if timers fire when they are due.
	Time
	// Calls are the starts of one call or child machine.
	Calls
	// Outputs are the occurrences of one output.
	Outputs
	// Cost is a declared cost.
	Cost
)

// Limit is a proved limit of an amount.
type Limit struct {
	Kind Kind
	// Index is that of the call, output, or cost in the machine. It is 0 for the other kinds.
	Index int
	// Terms are limits, each of which holds. There is more than one only for Time.
	Terms []Term
}

// Term is one limit of an amount.
type Term struct {
	// Unit is the time that counts as 1, for Time.
	Unit time.Duration
	// Most is the limit for a run from the start, an expression over the parameters.
	Most expr.Expr
	// Left has for each state what a run from there on does not exceed, an expression over parameters and variables. It is nil for
	// a terminal state. Left is nil as a whole if generated code cannot compute one of the expressions; Most is a limit there, too.
	Left []expr.Expr
	// Timers are those that Left pays for: when one fires that runs, Left falls by its longest duration at least.
	Timers []int
}

// Of returns the limits that are proved for all runs of the machine, in the order in which the generated code has them. What holds only
// unless a value leaves Go's int is left out.
func Of(r *verify.Report) (list []Limit) {
	m := r.Machine
	if b := &r.Bound; b.Expr != nil && b.Status == verify.Proved && !b.UnlessOverflow && (m.Bound != nil || short(m, b.Expr)) {
		list = append(list, Limit{Kind: Transitions, Terms: []Term{{Most: b.Expr, Left: usable(m, ranking(r))}}})
	}
	var terms []Term
	for i := range r.Times {
		if t := &r.Times[i]; !t.UnlessOverflow && short(m, t.Most) {
			terms = append(terms, duration(m, t))
		}
	}
	if terms != nil {
		list = append(list, Limit{Kind: Time, Terms: terms})
	}
	for _, kind := range []Kind{Calls, Outputs, Cost} {
		for i := range r.Counts {
			c := &r.Counts[i]
			if index := indexOf(kind, c.Of); index >= 0 && !c.UnlessOverflow && short(m, c.Most) {
				list = append(list, Limit{kind, index, []Term{{Most: c.Most, Left: usable(m, c.Potential)}}})
			}
		}
	}
	return list
}

// All returns a limit of each kind that a machine can have, whether or not one is proved. Its expressions mean nothing.
func All(m *core.Machine) []Limit {
	list := []Limit{{Kind: Transitions}, {Kind: Time}}
	for i := range m.Calls {
		list = append(list, Limit{Kind: Calls, Index: i})
	}
	for i := range m.Outputs {
		list = append(list, Limit{Kind: Outputs, Index: i})
	}
	for i := range m.Costs {
		list = append(list, Limit{Kind: Cost, Index: i})
	}
	for i := range list {
		list[i].Terms = []Term{{Unit: time.Second, Most: expr.Number(0)}}
	}
	return list
}

// indexOf returns the index of what is counted if it is of a kind, and otherwise -1. Sums of ints are of no kind.
func indexOf(kind Kind, of obligation.Counted) int {
	switch {
	case of.Field >= 0:
		return -1
	case kind == Calls:
		return of.Call
	case kind == Outputs:
		return of.Output
	}
	return of.Cost
}

// ranking returns the progress function that proves the bound, if it has one component.
func ranking(r *verify.Report) (left []expr.Expr) {
	if r.Bound.Potential != nil {
		return r.Bound.Potential
	}
	m := r.Ranked()
	if m.Rank != 1 || r.Bound.Levels != nil {
		return nil
	}
	for _, s := range m.States {
		if len(s.Progress) == 0 {
			left = append(left, expr.Number(0))
			continue
		}
		left = append(left, s.Progress[0])
	}
	return left
}

// usable returns the values of a potential without those of terminal states, or nil if generated code cannot compute one of them.
func usable(m *core.Machine, potential []expr.Expr) []expr.Expr {
	if potential == nil {
		return nil
	}
	left := slices.Clone(potential)
	for s, x := range left {
		if m.Terminal(s) {
			left[s] = nil
			continue
		}
		n := &numeric{m, true}
		if left[s] = n.of(expr.Simplify(x)); !n.ok || !short(m, x) {
			return nil
		}
	}
	return left
}

// numeric rewrites expressions in which proofs compute with enum values and bools.
type numeric struct {
	m *core.Machine
	// ok is cleared by what generated code cannot compute: numbers for bools, and for conditions.
	ok bool
}

// of returns x with a number for each enum value.
func (n *numeric) of(x expr.Expr) expr.Expr {
	switch x := x.(type) {
	case *expr.Ref:
		return n.value(x.Symbol)
	case *expr.Unary:
		return &expr.Unary{Op: x.Op, X: n.of(x.X)}
	case *expr.Binary:
		n.ok = n.ok && x.Type().Kind == expr.Int
		return &expr.Binary{Op: x.Op, X: n.of(x.X), Y: n.of(x.Y)}
	case *expr.Call:
		return &expr.Call{Op: x.Op, Args: n.list(x.Args)}
	case *expr.Case:
		n.ok = n.ok && x.Of.Type().Kind == expr.Enumerated
		return &expr.Case{Of: x.Of, Values: n.list(x.Values)}
	}
	return x
}

func (n *numeric) list(parts []expr.Expr) (out []expr.Expr) {
	for _, part := range parts {
		out = append(out, n.of(part))
	}
	return out
}

// value returns a parameter or variable as an int.
func (n *numeric) value(s *expr.Symbol) expr.Expr {
	declared := s
	switch s.Scope {
	case expr.Param:
		declared = n.m.Params[s.Index].Symbol
	case expr.Var:
		declared = n.m.Vars[s.Index].Symbol
	}
	switch declared.Type.Kind {
	case expr.Int:
	case expr.Enumerated:
		at := &expr.Case{Of: &expr.Ref{Symbol: declared}}
		for i := range declared.Type.Enum.Values {
			at.Values = append(at.Values, expr.Number(int64(i)))
		}
		return at
	default:
		n.ok = false
	}
	return &expr.Ref{Symbol: s}
}

// short reports whether the constants of an expression fit in an int of each platform on which the code of the machine compiles.
func short(m *core.Machine, x expr.Expr) bool {
	ok := true
	if m.MaxInt() > math.MaxInt32 {
		return true
	}
	expr.Walk(x, func(part expr.Expr) {
		l, is := part.(*expr.Lit)
		ok = ok && !(is && (l.Value > math.MaxInt32 || l.Value < math.MinInt32))
	})
	return ok
}

// duration returns a limit of the time. What is left is what the timers last that are still to start, and the full durations of those
// that run.
func duration(m *core.Machine, t *verify.Time) Term {
	out := Term{Unit: t.Cover.Unit, Most: t.Most}
	for _, clock := range t.Cover.Timers {
		if obligation.Invocation(m, clock) < 0 {
			out.Timers = append(out.Timers, clock)
		}
	}
	if slices.ContainsFunc(t.Cover.All(), func(clock int) bool { return obligation.Invocation(m, clock) >= 0 && reads(m, clock) }) {
		return out
	}
	all := make([]expr.Expr, len(m.States))
	amounts := t.Cover.Lasting()
	for s := range m.States {
		limits := make([]expr.Expr, len(amounts))
		for i, a := range amounts {
			limits[i] = t.Parts[i].Potential[s]
			for _, timer := range a.Timers {
				if x := running(m, timer, s, t.Cover.Unit); x != nil {
					limits[i] = &expr.Binary{Op: expr.Add, X: limits[i], Y: x}
				}
			}
		}
		all[s] = t.Cover.Most(limits)
	}
	out.Left = usable(m, all)
	return out
}

// reads reports whether the duration of a clock depends on variables.
func reads(m *core.Machine, clock int) bool {
	return expr.Uses(obligation.Longest(m, clock), func(s *expr.Symbol) bool { return s.Scope != expr.Param })
}

// running returns how long a clock lasts that runs in a state, in units, or nil if it does not run there. Whether it runs may depend on
// where a region is. Child machines are those whose duration does not depend on variables, which may have changed since they started.
func running(m *core.Machine, clock, state int, unit time.Duration) expr.Expr {
	states, within := obligation.Located(m, clock)
	if !slices.Contains(states, state) || obligation.AtEnd(m, clock) { // the potential pays for its end
		return nil
	}
	length := obligation.InUnits(m, clock, unit)
	if within == nil {
		return length
	}
	region := m.States[state].Regions[within.Region]
	at := &expr.Case{Of: &expr.Ref{Symbol: m.Vars[region.Var].Symbol}}
	for leaf := range region.Leaves {
		value := expr.Expr(expr.Number(0))
		if slices.Contains(within.Leaves, leaf) {
			value = length
		}
		at.Values = append(at.Values, value)
	}
	return at
}
