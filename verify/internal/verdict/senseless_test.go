package verdict_test

import (
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// TestSenseless judges cases that make no sense, with evidence for all that can be
// proved of them.
func TestSenseless(t *testing.T) {
	m := load(t, "two.fsm.yaml", []byte(`machine: Two
params: {n: {type: int, min: 1, max: 5}}
events: {Step: {by: int}, Stop: {}}
initial: A
terminal: {done: [Done]}
states:
  A: {on: {Step: {to: B, set: {left: n}}}}
  B:
    data: {left: int}
    on: {Step: [{if: left > 0, set: {left: left - 1}}, {to: Done}]}
  Done: {}
`))
	line := load(t, "line.fsm.yaml", []byte(`machine: Line
events: {Step: {}}
initial: A
terminal: {done: [Done]}
states:
  A: {on: {Step: {to: B}}}
  B: {on: {Step: {to: Done}}}
  Done: {}
`))
	number := expr.Number
	sum := func(x, y expr.Expr) expr.Expr { return &expr.Binary{Op: expr.Add, X: x, Y: y} }
	left, n, by := &expr.Ref{Symbol: m.Vars[0].Symbol}, &expr.Ref{Symbol: m.Params[0].Symbol}, &expr.Ref{Symbol: m.Events[0].Fields[0].Symbol}
	floor := func(x expr.Expr) expr.Expr { return &expr.Call{Op: expr.Max, Args: []expr.Expr{number(0), x}} }
	b := sum(floor(left), number(1))
	for name, tt := range map[string]struct {
		m        *core.Machine
		progress [][]expr.Expr
		accepted bool
	}{
		"that is right":             {m, [][]expr.Expr{{sum(n, number(2))}, {b}, {number(0)}}, true},
		"of a state too few":        {m, [][]expr.Expr{{sum(n, number(2))}, {b}}, false},
		"of data of another state":  {m, [][]expr.Expr{{sum(floor(left), sum(n, number(2)))}, {b}, {number(0)}}, false},
		"of a payload":              {m, [][]expr.Expr{{sum(floor(by), sum(n, number(2)))}, {b}, {number(0)}}, false},
		"of unequal length":         {m, [][]expr.Expr{{sum(n, number(2))}, {b, b}, {number(0)}}, false},
		"of a line":                 {line, [][]expr.Expr{{number(2)}, {number(1)}, {number(0)}}, true},
		"that goes below 0":         {line, [][]expr.Expr{{number(1)}, {number(0)}, {number(-1)}}, false},
		"that is above 0 at an end": {line, [][]expr.Expr{{number(3)}, {number(2)}, {number(1)}}, false},
	} {
		in := explored(tt.m)
		found := search.Findings{Candidates: search.Settle(in, search.Candidates(tt.m), in.Prover)}
		theory := found.Theory(in)
		c := &verdict.Case{
			Machine: tt.m, Progress: tt.progress, Mathematical: true, Params: in.Graphs[0].Params,
			Facts: found.Facts(), Evidence: map[obligation.Obligation]verdict.Evidence{}, Bound: &verdict.Bound{},
		}
		if len(tt.progress) == len(tt.m.States) && len(tt.progress[1]) == 1 {
			for o := range obligation.All(c.Ranked(), true) {
				e := verdict.Evidence{Assumed: theory.Claims()}
				for _, p := range theory.Problems(c.Ranked(), o) {
					e.Proofs = append(e.Proofs, in.Prover.Prove(p.Facts, p.Goal))
				}
				c.Evidence[o] = e
			}
		}
		if judged := verdict.Judge(c); judged.Terminates != tt.accepted || (judged.Bound != nil) != tt.accepted {
			t.Errorf("progress %s: accepted is %t, want %t: %v", name, judged.Terminates, tt.accepted, judged.Proved)
		}
	}
	// What the spec declares must fit in an int, whatever a case says.
	declared := load(t, "declared.fsm.yaml", []byte(`machine: Declared
params: {n: {type: int, min: 1, max: 5}}
events: {Step: {}}
initial: A
terminal: {done: [Done]}
states:
  A: {on: {Step: {to: Done}}}
  Done: {}
progress: {A: "max(n + 1, 1)"}
`))
	for _, progress := range [][][]expr.Expr{nil, {{number(1)}, {number(0)}}} {
		judged := verdict.Judge(&verdict.Case{Machine: declared, Progress: progress, Mathematical: true})
		if !slices.ContainsFunc(judged.Asked, func(o obligation.Obligation) bool { return o.Kind == obligation.Overflow && o.State == 0 }) {
			t.Errorf("with progress %v, nobody asks whether the declared one fits", progress)
		}
	}
	in := explored(m)
	for name, claim := range map[string]encode.Claim{
		"of data of another state": {Var: -1, Invariant: &core.Invariant{State: 0, Expr: &expr.Binary{Op: expr.Ge, X: left, Y: left}}},
		"of no state":              {Var: -1, Invariant: &core.Invariant{State: -1, Expr: expr.Truth(true)}},
		"of no bool":               {Var: -1, Invariant: &core.Invariant{State: 0, Expr: number(1)}},
	} {
		fact := verdict.Fact{Claim: claim}
		for i := -1; i < len(m.Transitions); i++ {
			p := in.Theory.Initially(claim)
			if i >= 0 {
				p = in.Theory.Kept(i, claim)
			}
			fact.Lemmas = append(fact.Lemmas, verdict.Lemma{Transition: i, Proof: in.Prover.Prove(p.Facts, p.Goal)})
		}
		if facts := verdict.Judge(&verdict.Case{Machine: m, Facts: []verdict.Fact{fact}}).Facts; len(facts) > 0 {
			t.Errorf("a claim %s is accepted", name)
		}
	}
	for _, params := range [][]int64{nil, {}, {0}, {6}, {1, 1}} {
		judged := verdict.Judge(&verdict.Case{Machine: m, Params: params})
		for o, proved := range judged.Proved {
			if o.Kind == obligation.Params && proved {
				t.Errorf("the parameters %v are accepted", params)
			}
		}
	}
}
