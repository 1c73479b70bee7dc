package verify

import (
	"slices"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/notation"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// Condition is a condition on the configurations in a state that the spec does not
// declare and that every reachable configuration satisfies.
type Condition struct {
	core.Invariant
	// Limits is true if the condition states that progress is at or below the bound.
	// Otherwise, it is an inferred invariant.
	Limits bool
}

// conditions returns the conditions of a report, except those that follow from others or
// from the facts that the spec declares.
//
// The facts of the judgment are inductive together, and proofs assume nothing else of a
// configuration. So all that is proved of steps holds in each configuration that satisfies
// them. A progress function with one component decreases there, and is never negative: a
// run from such a configuration has at most as many transitions as the value of progress.
// That it is at or below the bound is proved at the start and after environment events
// only, but follows in all reachable configurations. The same is true of a potential. The bound of a
// lexicographic function needs no condition: its ceilings are proved for all configurations that satisfy the facts.
func conditions(in *search.Input, judged *verdict.Judgment, r *Report) []Condition {
	c := &conditioning{in: in, claims: slices.Clone(judged.Facts)}
	var limits, out []Condition
	ranked := r.paying()
	if ranked.Rank == 1 && r.Bound.Expr != nil && r.Bound.Status == Proved {
		for s := range ranked.States {
			if ranked.Terminal(s) {
				continue
			}
			for _, x := range c.limits(s, ranked.States[s].Progress[0], r.Bound.Expr) {
				i := core.Invariant{State: s, Expr: x, Span: ranked.States[s].ProgressSpan}
				limits = append(limits, Condition{i, true})
				c.claims = append(c.claims, encode.Claim{Var: -1, Invariant: &i})
			}
		}
	}
	declared := encode.Claims(r.Machine)
	for _, f := range judged.Facts {
		if !slices.Contains(declared, f) && !c.redundant(f) {
			out = append(out, Condition{*f.Invariant, false})
		}
	}
	return append(out, limits...)
}

// conditioning is one call of conditions.
type conditioning struct {
	in *search.Input
	// claims are the facts that have not been dropped.
	claims []encode.Claim
}

// redundant reports whether an inferred fact follows from the other claims, and drops it
// from them if so.
func (c *conditioning) redundant(fact encode.Claim) bool {
	others := slices.DeleteFunc(slices.Clone(c.claims), func(o encode.Claim) bool { return o == fact })
	if !c.follows(others, fact.Invariant.State, fact.Invariant.Expr) {
		return false
	}
	c.claims = others
	return true
}

// follows reports whether claims imply a condition on the configurations in a state.
func (c *conditioning) follows(claims []encode.Claim, state int, x expr.Expr) bool {
	e := c.in.Theory.Assuming(claims).In(state)
	p := e.Problem(e.Formula(x))
	proof := c.in.Prover.Prove(p.Facts, p.Goal)
	return proof != nil && certificate.Replay(p.Negated(), proof) == nil
}

// limits returns the conditions that together state that progress is at or below the
// bound in a state, unless that follows from the facts. A spec cannot express bools and enum
// values as numbers, so each of their values has a condition of its own. The conditions in
// unless state that the values are others than those in progress.
func (c *conditioning) limits(state int, progress, bound expr.Expr, unless ...expr.Expr) (out []expr.Expr) {
	given := func(x expr.Expr) expr.Expr {
		all := append(slices.Clip(unless), x)
		for _, y := range all[1:] {
			all[0] = &expr.Binary{Op: expr.Or, X: all[0], Y: y}
		}
		return all[0]
	}
	var limit expr.Expr = &expr.Binary{Op: expr.Le, X: progress, Y: bound}
	if c.follows(c.claims, state, given(limit)) {
		return nil
	}
	symbol, others := c.counted(limit)
	if symbol == nil {
		return []expr.Expr{given(c.tidy(state, progress, bound, limit))}
	}
	for n, u := range others {
		decided := func(x expr.Expr) expr.Expr {
			return expr.Simplify(expr.Substitute(x, func(s *expr.Symbol) expr.Expr {
				if s.Scope == symbol.Scope && s.Index == symbol.Index {
					return expr.Number(int64(n))
				}
				return nil
			}))
		}
		out = append(out, c.limits(state, decided(progress), decided(bound), append(slices.Clip(unless), u)...)...)
	}
	return out
}

// tidy returns limit or, if there is one, a shorter condition that is equivalent to it,
// such as d >= 0 for n - d <= n.
func (c *conditioning) tidy(state int, progress, bound, limit expr.Expr) expr.Expr {
	v := notation.New(c.in.Machine, c.in.Theory.Params())
	p, ok1 := v.Polynomial(progress)
	q, ok2 := v.Polynomial(bound)
	if !ok1 || !ok2 {
		return limit
	}
	short, ok := v.Condition(notation.Relation{Poly: q.Sub(p)})
	claim := func(x expr.Expr) []encode.Claim {
		return []encode.Claim{{Var: -1, Invariant: &core.Invariant{State: state, Expr: x}}}
	}
	if !ok || len(expr.Print(short, expr.Spec)) > len(expr.Print(limit, expr.Spec)) || !c.follows(claim(short), state, limit) || !c.follows(claim(limit), state, short) {
		return limit
	}
	return short
}

// counted returns a symbol in x that stands for a bool or an enum value as a number, and
// for each of its values the condition that it has another one.
func (c *conditioning) counted(x expr.Expr) (symbol *expr.Symbol, others []expr.Expr) {
	for _, s := range notation.Scalars(c.in.Machine) {
		// A case of an enum value is not arithmetic with it.
		x := expr.Substitute(x, func(o *expr.Symbol) expr.Expr {
			if o.Type.Kind == expr.Enumerated {
				return &expr.Lit{T: o.Type}
			}
			return nil
		})
		is := func(o *expr.Symbol) bool { return o.Scope == s.Scope && o.Index == s.Index }
		if s.Type.Kind != expr.Int && expr.Uses(x, is) {
			symbol = s
			break
		}
	}
	if symbol == nil {
		return nil, nil
	}
	ref := &expr.Ref{Symbol: symbol}
	if symbol.Type.Kind == expr.Bool {
		return symbol, []expr.Expr{ref, &expr.Unary{Op: expr.Not, X: ref}}
	}
	for n := range symbol.Type.Enum.Values {
		others = append(others, &expr.Binary{Op: expr.Ne, X: ref, Y: &expr.Lit{T: symbol.Type, Value: int64(n)}})
	}
	return symbol, others
}
