package verdict_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/counter"
	"github.com/fsmgen/fsmgen/verify/internal/search"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// potentials lists machines whose bound follows from a potential, with the evidence.
func potentials(t *testing.T) map[string]struct {
	*search.Input
	*verdict.Case
} {
	t.Helper()
	out := map[string]struct {
		*search.Input
		*verdict.Case
	}{}
	for name, claim := range map[string]string{"nested": "", "rounds": "", "child_lexicographic": "", "nested, claimed": "bound: n*m + n + m + 1\n"} {
		file := "../../testdata/" + strings.TrimSuffix(name, ", claimed") + ".fsm.yaml"
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		in := explored(load(t, file, append(src, claim...)))
		found := searched(in).Summed(in)
		c := found.Case(in)
		judged := verdict.Judge(c)
		if !judged.Terminates || judged.Bound == nil || c.Bound.Potential == nil || c.Progress != nil {
			t.Fatalf("%s: the bound does not follow from a potential: %+v", name, judged)
		}
		if claim != "" && judged.Bound != in.Machine.Bound {
			t.Fatalf("%s: another bound is proved than the claimed one", name)
		}
		out[name] = struct {
			*search.Input
			*verdict.Case
		}{in, c}
	}
	return out
}

// paying returns a case with another potential.
func paying(c *verdict.Case, p *verdict.Potential) *verdict.Case {
	out := *c
	out.Bound = &verdict.Bound{Potential: p, Links: c.Bound.Links}
	return &out
}

// TestPotentialMissing takes the evidence for potentials away, each piece in turn. No bound is proved then, but termination is.
func TestPotentialMissing(t *testing.T) {
	sample.Turn(t)
	for name, of := range potentials(t) {
		c, p := of.Case, of.Bound.Potential
		asked := p.Asks(c.Machine)
		kinds := map[obligation.Kind]int{}
		for _, o := range asked {
			kinds[o.Kind]++
			e := p.Evidence[o]
			for what, wrong := range map[string]verdict.Evidence{
				"nothing":         {},
				"no proof":        {Assumed: e.Assumed, Proofs: []*certificate.Proof{nil}},
				"an empty proof":  {Assumed: e.Assumed, Proofs: []*certificate.Proof{{}}},
				"too many proofs": {Assumed: e.Assumed, Proofs: slices.Concat(e.Proofs, e.Proofs)},
			} {
				less := &verdict.Potential{Progress: p.Progress, Evidence: maps.Clone(p.Evidence)}
				less.Evidence[o] = wrong
				if judged := verdict.Judge(paying(c, less)); judged.Bound != nil || judged.UnlessOverflow.Bound != nil || !judged.Terminates {
					t.Errorf("%s: %+v with %s: termination %t, bound %v", name, o, what, judged.Terminates, judged.Bound)
				}
			}
		}
		bounded, decreases := 0, 0
		for s := range c.Machine.States {
			if !c.Machine.Terminal(s) {
				bounded++
			}
		}
		for i := range c.Machine.Transitions {
			if c.Machine.Transitions[i].Effect == core.Take {
				decreases++
			}
		}
		if kinds[obligation.Bounded] != bounded || kinds[obligation.Decrease] != decreases || (kinds[obligation.Bound] == 1) != (c.Machine.Bound != nil) {
			t.Errorf("%s: %v, but the machine has %d states that are not terminal and %d transitions", name, kinds, bounded, decreases)
		}
		less := *c
		less.Facts = nil
		if verdict.Judge(&less).Bound != nil {
			t.Errorf("%s: a bound is proved without facts", name)
		}
	}
}

