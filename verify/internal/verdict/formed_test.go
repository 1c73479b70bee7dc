package verdict_test

import (
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// TestFormed submits expressions that no search makes, with proofs of all that follows from them. Encoded, they would be facts
// that are wrong, or that differ from one encoding to the next, so that an endless machine would be proved to end.
func TestFormed(t *testing.T) {
	m := load(t, "endless.fsm.yaml", []byte(`machine: Endless
params: {n: int}
enums: {Color: [red, green]}
vars: {x: {type: int, init: 1}, color: {type: Color, init: green}, s: string, t: string}
events: {Step: {by: int}}
initial: A
terminal: {done: [Done]}
states:
  A: {on: {Step: {to: B, set: {s: '"foo"'}}}}
  B: {on: {Step: {to: C, set: {t: '"bar"'}}}}
  C: {on: {Step: [{if: x == 1 && color == green && s != t && n != 0 && event.by > 0, set: {x: 1}}, Done]}}
  Done: {}
`))
	ref := func(name string) *expr.Ref {
		for i := range m.Vars {
			if m.Vars[i].Name == name {
				return &expr.Ref{Symbol: m.Vars[i].Symbol}
			}
		}
		t.Fatalf("no variable %s", name)
		return nil
	}
	as := func(s expr.Symbol, of expr.Type) expr.Expr {
		s.Type = of
		return &expr.Ref{Symbol: &s}
	}
	number := expr.Type{Kind: expr.Int}
	one := &expr.Enum{Name: "One", Values: []string{"only"}}
	is := func(x, y expr.Expr) expr.Expr { return &expr.Binary{Op: expr.Eq, X: x, Y: y} }
	in := func(state int, x expr.Expr) encode.Claim {
		return encode.Claim{Var: -1, Invariant: &core.Invariant{State: state, Expr: x}}
	}
	for name, test := range map[string]struct {
		// each is added to the progress of each state, and the claims are facts, or are only assumed.
		each    expr.Expr
		claims  []encode.Claim
		assumed bool
	}{
		"nothing is the largest": {each: &expr.Call{Op: expr.Max}},
		"a value of an enum has no number": {
			each: &expr.Case{Of: ref("color"), Values: []expr.Expr{expr.Number(0)}}},
		"an int is of an enum with one value": {
			each: &expr.Case{Of: as(*m.Params[0].Symbol, expr.Type{Kind: expr.Enumerated, Enum: one}), Values: []expr.Expr{expr.Number(0)}}},
		"it is assumed that nothing is the largest": {
			each: expr.Number(0), assumed: true,
			claims: []encode.Claim{in(2, is(&expr.Call{Op: expr.Max}, expr.Number(0)))}},
		"it is assumed that a payload is of an enum with one value": {
			each: expr.Number(0), assumed: true,
			claims: []encode.Claim{in(2, &expr.Binary{Op: expr.Le, X: as(*m.Events[0].Fields[0].Symbol, expr.Type{Kind: expr.Enumerated, Enum: one}), Y: expr.Number(9)})}},
		"strings are numbers": {
			each:   expr.Number(0),
			claims: []encode.Claim{in(1, is(ref("s"), expr.Number(1))), in(2, is(ref("s"), expr.Number(1))), in(2, is(ref("t"), expr.Number(1)))}},
		"strings are ints": {
			each:   expr.Number(0),
			claims: []encode.Claim{in(1, is(as(*ref("s").Symbol, number), expr.Number(1))), in(2, is(as(*ref("s").Symbol, number), expr.Number(1))), in(2, is(as(*ref("t").Symbol, number), expr.Number(1)))}},
	} {
		t.Run(name, func(t *testing.T) {
			search := explored(m)
			plus := func(n int64) []expr.Expr {
				return []expr.Expr{&expr.Binary{Op: expr.Add, X: &expr.Binary{Op: expr.Mul, X: expr.Number(0), Y: test.each}, Y: expr.Number(n)}}
			}
			c := &verdict.Case{
				Machine: m, Progress: [][]expr.Expr{plus(3), plus(2), plus(1), {expr.Number(0)}}, Mathematical: true,
				Params: search.Graphs[0].Params, Evidence: map[obligation.Obligation]verdict.Evidence{},
			}
			theory := search.Theory.Assuming(test.claims)
			for _, claim := range test.claims {
				if test.assumed {
					break
				}
				f := verdict.Fact{Claim: claim}
				for i := -1; i < len(m.Transitions); i++ {
					p := theory.Initially(claim)
					if i >= 0 {
						p = theory.Kept(i, claim)
					}
					f.Lemmas = append(f.Lemmas, verdict.Lemma{Transition: i, Assumed: test.claims, Proof: search.Prover.Prove(p.Facts, p.Goal)})
				}
				c.Facts = append(c.Facts, f)
			}
			for o := range obligation.All(c.Ranked(), true) {
				e := verdict.Evidence{Assumed: test.claims}
				for _, p := range theory.Problems(c.Ranked(), o) {
					e.Proofs = append(e.Proofs, search.Prover.Prove(p.Facts, p.Goal))
				}
				c.Evidence[o] = e
			}
			judged := verdict.Judge(c)
			if judged.Terminates || judged.UnlessOverflow.Terminates || len(judged.Facts) > 0 {
				t.Errorf("an endless machine is proved to end; facts: %d", len(judged.Facts))
			}
		})
	}
}
