package broadcast

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// follower is a transition of a region after that of another one, and the values of the variable with which it is taken.
type follower struct {
	core.Transition
	due []int64
}

// cargo are fields of the payload of an event.
type cargo map[*expr.Symbol]bool

// payload is how followers get the payload: the first transition for an event stores in variables what they still read, and the
// last one that needs such a variable gives it its zero value. So a machine at rest does not differ by an old payload.
type payload struct {
	events *Events
	turns  *turns
	// needs are the fields that are still read, for each value of the variable for what is left of the event.
	needs map[int64]cargo
	// stored are the variables of the fields.
	stored map[*expr.Symbol]*expr.Symbol
}

// carry completes the transitions of regions for an event, given those that handle it and those that follow.
func (b *turns) carry(first []core.Transition, followers []follower) (list []core.Transition) {
	if len(b.events.machine.Events[b.event].Fields) == 0 {
		for _, f := range followers {
			f.Updates, f.Emits = slices.Clone(f.Updates), slices.Clone(f.Emits)
			list = append(list, f.Transition)
		}
		return list
	}
	c := &payload{events: b.events, turns: b, needs: map[int64]cargo{}, stored: map[*expr.Symbol]*expr.Symbol{}}
	c.collect(followers)
	for i := range first {
		t := &first[i]
		for _, f := range c.sorted(c.needs[c.left(t)]) {
			t.Updates = append(slices.Clip(t.Updates), core.Update{Var: c.variable(f).Index, Value: &expr.Ref{Symbol: f}, Implied: true, Span: t.Span})
		}
	}
	for _, f := range followers {
		t := f.Transition
		c.reads(&t)
		if !away(&t) {
			kept := c.needs[c.left(&t)]
			had := cargo{}
			for _, v := range f.due {
				had.add(c.needs[v])
			}
			for _, f := range c.sorted(had) {
				if !kept[f] {
					t.Updates = append(t.Updates, empties(c.variable(f), t.Span))
				}
			}
		}
		list = append(list, t)
	}
	return list
}

// collect notes which fields are still read.
func (c *payload) collect(followers []follower) {
	read := map[int64][]*follower{}
	for i := range followers {
		for _, v := range followers[i].due {
			read[v] = append(read[v], &followers[i])
		}
	}
	// Each follower leaves the event to a later part.
	for _, v := range slices.SortedFunc(slices.Values(c.turns.values), func(v, w turn) int { return w.part - v.part }) {
		needs := cargo{}
		for _, f := range read[v.value] {
			needs.read(&f.Transition)
			needs.add(c.needs[c.left(&f.Transition)])
		}
		c.needs[v.value] = needs
	}
}

func (c cargo) add(other cargo) {
	for f := range other {
		c[f] = true
	}
}

// read adds the fields that a transition reads.
func (c cargo) read(t *core.Transition) {
	inTransition(t, func(e expr.Expr) bool {
		return expr.Uses(e, func(s *expr.Symbol) bool {
			if s.Scope == expr.Field {
				c[s] = true
			}
			return false
		})
	})
}

// inTransition reports whether a condition holds for an expression that a transition evaluates. The values of entry outputs are over
// what the transition sets.
func inTransition(t *core.Transition, is func(expr.Expr) bool) bool {
	return t.Guard != nil && is(t.Guard) ||
		slices.ContainsFunc(t.Updates, func(u core.Update) bool { return is(u.Value) }) ||
		slices.ContainsFunc(t.Emits, func(e core.Emission) bool { return slices.ContainsFunc(e.Values, is) })
}

// left returns the value of the variable that a transition leaves behind: 0 if no region is to handle the event.
func (c *payload) left(t *core.Transition) int64 {
	if lit, ok := t.Updated(c.events.symbol).(*expr.Lit); ok {
		return lit.Value
	}
	return 0
}

func (c *payload) sorted(fields cargo) (list []*expr.Symbol) {
	for f := range fields {
		list = append(list, f)
	}
	slices.SortFunc(list, func(f, g *expr.Symbol) int { return cmp.Compare(f.Index, g.Index) })
	return list
}

// reads makes a transition read the variables in place of the payload. What people read does not change.
func (c *payload) reads(t *core.Transition) {
	field := func(s *expr.Symbol) bool { return s.Scope == expr.Field }
	in := func(e expr.Expr) expr.Expr {
		if !expr.Uses(e, field) {
			return e // which can be large
		}
		return expr.Substitute(e, func(s *expr.Symbol) expr.Expr {
			if s.Scope != expr.Field {
				return nil
			}
			return &expr.Ref{Symbol: c.variable(s)}
		})
	}
	t.Guard, t.Updates, t.Emits = in(t.Guard), slices.Clone(t.Updates), slices.Clone(t.Emits)
	for i := range t.Updates {
		t.Updates[i].Value = in(t.Updates[i].Value)
	}
	for i := range t.Emits {
		values := slices.Clone(t.Emits[i].Values)
		for k := range values {
			values[k] = in(values[k])
		}
		t.Emits[i].Values = values
	}
}

// variable returns the variable for a field, which is declared the first time: a datum of the state with the regions.
func (c *payload) variable(f *expr.Symbol) *expr.Symbol {
	if s := c.stored[f]; s != nil {
		return s
	}
	p, event := c.turns.parts[0].Region.Place(), &c.events.machine.Events[c.turns.event]
	name := p.Decl.Name.Value + event.Name + strings.ToUpper(f.Name[:1]) + f.Name[1:]
	name = strings.ToLower(name[:1]) + name[1:]
	if at, taken := c.events.names.Taken(name, ""); taken {
		c.events.diags.Errorf(diag.CodeDuplicate, at, "this has the name of what the loader adds for the payload of event `%s` in state `%s`", event.Name, p.Decl.Name.Value).
			Note(p.Decl.Parallel.Span, "the regions are here").Helpf("choose another name than `%s`", name)
	}
	s := &expr.Symbol{Scope: expr.Var, Index: len(c.events.machine.Vars), Name: name, Type: f.Type}
	v := core.Var{Name: name, Doc: "the " + f.Name + " of the event " + event.Name + " that regions are still to handle", Type: f.Type, State: p.Index, Implied: core.Carried, Carries: &core.Payload{Event: c.turns.event, Field: f.Index}, Symbol: s, Span: p.Decl.Parallel.Span}
	if c.events.tree.First != nil && c.events.tree.First.Place() == p {
		v.Init = zero(f.Type)
	}
	c.events.machine.Vars = append(c.events.machine.Vars, v)
	x := load{symbol: s}
	for _, v := range c.turns.values {
		if c.needs[v.value][f] {
			x.values = append(x.values, v.value)
		}
	}
	slices.Sort(x.values)
	c.events.loads = append(c.events.loads, x)
	c.stored[f] = s
	return s
}
