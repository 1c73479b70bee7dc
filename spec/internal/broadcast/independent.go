package broadcast

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// independent reports whether regions that handle the same event do so independently, or reports
// that one reads or sets what another one sets in the same step.
func (b *Events) independent(event int, parts []Part) bool {
	for k := range parts {
		first := true // whether no other region takes a transition before this one
		for _, t := range parts[k].List {
			for j := range parts[:k] {
				if tree.Exclusive(parts[j].Region, parts[k].Region) {
					continue
				}
				first = false
				for i := range parts[j].List {
					if b.clashes(event, &parts[j], &parts[j].List[i], &parts[k], &t) {
						return false
					}
				}
			}
			if !first && b.needs(event, &t) {
				return false
			}
		}
	}
	return true
}

// clashes reports a transition that sets or reads what the one of an earlier region sets. One that leaves the whole state ends the
// step, and gives way if an earlier one has left a state: only its condition then matters.
func (b *Events) clashes(event int, earlier *Part, before *core.Transition, part *Part, t *core.Transition) bool {
	if away(before) {
		return false
	}
	domain := earlier.domain(before)
	if tree.Common(domain, part.Region) == domain {
		return false // it has been left
	}
	done := course{left: 1 + tree.Levels(domain, part.Region)}
	if before.Move.Internal {
		done.left = 0
	}
	taken := !part.preempted(t, done)
	for _, u := range before.Updates {
		v := &b.machine.Vars[u.Var]
		if v.Symbol == nil || b.decls.Counts(u.Var) {
			continue
		}
		verb := ""
		is := func(s *expr.Symbol) bool { return s.Scope == expr.Var && s.Index == u.Var }
		switch {
		case taken && t.Updated(v.Symbol) != nil:
			verb = "sets"
		case expr.Uses(t.Guard, is), taken && (slices.ContainsFunc(t.Updates, func(x core.Update) bool { return expr.Uses(x.Value, is) }) || emitsAny(t.Emits, is)):
			verb = "reads"
		default:
			continue
		}
		what := "`" + v.Name + "`"
		if u.Implied {
			what = "where the region `" + v.Type.Enum.Name + "` is"
		}
		b.diags.Errorf(diag.CodeParallel, t.Span, "this alternative %s %s, which another region sets for the same event `%s`", verb, what, b.machine.Events[event].Name).
			Note(before.Span, "set here").
			Helpf("regions handle an event as if at the same time: use variables of their own, or raise an event for the other region")
		return true
	}
	return false
}

func emitsAny(list []core.Emission, is func(*expr.Symbol) bool) bool {
	return slices.ContainsFunc(list, func(e core.Emission) bool {
		return slices.ContainsFunc(e.Values, func(x expr.Expr) bool { return expr.Uses(x, is) })
	})
}

// needs reports a transition of a later region that uses an external guard, or a field that has a Go type: it is taken after the
// event, and other fields are carried.
func (b *Events) needs(event int, t *core.Transition) bool {
	name := b.machine.Events[event].Name
	var fault *expr.Symbol
	inTransition(t, func(e expr.Expr) bool {
		return expr.Uses(e, func(s *expr.Symbol) bool {
			if s.Scope == expr.External || s.Scope == expr.Field && !s.Type.Scalar() {
				fault = s
			}
			return fault != nil
		})
	})
	switch {
	case fault == nil:
		return false
	case fault.Scope == expr.External:
		b.diags.Errorf(diag.CodeParallel, t.Span, "only the first region that handles event `%s` can use an external guard", name).
			Helpf("move the region to the front, or store the answer in a variable when an earlier event arrives")
	default:
		b.diags.Errorf(diag.CodeParallel, t.Span, "only the first region that handles event `%s` can use `event.%s`, which has a Go type", name, fault.Name).
			Helpf("move the region to the front, or let the first one store the value in a variable, and raise an event for the others")
	}
	return true
}
