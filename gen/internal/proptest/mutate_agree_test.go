package proptest

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// agreement decides whether two conditions of generated code agree wherever the machine can be. What the loader has added to the machine
// says where that is: the state, regions and their leaves, and events that are still to be handled. All else may be as it likes.
type agreement struct {
	m *mutator
	// vars are implied variables by the field that has them.
	vars map[string]int
	// values are the numbers of constants.
	values map[string]int64
}

// maxPlaces bounds the places that are tried.
const maxPlaces = 1 << 18

// conditionsAgree is the reason why a fault of a condition changes nothing, if it agrees with the condition without it.
const conditionsAgree = "the conditions agree wherever the machine can be"

func (m *mutator) agreement() *agreement {
	a := &agreement{m: m, vars: map[string]int{}, values: map[string]int64{}}
	for i := range m.core.Vars {
		if v := &m.core.Vars[i]; v.Control() {
			a.vars[m.names.Vars[i].Field] = i
		}
	}
	for i := range m.core.Enums {
		for k, name := range m.names.Enums[i].Values {
			a.values[name] = int64(k)
		}
	}
	for s, name := range m.names.States {
		a.values[name] = int64(s)
	}
	return a
}

// same reports whether two conditions agree where those of a way hold. A condition with calls agrees with none.
func (a *agreement) same(way []fact, x, y ast.Expr) bool {
	if !a.steps() || calls(x) || calls(y) {
		return false
	}
	return a.always(way, []ast.Expr{x, y}, func(p spot) bool { return a.holds(p, x) == a.holds(p, y) })
}

// apart reports whether two conditions never hold together where those of a way hold. During a step, an event comes anywhere.
func (a *agreement) apart(way []fact, x, y ast.Expr) bool {
	if during := a.m.text(x); !a.steps() || calls(x) || calls(y) || strings.Contains(during, "m.mode") || strings.Contains(during, "m.busy") {
		return false
	}
	return a.always(way, []ast.Expr{x, y}, func(p spot) bool { return !a.holds(p, x) || !a.holds(p, y) })
}

// steps reports whether the walk is in a function that makes steps: others also see values that a machine does not have.
func (a *agreement) steps() bool {
	return a.event() >= 0 || receiver(a.m.in) == a.m.names.Machine && a.m.in.Name.Name == "turn"
}

// calls reports whether a condition calls something.
func calls(x ast.Expr) (found bool) {
	ast.Inspect(x, func(n ast.Node) bool {
		_, call := n.(*ast.CallExpr)
		found = found || call
		return true
	})
	return found
}

// always reports whether something is so in all places in which a machine can be on a way.
func (a *agreement) always(way []fact, of []ast.Expr, is func(spot) bool) bool {
	fields, others := a.parts(way, of)
	if len(fields) == 0 {
		way = nil // which says nothing of other conditions
	}
	total := 1
	for _, f := range fields {
		if total *= len(a.valuesOf(f)); total > maxPlaces {
			return false
		}
	}
	if len(others) > 12 || total<<len(others) > maxPlaces {
		return false
	}
	p := spot{map[string]int64{}, map[string]bool{}}
	var try func(fields, others []string) bool
	try = func(fields, others []string) bool {
		switch {
		case len(fields) > 0:
			return !slices.ContainsFunc(a.valuesOf(fields[0]), func(v int64) bool {
				p.at[fields[0]] = v
				return !try(fields[1:], others)
			})
		case len(others) > 0:
			for _, v := range []bool{false, true} {
				p.otherwise[others[0]] = v
				if !try(nil, others[1:]) {
					return false
				}
			}
			return true
		}
		return !a.possible(p) || slices.ContainsFunc(way, func(k fact) bool { return a.holds(p, k.condition) != k.holds }) || is(p)
	}
	return try(fields, others)
}

