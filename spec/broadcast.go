package spec

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// broadcast lowers the events that several regions of a state handle. The first region that takes a
// transition does so for the event; a variable remembers that the others still have to, and they do
// without an event, one after the other. So each of them is a transition of its own.
type broadcast struct {
	*hierarchy
	state *node
	// symbol is the variable, or nil if no event is for several regions. Its values are "none" and,
	// for each event and each region but the first, that the event is still to be handled by this region
	// and those after it.
	symbol *expr.Symbol
	// dependent is set when regions handle an event, but not independently, which was reported.
	dependent bool
	// rest are the transitions of the later regions.
	rest []core.Transition
	// loads are what the later regions read of payloads.
	loads []load
}

// steps are the transitions of a region for an event. They are listed for each region after those inside it.
type steps struct {
	region *region
	list   []core.Transition
}

// combine returns the transitions for an event, given those of each region that has some.
func (b *broadcast) combine(event int, parts []steps) (first []core.Transition) {
	if len(parts) < 2 || b.unsureOfTransitions || !severally(parts) {
		for _, p := range parts {
			first = append(first, p.list...)
		}
		return first
	}
	if b.symbol == nil {
		b.diags.Errorf(diag.CodeParallel, parts[0].region.root.decl.Name.Span, "regions handle event `%s` together", b.machine.Events[event].Name).
			Helpf("let one region handle it, and raise an event for the others")
	}
	if b.symbol == nil || b.tooMany(event, parts) || !b.independent(event, parts) {
		b.dependent = true
		return nil
	}
	turns := newTurns(b, event, parts)
	turns.number()
	if len(b.symbol.Type.Enum.Values) > maxRests {
		b.dependent = true // handleRegions reports it
		return nil
	}
	var followers []follower
	for k, p := range parts {
		for _, t := range p.list {
			first = append(first, turns.goesOn(t, t.Guard, k, course{})...)
		}
		followers = append(followers, turns.later(k)...)
		if len(b.rest)+len(followers) > maxAlternatives {
			b.dependent = true
			b.diags.Errorf(diag.CodeTooBig, p.region.root.decl.Name.Span, "the regions of state `%s` would need more than %d alternatives to handle events such as `%s` together", b.state.decl.Name.Value, maxAlternatives, b.machine.Events[event].Name).
				Helpf("let fewer regions handle the same events")
			return nil
		}
	}
	b.rest = append(b.rest, turns.carry(first, followers)...)
	return first
}

const (
	// maxRests limits the values of the variable that remembers what is left of an event.
	maxRests = 256
	// maxShared limits the parts of all conditions together that tell for each transition which later regions go on.
	maxShared = 2_000_000
)

// tooMany reports an event with more alternatives in regions than a state may have, or with conditions that are too large together,
// before they are combined.
func (b *broadcast) tooMany(event int, parts []steps) bool {
	state, name := b.state.decl.Name.Value, b.machine.Events[event].Name
	n, later, shared := 0, 0, 0
	for _, p := range parts {
		if n += len(p.list); n > maxAlternatives {
			t := p.list[len(p.list)-1-(n-maxAlternatives-1)]
			b.diags.Errorf(diag.CodeTooBig, t.Span, "state `%s` has more than %d alternatives for event `%s`", state, maxAlternatives, name).
				Helpf("combine alternatives that do the same, or split the event into several")
			return true
		}
	}
	for _, p := range slices.Backward(parts) {
		if shared += later * len(p.list); shared > maxShared {
			b.diags.Errorf(diag.CodeTooBig, p.region.root.decl.Name.Span, "the conditions of the regions of state `%s` for event `%s` are too large together", state, name).
				Helpf("let fewer regions handle the event, or keep the result of a long condition in a variable")
			return true
		}
		for i := range p.list {
			if guard := p.list[i].Guard; guard != nil {
				expr.Walk(guard, func(expr.Expr) { later++ })
			}
		}
	}
	return false
}

// severally reports whether two regions can both take a transition for an event.
func severally(parts []steps) bool {
	for k := range parts {
		if slices.ContainsFunc(parts[:k], func(p steps) bool { return !exclusive(p.region, parts[k].region) }) {
			return true
		}
	}
	return false
}

func (b *broadcast) sets(value int64, at diag.Span) core.Update {
	return core.Update{Var: b.symbol.Index, Value: &expr.Lit{T: b.symbol.Type, Value: value}, Implied: true, Span: at}
}

// covers notes the value of a guard that compares an enum, as the one of a leaf without another
// condition does. It reports whether all values of the enum have been noted.
func covers(guard expr.Expr, known map[*expr.Symbol][]int64) bool {
	e, ok := guard.(*expr.Binary)
	if !ok || e.Op != expr.Eq {
		return false
	}
	ref, isRef := e.X.(*expr.Ref)
	value, isValue := e.Y.(*expr.Lit)
	if !isRef || !isValue || ref.Symbol.Type.Kind != expr.Enumerated {
		return false
	}
	if !slices.Contains(known[ref.Symbol], value.Value) {
		known[ref.Symbol] = append(known[ref.Symbol], value.Value)
	}
	return len(known[ref.Symbol]) == len(ref.Symbol.Type.Enum.Values)
}

// declareRests declares the variables for the events that several regions of a state handle.
func (l *crossing) declareRests() {
	for _, p := range l.plain {
		if len(shared(p.decl)) == 0 {
			continue
		}
		name := p.decl.Name.Value + "Rest"
		enum := &expr.Enum{Name: name, Doc: name + " is an event that regions of " + p.decl.Name.Value + " are still to handle.", Values: []string{"none"}, Span: p.decl.Parallel.Span}
		variable := strings.ToLower(name[:1]) + name[1:]
		if at, taken := l.taken(variable, name); taken {
			l.diags.Errorf(diag.CodeDuplicate, at, "this has the name of what the loader adds for the regions of state `%s`", p.decl.Name.Value).
				Note(enum.Span, "the regions are here").Helpf("choose another name than `%s` or `%s`", variable, name)
		}
		l.machine.Enums = append(l.machine.Enums, enum)
		v := l.implied(p, core.Pending, variable, "the event that regions are still to handle", enum)
		if l.first != nil && l.first.place() == p {
			v.Init = &expr.Lit{T: v.Type}
		}
		l.restOf[p] = v.Symbol
	}
}

// independent reports whether regions that handle the same event do so independently, or reports
// that one reads or sets what another one sets in the same step.
func (b *broadcast) independent(event int, parts []steps) bool {
	for k := range parts {
		first := true // whether no other region takes a transition before this one
		for _, t := range parts[k].list {
			for j := range parts[:k] {
				if exclusive(parts[j].region, parts[k].region) {
					continue
				}
				first = false
				for i := range parts[j].list {
					if b.clashes(event, &parts[j], &parts[j].list[i], &parts[k], &t) {
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
func (b *broadcast) clashes(event int, earlier *steps, before *core.Transition, part *steps, t *core.Transition) bool {
	if away(before) {
		return false
	}
	domain := earlier.domain(before)
	if common(domain, part.region) == domain {
		return false // it has been left
	}
	done := course{left: 1 + levels(domain, part.region)}
	if before.Move.Internal {
		done.left = 0
	}
	taken := !part.preempted(t, done)
	for _, u := range before.Updates {
		v := &b.machine.Vars[u.Var]
		if v.Symbol == nil || b.counts(u.Var) {
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
func (b *broadcast) needs(event int, t *core.Transition) bool {
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
