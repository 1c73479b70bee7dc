package check

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/internal/handler"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// Shadowed reports alternatives of composite states and of the machine that
// are never tried, because all states inside handle the event themselves. It also
// reports their unknown targets, which nothing else checks. Lowered are the places of the alternatives that some state has.
func Shadowed(in pass.Input, states *tree.Tree, handlers *handler.Table, lowered map[diag.Span]bool) {
	l := &shadows{in.File, in.Machine, in.Diags, states, handlers, lowered}
	l.shadowed(l.file.On, nil)
	for _, name := range l.tree.StateNames() {
		if n := l.tree.Nodes[name]; n != nil && n.Composite() {
			l.shadowed(n.Decl.On, n)
		}
	}
}

// shadows are the alternatives that others hide.
type shadows struct {
	file     *syntax.File
	machine  *core.Machine
	diags    *diag.List
	tree     *tree.Tree
	handlers *handler.Table
	lowered  map[diag.Span]bool
}

// shadowed checks the list of a composite state, or that of the machine if
// composite is nil.
func (l *shadows) shadowed(on []syntax.Handler, composite *tree.Node) {
	if !l.hasLiveState(composite) {
		return
	}
	for _, h := range on {
		event := l.handlers.Handled(h)
		for _, a := range h.Alternatives {
			if event >= 0 && !a.Wrong && !l.lowered[a.Span] {
				what, inner := "top-level alternative", "every state"
				if composite != nil {
					what, inner = "alternative of state `"+diag.Clip(composite.Decl.Name.Value)+"`", "every state inside it"
				}
				if a.To.Given() && l.tree.Target(a.To) == nil {
					continue // reported
				}
				if h.Eventless {
					l.diags.Warnf(diag.CodeUnused, a.Span, "this %s under `always` is never tried: %s has an alternative that always applies", what, inner).
						Helpf("remove it, or add an `if:` to one of those alternatives")
					continue
				}
				l.diags.Warnf(diag.CodeUnused, a.Span, "this %s for event `%s` is never tried: %s handles the event itself", what, diag.Clip(h.Event.Value), inner).
					Helpf("remove it, or leave a case of the event unhandled in one of those states")
			}
			if !a.If.Given() {
				break // package handler reports those after it
			}
		}
	}
}

// hasLiveState reports whether a composite state, or the machine if composite is
// nil, contains a state that is not terminal.
func (l *shadows) hasLiveState(composite *tree.Node) bool {
	for _, n := range l.tree.Plain {
		if l.machine.Terminal(n.Index) {
			continue
		}
		for at := n; ; at = at.Parent {
			if at == composite {
				return true
			}
			if at == nil {
				break
			}
		}
	}
	return false
}
