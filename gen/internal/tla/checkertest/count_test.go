package checkertest

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/tla"
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

// most is the maximum number of configurations of a machine to compare.
const most = 3000

// TestChecker has a model checker count the configurations of machines, and
// judge each of their claims, and compares that with exploration, for the largest
// parameters. With FSMGEN_LONG it takes all explored ones.
func TestChecker(t *testing.T) {
	r := open(t)
	found := machines(t)
	tally := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		m := found[name]
		t.Run(name, func(t *testing.T) {
			switch {
			case m.MaxInt() > math.MaxInt32:
				tally["with numbers beyond 32 bits, which the checker does not have, left out"]++
				return
			case divides(m):
				tally["whose invariants divide, for the checker even by zero, left out"]++
				return
			case wide(m):
				tally["with ranges of more than 10,000 numbers, which the checker lists, left out"]++
				return
			}
			report := verify.Machine(context.Background(), m)
			if sampled(m) {
				tally["machines with sampled payloads"]++
				agree(t, r, report, tally)
				return
			}
			tally["machines"]++
			for i, e := range report.Explored {
				if !sample.Long() && i < len(report.Explored)-1 {
					continue
				}
				g := explore.Explore(context.Background(), m, e.Params, most)
				switch {
				case !g.Complete || !g.Exact || g.Configs() == 0:
					tally["too large, left out"]++
				case len(g.Faults()) > 0:
					tally["with arithmetic that fails, left out"]++
				default:
					compare(t, r, newGraph(t, g), tally)
				}
			}
		})
	}
	for _, k := range slices.Sorted(maps.Keys(tally)) {
		t.Logf("%4d %s", tally[k], k)
	}
	if tally["counts"] < 150 || tally["claims that hold"] < 500 || tally["claims that are broken"] < 30 || tally["proved, and so found"] < 10 {
		t.Errorf("only %v", tally)
	}
}

// divides reports whether an invariant has a divisor that is no constant.
func divides(m *core.Machine) bool {
	found := false
	for i := range m.Invariants {
		expr.Walk(m.Invariants[i].Expr, func(e expr.Expr) {
			if b, ok := e.(*expr.Binary); ok && (b.Op == expr.Quo || b.Op == expr.Rem) {
				_, constant := b.Y.(*expr.Lit)
				found = found || !constant
			}
		})
	}
	return found
}

// wide reports whether a range of a variable is so large that the checker, which makes a list of it in each configuration, takes minutes.
func wide(m *core.Machine) bool {
	return slices.ContainsFunc(m.Vars, func(v core.Var) bool {
		least, ok := v.Min.(*expr.Lit)
		most, ok2 := v.Max.(*expr.Lit)
		return ok && ok2 && most.Value-least.Value > 10_000
	})
}

// sampled reports whether a payload that matters has more values than can be
// tried, so that exploration and TLA+ try different ones.
func sampled(m *core.Machine) bool {
	found := false
	m.Expressions(func(e expr.Expr) {
		found = found || expr.Uses(e, func(s *expr.Symbol) bool {
			return s.Scope == expr.Field && (s.Type.Kind == expr.Int || s.Type.Kind == expr.String)
		})
	})
	return found
}

// question is a module and its configuration, put so that the checker
// understands them.
type question struct{ config, module, constants string }

// newQuestion returns false where there is no configuration.
func newQuestion(t *testing.T, m *core.Machine, params []int64, tally map[string]int) (q question, ok bool) {
	t.Helper()
	config, err := tla.Config(m, params, func(n int64) string { return trace.Strings(m)[n] })
	if err != nil {
		tally["with parameters that a configuration cannot hold, left out"]++
		t.Log(err)
		return q, false
	}
	module := string(tla.Module(m))
	q = question{string(config), simpler(module), ""}
	if _, after, ok := strings.Cut(q.config, "CONSTANTS\n"); ok {
		q.constants, _, _ = strings.Cut("CONSTANTS\n"+after, "INVARIANTS")
	}
	for _, d := range defaults.FindAllStringSubmatch(module, -1) {
		q.constants = strings.Replace(q.constants, " <- Default"+d[1], " = "+d[2], 1)
	}
	return q, true
}

func (q *question) ask(t *testing.T, r *reader, rest string, quiet, graph bool) (v verdict) {
	t.Helper()
	r.ask(t, map[string]any{"check": q.module, "cfg": q.constants + rest, "quiet": quiet, "dot": graph, "most": 10 * most}, &v)
	return v
}

