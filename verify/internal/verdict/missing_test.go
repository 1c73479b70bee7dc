package verdict_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// TestMissing takes evidence away, each piece in turn: what it is for is not proved
// then, nor is termination if that rests on it.
func TestMissing(t *testing.T) {
	ceilings := 0
	for name, m := range files(t) {
		if len(m.Transitions) > sample.Size(3, 4, 8) {
			continue
		}
		in := explored(m)
		found := searched(in)
		c := found.Case(in)
		whole := verdict.Judge(c)
		if !whole.Terminates {
			continue
		}
		for _, o := range whole.Asked {
			if !whole.Proved[o] {
				continue
			}
			less := *c
			less.Evidence = maps.Clone(c.Evidence)
			delete(less.Evidence, o)
			switch o.Kind {
			case obligation.Params:
				less.Params = nil
			case obligation.Child:
				less.Children = nil
			}
			judged := verdict.Judge(&less)
			if judged.Proved[o] || judged.Terminates && o.Kind.Terminates() || o.Kind == obligation.Bound && judged.Bound != nil {
				t.Errorf("%s: without evidence, %+v is proved or termination is", name, o)
			}
			// The proof of nothing, and too many of them.
			for _, wrong := range [][]*certificate.Proof{{{}}, {nil}, slices.Concat(c.Evidence[o].Proofs, c.Evidence[o].Proofs)} {
				less.Evidence[o] = verdict.Evidence{Assumed: c.Evidence[o].Assumed, Proofs: wrong}
				if len(wrong) > 0 && verdict.Judge(&less).Proved[o] && o.Kind != obligation.Params && o.Kind != obligation.Child {
					t.Errorf("%s: %+v is proved by %d wrong proofs", name, o, len(wrong))
				}
			}
		}
		for i, f := range c.Facts {
			for k := range f.Lemmas {
				less := *c
				less.Facts = slices.Clone(c.Facts)
				less.Facts[i].Lemmas = slices.Delete(slices.Clone(f.Lemmas), k, k+1)
				if slices.Contains(verdict.Judge(&less).Facts, f.Claim) {
					t.Errorf("%s: %+v is a fact without lemma %d", name, f.Claim, k)
				}
			}
		}
		// Without facts, nothing that uses one is proved.
		less := *c
		less.Facts = nil
		judged := verdict.Judge(&less)
		for _, a := range found.Answers {
			if len(a.Uses) > 0 && judged.Proved[a.Obligation] {
				t.Errorf("%s: %+v is proved from claims that are not facts", name, a.Obligation)
			}
		}
		if c.Bound == nil {
			continue
		}
		less = *c
		for _, links := range [][]verdict.Link{{{Expr: expr.Number(0)}}, {{Expr: expr.Number(0), Proof: &certificate.Proof{}}}, {{}}} {
			less.Bound = &verdict.Bound{Ceilings: c.Bound.Ceilings, Links: links}
			if judged := verdict.Judge(&less); judged.Bound != nil && judged.Bound != m.Bound {
				t.Errorf("%s: a bound is proved by a wrong link", name)
			}
		}
		for i := range c.Bound.Ceilings {
			less := *c
			less.Bound = &verdict.Bound{Ceilings: slices.Clone(c.Bound.Ceilings), Links: c.Bound.Links}
			less.Bound.Ceilings[i] = nil
			if verdict.Judge(&less).Bound != nil && len(c.Bound.Ceilings[i]) > 0 {
				t.Errorf("%s: a bound is proved without the ceilings of level %d", name, i)
			}
			for k, whole := range c.Bound.Ceilings[i] {
				for _, wrong := range []verdict.Ceiling{
					{Most: whole.Most, AtLeastZero: whole.AtLeastZero, Assumed: whole.Assumed},
					{Most: whole.Most, AtMost: whole.AtMost, Assumed: whole.Assumed},
					{Most: expr.Number(-1), AtLeastZero: whole.AtLeastZero, AtMost: whole.AtMost, Assumed: whole.Assumed},
					{AtLeastZero: whole.AtLeastZero, AtMost: whole.AtMost, Assumed: whole.Assumed},
				} {
					less.Bound.Ceilings[i] = slices.Clone(c.Bound.Ceilings[i])
					less.Bound.Ceilings[i][k] = wrong
					if verdict.Judge(&less).Bound != nil {
						t.Errorf("%s: a bound is proved with a wrong ceiling of level %d", name, i)
					}
				}
				ceilings++
			}
		}
	}
	if ceilings < 3 {
		t.Errorf("only %d ceilings", ceilings)
	}
}

// TestLow lowers the ceilings of a machine: no bound follows then.
func TestLow(t *testing.T) {
	m := load(t, "rounds.fsm.yaml", []byte(`machine: Rounds
params: {n: {type: int, min: 0}, m: {type: int, min: 0}}
vars:
  tries: {type: int, min: 0, max: n, init: n}
  left: {type: int, min: 0, max: m}
events: {Begin: {}, Step: {}, Again: {}}
initial: Ready
terminal: {done: [Done]}
states:
  Ready: {on: {Begin: {to: Work, set: {left: m}}}}
  Work:
    on:
      Step: [{if: left > 0, set: {left: left - 1}}, {to: Done}]
      Again: [{if: tries > 0, set: {tries: tries - 1, left: m}}, {to: Done}]
  Done: {}
progress:
  Ready: [2, 0, 0]
  Work: [1, tries, left]
`))
	in := explored(m)
	found := searched(in)
	c := found.Case(in)
	if verdict.Judge(c).Bound == nil {
		t.Fatal("the bound is not proved")
	}
	lows := 0
	for i := range c.Bound.Ceilings {
		for k := range c.Bound.Ceilings[i] {
			low, ok := lower(in, c, i, k)
			if !ok {
				continue
			}
			lows++
			if b := verdict.Judge(low).Bound; b != nil {
				t.Errorf("%s is proved with a ceiling that is too low", expr.Print(b, expr.Spec))
			}
		}
	}
	if lows != 2 {
		t.Errorf("%d ceilings were lowered, want 2", lows)
	}
}

// lower returns a case with a ceiling of 0, and a linear bound that would follow.
func lower(in *search.Input, c *verdict.Case, level, k int) (*verdict.Case, bool) {
	if lit, ok := c.Bound.Ceilings[level][k].Most.(*expr.Lit); ok && lit.Value == 0 || c.Machine.Bound != nil {
		return nil, false
	}
	low := *c
	low.Bound = &verdict.Bound{Ceilings: slices.Clone(c.Bound.Ceilings)}
	low.Bound.Ceilings[level] = slices.Clone(c.Bound.Ceilings[level])
	ceiling := &low.Bound.Ceilings[level][k]
	ceiling.Most = expr.Number(0)
	p := verdict.NotNegative(in.Theory, ceiling.Most)
	ceiling.AtLeastZero = in.Prover.Prove(p.Facts, p.Goal)
	chain := verdict.Begin(in.Theory, low.Ranked(), low.Bound.Ceilings)
	var most expr.Expr = expr.Number(1000)
	for _, p := range c.Machine.Params {
		if p.Type.Kind == expr.Int {
			most = &expr.Binary{Op: expr.Add, X: most, Y: &expr.Binary{Op: expr.Mul, X: expr.Number(1000), Y: &expr.Ref{Symbol: p.Symbol}}}
		}
	}
	p = chain.Next(most)
	low.Bound.Links = []verdict.Link{{Expr: most, Proof: in.Prover.Prove(p.Facts, p.Goal)}}
	return &low, low.Bound.Links[0].Proof != nil
}
