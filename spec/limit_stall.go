package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// counter is the variable of a limit or stall rule.
type counter struct {
	rule *syntax.Rule
	name string // of the rule
	// symbol is the variable, and at is the value at which the rule acts.
	symbol *expr.Symbol
	at     expr.Expr
	// stalledName represents the guard `stalled` in expressions as written.
	stalledName *expr.Symbol
}

// rules turns `limit` and `stall` into variables. Their effect on transitions is
// added when those are built.
func (l *typing) rules() {
	l.limit = l.counter(l.file.Limit, "limit", "transitions")
	l.stall = l.counter(l.file.Stall, "stall", "stalls")
}

func (l *typing) counter(r *syntax.Rule, rule, variable string) *counter {
	if r == nil {
		return nil
	}
	number := expr.Type{Kind: expr.Int}
	at := l.parse(r.At, number, paramScope{l.naming})
	if at == nil {
		at = expr.Number(1) // reported; the transitions can still be checked
	}
	s := &expr.Symbol{Scope: expr.Var, Index: len(l.machine.Vars), Name: variable, Type: number}
	l.machine.Vars = append(l.machine.Vars, core.Var{
		Name: variable, Doc: counterDoc[rule], Type: number, State: -1, Symbol: s, Span: r.Span,
		Min: expr.Number(0), Max: highest[rule](at), Init: expr.Number(0),
	})
	l.name(syntax.Text{Value: variable, Span: r.Span}, "variable", &expr.Ref{Symbol: s})
	stalled := &expr.Symbol{Scope: expr.Named, Index: -1, Name: "stalled", Type: expr.Type{Kind: expr.Bool}}
	return &counter{r, rule, s, at, stalled}
}

var counterDoc = map[string]string{
	"limit": "counts the transitions, except that of the limit rule",
	"stall": "counts the consecutive internal transitions that set nothing",
}

// highest returns the largest value of the counter of a rule: a limit is reached
// and acts on the next event, whereas a stall rule acts on the event that would
// reach its limit.
var highest = map[string]func(at expr.Expr) expr.Expr{
	"limit": func(at expr.Expr) expr.Expr { return at },
	"stall": func(at expr.Expr) expr.Expr {
		return &expr.Call{Op: expr.Max, Args: []expr.Expr{expr.Number(0), &expr.Binary{Op: expr.Sub, X: at, Y: expr.Number(1)}}}
	},
}

func (c *counter) ref() expr.Expr { return &expr.Ref{Symbol: c.symbol} }

// next returns the value of the counter plus 1.
func (c *counter) next() expr.Expr {
	return &expr.Binary{Op: expr.Add, X: c.ref(), Y: expr.Number(1)}
}

func (c *counter) set(value expr.Expr) core.Update {
	return core.Update{Var: c.symbol.Index, Value: value, Implied: true, Span: c.rule.Span}
}

// stalled returns the condition that holds one step before the stall rule acts, so
// that a transition can recover first.
func (c *counter) stalled() expr.Expr {
	before := &expr.Binary{Op: expr.Sub, X: c.at, Y: expr.Number(1)}
	return &expr.Binary{Op: expr.Ge, X: c.ref(), Y: &expr.Call{Op: expr.Max, Args: []expr.Expr{expr.Number(1), before}}}
}

// counts reports whether a variable is the counter of a rule.
func (l *typing) counts(variable int) bool {
	return l.limit != nil && l.limit.symbol.Index == variable || l.stall != nil && l.stall.symbol.Index == variable
}

// counting applies the rules `limit` and `stall` to transitions.
type counting struct{ *crossing }

// exit returns the transition of the rule that takes the place of t in a state and emits own
// between the outputs of the states that it leaves and enters. ok is false if the rule
// is wrong, which has been reported.
func (l *counting) exit(c *counter, from *node, t core.Transition, guard expr.Expr, own []core.Emission) (core.Transition, bool) {
	if c.rule.To.Value == "" {
		return t, false // reported as missing
	}
	goal := l.target(c.rule.To)
	if goal == nil {
		return t, false
	}
	to := goal.place().index
	if data := l.data[to]; len(data) > 0 {
		v := l.machine.Vars[data[0]]
		l.diags.Errorf(diag.CodeUnset, c.rule.To.Span, "the `%s` rule goes to state `%s` without setting its datum `%s`", c.name, l.machine.States[to].Name, v.Name).
			Note(v.Span, "declared here").Helpf("go to a state that has no data")
		return t, false
	}
	t.To, t.Internal, t.Effect, t.Rule, t.Updates = to, false, core.Take, c.name, nil
	if !l.machine.Terminal(to) {
		if c == l.limit {
			l.diags.Errorf(diag.CodeTerminalExit, c.rule.To.Span, "the `limit` rule goes to state `%s`, which is not terminal", l.machine.States[to].Name).
				Helpf("a limit ends the machine: list `%s` under `terminal:`, or go to a terminal state", l.machine.States[to].Name)
			return t, false
		}
		t.Updates = []core.Update{c.set(expr.Number(0))}
	}
	t.Guard, t.Written = guard, guard
	t.Composite, t.Span, t.Doc, t.Requirements = "", c.rule.Span, "", nil
	t.Emits, t.Starts, t.Invokes, t.Move, t.Returns = nil, nil, nil, nil, core.Return{}
	if c == l.limit { // the stall rule changes only where the transition leads
		t.Raises = nil
	}
	l.goes(&t, from, l.nodes[c.rule.To.Value], goal, own)
	return t, true
}

