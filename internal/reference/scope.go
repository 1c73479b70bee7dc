package reference

import (
	"strings"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// scope gives names in expressions their meaning.
type scope struct {
	m *Machine
	// state has the data that can be used, with what is around it.
	state *node
	event *event
}

// All implements [expr.Names]; nobody reads its suggestions.
func (s *scope) All() []string { return nil }

// Lookup implements [expr.Names].
func (s *scope) Lookup(name string) expr.Expr {
	m := s.m
	if field, ok := strings.CutPrefix(name, "event."); ok {
		return s.field(field)
	}
	for n := s.state; n != nil; n = n.parent {
		for _, i := range n.data {
			if m.slots[i].Name == name {
				return reference(expr.Var, i, m.slots[i])
			}
		}
	}
	for i, v := range m.slots {
		if v.State == "" && v.Name == name {
			return reference(expr.Var, i, v)
		}
	}
	for i, p := range m.params {
		if p.Name == name {
			return reference(expr.Param, i, p)
		}
	}
	if g := m.guards[name]; g != nil {
		if g.condition.Given() {
			return s.inner(g.condition)
		}
		return s.Ask(name, nil)
	}
	if name == "stalled" && m.stall != nil {
		return s.stalled()
	}
	return s.value(name)
}

func reference(in expr.Scope, i int, v Slot) expr.Expr {
	return &expr.Ref{Symbol: &expr.Symbol{Scope: in, Index: i, Name: v.Name, Type: v.Type}}
}

func (s *scope) field(name string) expr.Expr {
	if s.event == nil {
		return nil
	}
	for i, f := range s.event.fields {
		if f.Name == name {
			return reference(expr.Field, i, Slot{Name: f.Name, Type: f.Type})
		}
	}
	return nil
}

// value returns the value of an enum, by its name alone if only one enum has it.
func (s *scope) value(name string) expr.Expr {
	var found []expr.Expr
	for _, e := range s.m.enums {
		for i, v := range e.Values {
			if e.Name+"."+v == name {
				return &expr.Lit{T: expr.Type{Kind: expr.Enumerated, Enum: e}, Value: int64(i)}
			}
			if v == name {
				found = append(found, &expr.Lit{T: expr.Type{Kind: expr.Enumerated, Enum: e}, Value: int64(i)})
			}
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// inner parses an expression that a name stands for.
func (s *scope) inner(t syntax.Text) expr.Expr {
	var faults diag.List
	return expr.Parse(t.Value, t.Span, expr.Type{}, s, &faults)
}

// stalled holds if the next transition that sets nothing would reach the limit of the stall rule, unless the first one does.
func (s *scope) stalled() expr.Expr {
	at := s.inner(s.m.stall.at)
	if at == nil {
		return nil
	}
	next := &expr.Binary{Op: expr.Add, X: reference(expr.Var, s.m.stalls, s.m.slots[s.m.stalls]), Y: expr.Number(1)}
	return expr.Both(&expr.Binary{Op: expr.Ge, X: at, Y: expr.Number(2)}, &expr.Binary{Op: expr.Ge, X: next, Y: at})
}

// Parameters implements [expr.Functions].
func (s *scope) Parameters(function string) ([]expr.Parameter, bool) {
	g := s.m.guards[function]
	if g == nil || g.condition.Given() {
		return nil, false
	}
	return g.args, true
}

// Ask implements [expr.Functions].
func (s *scope) Ask(function string, args []expr.Expr) expr.Expr {
	return s.asked(ask{guard: function, args: args})
}

// In implements [expr.States].
func (s *scope) In(state string) expr.Expr {
	n := s.m.byName[state]
	if n == nil {
		return nil
	}
	return s.asked(ask{state: n})
}

// States implements [expr.States]; nobody reads its suggestions.
func (s *scope) States() []string { return nil }

func (s *scope) asked(a ask) expr.Expr {
	s.m.asks = append(s.m.asks, a)
	return reference(expr.External, len(s.m.asks)-1, Slot{Name: a.guard, Type: expr.Type{Kind: expr.Bool}})
}

// delays is a scope in which the delays that the program computes are functions.
type delays struct{ scope }

// Parameters implements [expr.Functions].
func (d *delays) Parameters(function string) ([]expr.Parameter, bool) {
	g := d.m.delays[function]
	if g == nil {
		return nil, false
	}
	return g.args, true
}
