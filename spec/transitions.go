package spec

import (
	"maps"
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// flow is what happens: transitions, outputs and timers.
type flow struct {
	*hierarchy
	// lowered are the alternatives that some state has.
	lowered map[diag.Span]bool
	// timersOf lists the timers of each state.
	timersOf map[*node][]int
	// callsOf lists the invocations of each state, and results their transitions.
	callsOf map[*node][]int
	results map[*node][]syntax.Handler
	// raises are the names of the events that something other than a timer raises.
	raises map[string]bool
	// memories are the variables that remember where the machine left each composite state.
	memories map[*node][]*memory
	// restOf are the variables of the events that regions of a state are still to handle.
	restOf map[*node]*expr.Symbol
	// doubled are the invocations that have been reported to run beside another one.
	doubled map[diag.Span]bool
	// entered and left are the outputs of entering and leaving each state.
	entered, left map[*node][]core.Emission
	// unsureOfTransitions is set when an alternative was reported as wrong.
	unsureOfTransitions bool
	// transient are the states in which the machine never waits for an event.
	transient map[int]bool
	// full is set when there are more alternatives than the limits allow.
	full bool
}

func (l *flow) lower() {
	l.collectRaised()
	l.checkFinals()
	l.declareRests()
	l.declareHistory()
	l.timers()
	l.oldTimers()
	l.invocations()
	l.transitions()
	l.internalEvents()
	l.neverWaits()
	if !l.full {
		l.checkShadowed()
	}
	l.start()
	l.checkUnlisted()
	l.countTransitions()
	l.machine.Sort()
	l.raise()
	l.rewriteEntries()
	l.machine.Sort()
	l.whileRunning()
	l.checkTimers()
	l.costs()
	l.checkResults()
}

// transitions gives each plain state its alternatives: first its own, then those of
// the composite states around it, from the inside out, then those of the machine.
// Inner alternatives take precedence: outer ones apply only if no inner one does.
func (l *flow) transitions() {
	l.checkHandlers(l.file.On, "the machine")
	l.checkIgnored(l.file.Ignore, l.file.On, "the machine")
	for _, name := range l.stateNames() {
		if n := l.nodes[name]; n != nil {
			l.checkHandlers(n.decl.On, "state `"+diag.Clip(name)+"`")
			l.checkIgnored(n.decl.Ignore, n.decl.On, "state `"+diag.Clip(name)+"`")
			l.checkTerminal(n)
		}
	}
	for _, n := range l.plain {
		if l.machine.Terminal(n.index) {
			continue
		}
		l.handle(n)
	}
	l.emptyCargo()
}

// checkHandlers reports unknown events of an `on:`, results, and alternatives after an
// unconditional one.
func (l *flow) checkHandlers(on []syntax.Handler, where string) {
	for _, h := range on {
		if e := l.handled(h); e < 0 {
			l.unknown(h.Event, "event", l.eventNames())
		} else {
			l.checkNoResult(e, h.Event)
		}
	}
	l.checkAlternatives(on, where)
}

// checkAlternatives reports alternatives after one without a condition.
func (l *flow) checkAlternatives(on []syntax.Handler, where string) {
	for _, h := range on {
		for i, a := range h.Alternatives {
			if !a.If.Given() && !a.Wrong && i < len(h.Alternatives)-1 {
				l.diags.Errorf(diag.CodeUnguarded, h.Alternatives[i+1].Span, "this alternative %s in %s is never tried", h.Where(), where).
					Note(a.Span, "this earlier alternative has no condition and is always taken").
					Helpf("add an `if:` to the earlier alternative, or move it to the end")
				break
			}
		}
	}
}

// checkIgnored reports unknown events of an `ignore:`, and those that the `on:` of
// the same state handles.
func (l *flow) checkIgnored(ignored []syntax.Text, on []syntax.Handler, where string) {
	for _, e := range ignored {
		if i := l.event(e.Value); i < 0 {
			l.unknown(e, "event", l.eventNames())
		} else {
			l.checkNoResult(i, e)
		}
		for _, h := range on {
			if h.Event.Value == e.Value {
				l.diags.Errorf(diag.CodeDuplicate, e.Span, "%s both ignores and handles event `%s`", where, diag.Clip(e.Value)).
					Note(h.Event.Span, "handled here").
					Helpf("to ignore the event when no alternative applies, end the list with {otherwise: ignore}")
			}
		}
	}
}

func (l *flow) eventNames() []string {
	var known []string
	for _, e := range l.machine.Events {
		if !e.Eventless && !e.Result {
			known = append(known, e.Name)
		}
	}
	return known
}

// checkUnlisted reports, for `unlisted: error`, the events that a state does not
// decide.
func (l *flow) checkUnlisted() {
	if l.file.Unlisted.Value != "error" || l.unsureOfTransitions {
		return
	}
	decided := map[[2]int]bool{}
	for _, t := range l.machine.Transitions {
		decided[[2]int{t.From, t.Event}] = true
	}
	for _, n := range l.plain {
		if l.machine.Terminal(n.index) {
			continue
		}
		for e, event := range l.machine.Events {
			if !decided[[2]int{n.index, e}] && !event.Result && (!event.Internal || l.timed(n.index, e)) && !l.transient[n.index] {
				l.diags.Errorf(diag.CodeUnlisted, n.decl.Name.Span, "state `%s` does not decide event `%s`", n.decl.Name.Value, event.Name).
					Note(l.file.Unlisted.Span, "`unlisted: error` requires every state to decide every event").
					Helpf("handle the event under `on:`, list it under `ignore:`, or reject it with %s: {otherwise: reject}", event.Name)
			}
		}
	}
}

func (l *flow) checkTerminal(n *node) {
	if n.index < 0 || !l.machine.Terminal(n.index) {
		return
	}
	var span diag.Span
	switch d := n.decl; {
	case len(d.On) > 0:
		span = d.On[0].Event.Span
	case len(d.Ignore) > 0:
		span = d.Ignore[0].Span
	case len(d.After) > 0:
		span = d.After[0].Delay.Span
	case len(d.Invoke) > 0:
		span = d.Invoke[0].Span
	case len(d.Exit) > 0:
		span = d.Exit[0].Output.Span
	default:
		return
	}
	l.diags.Errorf(diag.CodeTerminalExit, span, "the terminal state `%s` cannot have `on:`, `ignore:`, `after:`, `invoke:`, or `exit:`", diag.Clip(n.decl.Name.Value)).
		Helpf("remove these keys, or remove `%s` from `terminal:`", n.decl.Name.Value)
}

func (l *flow) event(name string) int {
	if e, ok := l.events[name]; ok {
		return e
	}
	return -1
}

// handled returns the event of a handler, or -1 if there is no such event.
func (l *flow) handled(h syntax.Handler) int {
	if h.Eventless {
		return l.machine.Eventless()
	}
	return l.event(h.Event.Value)
}

// reaction says in a message when an alternative is tried.
func (l *flow) reaction(event int) string {
	e := &l.machine.Events[event]
	return syntax.Handler{Event: syntax.Text{Value: e.Name}, Eventless: e.Eventless}.Where()
}

// listed is an alternative that a state finds in itself or around it.
type listed struct {
	alternative syntax.Alternative
	composite   string
}

// found are the alternatives that a state finds, by event, in order. wrong are the events of which
// the alternative that decides was reported as wrong.
type found struct {
	lists          map[int][]listed
	decided, wrong map[int]bool
}

// find lists the alternatives that n finds in itself and in the states around it, up to and
// including the given one; if that is nil, up to the machine.
func (l *flow) find(n, last *node) found {
	out := found{map[int][]listed{}, map[int]bool{}, map[int]bool{}}
	for at := n; ; at = at.parent {
		on, ignored, composite := l.file.On, l.file.Ignore, "the machine"
		if at != nil {
			on, ignored, composite = slices.Concat(l.done(n, at), at.decl.On, l.results[at]), at.decl.Ignore, at.decl.Name.Value
		}
		if at == n {
			composite = ""
		}
		for _, h := range on {
			e := l.handled(h)
			for _, a := range h.Alternatives {
				if !out.decided[e] {
					out.lists[e] = append(out.lists[e], listed{a, composite})
					out.decided[e] = !a.If.Given()
					out.wrong[e] = a.Wrong
				}
			}
		}
		for _, name := range ignored {
			if e := l.event(name.Value); !out.decided[e] {
				out.lists[e] = append(out.lists[e], listed{syntax.Alternative{Span: name.Span, Otherwise: syntax.Text{Value: "ignore", Span: name.Span}}, composite})
				out.decided[e] = true
			}
		}
		if at == last {
			break
		}
	}
	if last == nil && l.file.Unlisted.Value == "ignore" {
		l.ignoreUnlisted(out)
	}
	delete(out.lists, -1)
	return out
}

// ignoreUnlisted adds the events that a state does not list, unless the machine never waits there. A result of a call comes
// only where its state handles it.
func (l *flow) ignoreUnlisted(f found) {
	if eventless := l.machine.Eventless(); eventless >= 0 && f.decided[eventless] {
		return
	}
	at := l.file.Unlisted.Span
	for e := range l.machine.Events {
		if event := &l.machine.Events[e]; len(f.lists[e]) == 0 && !event.Eventless && !event.Result {
			f.lists[e] = []listed{{syntax.Alternative{Span: at, Otherwise: syntax.Text{Value: "ignore", Span: at}}, "the machine"}}
			f.decided[e] = true
		}
	}
}

// handle adds the alternatives of one plain state, event by event.
func (l *flow) handle(n *node) {
	if n.regions != nil {
		l.handleRegions(n)
		return
	}
	f := l.find(n, nil)
	eventless := l.machine.Eventless()
	l.transient[n.index] = eventless >= 0 && f.decided[eventless] && !f.wrong[eventless]
	for _, e := range slices.Sorted(maps.Keys(f.lists)) {
		for i, x := range f.lists[e] {
			if !l.fits(n, e, i, x.alternative.Span) {
				return
			}
			for _, form := range l.returns(x.alternative) {
				l.alternative(n, e, form, x.composite)
			}
		}
	}
}

const (
	// maxAlternatives limits the alternatives of a state for one event. Each of them
	// assumes that those before it do not apply, so the work of the verifier grows with
	// the square of their number.
	maxAlternatives = 1000
	// maxTransitions limits the alternatives of all states. Each state inside a composite
	// state has copies of those of the composite state.
	maxTransitions = 10_000
)

// fits reports whether a machine may have another alternative, after the given number for
// the same state and event.
func (l *flow) fits(n *node, event, before int, at diag.Span) bool {
	switch {
	case l.full:
		return false
	case before == maxAlternatives:
		l.diags.Errorf(diag.CodeTooBig, at, "state `%s` has more than %d alternatives %s", n.decl.Name.Value, maxAlternatives, l.reaction(event)).
			Helpf("combine alternatives that do the same, or split the event into several")
	case len(l.machine.Transitions) >= maxTransitions:
		l.diags.Errorf(diag.CodeTooBig, at, "the machine has more than %d alternatives, counting those of a composite state once for each state inside it", maxTransitions).
			Helpf("split the machine into several")
	default:
		return true
	}
	// One report is enough: the rest is not looked at.
	l.full, l.unsureOfTransitions = true, true
	return false
}

// alternative adds the transition for an alternative of a state.
func (l *flow) alternative(n *node, event int, f form, composite string) {
	a := f.alternative
	l.lowered[a.Span] = true
	from := n.place().index
	scope := stateScope{l.hierarchy, from, event, len(l.file.Guards)}
	t := core.Transition{From: from, Event: event, To: from, Internal: !a.To.Given(), Composite: composite, Doc: a.Doc.Value, Span: a.Span}
	if t.Written = l.parse(a.If, expr.Type{Kind: expr.Bool}, scope); t.Written != nil {
		t.Guard = l.expand(t.Written, a.If.Span, scope)
	}
	if f.when != nil {
		t.Guard = expr.Both(f.when, t.Guard)
	}
	if a.Wrong {
		l.unsureOfTransitions = true
		return
	}
	if l.machine.Events[event].Eventless && t.Guard != nil && expr.Uses(t.Guard, func(s *expr.Symbol) bool { return s.Scope == expr.External }) {
		l.diags.Errorf(diag.CodeEventless, a.If.Span, "an alternative under `always` cannot depend on an external guard: whether the machine waits must follow from its values").
			Helpf("use the guard in an alternative for the event that leads here, and store the answer in a variable")
		l.unsureOfTransitions = true
		return
	}
	for _, r := range a.Requirements {
		t.Requirements = append(t.Requirements, r.Value)
	}
	if a.Otherwise.Given() {
		t.Effect = map[string]core.Effect{"ignore": core.Ignore, "reject": core.Reject}[a.Otherwise.Value]
		if n.region != nil {
			t.Move = n.region.stay(n)
		}
		l.machine.Transitions = append(l.machine.Transitions, t)
		return
	}
	goal := n
	if a.To.Given() {
		if goal = f.goal; goal == nil {
			goal = l.target(a.To)
		}
		if goal == nil {
			l.unsureOfTransitions = true
			return
		}
		t.To, t.Returns = goal.place().index, f.returns
	} else if len(a.Set)+len(a.Clear)+len(a.Emit)+len(a.Raise) == 0 && l.stall == nil {
		way := "add one of these keys, list the event under `ignore:`, or limit such steps with a `stall:` rule"
		if l.machine.Events[event].Eventless {
			way = "add one of these keys, or remove the alternative"
		}
		l.diags.Errorf(diag.CodeMissing, a.Span, "this alternative %s does nothing: it has no `to:`, `set:`, `clear:`, `emit:`, or `raise:`", l.reaction(event)).
			Helpf("%s", way)
	}
	l.updates(&t, a, scope)
	l.checkDataSet(&t, a)
	t.Raises = l.raised(a.Raise, core.ByTransition, nil)
	own := l.emissions(a.Emit, scope)
	named := l.nodes[a.To.Value]
	if r := n.domain(named); r != nil {
		l.move(&t, n, named, goal, r, own)
	} else {
		l.cross(&t, n, named, goal, own)
	}
	l.machine.Transitions = append(l.machine.Transitions, l.countStalls(t)...)
}

// updates resolves `set:` and `clear:`.
func (l *flow) updates(t *core.Transition, a syntax.Alternative, scope stateScope) {
	seen := map[string]diag.Span{}
	for _, s := range a.Set {
		v := l.assignable(t, s.Name)
		if v < 0 || !l.once(seen, s.Name, "`%s` is assigned twice in the same transition", "first assigned here") {
			continue
		}
		value := l.value(l.parse(s.Value, l.machine.Vars[v].Type, scope), s.Value.Span, scope)
		t.Updates = append(t.Updates, core.Update{Var: v, Value: value, Span: s.Name.Span})
	}
	for _, c := range a.Clear {
		v := l.assignable(t, c)
		if v < 0 || !l.once(seen, c, "`%s` is assigned twice in the same transition", "first assigned here") {
			continue
		}
		decl := l.machine.Vars[v]
		if decl.Init == nil {
			l.diags.Errorf(diag.CodeType, c.Span, "`%s` has no initial value to return to", diag.Clip(c.Value)).Helpf("use `set:` instead")
			continue
		}
		t.Updates = append(t.Updates, core.Update{Var: v, Value: decl.Init, Span: c.Span})
	}
}

// assignable returns the index of the variable, or of the datum of the target state,
// that an update names. It reports a name that cannot be set, and returns -1.
func (l *flow) assignable(t *core.Transition, name syntax.Text) int {
	m := l.machine
	for _, i := range l.data[t.To] {
		if m.Vars[i].Name == name.Value {
			return i
		}
	}
	if r, ok := l.names[name.Value].value.(*expr.Ref); ok && r.Symbol.Scope == expr.Var {
		i := r.Symbol.Index
		if l.counts(i) {
			l.diags.Errorf(diag.CodeType, name.Span, "`%s` is the counter of a rule and cannot be set", name.Value).Note(m.Vars[i].Span, "the rule is here").
				Helpf("remove the assignment, because the rule counts by itself")
			return -1
		}
		return i
	}
	if n, ok := l.names[name.Value]; ok {
		l.diags.Errorf(diag.CodeType, name.Span, "`%s` is %s and cannot be set", diag.Clip(name.Value), n.what).Note(n.span, "declared here").
			Helpf("only variables and the data of the target state can be set")
		return -1
	}
	var known []string
	for i, v := range m.Vars {
		if (v.State < 0 || v.State == t.To) && !l.counts(i) {
			known = append(known, v.Name)
		}
	}
	l.unknown(name, "variable", known)
	for _, v := range m.Vars {
		if v.Name == name.Value && v.State >= 0 && v.Implied == core.Declared {
			l.diags[len(l.diags)-1].Note(v.Span, "state `%s` has a datum of this name, but this transition goes to `%s`", m.States[v.State].Name, m.States[t.To].Name)
		}
	}
	return -1
}

// checkDataSet reports data of the target state that a transition does not set. An
// internal transition keeps the values.
func (l *flow) checkDataSet(t *core.Transition, a syntax.Alternative) {
	m := l.machine
	if t.Internal {
		return
	}
	for _, i := range l.data[t.To] {
		v := m.Vars[i]
		if slices.ContainsFunc(t.Updates, func(u core.Update) bool { return u.Var == i }) {
			continue
		}
		d := l.diags.Errorf(diag.CodeUnset, a.To.Span, "this transition enters state `%s` without setting its datum `%s`", m.States[t.To].Name, v.Name).
			Note(v.Span, "declared here")
		if a.History.Given() {
			d.Helpf("history does not keep data: make `%s` a variable", v.Name)
		} else {
			d.Helpf("add set: {%s: ...}", v.Name)
		}
	}
}