// countStalls applies the stall rule to a transition: one without a target that sets
// nothing increments the counter or, at the limit, leads to the state of the rule and
// emits the same outputs; any other transition resets the counter, unless it ends the
// machine.
func (l *counting) countStalls(from *node, t core.Transition) []core.Transition {
	c := l.stall
	if c == nil {
		return []core.Transition{t}
	}
	if moves(&t) || len(t.Updates) > 0 {
		if !l.machine.Terminal(t.To) {
			t.Updates = append(t.Updates, c.set(expr.Number(0)))
		}
		return []core.Transition{t}
	}
	full := expr.Expr(&expr.Binary{Op: expr.Ge, X: c.next(), Y: c.at})
	written := full
	if t.Guard != nil {
		full = &expr.Binary{Op: expr.And, X: t.Guard, Y: full}
		written = expr.Both(t.Written, written)
	}
	away, ok := l.exit(c, from, t, full, t.Emits)
	if !ok {
		return nil
	}
	away.Written = written
	t.Updates = append(t.Updates, c.set(c.next()))
	return []core.Transition{away, t}
}

// another returns the condition of the limit rule in place of alternatives without an event: full,
// and that one of them applies. Otherwise, the machine waits for an event. Both forms are those of
// [core.Transition].
func another(m *core.Machine, full expr.Expr, pair [2]int) (guard, written expr.Expr) {
	var guards, texts []expr.Expr
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if t.From != pair[0] || t.Event != pair[1] {
			continue
		}
		if t.Guard == nil {
			return full, full
		}
		guards, texts = append(guards, t.Guard), append(texts, t.Written)
	}
	if slices.Contains(texts, nil) {
		return expr.Both(full, expr.AnyOf(guards...)), full
	}
	return expr.Both(full, expr.AnyOf(guards...)), expr.Both(full, expr.AnyOf(texts...))
}

// activeTakes returns the condition that an active state in a region, or one around that no region keeps the
// event from, has an alternative that takes a transition. It is nil if that is always so, and possible is false if it never is.
func activeTakes(m *core.Machine, pair [2]int) (when expr.Expr, possible bool) {
	var any, kept []expr.Expr
	seen := map[[2]int]bool{}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		if t.From != pair[0] || t.Event != pair[1] {
			continue
		}
		switch {
		case t.Effect == core.Take && t.Move == nil && kept == nil:
			return nil, true
		case t.Effect == core.Take && t.Move == nil:
			return expr.AnyOf(append(any, &expr.Unary{Op: expr.Not, X: expr.AnyOf(kept...)})...), true
		case t.Effect != core.Take && t.Move != nil && t.Guard == nil: // no alternative after it is tried
			return expr.AnyOf(any...), any != nil
		case t.Effect == core.Take:
			region := &m.States[t.From].Regions[t.Move.Region]
			inner := keptInside(m, t)
			if len(region.Leaves) == 1 && inner == nil {
				return nil, true
			}
			if at := [2]int{t.Move.Region, t.Move.From}; !seen[at] {
				seen[at] = true
				var active expr.Expr
				if v := &m.Vars[region.Var]; len(region.Leaves) > 1 {
					active = &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: v.Symbol}, Y: &expr.Lit{T: v.Type, Value: int64(t.Move.From)}}
				}
				any = append(any, expr.Both(active, inner))
			}
		case t.Move != nil:
			kept = append(kept, t.Guard)
		}
	}
	return expr.AnyOf(any...), any != nil
}

// keptInside returns the condition that no region inside the leaf that has a transition keeps the event from it by
// ignoring or rejecting it, or nil.
func keptInside(m *core.Machine, t *core.Transition) expr.Expr {
	s, region := &m.States[t.From], t.Move.Region
	var guards []expr.Expr
	for i := range m.Transitions {
		k := &m.Transitions[i]
		if k.From != t.From || k.Event != t.Event || k.Effect == core.Take || k.Move == nil || k.Guard == nil || k.Move.Region == region {
			continue
		}
		if s.Contains(region, k.Move.Region) && s.LeafAround(region, k.Move.Region, k.Move.From) == t.Move.From {
			guards = append(guards, k.Guard)
		}
	}
	if guards == nil {
		return nil
	}
	return &expr.Unary{Op: expr.Not, X: expr.AnyOf(guards...)}
}

// takes returns the pairs of a state and an event with an alternative that takes a
// transition.
func takes(m *core.Machine) map[[2]int]bool {
	out := map[[2]int]bool{}
	for _, t := range m.Transitions {
		if t.Effect == core.Take {
			out[[2]int{t.From, t.Event}] = true
		}
	}
	return out
}

// countTransitions applies the limit rule to the finished list: each transition
// increments the counter, and once it has reached the limit, each event leads to the
// state of the rule. The counter leaves out this last transition, so that it stays
// within the limit.
func (l *counting) countTransitions() {
	c := l.limit
	if c == nil {
		return
	}
	var out []core.Transition
	last := [2]int{-1, -1}
	moving := takes(l.machine)
	for _, t := range l.machine.Transitions {
		if pair := [2]int{t.From, t.Event}; pair != last && moving[pair] {
			last = pair
			full := expr.Expr(&expr.Binary{Op: expr.Ge, X: c.ref(), Y: c.at})
			away, ok := l.exit(c, l.plain[t.From], t, full, nil)
			if !ok {
				return
			}
			when, possible := activeTakes(l.machine, pair)
			if l.machine.Events[t.Event].Eventless {
				away.Guard, away.Written = another(l.machine, full, pair)
			} else {
				away.Guard = expr.Both(full, when)
			}
			if possible {
				out = append(out, away)
			}
		}
		if t.Effect == core.Take {
			t.Updates = append(t.Updates, c.set(c.next()))
		}
		out = append(out, t)
	}
	l.machine.Transitions = out
}