// TestPotentialDamaged submits functions that are not those of the evidence, or make no sense.
func TestPotentialDamaged(t *testing.T) {
	add := func(x expr.Expr, n int64) expr.Expr { return &expr.Binary{Op: expr.Add, X: x, Y: expr.Number(n)} }
	for name, of := range potentials(t) {
		c, p := of.Case, of.Bound.Potential
		m := c.Machine
		every := func(terminal bool, change func(x expr.Expr) []expr.Expr) (out [][]expr.Expr) {
			for s, components := range p.Progress {
				if m.Terminal(s) == terminal {
					out = append(out, change(components[0]))
				} else {
					out = append(out, components)
				}
			}
			return out
		}
		var absent expr.Expr
		for i := range m.Vars {
			if !m.Exists(i, m.Initial) {
				absent = &expr.Ref{Symbol: m.Vars[i].Symbol}
			}
		}
		wrong := map[string][][]expr.Expr{
			"lower by 1":         every(false, func(x expr.Expr) []expr.Expr { return []expr.Expr{add(x, -1)} }),
			"above 0 at the end": every(true, func(expr.Expr) []expr.Expr { return []expr.Expr{expr.Number(1)} }),
			"0":                  every(false, func(expr.Expr) []expr.Expr { return []expr.Expr{expr.Number(0)} }),
			"constant":           every(false, func(expr.Expr) []expr.Expr { return []expr.Expr{expr.Number(1)} }),
			"two components":     every(false, func(x expr.Expr) []expr.Expr { return []expr.Expr{x, x} }),
			"two everywhere":     nil,
			"no components":      every(false, func(expr.Expr) []expr.Expr { return nil }),
			"too few states":     p.Progress[1:],
			"nil":                every(false, func(expr.Expr) []expr.Expr { return []expr.Expr{nil} }),
			"not there":          nil,
			"divided by 0":       every(false, func(x expr.Expr) []expr.Expr { return []expr.Expr{&expr.Binary{Op: expr.Quo, X: x, Y: expr.Number(0)}} }),
			"payload": every(false, func(x expr.Expr) []expr.Expr {
				return []expr.Expr{&expr.Binary{Op: expr.Add, X: x, Y: &expr.Ref{Symbol: &expr.Symbol{Name: "f", Scope: expr.Field, Type: expr.Type{Kind: expr.Int}}}}}
			}),
		}
		for _, components := range p.Progress {
			wrong["two everywhere"] = append(wrong["two everywhere"], []expr.Expr{components[0], components[0]})
		}
		if absent == nil {
			delete(wrong, "not there")
		} else {
			wrong["not there"] = slices.Clone(p.Progress)
			wrong["not there"][m.Initial] = []expr.Expr{add(absent, 100)}
		}
		for what, progress := range wrong {
			if judged := verdict.Judge(paying(c, &verdict.Potential{Progress: progress, Evidence: p.Evidence})); judged.Bound != nil {
				t.Errorf("%s: %s: the bound %s is proved", name, what, expr.Print(judged.Bound, expr.Spec))
			}
		}
		// Another value of one state may do no harm, but then what is proved is true.
		runs := &counter.Input{Machine: m, Graphs: of.Graphs, Prover: of.Prover, Theory: of.Theory}
		refused := 0
		for s := range p.Progress {
			for _, by := range []int64{-2, -1, 1, 2} {
				progress := slices.Clone(p.Progress)
				progress[s] = []expr.Expr{add(progress[s][0], by)}
				judged := verdict.Judge(paying(c, &verdict.Potential{Progress: progress, Evidence: p.Evidence}))
				if judged.Bound == nil {
					refused++
				} else if runs.Exceeds(judged.Bound) != nil {
					t.Errorf("%s: %d more in state %d: a bound is proved, and does not hold", name, by, s)
				}
			}
		}
		if refused < 2*len(p.Progress) {
			t.Errorf("%s: only %d functions are refused", name, refused)
		}
		// A bound that does not follow, and a claimed one that is lower.
		low := paying(c, p)
		low.Bound.Links = []verdict.Link{{Expr: expr.Number(1), Proof: &certificate.Proof{}}}
		if judged := verdict.Judge(low); m.Bound == nil && judged.Bound != nil {
			t.Errorf("%s: a bound is proved by a wrong link", name)
		}
		if m.Bound != nil {
			lower := *m
			lower.Bound = add(m.Bound, -1)
			forged := *c
			forged.Machine = &lower
			if verdict.Judge(&forged).Bound != nil {
				t.Errorf("%s: a lower bound is proved than the function shows", name)
			}
		}
	}
}

// TestPotentialForged holds potentials against machines in which something is different. What is proved of these all
// the same must be true of them.
func TestPotentialForged(t *testing.T) {
	sample.Turn(t)
	tried, refused := 0, 0
	for name, of := range potentials(t) {
		c := of.Case
		for i := range c.Machine.Transitions {
			for _, change := range changes {
				other := *c.Machine
				other.Transitions = slices.Clone(other.Transitions)
				if !change.make(&other, i) {
					continue
				}
				tried++
				forged := *c
				forged.Machine = &other
				judged := verdict.Judge(&forged)
				if judged.Bound == nil {
					refused++
					continue
				}
				at := explored(&other)
				runs := &counter.Input{Machine: &other, Graphs: at.Graphs, Prover: at.Prover, Theory: at.Theory}
				if runs.Exceeds(judged.Bound) != nil || len(counter.Lassos(&other, at.Graphs)) > 0 {
					t.Errorf("%s, %s: transition %d: a bound is proved, and does not hold", name, change.name, i)
				}
			}
		}
		environment := *c.Machine
		environment.Events = slices.Clone(environment.Events)
		for i := range environment.Events {
			environment.Events[i].Environment = true
			forged := *c
			forged.Machine = &environment
			if judged := verdict.Judge(&forged); judged.Bound != nil && environment.Bound == nil {
				t.Errorf("%s: a bound is proved of a machine with environment events that claims none", name)
			}
		}
	}
	if tried < 60 || refused < 40 {
		t.Errorf("only %d machines, of which %d are refused", tried, refused)
	}
	t.Logf("%d machines, of which %d are refused", tried, refused)
}

// TestPotentialBelow lowers potentials by 1 everywhere, with proofs of all obligations: terminal states are then
// negative, and the bound would be too low.
func TestPotentialBelow(t *testing.T) {
	for name, of := range potentials(t) {
		m, p := of.Case.Machine, &verdict.Potential{Evidence: map[obligation.Obligation]verdict.Evidence{}}
		for _, components := range of.Bound.Potential.Progress {
			x := expr.Simplify(&expr.Binary{Op: expr.Sub, X: components[0], Y: expr.Number(1)})
			p.Progress = append(p.Progress, []expr.Expr{x})
		}
		e := verdict.Evidence{}
		for _, f := range of.Case.Facts {
			e.Assumed = append(e.Assumed, f.Claim)
		}
		theory := of.Theory.Assuming(e.Assumed)
		for _, o := range p.Asks(m) {
			e.Proofs = nil
			for _, problem := range theory.Problems(p.Ranked(m), o) {
				proof := of.Prover.Prove(problem.Facts, problem.Goal)
				if proof == nil {
					t.Errorf("%s: %+v cannot be proved of the lower function", name, o)
				}
				e.Proofs = append(e.Proofs, proof)
			}
			p.Evidence[o] = e
		}
		c := *of.Case
		c.Bound = &verdict.Bound{Potential: p}
		if judged := verdict.Judge(&c); judged.Bound != nil {
			t.Errorf("%s: the bound %s is proved by a function that is negative in the end", name, expr.Print(judged.Bound, expr.Spec))
		}
	}
}
