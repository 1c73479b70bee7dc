package verdict_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
	"github.com/fsmgen/fsmgen/verify/obligation"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// TestCountDamaged damages the evidence for counts, each piece in turn: none is accepted then.
func TestCountDamaged(t *testing.T) {
	tried := 0
	for name, m := range files(t) {
		if len(m.Transitions) > sample.Size(6, 7, 14) || len(m.Calls)+len(m.Outputs) == 0 {
			continue
		}
		in := explored(m)
		found := searched(in)
		c := found.Case(in)
		judged := verdict.Judge(c)
		list := found.Counts(in, nil)
		if n := len(verdict.Counts(c, judged, list)); n < len(list) {
			t.Errorf("%s: of %d counts, %d are accepted", name, len(list), n)
		}
		for _, good := range list {
			check := func(what string, damage func(*verdict.Count)) {
				bad := *good
				bad.Potential, bad.NotNegative, bad.Steps = slices.Clone(good.Potential), slices.Clone(good.NotNegative), slices.Clone(good.Steps)
				damage(&bad)
				tried++
				if len(verdict.Counts(c, judged, []*verdict.Count{&bad})) > 0 {
					t.Errorf("%s: the count %+v is accepted %s", name, good.Of, what)
				}
			}
			for _, wrong := range []*certificate.Proof{nil, {}} {
				check("without a proof for the start", func(b *verdict.Count) { b.Start = wrong })
				for s := range m.States {
					check("without a proof for a state", func(b *verdict.Count) { b.NotNegative[s] = wrong })
				}
				for i := range m.Transitions {
					if m.Transitions[i].Effect == core.Take {
						check("without a proof for a transition", func(b *verdict.Count) { b.Steps[i] = wrong })
					}
				}
			}
			check("with a lower limit", func(b *verdict.Count) { b.Most = &expr.Binary{Op: expr.Sub, X: b.Most, Y: expr.Number(1)} })
			check("without a limit", func(b *verdict.Count) { b.Most = nil })
			check("with too few potentials", func(b *verdict.Count) { b.Potential = b.Potential[1:] })
			check("with too few proofs for states", func(b *verdict.Count) { b.NotNegative = b.NotNegative[1:] })
			check("with too few proofs for transitions", func(b *verdict.Count) { b.Steps = b.Steps[1:] })
			check("without a potential", func(b *verdict.Count) { b.Potential[m.Initial] = nil })
			check("with a potential that reads a payload", func(b *verdict.Count) {
				b.Potential[m.Initial] = &expr.Ref{Symbol: &expr.Symbol{Scope: expr.Field, Type: expr.Type{Kind: expr.Int}}}
			})
			check("of a call that does not exist", func(b *verdict.Count) { b.Of = obligation.Counted{Cost: -1, Call: len(m.Calls), Output: -1, Field: -1} })
			check("of nothing", func(b *verdict.Count) { b.Of = obligation.Counted{Cost: -1, Call: -1, Output: -1, Field: -1} })
			check("of a call and an output", func(b *verdict.Count) { b.Of = obligation.Counted{} })
			for i := range m.Vars {
				check("with a limit that reads a variable", func(b *verdict.Count) { b.Most = &expr.Ref{Symbol: m.Vars[i].Symbol} })
			}
			none := *judged
			none.Facts = nil
			if uses(c, judged, good) && len(verdict.Counts(c, &none, []*verdict.Count{good})) > 0 {
				t.Errorf("%s: the count %+v is accepted without the facts that it uses", name, good.Of)
			}
		}
	}
	if tried < sample.Size(100, 300, 300) {
		t.Errorf("only %d pieces were damaged", tried)
	}
	t.Logf("%d pieces were damaged", tried)
}

// uses reports whether the proofs of a count need a claim.
func uses(c *verdict.Case, judged *verdict.Judgment, of *verdict.Count) bool {
	theory := explored(c.Machine).Theory.Assuming(of.Assumed)
	for s := range c.Machine.States {
		if p := of.Stays(theory, s); len(p.Uses(of.NotNegative[s])) > 0 {
			return true
		}
	}
	for i, proof := range of.Steps {
		if proof != nil && len(of.Pays(theory, c.Machine, i).Uses(proof)) > 0 {
			return true
		}
	}
	return false
}

