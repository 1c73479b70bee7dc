package spec

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// checkShadowed reports alternatives of composite states and of the machine that
// are never tried, because all states inside handle the event themselves. It also
// reports their unknown targets, which nothing else checks.
func (l *flow) checkShadowed() {
	l.shadowed(l.file.On, nil)
	for _, name := range l.stateNames() {
		if n := l.nodes[name]; n != nil && n.composite() {
			l.shadowed(n.decl.On, n)
		}
	}
}

// shadowed checks the list of a composite state, or that of the machine if
// composite is nil.
func (l *flow) shadowed(on []syntax.Handler, composite *node) {
	if !l.hasLiveState(composite) {
		return
	}
	for _, h := range on {
		event := l.handling.handled(h)
		for _, a := range h.Alternatives {
			if event >= 0 && !a.Wrong && !l.lowered[a.Span] {
				what, inner := "top-level alternative", "every state"
				if composite != nil {
					what, inner = "alternative of state `"+diag.Clip(composite.decl.Name.Value)+"`", "every state inside it"
				}
				if a.To.Given() && l.target(a.To) == nil {
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
				break // checkHandlers reports those after it
			}
		}
	}
}

// hasLiveState reports whether a composite state, or the machine if composite is
// nil, contains a state that is not terminal.
func (l *flow) hasLiveState(composite *node) bool {
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
