package broadcast

import (
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// Combine returns the transitions for an event, given those of each region that has some; the inner ones come first. It combines
// none if the caller is not sure of all transitions, because some were reported as wrong.
func (b *Events) Combine(event int, parts []Part, sure bool) (first []core.Transition) {
	if len(parts) < 2 || !sure || !severally(parts) {
		for _, p := range parts {
			first = append(first, p.List...)
		}
		return first
	}
	if b.symbol == nil {
		b.diags.Errorf(diag.CodeParallel, parts[0].Region.Root.Decl.Name.Span, "regions handle event `%s` together", b.machine.Events[event].Name).
			Helpf("let one region handle it, and raise an event for the others")
	}
	if b.symbol == nil || b.tooMany(event, parts) || !b.independent(event, parts) {
		b.Dependent = true
		return nil
	}
	turns := newTurns(b, event, parts)
	turns.number()
	if len(b.symbol.Type.Enum.Values) > maxRests {
		b.Dependent = true // Finish reports it
		return nil
	}
	var followers []follower
	for k, p := range parts {
		for _, t := range p.List {
			first = append(first, turns.goesOn(t, t.Guard, k, course{})...)
		}
		followers = append(followers, turns.later(k)...)
		if len(b.rest)+len(followers) > MaxAlternatives {
			b.Dependent = true
			b.diags.Errorf(diag.CodeTooBig, p.Region.Root.Decl.Name.Span, "the regions of state `%s` would need more than %d alternatives to handle events such as `%s` together", b.owner.Decl.Name.Value, MaxAlternatives, b.machine.Events[event].Name).
				Helpf("let fewer regions handle the same events")
			return nil
		}
	}
	b.rest = append(b.rest, turns.carry(first, followers)...)
	return first
}

// Finish completes the transitions of the state for all events, by their numbers: it adds those without an event with which later
// regions follow.
func (b *Events) Finish(lists map[int][]core.Transition) {
	p := b.owner
	if b.symbol != nil && len(b.symbol.Type.Enum.Values) > maxRests {
		b.diags.Errorf(diag.CodeTooBig, p.Decl.Parallel.Span, "the regions of state `%s` handle too many events together: what is left of one would need more than %d values", p.Decl.Name.Value, maxRests).
			Helpf("let fewer regions handle the same events, or combine events into one with a payload")
	}
	b.unload(p, lists)
	if eventless := b.machine.Eventless(); len(b.rest) > 0 {
		lists[eventless] = append(b.rest, lists[eventless]...)
	}
}
