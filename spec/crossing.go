package spec

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// crossing is what happens at the boundaries of states: when the machine enters and leaves them, they
// emit outputs, raise events, start timers and calls, and remember where it was.
type crossing struct {
	*hierarchy
	timing   *timing
	invoking *invoking
	history  *history
	// entered and left are the outputs of entering and leaving each state, by the event that leads there.
	entered, left map[passage][]core.Emission
	// lacking are the values that stand for those that an event does not give: see [crossing.emitted].
	lacking map[*expr.Symbol]lack
	// restOf are the variables of the events that regions of a state are still to handle: see [broadcast].
	restOf map[*node]*expr.Symbol
}

// cross adds the emitted outputs and the started timers to a transition. named is
// the state or composite state that the spec names as its target, and goal the state inside it
// that is entered; own are the outputs of the transition itself.
func (l *crossing) cross(t *core.Transition, from, named, goal *node, own []core.Emission) {
	if t.Internal {
		t.Emits = own
		return
	}
	if r := from.region; r != nil {
		t.Move = &core.Move{Region: r.number, From: r.index(from), ToRegion: -1, To: -1}
	}
	to := goal.place()
	if named.region != nil {
		named = to // which is left, if the machine is in it
	}
	exits, entries := between(from, named, to)
	if p := from.place(); slices.Contains(exits, p) {
		l.checkLeft(t, from, p.parts())
	}
	entries = append(entries, l.enterRegions(t, to, goal)...)
	raises := t.Raises
	t.Raises = nil
	for _, n := range exits {
		t.Emits = append(t.Emits, l.leave(n, t.Event)...)
		t.Raises = append(t.Raises, l.raised(n.decl.RaiseExit, core.ByExit, n)...)
		if !l.machine.Terminal(t.To) {
			t.Updates = append(t.Updates, l.history.leaves(from.place(), n, t.Span)...)
		}
	}
	t.Raises = append(t.Raises, raises...)
	t.Emits = append(t.Emits, own...)
	for _, n := range entries {
		t.Emits = append(t.Emits, l.enter(n, t.Event)...)
		t.Raises = append(t.Raises, l.raised(n.decl.RaiseEntry, core.ByEntry, n)...)
		for _, i := range l.timing.started[n] {
			// No timer runs in a terminal state inside a composite state.
			if slices.Contains(l.machine.Timers[i].States, t.To) {
				t.Starts = append(t.Starts, i)
			}
		}
		for _, i := range l.invoking.started[n] {
			if slices.Contains(l.machine.Invocations[i].States, t.To) {
				t.Invokes = append(t.Invokes, i)
			}
		}
	}
}

// between lists the states that a transition leaves, from the inside out, and
// those that it enters, from the outside in. The transition does not leave the
// composite states around the named target.
func between(from, named, to *node) (exits, entries []*node) {
	around := map[*node]bool{}
	for n := named.parent; n != nil; n = n.parent {
		around[n] = true
	}
	n := from
	for ; n != nil && !around[n]; n = n.parent {
		exits = append(exits, n)
	}
	for e := to; e != n; e = e.parent {
		entries = append(entries, e)
	}
	slices.Reverse(entries)
	return exits, entries
}

// start adds the outputs of entering the initial state.
func (l *crossing) start() {
	if len(l.plain) == 0 {
		return
	}
	n := l.plain[l.machine.Initial]
	_, entries := between(nil, &node{}, n)
	if l.first != nil {
		entries = append(entries, l.enterRegions(&core.Transition{}, n, l.first)...)
	}
	for _, n := range entries {
		l.machine.Start = append(l.machine.Start, l.enter(n, -1)...)
		l.machine.StartRaises = append(l.machine.StartRaises, l.raised(n.decl.RaiseEntry, core.ByEntry, n)...)
	}
}

// passage is the way into or out of a state: the event that leads there, or -1 for the start.
type passage struct {
	state *node
	event int
}

// enter returns the outputs of entering a state for an event, or in the start.
func (l *crossing) enter(n *node, event int) []core.Emission {
	return l.atEdge(l.entered, passage{n, event}, n.decl.Entry, core.ByEntry)
}

// leave returns the outputs of leaving a state for an event.
func (l *crossing) leave(n *node, event int) []core.Emission {
	return l.atEdge(l.left, passage{n, event}, n.decl.Exit, core.ByExit)
}

// atEdge returns the entry (or exit) outputs of a state, which are resolved only
// once for each event. Their values are over the configuration in which the machine is in it, and
// the payload.
func (l *crossing) atEdge(known map[passage][]core.Emission, p passage, list []syntax.Emit, cause core.Cause) []core.Emission {
	out, done := known[p]
	if !done {
		out = l.emissions(list, stateScope{l: l.hierarchy, state: p.state.place().index, event: p.event, edge: p.state})
		for i := range out {
			out[i].Cause, out[i].State = cause, p.state.decl.Name.Value
		}
		known[p] = out
	}
	return slices.Clone(out)
}

// raised resolves a list of events that a transition raises, or a state on the way in or out.
func (l *crossing) raised(list []syntax.Text, cause core.Cause, by *node) (out []core.Raise) {
	for _, t := range list {
		if e := l.event(t.Value); e >= 0 {
			r := core.Raise{Event: e, Cause: cause}
			if by != nil {
				r.State = by.decl.Name.Value
			}
			out = append(out, r)
		}
	}
	return out
}
