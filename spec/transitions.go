package spec

import (
	"maps"
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// flow is what happens in each state: its transitions, and the checks of all of them together.
type flow struct {
	*counting
	handling *handling
	// lowered are the alternatives that some state has.
	lowered map[diag.Span]bool
	// raises are the names of the events that something other than a timer raises.
	raises map[string]bool
	// transient are the states in which the machine never waits for an event.
	transient map[int]bool
	// undecided are the events that regions leave undecided.
	undecided []undecided
	// full is set when there are more alternatives than the limits allow.
	full bool
}

// newFlow puts the parts of the loader for transitions together.
func newFlow(h *hierarchy) *flow {
	handling := &handling{hierarchy: h, results: map[*node][]syntax.Handler{}}
	crossing := &crossing{
		hierarchy: h,
		timing:    &timing{hierarchy: h, started: map[*node][]int{}},
		invoking:  &invoking{handling: handling, started: map[*node][]int{}, doubled: map[diag.Span]bool{}},
		history:   &history{hierarchy: h, memories: map[*node][]*memory{}},
		entered:   map[passage][]core.Emission{},
		left:      map[passage][]core.Emission{},
		lacking:   map[*expr.Symbol]lack{},
		restOf:    map[*node]*expr.Symbol{},
	}
	return &flow{
		counting: &counting{crossing},
		handling: handling,
		lowered:  map[diag.Span]bool{}, raises: map[string]bool{}, transient: map[int]bool{},
	}
}

// lower adds to the machine what happens in it. The parts come in an order in which each finds what
// it needs of earlier ones.
func (l *flow) lower() {
	l.collectRaised()
	l.handling.checkFinals()
	l.declareRests()
	l.history.variables()
	l.timing.timers()
	l.timing.oldTimers()
	l.invoking.invocations()
	l.handling.check()
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
	l.checkPassages()
	rewriteEntries(l.machine)
	l.machine.Sort()
	whileRunning(l.machine)
	l.timing.checkTimers()
	costs(l.machine)
	l.invoking.checkResults()
}

// transitions gives each plain state its alternatives: first its own, then those of
// the composite states around it, from the inside out, then those of the machine.
// Inner alternatives take precedence: outer ones apply only if no inner one does.
func (l *flow) transitions() {
	for _, n := range l.plain {
		if l.machine.Terminal(n.index) {
			continue
		}
		l.handle(n)
	}
	emptyCargo(l.machine)
}

// reaction says in a message when an alternative is tried.
func (l *flow) reaction(event int) string {
	e := &l.machine.Events[event]
	return syntax.Handler{Event: syntax.Text{Value: e.Name}, Eventless: e.Eventless}.Where()
}

// handle adds the alternatives of one plain state, event by event.
func (l *flow) handle(n *node) {
	if n.regions != nil {
		(&regional{flow: l, state: n}).handleRegions()
		return
	}
	f := l.handling.find(n, nil)
	eventless := l.machine.Eventless()
	l.transient[n.index] = eventless >= 0 && f.decided[eventless] && !f.wrong[eventless]
	for _, e := range slices.Sorted(maps.Keys(f.lists)) {
		for i, x := range f.lists[e] {
			if !l.fits(n, e, i, x.alternative.Span) {
				return
			}
			l.alternatives(n, e, x, nil)
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

// alternatives adds the transitions that an alternative of a state stands for, with a condition of the loader
// before its own, which may be nil.
func (l *flow) alternatives(n *node, event int, x listed, when expr.Expr) {
	for _, form := range l.history.returns(n, x.alternative) {
		form.when = expr.Both(when, form.when)
		l.alternative(n, event, form, x.composite)
	}
}

// alternative adds the transition for one form of an alternative of a state.
func (l *flow) alternative(n *node, event int, f form, composite string) {
	a := f.alternative
	l.lowered[a.Span] = true
	from := n.place().index
	scope := stateScope{l: l.hierarchy, state: from, event: event, guards: len(l.file.Guards)}
	t := core.Transition{From: from, Event: event, To: from, Internal: !a.To.Given(), Composite: composite, Doc: a.Doc.Value, Span: a.Span}
	if t.Written = l.parse(a.If, expr.Type{Kind: expr.Bool}, scope); t.Written != nil {
		t.Guard = l.expand(t.Written, a.If.Span, scope)
		t.Places = l.machine.PlacesIn(t.Guard)
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
	l.goes(&t, n, named, goal, own)
	l.machine.Transitions = append(l.machine.Transitions, l.countStalls(n, t)...)
}
