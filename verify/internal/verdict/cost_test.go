package verdict_test

import (
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// TestClaimDamaged damages the evidence for what runs cost at most, and the machines that it is about: no claim is proved then, unless it
// is true of the machine all the same.
func TestClaimDamaged(t *testing.T) {
	claims, tried := 0, 0
	for name, m := range files(t) {
		if len(m.Costs) == 0 {
			continue
		}
		in := explored(m)
		found := searched(in)
		for cost := range m.Costs {
			if m.Costs[cost].Max == nil {
				continue
			}
			count, _ := found.Claim(in, cost)
			if count == nil {
				continue
			}
			claims++
			about := obligation.Obligation{Kind: obligation.Cost, Transition: -1, State: -1, Event: -1, Var: -1, Invariant: -1, Call: -1, Goal: -1, Cost: cost}
			proved := func(machine *core.Machine, evidence *verdict.Count) bool {
				c := found.Case(in)
				c.Machine = machine
				c.Evidence[about] = verdict.Evidence{Count: evidence}
				return verdict.Judge(c).Proved[about]
			}
			if !proved(m, count) {
				t.Errorf("%s: the claim of cost %d is not accepted", name, cost)
			}
			damaged := func(what string, damage func(*verdict.Count)) {
				bad := *count
				bad.Potential, bad.NotNegative, bad.Steps = slices.Clone(bad.Potential), slices.Clone(bad.NotNegative), slices.Clone(bad.Steps)
				damage(&bad)
				tried++
				if proved(m, &bad) {
					t.Errorf("%s: the claim of cost %d is accepted %s", name, cost, what)
				}
			}
			less := func(x expr.Expr) expr.Expr { return &expr.Binary{Op: expr.Sub, X: x, Y: expr.Number(1)} }
			damaged("with another limit", func(b *verdict.Count) { b.Most = less(b.Most) })
			damaged("without a limit", func(b *verdict.Count) { b.Most = nil })
			damaged("for a call", func(b *verdict.Count) {
				b.Of = obligation.Counted{Cost: -1, Call: 0, Output: -1, Field: -1}
			})
			damaged("for nothing", func(b *verdict.Count) { b.Of = nil })
			damaged("for another cost", func(b *verdict.Count) {
				b.Of = obligation.Counted{Cost: len(m.Costs), Call: -1, Output: -1, Field: -1}
			})
			damaged("without a proof for the start", func(b *verdict.Count) { b.Start = &certificate.Proof{} })
			damaged("with a lower potential", func(b *verdict.Count) { b.Potential[m.Initial] = less(b.Potential[m.Initial]) })
			for i := range m.Transitions {
				if m.Transitions[i].Effect == core.Take {
					damaged("without a proof for a transition", func(b *verdict.Count) { b.Steps[i] = nil })
				}
			}
			if proved(m, nil) {
				t.Errorf("%s: the claim of cost %d is accepted without evidence", name, cost)
			}
			forged := func(what string, forge func(*core.Cost)) {
				other := *m
				other.Costs = slices.Clone(m.Costs)
				c := &other.Costs[cost]
				c.Weights = slices.Clone(c.Weights)
				forge(c)
				tried++
				of := *count
				of.Most = c.Max
				if proved(&other, count) || proved(&other, &of) {
					t.Errorf("%s: the claim of cost %d is accepted of a machine with %s", name, cost, what)
				}
			}
			forged("a lower claim", func(c *core.Cost) { c.Max = less(c.Max) })
			for i := range m.Costs[cost].Weights {
				forged("a higher weight", func(c *core.Cost) {
					c.Weights[i].Value = &expr.Binary{Op: expr.Add, X: c.Weights[i].Value, Y: expr.Number(1000)}
				})
			}
		}
	}
	if claims < 1 || tried < 15 {
		t.Errorf("only %d claims, and %d pieces were damaged", claims, tried)
	}
	t.Logf("%d claims, %d pieces were damaged", claims, tried)
}
