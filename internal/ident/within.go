package ident

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Within has the names of what asks whether a state is active that is around the current one, or inside it. All are empty for a
// machine with neither.
type Within struct {
	// Method asks.
	Method string
	// Composite is the type of the constants for composite states, which are parallel to [source.Composites]; it is "" if
	// there are none.
	Composite string
	Constants []string
	// Place is the interface of what can be asked for. It is "" for a machine without regions, in which that is a composite state.
	Place string
}

// within allocates the names of Within.
func (a *allocator) within(n *Names, prefix string) {
	composites := source.Composites(a.machine)
	if len(composites) > 0 {
		n.Within.Composite = a.scopes.own("Composite", prefix)
	}
	if a.machine.Parallel() {
		n.Within.Place = a.scopes.own("Place", prefix)
	}
	if n.Within.Composite+n.Within.Place == "" {
		return
	}
	n.Within.Method = "Within"
	a.scopes.reserve(n.Within.Method)
	for _, name := range composites {
		n.Within.Constants = append(n.Within.Constants, a.scopes.take(a.scopes.pkg, prefix+"Composite"+export(name, a.machine.CompositeGo[name]), "composite state `"+name+"`", a.inside(name)))
	}
}

// inside returns the position of the first state inside a composite state.
func (a *allocator) inside(composite string) diag.Span {
	at := slices.IndexFunc(a.machine.States, func(s core.State) bool { return slices.Contains(s.Composites, composite) })
	if at >= 0 {
		return a.machine.States[at].Span
	}
	for _, s := range a.machine.States {
		for _, r := range s.Regions {
			for _, leaf := range r.Leaves {
				if slices.Contains(leaf.Composites, composite) {
					return leaf.Span
				}
			}
		}
	}
	return diag.Span{}
}
