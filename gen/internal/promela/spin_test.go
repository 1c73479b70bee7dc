package promela_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/promela"
	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
	"github.com/fsmgen/fsmgen/verify/trace"
)

func load(t *testing.T, file string) *core.Machine {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := spec.Load(file, src)
	return s.Machine
}

// needTools skips the test if SPIN or a C compiler is missing; in CI, that is a failure.
func needTools(t *testing.T) {
	for _, tool := range []string{"spin", "cc"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("CI") != "" {
				t.Fatalf("%s is not installed; CI needs it", tool)
			}
			t.Skipf("NOT CROSS-CHECKED: %s is not installed", tool)
		}
	}
}

// TestSPIN counts the configurations of machines with SPIN, and compares the
// counts, and whether an assertion fails. FSMGEN_LONG takes all machines, and each
// choice of parameters that the verifier explores; the default takes some machines,
// and the largest parameters.
func TestSPIN(t *testing.T) {
	sample.Turn(t)
	needTools(t)
	files, err := filepath.Glob("../../../verify/testdata/*.fsm.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no specs: %v", err)
	}
	shipped, _ := filepath.Glob("../../../machines/*/*.fsm.yaml")
	lowered := []string{"../../../spec/testdata/ok/raise.fsm.yaml", "../../../spec/testdata/ok/history.fsm.yaml"}
	machines, left := map[string]*core.Machine{}, 0
	var exact []string
	for _, file := range slices.Concat(files, shipped, lowered) {
		m := load(t, file)
		if m == nil || samples(m) {
			left++
			continue
		}
		machines[file] = m
		exact = append(exact, file)
	}
	compared, some := 0, sample.Some(t, exact, sample.Size(2, 2, min(len(exact), 14)))
	for _, file := range append(slices.DeleteFunc(some, func(f string) bool { return slices.Contains(lowered, f) }), lowered...) {
		m := machines[file]
		t.Run(filepath.Base(file), func(t *testing.T) {
			r := verify.Machine(context.Background(), m)
			for i, e := range r.Explored {
				if !sample.Long() && i < len(r.Explored)-1 {
					continue
				}
				g := explore.Explore(context.Background(), m, e.Params, 1<<20)
				if !g.Complete || !g.Exact || g.Configs() == 0 || g.Configs() > 200000 {
					continue
				}
				compared++
				compare(t, m, g)
			}
		})
	}
	t.Logf("%d of %d machines, %d counts compared; %d machines with sampled payloads left out", len(some), len(exact), compared, left)
	if len(some) == len(exact) && compared < 20 {
		t.Errorf("only %d counts compared", compared)
	}
}

// samples reports whether a payload that matters has more values than can be
// tried, so that exploration and SPIN try different ones.
func samples(m *core.Machine) bool {
	found := false
	m.Expressions(func(e expr.Expr) {
		found = found || expr.Uses(e, func(s *expr.Symbol) bool {
			return s.Scope == expr.Field && (s.Type.Kind == expr.Int || s.Type.Kind == expr.String)
		})
	})
	return found
}

var (
	stored = regexp.MustCompile(`(?m)^\s*(\d+) states, stored`)
	errs   = regexp.MustCompile(`errors: (\d+)`)
)

func compare(t *testing.T, m *core.Machine, g *explore.Graph) {
	t.Helper()
	model, err := promela.Model(m, g.Params)
	if err != nil {
		t.Logf("not compared: %v", err)
		return
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "model.pml"), model, 0o644); err != nil {
		t.Fatal(err)
	}
	out := ""
	for _, args := range [][]string{
		{"spin", "-o1", "-o2", "-a", "model.pml"},
		{"cc", "-w", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=1024", "-o", "pan", "pan.c"},
		{"./pan", "-m1000000", "-c0", "-n"},
	} {
		c := exec.Command(args[0], args[1:]...)
		c.Dir = dir
		text, err := c.CombinedOutput()
		if err != nil && args[0] == "./pan" && strings.Contains(err.Error(), "floating point exception") {
			if len(g.Faults()) == 0 {
				t.Errorf("SPIN divides by zero for %v, exploration does not", g.Params)
			}
			return
		}
		if err != nil {
			t.Fatalf("%v for %v: %v\n%s\n%s", args, g.Params, err, text, model)
		}
		out = string(text)
	}
	match, faults := stored.FindStringSubmatch(out), errs.FindStringSubmatch(out)
	if match == nil || faults == nil {
		t.Fatalf("no count in\n%s", out)
	}
	broken := faults[1] != "0"
	if ours := faulty(m, g); ours != broken {
		t.Errorf("for %v SPIN finds faults: %t, exploration: %t\n%s\n%s", g.Params, broken, ours, out, model)
	}
	if broken {
		return // SPIN does not go on from there
	}
	n, _ := strconv.Atoi(match[1])
	// SPIN also counts where the process is in its text: before the first
	// claims, and twice more in a terminal configuration, leaving the loop and
	// ending.
	want := 1 + g.Configs() + 2*terminals(m, g)
	if n != want {
		t.Errorf("SPIN stores %d states for %v, exploration has %d configurations and %d in all\n%s", n, g.Params, g.Configs(), want, out)
	}
}

func terminals(m *core.Machine, g *explore.Graph) int {
	n := 0
	for c := range g.All() {
		if m.Terminal(c.State) {
			n++
		}
	}
	return n
}

// faulty reports whether a range or an invariant is violated, no alternative is taken, or
// there is a deadlock.
func faulty(m *core.Machine, g *explore.Graph) bool {
	found := len(g.Violations())+len(g.Gaps()) > 0
	for c := range g.All() {
		for _, i := range m.Invariants {
			intern := func(s string) int64 { return int64(slices.Index(trace.Strings(m), s)) }
			v, err := expr.Eval(i.Expr, &expr.Env{Params: g.Params, Vars: c.Vars, Intern: intern})
			found = found || err == nil && v == 0 && (i.State < 0 || i.State == c.State)
		}
	}
	return found
}