// TestCountForged holds the evidence for counts against machines in which a transition starts or
// emits more, or leads elsewhere. What is accepted all the same is true of them.
func TestCountForged(t *testing.T) {
	tried, exceeded := 0, 0
	more := []func(*core.Machine, *core.Transition, obligation.Counted) bool{
		func(m *core.Machine, t *core.Transition, of obligation.Counted) bool {
			values := make([]expr.Expr, 0)
			output := of.Weights(m)[0].Output
			if output < 0 {
				return false
			}
			for _, f := range m.Outputs[output].Fields {
				values = append(values, &expr.Lit{T: f.Type, Value: 1})
			}
			t.Emits = append(slices.Clone(t.Emits), core.Emission{Output: output, Values: values})
			return true
		},
		func(m *core.Machine, t *core.Transition, of obligation.Counted) bool {
			i := slices.IndexFunc(m.Invocations, func(v core.Invocation) bool { return v.Call == of.Weights(m)[0].Call })
			if i < 0 || of.Field >= 0 {
				return false
			}
			t.Invokes = append(slices.Clone(t.Invokes), i)
			return true
		},
		func(_ *core.Machine, t *core.Transition, _ obligation.Counted) bool {
			if t.To == t.From {
				return false
			}
			t.To = t.From
			return true
		},
		func(_ *core.Machine, t *core.Transition, _ obligation.Counted) bool {
			if len(t.Updates) == 0 {
				return false
			}
			t.Updates = nil
			return true
		},
	}
	for name, m := range files(t) {
		if len(m.Transitions) > sample.Size(6, 9, 14) || len(m.Calls)+len(m.Outputs) == 0 || len(m.Invocations) > 0 && core.HasChildren(m) {
			continue
		}
		in := explored(m)
		found := searched(in)
		c := found.Case(in)
		for _, of := range found.Counts(in, nil) {
			for i := range m.Transitions {
				for k, change := range more {
					other := *m
					other.Transitions = slices.Clone(m.Transitions)
					if t := &other.Transitions[i]; t.Effect != core.Take || !change(&other, t, of.Of.(obligation.Counted)) {
						continue
					}
					tried++
					forged := *c
					forged.Machine = &other
					over := exceeds(&other, of)
					if over {
						exceeded++
					}
					if over && len(verdict.Counts(&forged, verdict.Judge(&forged), []*verdict.Count{of})) > 0 {
						t.Errorf("%s: transition %d, change %d: the count %+v is proved, and a run exceeds it", name, i, k, of.Of)
					}
				}
			}
		}
	}
	if tried < sample.Size(10, 60, 60) || exceeded < sample.Size(5, 30, 30) {
		t.Errorf("only %d machines were tried, and %d counts exceeded", tried, exceeded)
	}
	t.Logf("%d machines, in which %d counts are exceeded", tried, exceeded)
}

// exceeds reports whether an explored run comes to more than a limit.
func exceeds(m *core.Machine, c *verdict.Count) bool {
	type edge struct {
		to   string
		adds int64
	}
	for _, g := range explored(m).Graphs {
		if g.Configs() == 0 {
			continue
		}
		texts := explore.Strings(m)
		env := expr.Env{Params: g.Params, Intern: func(s string) int64 { return int64(slices.Index(texts, s)) }}
		sum := func(list []expr.Expr, vars, fields []int64) (n int64) {
			at := env
			at.Vars, at.Fields = vars, fields
			for _, x := range list {
				v, err := expr.Eval(x, &at)
				if err != nil {
					return 0
				}
				n += v
			}
			return n
		}
		limit, err := expr.Eval(c.Most, &env)
		if err != nil {
			continue
		}
		next, best, first := map[string][]edge{}, map[string]int64{}, ""
		for config := range g.All() {
			first = fmt.Sprint(config.State, config.Vars)
			break
		}
		g.Find(func(s trace.Step) bool {
			t := &m.Transitions[s.Transition]
			from := fmt.Sprint(t.From, s.Before)
			next[from] = append(next[from], edge{fmt.Sprint(t.To, s.After), sum(c.Of.Step(m, s.Transition), s.Before, s.Fields)})
			return false
		})
		best[first] = sum(c.Of.Start(m), nil, nil)
		for queue, tries := []string{first}, 0; len(queue) > 0 && tries < 20_000; tries++ {
			from := queue[0]
			queue = queue[1:]
			for _, e := range next[from] {
				if n, known := best[e.to]; !known || best[from]+e.adds > n {
					best[e.to] = best[from] + e.adds
					queue = append(queue, e.to)
				}
				if best[e.to] > limit {
					return true
				}
			}
		}
		if best[first] > limit {
			return true
		}
	}
	return false
}
