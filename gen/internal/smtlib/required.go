package smtlib

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// required lists every obligation that the machine of a report requires, each once,
// without a status. It is derived from the core machine and from the claims of the
// report: the synthesized progress function and the facts. It shares no code with the
// verifier, whose obligations are compared with it (see match) to detect missing ones.
//
// These properties are not required, because they hold by construction:
//
//   - that a transition preserves a range or an invariant if it changes no variable
//     that the claim reads, and the claim holds in the source state;
//   - that some alternative is taken, if the last one has no guard, or if there is no
//     event: then the machine waits for one;
//   - that a constant, or a value that is already stored, fits in an int, and that a
//     constant divisor other than 0 is not 0;
//   - that a progress function fits in an int, if the generated code does not compute it;
//   - properties of progress, if there is no declared or synthesized progress function.
func required(r *verify.Report) []verify.Obligation {
	l := &list{report: r, machine: r.Ranked()}
	l.add(verify.KindParams, func(*verify.Obligation) {})
	l.ranges()
	l.invariants()
	l.states()
	l.computations()
	l.children()
	if l.machine.Rank > 0 {
		l.progress()
	}
	return l.obligations
}

// list collects obligations.
type list struct {
	report      *verify.Report
	machine     *core.Machine
	obligations []verify.Obligation
}

// add adds an obligation of a kind; about sets its other fields.
func (l *list) add(kind verify.Kind, about func(*verify.Obligation)) {
	o := verify.Obligation{Kind: kind, Transition: -1, State: -1, Event: -1, Var: -1, Invariant: -1, Call: -1, Goal: -1, Cost: -1}
	about(&o)
	l.obligations = append(l.obligations, o)
}

// changes reports whether a transition can change a variable: it sets the variable, or
// enters or leaves the state that the variable belongs to.
func changes(m *core.Machine, t *core.Transition, variable int) bool {
	if t.Effect != core.Take {
		return false
	}
	set := slices.ContainsFunc(t.Updates, func(u core.Update) bool { return u.Var == variable })
	return set || m.Vars[variable].State >= 0 && !t.Internal
}

// ranges requires that variables start in their declared ranges and stay there.
func (l *list) ranges() {
	m := l.machine
	for v := range m.Vars {
		if m.Vars[v].Min == nil && m.Vars[v].Max == nil {
			continue
		}
		if m.Exists(v, m.Initial) {
			l.add(verify.KindInit, func(o *verify.Obligation) { o.Var = v })
		}
		for i := range m.Transitions {
			if t := &m.Transitions[i]; m.Exists(v, t.To) && changes(m, t, v) {
				l.add(verify.KindRange, func(o *verify.Obligation) { o.Var, o.Transition = v, i })
			}
		}
	}
}

// invariants requires that the invariants of the spec hold at the start and are
// preserved. Inferred invariants are facts, which have their own scripts.
func (l *list) invariants() {
	m := l.machine
	for k, claim := range l.report.Machine.Invariants {
		about := func(o *verify.Obligation) { o.Invariant, o.State = k, claim.State }
		everywhere := claim.State < 0
		if everywhere || claim.State == m.Initial {
			l.add(verify.KindInvariant, about)
		}
		for i := range m.Transitions {
			t := &m.Transitions[i]
			if t.Effect != core.Take || !everywhere && claim.State != t.To {
				continue
			}
			held := everywhere || claim.State == t.From
			if held && !expr.Uses(claim.Expr, func(s *expr.Symbol) bool { return s.Scope == expr.Var && changes(m, t, s.Index) }) {
				continue
			}
			l.add(verify.KindInvariant, func(o *verify.Obligation) {
				about(o)
				o.Transition = i
			})
		}
	}
}

// states requires that each state handles the events that it lists, and that it can be
// left or is terminal.
func (l *list) states() {
	m := l.machine
	// last is the last alternative of a state and event.
	last := map[[2]int]*core.Transition{}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		last[[2]int{t.From, t.Event}] = t
	}
	for s := range m.States {
		for e := range m.Events {
			if t := last[[2]int{s, e}]; t != nil && t.Guard != nil && !m.Events[e].Eventless {
				l.add(verify.KindGap, func(o *verify.Obligation) { o.State, o.Event = s, e })
			}
		}
		if m.States[s].Outcome < 0 {
			l.add(verify.KindDeadlock, func(o *verify.Obligation) { o.State = s })
		}
	}
	for i := range m.Goals {
		l.add(verify.KindPossible, func(o *verify.Obligation) { o.Goal = i })
	}
	for i := range m.Costs {
		if m.Costs[i].Max != nil {
			l.add(verify.KindCost, func(o *verify.Obligation) { o.Cost = i })
		}
	}
}

// computations requires that all computations of the generated code are well defined:
// initial values, initial outputs, guards, updates, outputs, and progress.
func (l *list) computations() {
	m := l.machine
	for _, kind := range []verify.Kind{verify.KindDivide, verify.KindOverflow} {
		ask := func(about func(*verify.Obligation)) {
			l.add(kind, about)
			n := len(l.obligations) - 1
			if !safe(l.report, &l.obligations[n]).asks {
				l.obligations = l.obligations[:n]
			}
		}
		ask(func(*verify.Obligation) {})
		for v := range m.Vars {
			ask(func(o *verify.Obligation) { o.Var = v })
		}
		for i := range m.Transitions {
			ask(func(o *verify.Obligation) { o.Transition = i })
		}
		// A synthesized progress function may be over mathematical integers, which
		// the generated code does not compute.
		if kind == verify.KindOverflow && l.report.Synthesized != nil && l.report.Mathematical {
			break
		}
		for s := range m.States {
			ask(func(o *verify.Obligation) { o.State = s })
		}
	}
}

// children requires that child machines end within their bounds, and that they accept their parameters.
func (l *list) children() {
	m := l.machine
	for i := range m.Calls {
		if m.Calls[i].Child != nil {
			l.add(verify.KindChild, func(o *verify.Obligation) { o.Call = i })
		}
	}
	if ranged(m, m.Invoked()) {
		l.add(verify.KindArguments, func(*verify.Obligation) {})
	}
	for i := range m.Transitions {
		if ranged(m, m.Transitions[i].Invokes) {
			l.add(verify.KindArguments, func(o *verify.Obligation) { o.Transition = i })
		}
	}
}

// progress requires that the progress function is a ranking function, and that it is at
// most the bound where the count of transitions starts.
func (l *list) progress() {
	m := l.machine
	for s := range m.States {
		if m.States[s].Outcome < 0 {
			l.add(verify.KindBounded, func(o *verify.Obligation) { o.State = s })
		}
	}
	var world []int
	for i := range m.Transitions {
		t := &m.Transitions[i]
		switch {
		case t.Effect != core.Take:
		case m.Events[t.Event].Environment:
			world = append(world, i)
		default:
			l.add(verify.KindDecrease, func(o *verify.Obligation) { o.Transition = i })
		}
	}
	if m.Bound == nil || m.Rank > 1 {
		return
	}
	for _, i := range append([]int{-1}, world...) {
		l.add(verify.KindBound, func(o *verify.Obligation) { o.Transition = i })
	}
}
