package spec

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// broadcast lowers the events that several regions of a state handle. The first region that takes a
// transition does so for the event; a variable remembers that the others still have to, and they do
// without an event, one after the other. So each of them is a transition of its own.
type broadcast struct {
	*flow
	// symbol is the variable, or nil if no event is for several regions. Its values are "none" and,
	// for each event and each region but the first, that the event is still to be handled by this region
	// and those after it.
	symbol *expr.Symbol
	// dependent is set when regions handle an event, but not independently, which was reported.
	dependent bool
	// rest are the transitions of the later regions.
	rest []core.Transition
}

// shared returns the events that several regions of a state handle, as written.
func (l *declarations) shared(p *syntax.State) (out []string) {
	if !p.Parallel.Given() {
		return nil
	}
	regions := map[string]int{}
	for i, r := range p.States {
		l.eachOf([]*syntax.State{r}, func(s *syntax.State) {
			for _, h := range s.On {
				before, known := regions[h.Event.Value]
				if known && before != i && !h.Eventless {
					out = append(out, h.Event.Value)
				}
				regions[h.Event.Value] = i
			}
		})
	}
	return out
}

// combine returns the transitions for an event, given those of each region that has some.
func (b *broadcast) combine(event int, steps [][]core.Transition) (first []core.Transition) {
	if len(steps) < 2 || b.unsureOfTransitions {
		return slices.Concat(steps...)
	}
	if b.symbol == nil || !b.independent(event, steps) {
		b.dependent = true
		return nil
	}
	turns := &turns{broadcast: b, event: event, steps: steps}
	turns.number()
	for k, list := range steps {
		for _, t := range list {
			first = append(first, turns.goesOn(t, t.Guard, k, t.Move.Internal)...)
		}
		b.rest = append(b.rest, turns.later(k, true)...)
		b.rest = append(b.rest, turns.later(k, false)...)
	}
	return first
}

// turns are the transitions of the regions of a state for one event.
type turns struct {
	*broadcast
	event  int
	steps  [][]core.Transition
	values []turn
}

// turn is a value of the variable: the event is still to be handled by a region and those after it.
// It is free if no region has left a state so far: then one of them may leave the whole state.
type turn struct {
	region int
	free   bool
	value  int64
}

// number gives lower values to later regions, so that the number decreases with each step: it is a
// part of progress functions that the verifier finds.
func (b *turns) number() {
	var needed []turn
	bound := false // whether an earlier region may have left a state
	for k := 1; k < len(b.steps); k++ {
		for _, free := range []bool{true, false} {
			comes := slices.ContainsFunc(b.steps[k-1], func(t core.Transition) bool {
				return !away(&t) && (t.Move.Internal == free || bound && !free)
			})
			if comes && enabled(b.steps[k:], free) != nil {
				needed = append(needed, turn{region: k, free: free})
			}
		}
		bound = slices.ContainsFunc(needed, func(v turn) bool { return !v.free })
	}
	for _, v := range slices.Backward(needed) {
		b.value(v.region, v.free)
	}
}

// later returns the transitions of a region after those of earlier regions.
func (b *turns) later(region int, free bool) (out []core.Transition) {
	var due []expr.Expr
	first := region
	for first > 1 && !certain(b.steps[first-1], free) {
		first--
	}
	for _, v := range b.values {
		if first <= v.region && v.region <= region && v.free == free {
			due = append(due, &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: b.symbol}, Y: &expr.Lit{T: b.symbol.Type, Value: v.value}})
		}
	}
	if len(due) == 0 {
		return nil
	}
	list := b.steps[region]
	for i, t := range list {
		if away(&t) && !free {
			continue // the transition of the earlier region has precedence
		}
		guard := expr.Both(expr.AnyOf(due...), notBefore(list, i, free))
		t.Event, t.Handles = b.machine.Eventless(), b.machine.Events[b.event].Name
		for _, t := range b.goesOn(t, guard, region, free && t.Move.Internal) {
			if !away(&t) && t.Updated(b.symbol) == nil {
				t.Updates = append(slices.Clip(t.Updates), b.sets(0, t.Span))
			}
			out = append(out, t)
		}
	}
	return out
}

