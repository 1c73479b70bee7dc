package broadcast

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

const (
	// MaxAlternatives limits the alternatives of a state for one event. Each of them
	// assumes that those before it do not apply, so the work of the verifier grows with
	// the square of their number.
	MaxAlternatives = 1000
	// maxRests limits the values of the variable that remembers what is left of an event.
	maxRests = 256
	// maxShared limits the parts of all conditions together that tell for each transition which later regions go on.
	maxShared = 2_000_000
)

// severally reports whether two regions can both take a transition for an event.
func severally(parts []Part) bool {
	for k := range parts {
		if slices.ContainsFunc(parts[:k], func(p Part) bool { return !tree.Exclusive(p.Region, parts[k].Region) }) {
			return true
		}
	}
	return false
}

// tooMany reports an event with more alternatives in regions than a state may have, or with conditions that are too large together,
// before they are combined.
func (b *Events) tooMany(event int, parts []Part) bool {
	state, name := b.owner.Decl.Name.Value, b.machine.Events[event].Name
	n, later, shared := 0, 0, 0
	for _, p := range parts {
		if n += len(p.List); n > MaxAlternatives {
			t := p.List[len(p.List)-1-(n-MaxAlternatives-1)]
			b.diags.Errorf(diag.CodeTooBig, t.Span, "state `%s` has more than %d alternatives for event `%s`", state, MaxAlternatives, name).
				Helpf("combine alternatives that do the same, or split the event into several")
			return true
		}
	}
	for _, p := range slices.Backward(parts) {
		if shared += later * len(p.List); shared > maxShared {
			b.diags.Errorf(diag.CodeTooBig, p.Region.Root.Decl.Name.Span, "the conditions of the regions of state `%s` for event `%s` are too large together", state, name).
				Helpf("let fewer regions handle the event, or keep the result of a long condition in a variable")
			return true
		}
		for i := range p.List {
			if guard := p.List[i].Guard; guard != nil {
				expr.Walk(guard, func(expr.Expr) { later++ })
			}
		}
	}
	return false
}