// agree has the checker judge what is proved of a machine whose payloads it
// tries a few values of: it must find no fault.
func agree(t *testing.T, r *reader, report *verify.Report, tally map[string]int) {
	t.Helper()
	if !report.Proved() || len(report.Explored) == 0 {
		return
	}
	q, ok := newQuestion(t, report.Machine, report.Explored[len(report.Explored)-1].Params, tally)
	if !ok {
		return
	}
	rest := "SPECIFICATION Spec\nINVARIANTS\n"
	for _, n := range claimed.FindAllStringSubmatch(q.config, -1) {
		rest += "  The" + n[1] + "\n"
	}
	if strings.Contains(q.config, "  Terminates\n") {
		rest += "PROPERTY Terminates\n"
	}
	if v := q.ask(t, r, rest, false, false); v.Kind != "" || v.States == 0 {
		t.Errorf("proved, and TLA+ says %s %s\n%s\n%s", v.Kind, v.Message, q.config, q.module)
	}
	tally["proved, and so found"]++
}

func compare(t *testing.T, r *reader, g *graph, tally map[string]int) {
	t.Helper()
	m := g.m
	q, ok := newQuestion(t, m, g.explore.Params, tally)
	if !ok {
		return
	}
	check := func(rest string, quiet, graph bool) verdict {
		t.Helper()
		return q.ask(t, r, rest, quiet, graph)
	}
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("for %v: %s\n%s\n%s", g.explore.Params, fmt.Sprintf(format, args...), q.config, q.module)
	}

	v := check("INIT Init\nNEXT Next\n", true, true)
	if v.Kind != "" || v.States != g.explore.Configs() {
		fail("TLA+ has %d configurations (%s %s), exploration has %d", v.States, v.Kind, v.Message, g.explore.Configs())
		return
	}
	if n := len(v.steps()); n != g.steps() {
		fail("TLA+ has %d steps, exploration has %d", n, g.steps())
	}
	tally["counts"]++
	claim := func(name string, holds bool, v verdict, kind string) {
		t.Helper()
		if (v.Kind == "") != holds || v.Kind != "" && v.Kind != kind {
			fail("%s: TLA+ says %s %s, to exploration it holds: %t", name, v.Kind, v.Message, holds)
		}
		if holds {
			tally["claims that hold"]++
		} else {
			tally["claims that are broken"]++
		}
	}
	for name, holds := range g.invariants() {
		if strings.Contains(q.config, "  "+name+"\n") {
			claim(name, holds, check("INIT Init\nNEXT Next\nINVARIANT The"+name+"\n", true, false), "InvariantViolation")
		} else if !holds {
			fail("%s is broken, and the configuration does not ask for it", name)
		}
	}
	claim("deadlock", !g.stuck(true), check("INIT Init\nNEXT Next\n", false, false), "Deadlock")
	if strings.Contains(q.config, "  Terminates\n") {
		claim("Terminates", !g.stuck(false) && !g.cycle(), check("SPECIFICATION Spec\nPROPERTY Terminates\n", true, false), "LivenessViolation")
	}
	if m.Rank > 0 {
		// The steps that fall are all steps if and only if each falls.
		which := decreases.FindStringSubmatch(q.module)[1]
		q.module = strings.Replace(q.module, "\nDecreases ==", "\nLower == Next /\\ (("+which+") \\/ UNCHANGED vars)\n\nDecreases ==", 1)
		lower := check("INIT Init\nNEXT Lower\n", true, true)
		if falls := slices.Equal(lower.steps(), v.steps()); lower.Kind != "" || falls == g.climb {
			fail("Falls: TLA+ says %s %s, each step falls to it: %t; a step does not, to exploration: %t", lower.Kind, lower.Message, falls, g.climb)
		}
		if g.climb {
			tally["progress functions that rise"]++
		}
		tally["progress functions"]++
	}
}

// invariants says which of the module's invariants hold.
func (g *graph) invariants() map[string]bool {
	m := g.m
	out := map[string]bool{
		"TypeOK":    len(g.explore.Violations()) == 0,
		"Complete":  len(g.explore.Gaps()) == 0,
		"NoStutter": !g.stutter,
	}
	for i, c := range m.Invariants {
		out[fmt.Sprintf("Inv_%d", i+1)] = g.holds(c.Expr, c.State)
	}
	if m.Rank > 0 {
		out["RankOK"] = true
	}
	within := true
	for s, state := range m.States {
		for _, e := range state.Progress {
			zero := expr.Number(0)
			out["RankOK"] = out["RankOK"] && g.holds(&expr.Binary{Op: expr.Ge, X: e, Y: zero}, s)
			if m.Bound != nil {
				within = within && g.holds(&expr.Binary{Op: expr.Le, X: e, Y: m.Bound}, s)
			}
		}
	}
	if m.Rank == 1 && m.Bound != nil {
		out["WithinBound"] = within
	}
	return out
}