// goesOn returns a transition with the given condition, once with the update that leaves the event to
// the later regions, if one of them takes a transition then, and once without.
func (b *turns) goesOn(t core.Transition, guard expr.Expr, region int, free bool) []core.Transition {
	t.Guard = guard
	later := enabled(b.steps[region+1:], free)
	if away(&t) || later == nil {
		return []core.Transition{t}
	}
	on := t
	_, always := later.(*expr.Lit)
	if !always {
		on.Guard = expr.Both(guard, later)
	}
	on.Updates = append(slices.Clip(t.Updates), b.sets(b.value(region+1, free), t.Span))
	if always {
		return []core.Transition{on}
	}
	return []core.Transition{on, t}
}

// value returns the value of the variable for a region after the first.
func (b *turns) value(region int, free bool) int64 {
	for _, v := range b.values {
		if v.region == region && v.free == free {
			return v.value
		}
	}
	enum := b.symbol.Type.Enum
	name := b.machine.Events[b.event].Name + strconv.Itoa(region)
	if free {
		name += "Free"
	}
	for slices.Contains(enum.Values, name) {
		name += "_"
	}
	enum.Values = append(enum.Values, name)
	v := turn{region, free, int64(len(enum.Values) - 1)}
	b.values = append(b.values, v)
	return v.value
}

// notBefore returns the condition of transition i and, unless it is free to leave the state, that no
// transition before it of the same leaf would do so: that one gives way to the transition of another region.
func notBefore(list []core.Transition, i int, free bool) expr.Expr {
	t := &list[i]
	guard := t.Guard
	for j := range list[:i] {
		if u := &list[j]; !free && away(u) && u.Move.Region == t.Move.Region && u.Move.From == t.Move.From {
			guard = expr.Both(guard, &expr.Unary{Op: expr.Not, X: u.Guard})
		}
	}
	return guard
}

func (b *broadcast) sets(value int64, at diag.Span) core.Update {
	return core.Update{Var: b.symbol.Index, Value: &expr.Lit{T: b.symbol.Type, Value: value}, Implied: true, Span: at}
}

// away reports whether a transition leaves the state with the regions.
func away(t *core.Transition) bool { return !t.Internal }

// enabled returns the condition that one of some regions takes a transition, or nil if none can.
func enabled(steps [][]core.Transition, free bool) expr.Expr {
	var any []expr.Expr
	for _, list := range steps {
		leaves := map[*expr.Symbol][]int64{} // those with a transition that is always taken
		for i := range list {
			if free || !away(&list[i]) {
				guard := notBefore(list, i, free)
				if guard == nil || covers(guard, leaves) {
					return expr.Truth(true)
				}
				any = append(any, guard)
			}
		}
	}
	if len(any) == 0 {
		return nil
	}
	return expr.AnyOf(any...)
}

// certain reports whether a region takes a transition in any case, so that the event reaches no later region before it does.
func certain(list []core.Transition, free bool) bool {
	_, always := enabled([][]core.Transition{list}, free).(*expr.Lit)
	return always
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
func (l *flow) declareRests() {
	for _, p := range l.plain {
		if len(l.shared(p.decl)) == 0 {
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
func (b *broadcast) independent(event int, steps [][]core.Transition) bool {
	for k, list := range steps {
		for _, t := range list {
			for _, before := range slices.Concat(steps[:k]...) {
				if b.clashes(event, &before, &t) {
					return false
				}
			}
			if k > 0 && b.needs(event, &t) {
				return false
			}
		}
	}
	return true
}

// clashes reports a transition that sets or reads what the one of an earlier region sets. One that leaves the whole state ends the
// step, and gives way if an earlier one has left a state: only its condition then matters.
func (b *broadcast) clashes(event int, before, t *core.Transition) bool {
	if away(before) {
		return false
	}
	taken := before.Move.Internal || !away(t)
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

// needs reports a transition of a later region that uses the payload of the event, or an external
// guard: it is taken after the event.
func (b *broadcast) needs(event int, t *core.Transition) bool {
	is := func(s *expr.Symbol) bool { return s.Scope == expr.Field || s.Scope == expr.External }
	if !expr.Uses(t.Guard, is) && !slices.ContainsFunc(t.Updates, func(x core.Update) bool { return expr.Uses(x.Value, is) }) && !emitsAny(t.Emits, is) {
		return false
	}
	b.diags.Errorf(diag.CodeParallel, t.Span, "only the first region that handles event `%s` can use its payload or an external guard", b.machine.Events[event].Name).
		Helpf("move the region to the front, or store the value in a variable when an earlier event brings it")
	return true
}
