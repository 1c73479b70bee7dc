package spec

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

// carrying is how followers get the payload: the first transition for an event stores in variables what they still read, and the
// last one that needs such a variable gives it its zero value. So a machine at rest does not differ by an old payload.
type carrying struct {
	*turns
	// needs are the fields that are still read, for each value of the variable for what is left of the event.
	needs map[int64]cargo
	// at are the variables of the fields.
	at map[*expr.Symbol]*expr.Symbol
}

// carry completes the transitions of regions for an event, given those that handle it and those that follow.
func (b *turns) carry(first []core.Transition, followers []follower) (list []core.Transition) {
	if len(b.machine.Events[b.event].Fields) == 0 {
		for _, f := range followers {
			f.Updates, f.Emits = slices.Clone(f.Updates), slices.Clone(f.Emits)
			list = append(list, f.Transition)
		}
		return list
	}
	c := &carrying{turns: b, needs: map[int64]cargo{}, at: map[*expr.Symbol]*expr.Symbol{}}
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
func (c *carrying) collect(followers []follower) {
	read := map[int64][]*follower{}
	for i := range followers {
		for _, v := range followers[i].due {
			read[v] = append(read[v], &followers[i])
		}
	}
	// Each follower leaves the event to a later part.
	for _, v := range slices.SortedFunc(slices.Values(c.values), func(v, w turn) int { return w.part - v.part }) {
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
func (c *carrying) left(t *core.Transition) int64 {
	if lit, ok := t.Updated(c.symbol).(*expr.Lit); ok {
		return lit.Value
	}
	return 0
}

func (c *carrying) sorted(fields cargo) (list []*expr.Symbol) {
	for f := range fields {
		list = append(list, f)
	}
	slices.SortFunc(list, func(f, g *expr.Symbol) int { return cmp.Compare(f.Index, g.Index) })
	return list
}

// reads makes a transition read the variables in place of the payload. What people read does not change.
func (c *carrying) reads(t *core.Transition) {
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
func (c *carrying) variable(f *expr.Symbol) *expr.Symbol {
	if s := c.at[f]; s != nil {
		return s
	}
	p, event := c.parts[0].region.place(), &c.machine.Events[c.event]
	name := p.decl.Name.Value + event.Name + strings.ToUpper(f.Name[:1]) + f.Name[1:]
	name = strings.ToLower(name[:1]) + name[1:]
	if at, taken := c.taken(name, ""); taken {
		c.diags.Errorf(diag.CodeDuplicate, at, "this has the name of what the loader adds for the payload of event `%s` in state `%s`", event.Name, p.decl.Name.Value).
			Note(p.decl.Parallel.Span, "the regions are here").Helpf("choose another name than `%s`", name)
	}
	s := &expr.Symbol{Scope: expr.Var, Index: len(c.machine.Vars), Name: name, Type: f.Type}
	v := core.Var{Name: name, Doc: "the " + f.Name + " of the event " + event.Name + " that regions are still to handle", Type: f.Type, State: p.index, Implied: core.Carried, Carries: &core.Payload{Event: c.event, Field: f.Index}, Symbol: s, Span: p.decl.Parallel.Span}
	if c.first != nil && c.first.place() == p {
		v.Init = zero(f.Type)
	}
	c.machine.Vars = append(c.machine.Vars, v)
	x := load{symbol: s}
	for _, v := range c.values {
		if c.needs[v.value][f] {
			x.values = append(x.values, v.value)
		}
	}
	slices.Sort(x.values)
	c.loads = append(c.loads, x)
	c.at[f] = s
	return s
}

// load is the variable of a field, and the values of the variable for what is left of an event with which it is still read.
type load struct {
	symbol *expr.Symbol
	values []int64
}

// unload claims that what is carried has its zero value unless it is still read. So that this follows from the transition alone, the
// first ones for other events make sure of it. A transition into the state does anyway: see [emptyCargo].
func (b *broadcast) unload(p *node, lists map[int][]core.Transition) {
	for _, x := range b.loads {
		b.machine.Invariants = append(b.machine.Invariants, core.Invariant{State: p.index, Expr: b.emptied(x), Implied: true, Span: p.decl.Parallel.Span})
	}
	if len(b.loads) == 0 {
		return
	}
	for e, list := range lists {
		for i := range list {
			t := &list[i]
			left, starts := t.Updated(b.symbol).(*expr.Lit)
			if !starts || e == b.machine.Eventless() || away(t) {
				continue
			}
			for _, x := range b.loads {
				if t.Updated(x.symbol) == nil && !slices.Contains(x.values, left.Value) {
					t.Updates = append(slices.Clip(t.Updates), empties(x.symbol, t.Span))
				}
			}
		}
	}
}

// emptied returns the condition that a variable has its zero value unless it is still read.
func (b *broadcast) emptied(x load) expr.Expr {
	out := expr.Expr(&expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: x.symbol}, Y: zero(x.symbol.Type)})
	if x.symbol.Type.Kind == expr.Bool {
		out = &expr.Unary{Op: expr.Not, X: &expr.Ref{Symbol: x.symbol}}
	}
	for _, v := range x.values {
		out = &expr.Binary{Op: expr.Or, X: out, Y: &expr.Binary{Op: expr.Eq, X: &expr.Ref{Symbol: b.symbol}, Y: &expr.Lit{T: b.symbol.Type, Value: v}}}
	}
	return out
}

// empties returns the update that gives a variable its zero value.
func empties(s *expr.Symbol, at diag.Span) core.Update {
	return core.Update{Var: s.Index, Value: zero(s.Type), Implied: true, Span: at}
}

// zero returns the zero value of a type that expressions can compute with.
func zero(t expr.Type) expr.Expr {
	if t.Kind == expr.String {
		return &expr.Text{}
	}
	return &expr.Lit{T: t}
}

// emptyCargo gives what is carried in a state its zero value when the state is entered.
func emptyCargo(m *core.Machine) {
	for v := range m.Vars {
		v := &m.Vars[v]
		if v.Implied != core.Carried {
			continue
		}
		for i := range m.Transitions {
			t := &m.Transitions[i]
			if t.Effect == core.Take && !t.Internal && t.To == v.State {
				t.Updates = append(slices.Clip(t.Updates), empties(v.Symbol, t.Span))
			}
		}
	}
}
