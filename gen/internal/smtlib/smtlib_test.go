package smtlib

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

const fallback = "../../../machines/fallback/fallback.fsm.yaml"

// small is the fallback machine without what speaks to the program.
const small = "../../../bench/fallback/fallback.fsm.yaml"

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

func report(t *testing.T, file string) *verify.Report {
	t.Helper()
	return verify.Machine(context.Background(), load(t, file))
}

func scripts(t *testing.T, r *verify.Report) []Script {
	t.Helper()
	all, err := Scripts(r)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// files are the specs that the tests go through.
func files(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"testdata/*.fsm.yaml", "../../../verify/testdata/*.fsm.yaml", "../../../verify/testdata/*/*.fsm.yaml", "../../../machines/*/*.fsm.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no specs match %s: %v", pattern, err)
		}
		out = append(out, found...)
	}
	return out
}

func TestGolden(t *testing.T) {
	r := report(t, "testdata/small.fsm.yaml")
	got := Join(r.Machine, scripts(t, r))
	if again := report(t, "testdata/small.fsm.yaml"); !bytes.Equal(got, Join(again.Machine, scripts(t, again))) {
		t.Error("two exports of one machine differ")
	}
	golden.File(t, "testdata/small.smt2", got)
}

// TestFactsOfProved checks that where everything is proved, everything that is
// declared is among the facts.
func TestFactsOfProved(t *testing.T) {
	all := files(t)
	for _, file := range sample.Some(t, all, sample.Size(4, 8, len(all))) {
		r := report(t, file)
		if !r.Proved() {
			continue
		}
		m := r.Ranked()
		facts := map[verify.Fact]bool{}
		for _, f := range r.Facts {
			facts[f] = true
		}
		for i, v := range m.Vars {
			if v.Type.Kind != expr.Int {
				continue
			}
			if !facts[verify.Fact{Var: i, Side: verify.FitsInt}] ||
				v.Min != nil && !facts[verify.Fact{Var: i, Side: verify.AtLeastMin}] ||
				v.Max != nil && !facts[verify.Fact{Var: i, Side: verify.AtMostMax}] {
				t.Errorf("%s: all is proved, but not of %s", file, v.Name)
			}
		}
		for i := range m.Invariants {
			if !facts[verify.Fact{Var: -1, Invariant: i}] {
				t.Errorf("%s: all is proved, but not invariant %d", file, i)
			}
		}
	}
}

func TestUnknownKind(t *testing.T) {
	r := &verify.Report{Machine: load(t, fallback), Obligations: []verify.Obligation{{Kind: "new"}}}
	if _, err := Scripts(r); err == nil || !strings.Contains(err.Error(), `"new"`) {
		t.Errorf("an obligation of an unknown kind gives the error %v", err)
	}
}
