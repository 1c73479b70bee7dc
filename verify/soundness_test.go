package verify_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/certificate"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// TestMutants changes one to three places of correct and incorrect specs at random, and
// checks every verdict against exploration of parameters that the verifier did not explore
// itself: proved obligations must hold there, and refutations must replay. Half of the
// mutants lose their progress function. Most mutants are wrong in some subtle way, which
// makes them hard cases for a prover.
func TestMutants(t *testing.T) {
	var files []string
	for _, pattern := range []string{"testdata/*.fsm.yaml", "../machines/*/*.fsm.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	mutants := sample.Size(3, 8, 120)
	first := sample.Seed(t)
	count := map[string]int{}
	for i := range mutants {
		seed := first + uint64(i)
		random := rand.New(rand.NewPCG(seed, 9))
		file := files[seed%uint64(len(files))]
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(src)
		for range 1 + random.IntN(3) {
			text = spectest.Mutate(random, text, spectest.All)
		}
		if random.IntN(2) == 0 {
			text = progressSection.ReplaceAllString(text, "")
		}
		s, _ := spec.LoadWith(file, []byte(text), func(from, path string) (string, []byte, error) {
			if name, src, err := spectest.Open(from, path); err == nil {
				return name, src, nil
			}
			return spec.OpenFile(from, path)
		})
		if s.Machine == nil {
			count["invalid"]++
			continue
		}
		r := verify.Machine(context.Background(), s.Machine)
		count["termination "+string(r.Termination)]++
		if r.UnlessOverflow {
			count["ends unless a value overflows"]++
		}
		if r.Synthesized != nil {
			count["progress found"]++
		}
		if s.Machine.Reactive() {
			count["reactive "+string(r.Termination)]++
		}
		if r.Bound.Expr != nil {
			count["bound "+string(r.Bound.Status)]++
		}
		if core.HasChildren(s.Machine) {
			count["child, termination "+string(r.Termination)]++
		}
		if s.Machine.Eventless() >= 0 {
			count["always, termination "+string(r.Termination)]++
		}
		choices, most := wider(r.Ranked()), 50_000
		if sample.Long() {
			most = math.MaxInt
		}
		random.Shuffle(len(choices), func(i, j int) { choices[i], choices[j] = choices[j], choices[i] })
		for _, fault := range explored(r, choices, most) {
			t.Errorf("seed %d: %s: %s in\n%s", seed, filepath.Base(file), fault, text)
		}
		if t.Failed() {
			break
		}
	}
	t.Logf("%d mutants: %v", mutants, count)
	for _, kind := range []string{"termination proved", "termination refuted", "termination unknown", "bound proved", "bound refuted", "progress found", "reactive proved", "always, termination proved", "always, termination refuted"} {
		if mutants >= 400 && count[kind] < 5 {
			t.Errorf("only %d mutants with %s: the test is too weak", count[kind], kind)
		}
	}
}

// contradictions explores the machine for larger parameters than the verifier does, and
// returns everything that contradicts the report.
func contradictions(r *verify.Report) []string {
	return explored(r, wider(r.Ranked()), math.MaxInt)
}

// explored does so for some parameters, in their order, until together they have more
// than most configurations.
func explored(r *verify.Report, choices [][]int64, most int) (faults []string) {
	m := r.Ranked()
	configs := 0
	fail := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if r.Run != nil {
		if err := r.Run.Replay(m); err != nil {
			fail("the counterexample does not replay: %v", err)
		}
	}
	for _, o := range r.Overlaps {
		if o.Run == nil {
			continue
		}
		overlap := explore.Overlap{Run: *o.Run, First: o.First, Second: o.Second, Fields: o.Fields, Externals: o.Externals}
		if err := overlap.Replay(m); err != nil {
			fail("an overlap does not replay: %v", err)
		}
	}
	for _, params := range choices {
		if m.Bound != nil {
			if _, err := expr.Eval(m.Bound, &expr.Env{Params: params}); err != nil {
				continue // no machine can have these parameters
			}
		}
		if configs > most {
			break
		}
		g := explore.Explore(context.Background(), m, params, 20_000)
		configs += g.Configs()
		if run, ok := g.Lasso(); ok && (r.Termination == verify.Proved || r.UnlessOverflow) {
			fail("proved to end, but with %v there is a lasso %v", params, run)
		}
		if r.Bound.Status == verify.Proved || r.Bound.UnlessOverflow {
			limit, err := expr.Eval(r.Bound.Expr, &expr.Env{Params: params})
			if n, endless := g.Steps(); err != nil || endless || int64(n) > limit {
				fail("the bound %d is proved, but with %v a run takes %d (endless: %t)", limit, params, n, endless)
			}
		}
		for _, d := range r.Diagnostics {
			for i := range m.Transitions {
				if d.Code == diag.CodeDead && m.Transitions[i].Span == d.Span && g.Taken(i) {
					fail("%s is taken with %v, but: %s", m.Label(i), params, d.Message)
				}
			}
		}
		for _, u := range r.Unreached {
			for c := range g.All() {
				if c.State == u.State && (u.Region < 0 || c.Vars[m.States[u.State].Regions[u.Region].Var] == int64(u.Leaf)) {
					fail("%s is never reached, but with %v it is, with %v", u.Name(m), params, c.Vars)
					break
				}
			}
		}
		for _, inferred := range r.Inferred {
			for c := range g.All() {
				env := &expr.Env{Params: params, Vars: c.Vars, Intern: func(s string) int64 { return int64(slices.Index(explore.Strings(m), s)) }}
				if holds, err := expr.Eval(inferred.Expr, env); c.State == inferred.State && (err != nil || holds == 0) {
					fail("%s is inferred in %s, but with %v and %v it is false (%v)", expr.Print(inferred.Expr, expr.Spec), m.States[c.State].Name, params, c.Vars, err)
					break
				}
			}
		}
		if what := overcounted(r, g); what != "" {
			fail("with %v %s", params, what)
		}
		if what := swept(r, m, g); what != "" {
			fail("with %v %s", params, what)
		}
		for i := range r.Obligations {
			if o := &r.Obligations[i]; o.Status == verify.Proved {
				if what := broken(m, g, o); what != "" {
					fail("%s is proved, but with %v %s", o.Kind, params, what)
				}
			}
		}
	}
	for _, o := range r.Obligations {
		if o.Status == verify.Refuted && (o.Run == nil || !shows(m, &o)) {
			fail("%s is refuted without a run that replays", o.Kind)
		}
		if o.Status == verify.Refuted && o.Kind == verify.KindBound && r.Synthesized != nil {
			fail("a progress function that the spec does not declare is above the bound, which refutes nothing")
		}
		if (o.Status == verify.Proved) != (len(o.Proof) > 0) && o.Kind != verify.KindParams && o.Kind != verify.KindChild {
			fail("%s is %s with %d certificates", o.Kind, o.Status, len(o.Proof))
		}
	}
	return faults
}

// shows reports whether the run of a refuted obligation is a run of the machine. For an
// output at the start, the machine must have no run with the parameters for this reason.
func shows(m *core.Machine, o *verify.Obligation) bool {
	err := o.Run.Replay(m)
	if o.Transition >= 0 || o.State >= 0 || o.Var >= 0 || o.Kind != verify.KindOverflow && o.Kind != verify.KindDivide {
		return err == nil
	}
	var start *interp.Fault
	return errors.As(err, &start) && start.Transition < 0 && start.Emission >= 0 && errors.Is(err, expr.ErrDivide) == (o.Kind == verify.KindDivide)
}

// evaluator computes expressions for the parameters of a graph, and the progress
// function.
func evaluator(m *core.Machine, g *explore.Graph) (value func(expr.Expr, []int64) int64, rank func(int, []int64) []int64) {
	texts := explore.Strings(m)
	value = func(x expr.Expr, vars []int64) int64 {
		v, err := expr.Eval(x, &expr.Env{Params: g.Params, Vars: vars, Intern: func(s string) int64 { return int64(slices.Index(texts, s)) }})
		if err != nil {
			return 0
		}
		return v
	}
	rank = func(state int, vars []int64) (out []int64) {
		for _, p := range m.States[state].Progress {
			out = append(out, value(p, vars))
		}
		return out
	}
	return value, rank
}

// swept looks in a graph for a step that violates a proved obligation on single steps.
func swept(r *verify.Report, m *core.Machine, g *explore.Graph) string {
	value, rank := evaluator(m, g)
	about := make([][]*verify.Obligation, len(m.Transitions))
	for i := range r.Obligations {
		o := &r.Obligations[i]
		if o.Status == verify.Proved && o.Transition >= 0 && (o.Kind == verify.KindDecrease || o.Kind == verify.KindRange || o.Kind == verify.KindBound) {
			about[o.Transition] = append(about[o.Transition], o)
		}
	}
	against := func(o *verify.Obligation, s trace.Step) bool {
		t := m.Transitions[s.Transition]
		switch o.Kind {
		case verify.KindDecrease:
			after, before := rank(t.To, s.After), rank(t.From, s.Before)
			if len(after) == 1 {
				after[0] += startable(m, s.Transition, g.Params, s.After)
			}
			return slices.Compare(after, before) >= 0
		case verify.KindRange:
			v, after := m.Vars[o.Var], s.After[o.Var]
			return v.Min != nil && after < value(v.Min, nil) || v.Max != nil && after > value(v.Max, nil)
		}
		return rank(t.To, s.After)[0]+startable(m, s.Transition, g.Params, s.After) > value(m.Bound, nil)
	}
	what := ""
	last := trace.Step{Transition: -1} // payloads often lead to the same step
	run, ok := g.Find(func(s trace.Step) bool {
		if s.Transition == last.Transition && slices.Equal(s.Before, last.Before) && slices.Equal(s.After, last.After) {
			return false
		}
		last.Transition = s.Transition
		last.Before, last.After = append(last.Before[:0], s.Before...), append(last.After[:0], s.After...)
		for _, o := range about[s.Transition] {
			if against(o, s) {
				what = string(o.Kind)
				return true
			}
		}
		return false
	})
	if !ok {
		return ""
	}
	return what + " is proved, but fails at the end of" + verify.Trace(m, &run)
}

// startable returns the cost of the child machines that a transition starts, if it can be computed.
func startable(m *core.Machine, transition int, params, vars []int64) int64 {
	w := &witness{m: m, r: &verify.Report{}, texts: explore.Strings(m), bits: 64}
	return w.charged(transition, scene{params: params, vars: vars})
}

// broken looks in a graph for any other violation of a proved obligation. Like swept, it
// follows the definitions and uses no code of the verifier.
func broken(m *core.Machine, g *explore.Graph, o *verify.Obligation) string {
	_, rank := evaluator(m, g)
	switch o.Kind {
	case verify.KindBounded:
		for c := range g.All() {
			if c.State == o.State && slices.Min(rank(c.State, c.Vars)) < 0 {
				return fmt.Sprintf("progress is %v", rank(c.State, c.Vars))
			}
		}
	case verify.KindGap:
		for _, gap := range g.Gaps() {
			if gap.State == o.State && gap.Event == o.Event {
				return "there is a gap after a run" + verify.Trace(m, &gap.Run)
			}
		}
	case verify.KindDeadlock:
		for _, d := range g.Deadlocks() {
			if d.State == o.State && d.Exact {
				return "no event can take a transition after a run" + verify.Trace(m, &d.Run)
			}
		}
	case verify.KindOverflow, verify.KindDivide:
		for _, f := range g.Faults() {
			start := o.State < 0 && o.Var < 0 && f.Emission >= 0
			if (o.Transition >= 0 || start) && f.Transition == o.Transition && errors.Is(f.Err, expr.ErrDivide) == (o.Kind == verify.KindDivide) {
				return fmt.Sprintf("there is a fault (%v) after a run%s", f.Err, verify.Trace(m, &f.Run))
			}
		}
	}
	return ""
}

// wider lists parameter values beyond the verifier's grid, inside their ranges. If there are
// many parameters, it combines only some of their values.
func wider(m *core.Machine) [][]int64 {
	const mostCombined, kept, apart = 1 << 16, 1 << 10, 61
	choices := [][]int64{make([]int64, len(m.Params))}
	for i, p := range m.Params {
		var longer [][]int64
		for _, c := range choices {
			values := []int64{0, 1}
			if p.Type.Kind == expr.Int {
				values = []int64{0, 2, 5, 7}
			}
			for _, v := range values {
				lo, hi := v, v
				if p.Min != nil {
					lo, _ = expr.Eval(p.Min, &expr.Env{Params: c})
				}
				if p.Max != nil {
					hi, _ = expr.Eval(p.Max, &expr.Env{Params: c})
				}
				if v = max(v, lo); p.Max != nil && v > hi {
					continue
				}
				next := slices.Clone(c)
				next[i] = v
				longer = append(longer, next)
			}
		}
		choices = longer
		if len(choices) > mostCombined {
			for i := range kept {
				choices[i] = longer[i*apart]
			}
			choices = choices[:kept]
		}
	}
	// Of very many some must do.
	const most = 64
	stride := 1 + (len(choices)-1)/most
	some := choices[:0]
	for i := 0; i < len(choices); i += stride {
		some = append(some, choices[i])
	}
	return some
}

// TestCertificatesNeedTheirHypotheses replays each certificate of the shipped machine
// without hypotheses, which must fail. The tests of package certificate corrupt the
// certificates themselves.
func TestCertificatesNeedTheirHypotheses(t *testing.T) {
	r := verify.Machine(context.Background(), load(t, "../machines/fallback/fallback.fsm.yaml"))
	for _, o := range r.Obligations {
		for _, p := range o.Proof {
			// No certificate shows that no hypotheses contradict each other.
			if err := certificate.Replay(nil, p); err == nil {
				t.Errorf("the certificate of %s is accepted without its hypotheses", o.Kind)
			}
		}
	}
}

// TestContradictionsSees marks refuted obligations as proved, which contradictions must
// detect.
func TestContradictionsSees(t *testing.T) {
	for file, kind := range map[string]verify.Kind{
		"seed000": verify.KindDecrease, "wrong_range": verify.KindRange, "gap": verify.KindGap,
	} {
		r := verify.Machine(context.Background(), load(t, "testdata/"+file+".fsm.yaml"))
		before := len(contradictions(r))
		seen := false
		for i := range r.Obligations {
			if o := &r.Obligations[i]; o.Kind == kind && o.Status == verify.Refuted {
				o.Status, seen = verify.Proved, true
			}
		}
		if !seen {
			t.Errorf("%s: no %s is refuted", file, kind)
		} else if faults := contradictions(r); before > 0 || !slices.ContainsFunc(faults, func(f string) bool { return strings.Contains(f, "is proved, but") }) {
			t.Errorf("%s: %d faults before, then %q", file, before, faults)
		}
	}
}
