package spec_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/format"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// FuzzLoad feeds the loader anything: it must not panic, must say what is
// wrong with places that are in the file, and must give a machine exactly when
// nothing is.
func FuzzLoad(f *testing.F) {
	for _, src := range specs(f) {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) { checkLoad(t, src) })
}

// specs returns the specs of this package, of the shipped machines, and of the prover's tests.
func specs(t testing.TB) (out [][]byte) {
	t.Helper()
	for _, pattern := range []string{"testdata/*/*.fsm.yaml", "../machines/*/*.fsm.yaml", "../verify/testdata/*.fsm.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files (%v)", pattern, err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, src)
		}
	}
	return out
}

// checkLoad loads anything and checks what is said about it. It reports whether there is a machine.
func checkLoad(t *testing.T, src []byte) bool {
	t.Helper()
	s, diags := spec.Load("f.fsm.yaml", src)
	if (s.Machine == nil) != diags.HasErrors() {
		t.Fatalf("machine: %t, errors: %t", s.Machine != nil, diags.HasErrors())
	}
	lines := strings.Count(string(src), "\n") + 1
	for _, d := range diags {
		if d.Message == "" || d.Code == "" || d.Span.File != "f.fsm.yaml" || d.Span.Start.Line > lines+1 {
			t.Errorf("odd diagnostic %+v", d)
		}
	}
	if s.Machine != nil {
		reformatted(t, s, src)
	}
	var out strings.Builder
	if err := diag.WriteText(&out, diags, func(string) []byte { return src }); err != nil {
		t.Fatal(err)
	}
	return s.Machine != nil
}

// reformatted checks that a spec which loads means the same when it is
// formatted.
func reformatted(t *testing.T, s *spec.Spec, src []byte) {
	t.Helper()
	tidy, diags, err := format.Source("f.fsm.yaml", src)
	if err != nil {
		t.Fatal(err)
	}
	if diags.HasErrors() {
		return // fmt says why it leaves the file alone
	}
	again, diags := spec.Load("f.fsm.yaml", tidy)
	if again.Machine == nil {
		t.Fatalf("the formatted spec does not load: %v\n%s", diags, tidy)
	}
	if d := cmp.Diff(describe(s), describe(again)); d != "" {
		t.Errorf("the formatted spec means something else (-before +after):\n%s\n%s", d, tidy)
	}
}

// TestHostile loads what is made to be slow or large.
func TestHostile(t *testing.T) {
	deep := func(n int) string {
		var b strings.Builder
		b.WriteString("machine: M\nstates:\n")
		for i := range n {
			b.WriteString(strings.Repeat(" ", i+1) + "s:\n")
		}
		return b.String()
	}
	for name, src := range map[string]string{
		"brackets":        "machine: " + strings.Repeat("[", 100_000),
		"braces":          strings.Repeat("{a: ", 100_000),
		"deep blocks":     deep(1000),
		"large":           "doc: " + strings.Repeat("x", 50<<20),
		"long name":       "machine: " + strings.Repeat("M", 1<<20),
		"long key":        strings.Repeat("k", 1000) + ": 1",
		"aliases":         "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]\n",
		"merge":           "a: &a {x: 1}\nmachine: {<<: *a}\n",
		"parentheses":     "machine: M\nbound: " + strings.Repeat("(", 50_000) + "1" + strings.Repeat(")", 50_000),
		"long sum":        "machine: M\nbound: 1" + strings.Repeat(" + 1", 50_000),
		"many minus":      "machine: M\nbound: " + strings.Repeat("- ", 50_000) + "1",
		"range in circle": "machine: M\nparams: {a: {type: int, max: b}, b: {type: int, max: a}}\n",
		"big number":      "machine: M\nparams: {a: {type: int, max: 170141183460469231731687303715884105728}}\n",
		"keys again":      "machine: M\n" + strings.Repeat("a: 1\n", 700_000),
		"one line":        "machine: M\nguards: {" + strings.Repeat("a: b, ", 100_000) + "}",
		"many events":     "machine: M\nevents: {" + strings.Repeat("E: {}, ", 200_000) + "}",
		"documents":       "machine: M\n---\nmachine: N\n",
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			s, diags := spec.Load("h.fsm.yaml", []byte(src))
			if s.Machine != nil || !diags.HasErrors() {
				t.Error("loaded without an error")
			}
			for _, d := range diags {
				if len(d.Message) > 500 {
					t.Errorf("a message of %d bytes: %.80s...", len(d.Message), d.Message)
				}
			}
			// A hang would show as minutes; this is no benchmark.
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}
