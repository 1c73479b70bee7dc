package spec

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// checkHidden looks at the alternatives of composite states and of the machine
// that no state comes to, because all inside decide the event themselves: a target
// that is not there would go unnoticed, and that they do nothing may surprise.
func (l *flow) checkHidden() {
	l.hidden(l.file.On, nil)
	for _, name := range l.stateNames() {
		if n := l.nodes[name]; n != nil && n.composite() {
			l.hidden(n.decl.On, n)
		}
	}
}

// hidden does so for the list of a composite state, or nil for the machine's.
func (l *flow) hidden(on []syntax.Handler, composite *node) {
	if !l.goesOn(composite) {
		return
	}
	for _, h := range on {
		event := l.event(h.Event.Value)
		for _, a := range h.Alternatives {
			if event >= 0 && !a.Wrong && !l.lowered[a.Span] {
				what, inner := "top-level alternative", "every state"
				if composite != nil {
					what, inner = "alternative of state `"+diag.Clip(composite.decl.Name.Value)+"`", "every state inside it"
				}
				if a.To.Given() && l.target(a.To) == nil {
					continue // reported
				}
				l.diags.Warnf(diag.CodeUnused, a.Span, "this %s for event `%s` is never tried: %s handles the event itself", what, diag.Clip(h.Event.Value), inner).
					Helpf("remove it, or leave a case of the event unhandled in one of those states")
			}
			if !a.If.Given() {
				break // checkHandlers reports those behind it
			}
		}
	}
}

// goesOn reports whether there is a state that is not terminal inside a composite
// state, or in the machine.
func (l *flow) goesOn(composite *node) bool {
	for _, n := range l.plain {
		if l.machine.Terminal(n.index) {
			continue
		}
		for at := n; ; at = at.parent {
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
