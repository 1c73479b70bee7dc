package verdict_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/concrete"
	"github.com/fsmgen/fsmgen/verify/internal/counter"
	"github.com/fsmgen/fsmgen/verify/internal/encode"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/solve"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

func load(t *testing.T, file string, src []byte) *core.Machine {
	t.Helper()
	s, diags := spec.Load(file, src)
	if s.Machine == nil {
		t.Fatalf("load %s: %v", file, diags)
	}
	return s.Machine
}

// files lists the machines of the tests, small ones.
func files(t *testing.T) map[string]*core.Machine {
	t.Helper()
	out := map[string]*core.Machine{}
	for _, pattern := range []string{"../../testdata/*.fsm.yaml", "../../testdata/known/*.fsm.yaml", "../../../machines/*/*.fsm.yaml"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			out[name] = load(t, name, src)
		}
	}
	if len(out) < 100 {
		t.Fatalf("only %d specs", len(out))
	}
	return out
}

// explored returns what search works with, after a short exploration.
func explored(m *core.Machine) *search.Input {
	ctx := context.Background()
	graphs, _ := concrete.Explore(ctx, m, 1<<19, func(string) {})
	return search.NewInput(m, graphs, solve.NewProver(ctx))
}

// searched looks for evidence.
func searched(in *search.Input) search.Findings {
	found := search.Findings{Candidates: search.Settle(in, search.Candidates(in.Machine), in.Prover)}
	found = found.Answer(in, nil, func(string) {})
	if !found.Terminates(in.Machine) && len(counter.Lassos(in.Machine, in.Graphs)) == 0 {
		var guesses []core.Invariant
		found, guesses, _ = found.Infer(in)
		found = found.Answer(in, guesses, func(string) {})
		if found.Ranked(in.Machine).Rank == 0 {
			found = found.Lexicographic(in)
		}
	}
	return found.Prune()
}

// TestAgrees holds the judge to accept all that search has proved.
func TestAgrees(t *testing.T) {
	proved, bounds := 0, 0
	for name, m := range files(t) {
		in := explored(m)
		found := searched(in)
		c := found.Case(in)
		judged := verdict.Judge(c)
		if judged.Terminates != found.Terminates(m) {
			t.Errorf("%s: termination is %t, want %t", name, judged.Terminates, found.Terminates(m))
		}
		if len(judged.Facts) != len(c.Facts) {
			t.Errorf("%s: %d of %d facts are accepted", name, len(judged.Facts), len(c.Facts))
		}
		for _, a := range found.Answers {
			if want := a.Status == obligation.Proved; judged.Proved[a.Obligation] != want {
				t.Errorf("%s: %+v is %t, want %t", name, a.Obligation, !want, want)
			} else if want {
				proved++
			}
		}
		if c.Bound != nil && (len(c.Bound.Links) > 0 || len(c.Bound.Ceilings) > 0) {
			bounds++
			if judged.Bound == nil {
				t.Errorf("%s: the bound is not accepted", name)
			}
		}
	}
	if proved < 1000 || bounds < 2 {
		t.Errorf("only %d proofs and %d bounds", proved, bounds)
	}
}

// TestMissing takes evidence away, each piece in turn: what it is for is not proved
// then, nor is termination if that rests on it.
func TestMissing(t *testing.T) {
	ceilings := 0
	for name, m := range files(t) {
		if len(m.Transitions) > 8 {
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
			if o.Kind == obligation.Params {
				less.Params = nil
			}
			judged := verdict.Judge(&less)
			if judged.Proved[o] || judged.Terminates && o.Kind.Terminates() || o.Kind == obligation.Bound && judged.Bound != nil {
				t.Errorf("%s: without evidence, %+v is proved or termination is", name, o)
			}
			// The proof of nothing, and too many of them.
			for _, wrong := range [][]*certificate.Proof{{{}}, {nil}, slices.Concat(c.Evidence[o].Proofs, c.Evidence[o].Proofs)} {
				less.Evidence[o] = verdict.Evidence{Assumed: c.Evidence[o].Assumed, Proofs: wrong}
				if len(wrong) > 0 && verdict.Judge(&less).Proved[o] && o.Kind != obligation.Params {
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

// changes are ways to make a machine another one that search did not look at.
var changes = []struct {
	name string
	make func(m *core.Machine, i int) bool
}{
	{"without updates", func(m *core.Machine, i int) bool {
		t := &m.Transitions[i]
		changed := len(t.Updates) > 0
		t.Updates = nil
		return changed
	}},
	{"without a guard", func(m *core.Machine, i int) bool {
		t := &m.Transitions[i]
		if t.Guard == nil {
			return false
		}
		t.Guard = expr.Truth(true)
		return true
	}},
	{"back to where it came from", func(m *core.Machine, i int) bool {
		t := &m.Transitions[i]
		changed := t.To != t.From && t.Effect == core.Take
		t.To = t.From
		return changed
	}},
}

// TestForged holds the evidence of one machine against others, in which something is
// different. What is proved of these all the same must be true of them: exploration
// finds no run that refutes it.
func TestForged(t *testing.T) {
	tried, refuted := 0, 0
	for name, m := range files(t) {
		if len(m.Transitions) > 8 {
			continue
		}
		in := explored(m)
		found := searched(in)
		c := found.Case(in)
		for i := range m.Transitions {
			for _, change := range changes {
				other := *m
				other.Transitions = slices.Clone(m.Transitions)
				if !change.make(&other, i) {
					continue
				}
				tried++
				forged := *c
				forged.Machine = &other
				judged := verdict.Judge(&forged)
				at := explored(&other)
				runs := &counter.Input{Machine: &other, Graphs: at.Graphs, Prover: at.Prover, Theory: at.Theory}
				if lassos := counter.Lassos(&other, at.Graphs); len(lassos) > 0 {
					refuted++
					if judged.Terminates {
						t.Errorf("%s, %s: transition %d: it is proved to end, and does not", name, change.name, i)
					}
				}
				if judged.Bound != nil && runs.Exceeds(judged.Bound) != nil {
					t.Errorf("%s, %s: transition %d: a bound is proved, and does not hold", name, change.name, i)
				}
				for _, o := range judged.Asked {
					run := runs.Refute(forged.Ranked(), o)
					if run != nil {
						refuted++
					}
					if run != nil && judged.Proved[o] {
						t.Errorf("%s, %s: transition %d: %+v is proved, and does not hold", name, change.name, i, o)
					}
				}
			}
		}
	}
	if tried < 200 || refuted < 200 {
		t.Errorf("only %d machines were tried, and %d claims refuted", tried, refuted)
	}
	t.Logf("%d machines, of which %d claims are refuted", tried, refuted)
}

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
