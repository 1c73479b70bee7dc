package spec

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// outputs declares the outputs.
func (l *declarations) outputs() {
	seen := map[string]diag.Span{}
	for _, o := range l.file.Outputs {
		l.checkName(o.Name, "output")
		if !l.unique(seen, o.Name, "output") {
			continue
		}
		l.machine.Outputs = append(l.machine.Outputs, core.Output{
			Name: o.Name.Value, Doc: o.Doc.Value, Fields: l.fields(o.Fields, "field"), Go: l.goName(o.Go), Span: o.Name.Span,
		})
	}
}

// emissions resolves outputs and their values.
func (l *flow) emissions(list []syntax.Emit, scope stateScope) []core.Emission {
	var out []core.Emission
	for _, e := range list {
		o := slices.IndexFunc(l.machine.Outputs, func(o core.Output) bool { return o.Name == e.Output.Value })
		if o < 0 {
			var known []string
			for _, o := range l.machine.Outputs {
				known = append(known, o.Name)
			}
			name, _, call := strings.Cut(e.Output.Value, "(")
			if call && slices.Contains(known, name) {
				l.diags.Errorf(diag.CodeShape, e.Output.Span, "`%s` is not an output name: write the values of fields as a mapping", diag.Clip(e.Output.Value)).
					Helpf("write {%s: {FIELD: VALUE}}", name)
				continue
			}
			l.unknown(e.Output, "output", known)
			continue
		}
		output := &l.machine.Outputs[o]
		l.used[output.Span] = true
		values := make([]expr.Expr, len(output.Fields))
		seen := map[string]diag.Span{}
		for _, v := range e.Values {
			i := slices.IndexFunc(output.Fields, func(f core.Field) bool { return f.Name == v.Name.Value })
			if i < 0 {
				var known []string
				for _, f := range output.Fields {
					known = append(known, f.Name)
				}
				l.unknown(v.Name, "field of output `"+output.Name+"`", known)
				continue
			}
			if l.unique(seen, v.Name, "field") {
				values[i] = l.value(l.parse(v.Value, output.Fields[i].Type, scope), v.Value.Span, scope)
			}
		}
		for _, f := range output.Fields {
			if _, given := seen[f.Name]; !given {
				l.diags.Errorf(diag.CodeMissing, e.Output.Span, "output `%s` is emitted without a value for its field `%s`", output.Name, f.Name).
					Note(f.Span, "declared here").Helpf("add it, as in {%s: {%s: ...}}", output.Name, f.Name)
			}
		}
		out = append(out, core.Emission{Output: o, Values: values, Written: values, Span: e.Output.Span})
	}
	return out
}

// atEdge returns the entry (or exit) outputs of a state, which are resolved only
// once. Their values are over the configuration in which the machine is in it.
func (l *flow) atEdge(known map[*node][]core.Emission, n *node, list []syntax.Emit, cause core.Cause) []core.Emission {
	out, done := known[n]
	if !done {
		out = l.emissions(list, stateScope{l: l.hierarchy, state: n.place().index, event: -1})
		for i := range out {
			out[i].Cause, out[i].State = cause, n.decl.Name.Value
		}
		known[n] = out
	}
	return slices.Clone(out)
}

func (l *flow) enter(n *node) []core.Emission {
	return l.atEdge(l.entered, n, n.decl.Entry, core.ByEntry)
}

func (l *flow) leave(n *node) []core.Emission {
	return l.atEdge(l.left, n, n.decl.Exit, core.ByExit)
}

// cross adds the emitted outputs and the started timers to a transition. named is
// the state or composite state that the spec names as its target, and goal the state inside it
// that is entered; own are the outputs of the transition itself.
func (l *flow) cross(t *core.Transition, from, named, goal *node, own []core.Emission) {
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
		t.Emits = append(t.Emits, l.leave(n)...)
		t.Raises = append(t.Raises, l.raised(n.decl.RaiseExit, core.ByExit, n)...)
		if !l.machine.Terminal(t.To) {
			t.Updates = append(t.Updates, l.leaves(from.place(), n, t.Span)...)
		}
	}
	t.Raises = append(t.Raises, raises...)
	t.Emits = append(t.Emits, own...)
	for _, n := range entries {
		t.Emits = append(t.Emits, l.enter(n)...)
		t.Raises = append(t.Raises, l.raised(n.decl.RaiseEntry, core.ByEntry, n)...)
		for _, i := range l.timersOf[n] {
			// No timer runs in a terminal state inside a composite state.
			if slices.Contains(l.machine.Timers[i].States, t.To) {
				t.Starts = append(t.Starts, i)
			}
		}
		for _, i := range l.callsOf[n] {
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
func (l *flow) start() {
	if len(l.plain) == 0 {
		return
	}
	n := l.plain[l.machine.Initial]
	_, entries := between(nil, &node{}, n)
	if l.first != nil {
		entries = append(entries, l.enterRegions(&core.Transition{}, n, l.first)...)
	}
	for _, n := range entries {
		l.machine.Start = append(l.machine.Start, l.enter(n)...)
		l.machine.StartRaises = append(l.machine.StartRaises, l.raised(n.decl.RaiseEntry, core.ByEntry, n)...)
	}
}

// rewriteEntries rewrites the values of entry outputs, which are over the
// configuration after the step, into values over the one before it. The updates of
// all transitions must be complete.
func rewriteEntries(m *core.Machine) {
	for i := range m.Transitions {
		t := &m.Transitions[i]
		for j := range t.Emits {
			e := &t.Emits[j]
			if e.Cause != core.ByEntry {
				continue
			}
			e.Values = make([]expr.Expr, len(e.Written))
			for k, v := range e.Written {
				if v != nil {
					e.Values[k] = expr.Substitute(v, t.Updated)
				}
			}
		}
	}
}
