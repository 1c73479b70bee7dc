package transition

import (
	"maps"
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/broadcast"
	"github.com/fsmgen/fsmgen/spec/internal/handler"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Build gives each plain state its transitions: first its own alternatives, then those of
// the composite states around it, from the inside out, then those of the machine.
// Inner alternatives take precedence: outer ones apply only if no inner one does.
func Build(in pass.Input, from Earlier) *Result {
	l := &builder{
		file: in.File, machine: in.Machine, names: in.Names, diags: in.Diags,
		decls: from.Decls, tree: from.Tree, env: from.Env, handlers: from.Handlers, memories: from.Memories, edges: from.Edges, rules: from.Rules,
		out: &Result{Lowered: map[diag.Span]bool{}, Transient: map[int]bool{}, Unsure: from.Unsure},
	}
	for _, n := range from.Tree.Plain {
		switch {
		case in.Machine.Terminal(n.Index):
		case n.Regions != nil:
			l.parallel(newParallel(l, n, broadcast.New(in, from.Decls, from.Tree, n, from.Rests[n])))
		default:
			l.simple(n)
		}
	}
	broadcast.EmptyCargo(in.Machine)
	return l.out
}

// simple adds the alternatives of a plain state without regions, event by event.
func (l *builder) simple(n *tree.Node) {
	f := l.handlers.Find(n, nil)
	l.waits(n, f)
	for _, e := range slices.Sorted(maps.Keys(f.Lists)) {
		for i, x := range f.Lists[e] {
			if !l.fits(n, e, i, x.Alternative.Span) {
				return
			}
			l.machine.Transitions = append(l.machine.Transitions, l.alternatives(n, e, x, nil)...)
		}
	}
}

// parallel adds the transitions of a state with regions, event by event.
func (l *builder) parallel(p *parallel) {
	l.waits(p.owner, p.whole)
	lists := p.transitions()
	for _, e := range slices.Sorted(maps.Keys(lists)) {
		for i, t := range lists[e] {
			if e >= 0 && l.fits(p.owner, e, i, t.Span) {
				l.machine.Transitions = append(l.machine.Transitions, t)
			}
		}
	}
}

// waits notes whether the machine never waits in a plain state, given what that finds of events.
func (l *builder) waits(n *tree.Node, f handler.Found) {
	if eventless := l.machine.Eventless(); eventless >= 0 {
		l.out.Transient[n.Index] = f.Decided[eventless] && !f.Wrong[eventless]
	}
}
