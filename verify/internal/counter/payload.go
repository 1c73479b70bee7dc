package counter

import (
	"math/big"
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// payloads has a list for each step of a cycle: an expression for each field of the event over
// the values of the variables before the cycle, or nil where the field keeps its explored value. A nil list is
// for a cycle of which all fields do.
type payloads [][]expr.Expr

// at returns the expression of a field, or nil.
func (p payloads) at(step, field int) expr.Expr {
	if p == nil {
		return nil
	}
	return p[step][field]
}

// following chooses payloads that depend on the values before the cycle: where a condition of
// the cycle compares a field with them, such as event.f > x, the field is as close to them as it
// can be, for the comparison that is closest in the explored cycle. The result is nil if there is no such field. Nothing depends on the choice: the
// cycle is composed again with these payloads, and everything is proved of that.
func (in *Input) following(params []int64, steps []trace.Step) payloads {
	m := in.Machine
	open := &cycle{vocabulary: notation.New(m, in.Theory.Params()), machine: m, params: params, after: map[certificate.Symbol]certificate.Poly{}}
	// Each field is an unknown of its own.
	chosen := make(payloads, len(steps))
	type place struct{ step, field int }
	var places []place
	at := map[certificate.Symbol]int{}
	explored := map[certificate.Symbol]int64{}
	fields := make(payloads, len(steps))
	for i, s := range steps {
		event := &m.Events[m.Transitions[s.Transition].Event]
		chosen[i], fields[i] = make([]expr.Expr, len(event.Fields)), make([]expr.Expr, len(event.Fields))
		for k, f := range event.Fields {
			if f.Type.Kind != expr.Int {
				continue
			}
			symbol := &expr.Symbol{Scope: expr.Field, Index: fieldsApart*(i+1) + k, Name: f.Name, Type: f.Type}
			unknown := open.vocabulary.Add(symbol)
			at[unknown], explored[unknown] = len(places), s.Fields[k]
			places = append(places, place{i, k})
			fields[i][k] = &expr.Ref{Symbol: symbol}
		}
	}
	if len(places) == 0 || !in.through(open, steps, fields) {
		return nil
	}
	before := steps[0].Before
	value := func(s certificate.Symbol) *big.Int {
		if n, ok := explored[s]; ok {
			return big.NewInt(n)
		}
		return open.value(s, before)
	}
	polys := make([]certificate.Poly, len(places))
	any := false
	for n := range places {
		var least *big.Int
		for _, r := range relations(open.conditions, value) {
			bound, ok := solved(r, n, at, polys)
			if !ok || bound.Number() {
				continue
			}
			unknown := unknownOf(at, n)
			distance := new(big.Int).Sub(big.NewInt(explored[unknown]), bound.Eval(value))
			if size := new(big.Int).Abs(distance); least == nil || size.Cmp(least) < 0 {
				least = size
				polys[n] = bound
			}
		}
		if polys[n] == nil {
			polys[n] = certificate.Constant(explored[unknownOf(at, n)])
			continue
		}
		x, ok := open.vocabulary.Expression(polys[n])
		if !ok {
			return nil
		}
		chosen[places[n].step][places[n].field] = x
		any = true
	}
	if !any {
		return nil
	}
	return chosen
}

// fieldsApart keeps the fields of different steps apart.
const fieldsApart = 1 << 20

func unknownOf(at map[certificate.Symbol]int, n int) certificate.Symbol {
	for s, k := range at {
		if k == n {
			return s
		}
	}
	return -1
}

// relations lists the relations among conditions that hold for the given values. Of a
// disjunction, it takes the first part that does.
func relations(conditions []certificate.Formula, value func(certificate.Symbol) *big.Int) (out []notation.Relation) {
	var collect func(certificate.Formula)
	collect = func(f certificate.Formula) {
		switch f.Op {
		case certificate.All:
			for _, part := range f.Parts {
				collect(part)
			}
		case certificate.Any:
			if i := slices.IndexFunc(f.Parts, func(part certificate.Formula) bool { return part.Holds(value) }); i >= 0 {
				collect(f.Parts[i])
			}
		default:
			if f.Holds(value) {
				out = append(out, notation.Relation{Poly: f.Poly, Zero: f.Op == certificate.Zero})
			}
		}
	}
	for _, c := range conditions {
		collect(c)
	}
	return out
}

// solved solves a relation for field n, as an equation over the values before the cycle: fields
// before n have the given values, and those after it must not occur.
func solved(r notation.Relation, n int, at map[certificate.Symbol]int, known []certificate.Poly) (certificate.Poly, bool) {
	var rest certificate.Poly
	sign := 0
	for _, t := range r.Poly {
		if k, ok := at[single(t)]; ok && k == n && t.Coeff.IsInt64() && (t.Coeff.Int64() == 1 || t.Coeff.Int64() == -1) {
			sign = t.Coeff.Sign()
			continue
		}
		rest = append(rest, t)
	}
	if sign == 0 {
		return nil, false
	}
	if sign > 0 {
		rest = rest.Neg()
	}
	return notation.Replace(rest, func(s certificate.Symbol) (certificate.Poly, bool) {
		k, field := at[s]
		if !field {
			return certificate.Variable(s), true
		}
		return known[min(k, n)], k < n
	})
}

// single returns the only symbol of a term, or -1.
func single(t certificate.Term) certificate.Symbol {
	if len(t.Symbols) == 1 {
		return t.Symbols[0]
	}
	return -1
}

// filled returns the steps of a cycle from the given values on, with the payloads that belong
// to them. ok is false if one cannot be computed.
func (p payloads) filled(m *core.Machine, params, vars []int64, steps []trace.Step) (out []trace.Step, ok bool) {
	out = slices.Clone(steps)
	for i := range p {
		out[i].Fields = slices.Clone(out[i].Fields)
		for k, x := range p[i] {
			if x == nil {
				continue
			}
			v, err := expr.Eval(x, &expr.Env{Params: params, Vars: vars})
			if err != nil {
				return nil, false
			}
			out[i].Fields[k] = v
		}
	}
	return out, true
}