// valuesOf lists the values of a field.
func (a *agreement) valuesOf(field string) (list []int64) {
	n := len(a.m.core.States)
	if field != "state" {
		n = len(a.m.core.Vars[a.vars[field]].Type.Enum.Values)
	}
	for v := range n {
		list = append(list, int64(v))
	}
	return list
}

// parts returns the fields of a place, and what else conditions read.
func (a *agreement) parts(way []fact, of []ast.Expr) (fields, others []string) {
	add := func(field string) {
		if !slices.Contains(fields, field) {
			fields = append(fields, field)
		}
	}
	read := func(x ast.Expr) {
		a.leaves(x, func(field string, _ int64) { add(field) }, func(text string) {
			if !slices.Contains(others, text) {
				others = append(others, text)
			}
		})
	}
	for _, x := range of {
		read(x)
	}
	if len(fields) == 0 {
		return fields, others
	}
	for _, k := range way {
		read(k.condition)
	}
	add("state")
	for _, sender := range a.senders() {
		if sender.within != nil {
			add(a.field(a.m.core.States[sender.states[0]].Regions[sender.within.Region].Var))
		}
	}
	for _, inv := range a.m.core.Left() {
		for field, v := range a.vars {
			if slices.Contains(fields, field) && a.m.core.Vars[v].Pending() && a.m.core.Vars[v].State == inv.State {
				expr.Walk(inv.Expr, func(x expr.Expr) {
					if ref, ok := x.(*expr.Ref); ok && ref.Symbol.Scope == expr.Var && a.m.core.Vars[ref.Symbol.Index].Control() {
						add(a.field(ref.Symbol.Index))
					}
				})
			}
		}
	}
	for i := 0; i < len(fields); i++ {
		if r := a.region(fields[i]); r != nil && r.Inside != nil {
			add(a.field(a.m.core.States[a.m.core.Vars[r.Var].State].Regions[r.Inside.Region].Var))
		}
	}
	return fields, others
}

func (a *agreement) field(v int) string { return a.m.names.Vars[v].Field }

// leaves visits the comparisons of a condition with constants, and its other parts as text.
func (a *agreement) leaves(x ast.Expr, compared func(field string, value int64), other func(text string)) {
	switch x := x.(type) {
	case *ast.ParenExpr:
		a.leaves(x.X, compared, other)
		return
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			a.leaves(x.X, compared, other)
			return
		}
	case *ast.BinaryExpr:
		if x.Op == token.LAND || x.Op == token.LOR {
			a.leaves(x.X, compared, other)
			a.leaves(x.Y, compared, other)
			return
		}
		if field, value, ok := a.comparison(x); ok {
			compared(field, value)
			return
		}
	case *ast.Ident:
		if x.Name == "true" || x.Name == "false" {
			return
		}
	}
	other(a.m.text(x))
}

// comparison returns the field and the constant that == or != compares.
func (a *agreement) comparison(x *ast.BinaryExpr) (field string, value int64, ok bool) {
	field, of := strings.CutPrefix(a.m.text(x.X), "m.")
	value, constant := a.values[a.m.text(x.Y)]
	_, variable := a.vars[field]
	return field, value, of && constant && (variable || field == "state") && (x.Op == token.EQL || x.Op == token.NEQ)
}

// holds reports whether a condition holds in a place.
func (a *agreement) holds(p spot, x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return a.holds(p, x.X)
	case *ast.UnaryExpr:
		if x.Op == token.NOT {
			return !a.holds(p, x.X)
		}
	case *ast.BinaryExpr:
		switch x.Op {
		case token.LAND:
			return a.holds(p, x.X) && a.holds(p, x.Y)
		case token.LOR:
			return a.holds(p, x.X) || a.holds(p, x.Y)
		}
		if field, value, ok := a.comparison(x); ok {
			return (p.at[field] == value) == (x.Op == token.EQL)
		}
	case *ast.Ident:
		if x.Name == "true" || x.Name == "false" {
			return x.Name == "true"
		}
	}
	return p.otherwise[a.m.text(x)]
}
