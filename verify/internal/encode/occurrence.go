package encode

import (
	"iter"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// occurrence is one way in which an event can occur: a value for each payload field and
// each external guard that the guards of the alternatives read.
type occurrence []given

// given is the value of a symbol, an expression over parameters and variables.
type given struct {
	symbol *expr.Symbol
	value  expr.Expr
}

// value returns the expression that replaces a symbol, or nil.
func (o occurrence) value(s *expr.Symbol) expr.Expr {
	for _, g := range o {
		if g.symbol.Scope == s.Scope && g.symbol.Index == s.Index {
			return g.value
		}
	}
	return nil
}

const (
	// maxOccurrences limits the occurrences for one state and event.
	maxOccurrences = 64
	// maxValues limits the values for one symbol.
	maxValues = 16
)

// occurrences yields ways in which the event of the alternatives can occur: with all
// values of bools and enums, and with ints and strings near those that the guards
// compare them with. There may be others.
func occurrences(list []core.Transition) iter.Seq[occurrence] {
	return func(yield func(occurrence) bool) {
		symbols := chosen(list)
		domains := make([][]expr.Expr, len(symbols))
		for i, s := range symbols {
			domains[i] = domain(s, list)
		}
		digits := make([]int, len(symbols))
		for range maxOccurrences {
			o := make(occurrence, len(symbols))
			for i, s := range symbols {
				if len(domains[i]) == 0 {
					return // a type without values
				}
				o[i] = given{s, domains[i][digits[i]]}
			}
			if !yield(o) {
				return
			}
			i := 0
			for ; i < len(digits); i++ {
				if digits[i]++; digits[i] < len(domains[i]) {
					break
				}
				digits[i] = 0
			}
			if i == len(digits) {
				return
			}
		}
	}
}

// chosen lists the payload fields and external guards that the guards of the
// alternatives read.
func chosen(list []core.Transition) (symbols []*expr.Symbol) {
	for _, t := range list {
		if t.Guard == nil {
			continue
		}
		expr.Walk(t.Guard, func(x expr.Expr) {
			r, ok := x.(*expr.Ref)
			if !ok || !byWorld(r.Symbol) {
				return
			}
			if !slices.ContainsFunc(symbols, func(s *expr.Symbol) bool { return s.Scope == r.Symbol.Scope && s.Index == r.Symbol.Index }) {
				symbols = append(symbols, r.Symbol)
			}
		})
	}
	return symbols
}

func byWorld(s *expr.Symbol) bool { return s.Scope == expr.Field || s.Scope == expr.External }

// domain lists values for a symbol.
func domain(s *expr.Symbol, list []core.Transition) (values []expr.Expr) {
	add := func(x expr.Expr) {
		same := func(y expr.Expr) bool { return expr.Equal(x, y) }
		if len(values) < maxValues && !slices.ContainsFunc(values, same) {
			values = append(values, x)
		}
	}
	switch s.Type.Kind {
	case expr.Bool:
		return []expr.Expr{expr.Truth(true), expr.Truth(false)}
	case expr.Enumerated:
		for i := range s.Type.Enum.Values {
			values = append(values, &expr.Lit{T: s.Type, Value: int64(i)})
		}
		return values
	case expr.Int:
		add(expr.Number(0))
		for _, x := range compared(s, list) {
			add(x)
			add(expr.Simplify(&expr.Binary{Op: expr.Add, X: x, Y: expr.Number(1)}))
			add(expr.Simplify(&expr.Binary{Op: expr.Sub, X: x, Y: expr.Number(1)}))
		}
	case expr.String:
		fresh := "other"
		for _, x := range compared(s, list) {
			if t, ok := x.(*expr.Text); ok && len(t.Value) >= len(fresh) {
				fresh = t.Value + "'"
			}
			add(x)
		}
		add(&expr.Text{Value: fresh})
	}
	return values
}

// compared lists the expressions with which guards compare a symbol, alone or as part
// of a larger expression.
func compared(s *expr.Symbol, list []core.Transition) (operands []expr.Expr) {
	is := func(t *expr.Symbol) bool { return t.Scope == s.Scope && t.Index == s.Index }
	for _, t := range list {
		if t.Guard == nil {
			continue
		}
		expr.Walk(t.Guard, func(x expr.Expr) {
			b, ok := x.(*expr.Binary)
			if !ok || b.Op < expr.Eq || b.Op > expr.Ge {
				return
			}
			for _, pair := range [][2]expr.Expr{{b.X, b.Y}, {b.Y, b.X}} {
				if expr.Uses(pair[0], is) && !expr.Uses(pair[1], byWorld) && pair[1].Type().Kind == s.Type.Kind {
					operands = append(operands, pair[1])
				}
			}
		})
	}
	return operands
}
