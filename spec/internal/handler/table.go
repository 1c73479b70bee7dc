package handler

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/names"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Table is what states say of events, under `on:`, `always:`, `done:` and `ignore:`: the alternatives
// that a state finds in itself and around it, and what is wrong with the lists.
type Table struct {
	file    *syntax.File
	machine *core.Machine
	names   *names.Table
	diags   *diag.List
	decls   *decl.Declarations
	tree    *tree.Tree
	// results are the transitions of the invocations of each state.
	results map[*tree.Node][]syntax.Handler
}

// New returns the table of a spec, given the transitions for the results of the invocations of each state.
func New(in pass.Input, decls *decl.Declarations, states *tree.Tree, results map[*tree.Node][]syntax.Handler) *Table {
	return &Table{in.File, in.Machine, in.Names, in.Diags, decls, states, results}
}

// Listed is an alternative that a state finds in itself or around it.
type Listed struct {
	// Alternative is the alternative as written, or one that stands for `ignore:`.
	Alternative syntax.Alternative
	// Composite is the name of the state around it that has it, "the machine", or "" for its own.
	Composite string
}

// Found is what a state finds of each event.
type Found struct {
	// Lists are the alternatives for each event, in the order in which they are tried.
	Lists map[int][]Listed
	// Decided are the events of which one of the alternatives always applies, and Wrong those of which it was reported as wrong.
	Decided, Wrong map[int]bool
}

// Find lists the alternatives that n finds in itself and in the states around it, up to and
// including the given one; if that is nil, up to the machine.
func (l *Table) Find(n, last *tree.Node) Found {
	out := Found{map[int][]Listed{}, map[int]bool{}, map[int]bool{}}
	for at := n; ; at = at.Parent {
		on, ignored, composite := l.file.On, l.file.Ignore, "the machine"
		if at != nil {
			on, ignored, composite = slices.Concat(doneIn(n, at), at.Decl.On, l.results[at]), at.Decl.Ignore, at.Decl.Name.Value
		}
		if at == n {
			composite = ""
		}
		for _, h := range on {
			e := l.Handled(h)
			for _, a := range h.Alternatives {
				if !out.Decided[e] {
					out.Lists[e] = append(out.Lists[e], Listed{a, composite})
					out.Decided[e] = !a.If.Given()
					out.Wrong[e] = a.Wrong
				}
			}
		}
		for _, name := range ignored {
			if e := l.decls.Event(name.Value); !out.Decided[e] {
				out.Lists[e] = append(out.Lists[e], Listed{syntax.Alternative{Span: name.Span, Otherwise: syntax.Text{Value: "ignore", Span: name.Span}}, composite})
				out.Decided[e] = true
			}
		}
		if at == last {
			break
		}
	}
	if last == nil && n.Regions == nil && l.file.Unlisted.Value == "ignore" {
		l.ignoreUnlisted(out)
	}
	delete(out.Lists, -1)
	return out
}

// ignoreUnlisted adds the events that a state does not list, unless the machine never waits there. A result of a call comes
// only where its state handles it.
func (l *Table) ignoreUnlisted(f Found) {
	if eventless := l.machine.Eventless(); eventless >= 0 && f.Decided[eventless] {
		return
	}
	at := l.file.Unlisted.Span
	for e := range l.machine.Events {
		if event := &l.machine.Events[e]; len(f.Lists[e]) == 0 && !event.Eventless && !event.OfCall() {
			f.Lists[e] = []Listed{{syntax.Alternative{Span: at, Otherwise: syntax.Text{Value: "ignore", Span: at}}, "the machine"}}
			f.Decided[e] = true
		}
	}
}

// Handled returns the number of the event of a handler, or -1 if there is no such event.
func (l *Table) Handled(h syntax.Handler) int {
	if h.Eventless {
		return l.machine.Eventless()
	}
	return l.decls.Event(h.Event.Value)
}

// doneIn returns the transitions of a composite state that apply in a final state directly inside it,
// before those that the composite state has under `always`.
func doneIn(final, at *tree.Node) []syntax.Handler {
	if at == nil || final.Parent != at || !final.Decl.Final.Given() || len(at.Decl.Done.Alternatives) == 0 {
		return nil
	}
	return []syntax.Handler{at.Decl.Done}
}
