package coq

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

func load(t *testing.T, file string) *core.Machine {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, diags := spec.LoadWith(file, src, spec.OpenFile)
	if diags.HasErrors() {
		var b strings.Builder
		_ = diag.WriteText(&b, diags, func(string) []byte { return src })
		t.Fatal(b.String())
	}
	return s.Machine
}

// write returns the parts of the file for a report: the comment at the top, and what follows the library.
func write(t *testing.T, r *verify.Report) (head, body string) {
	t.Helper()
	data, err := File(t.Context(), r)
	if err != nil {
		t.Fatalf("%s: %v", r.Machine.File, err)
	}
	head, body, ok := strings.Cut(string(data), library)
	if !ok {
		t.Fatal("the file does not contain the library")
	}
	return head, body
}

// TestGolden shows the file without the library, and that it is always the same.
func TestGolden(t *testing.T) {
	for _, name := range []string{"small", "settles"} {
		m := load(t, "testdata/"+name+".fsm.yaml")
		head, body := write(t, verify.Machine(t.Context(), m))
		if again, same := write(t, verify.Machine(t.Context(), m)); again != head || same != body {
			t.Errorf("%s: two exports differ", name)
		}
		golden.File(t, "testdata/"+name+".v", []byte(head+body))
	}
}

// TestNothing explains why there is no file.
func TestNothing(t *testing.T) {
	for name, want := range map[string]string{
		"always_endless": "a run never ends, so there is nothing to prove: run `fsmgen verify` to see it",
		"wild":           "it is not proved that the machine ends: run `fsmgen verify` to see what is missing",
	} {
		data, err := File(t.Context(), verify.Machine(t.Context(), load(t, "../../../verify/testdata/"+name+".fsm.yaml")))
		if data != nil || err == nil || err.Error() != want {
			t.Errorf("%s: the error is %v, want %s", name, err, want)
		}
	}
}

// TestLacking names a statement for which the prover finds no certificate: here, one that is wrong.
func TestLacking(t *testing.T) {
	r := verify.Machine(t.Context(), load(t, "testdata/small.fsm.yaml"))
	wrong := *r.Machine
	wrong.Transitions = append([]core.Transition(nil), wrong.Transitions...)
	wrong.Transitions[1].Updates = nil
	changed := *r
	changed.Machine = &wrong
	if _, err := File(t.Context(), &changed); err == nil || !strings.Contains(err.Error(), "progress decreases") {
		t.Errorf("the error is %v", err)
	}
}

func TestComment(t *testing.T) {
	for text, want := range map[string]string{
		"plain":        "plain",
		"*) Axiom":     "* ) Axiom",
		"(* nested":    "( * nested",
		`a "string`:    "a 'string",
		"(*)":          "( * )",
		"ends with *":  "ends with * ",
		"ends with (":  "ends with ( ",
		"two\nlines\r": "two lines ",
	} {
		got := comment(text)
		if strings.Contains(got, "(*") || strings.Contains(got, "*)") {
			t.Errorf("comment(%q) is %q, which Coq reads", text, got)
		}
		if got != want {
			t.Errorf("comment(%q) is %q, want %q", text, got, want)
		}
	}
}

// files are the specs that the tests go through.
func files(t *testing.T, patterns ...string) []string {
	t.Helper()
	var out []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no specs match %s: %v", pattern, err)
		}
		out = append(out, found...)
	}
	return out
}
