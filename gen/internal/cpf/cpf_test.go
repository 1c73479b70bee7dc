package cpf

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/sample"
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

// machines are the specs that the tests go through.
func machines(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, pattern := range []string{"../../../machines/*/*.fsm.yaml", "../../../verify/testdata/*.fsm.yaml", "../../../verify/testdata/known/*.fsm.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no specs match %s: %v", pattern, err)
		}
		out = append(out, found...)
	}
	return out
}

const small = "testdata/small.fsm.yaml"

func TestGolden(t *testing.T) {
	r := verify.Machine(t.Context(), load(t, small))
	data, remarks, err := File(t.Context(), r)
	if err != nil || len(remarks) != 0 {
		t.Fatal(err, remarks)
	}
	if again, _, _ := File(t.Context(), r); string(again) != string(data) {
		t.Error("two exports differ")
	}
	golden.File(t, "testdata/small.cpf.xml", data)
}

func TestRemark(t *testing.T) {
	_, remarks, err := File(t.Context(), verify.Machine(t.Context(), load(t, "../../../machines/fallback/fallback.fsm.yaml")))
	if err != nil || len(remarks) != 1 || !strings.Contains(remarks[0], "which multiply facts") {
		t.Errorf("the remarks are %q, %v", remarks, err)
	}
}

// TestNothing explains why there is no certificate.
func TestNothing(t *testing.T) {
	for name, want := range map[string]string{
		"always_endless": "a run never ends",
		"wild":           "it is not proved that the machine ends",
		"phone":          "environment events",
	} {
		data, _, err := File(t.Context(), verify.Machine(t.Context(), load(t, "../../../verify/testdata/"+name+".fsm.yaml")))
		if data != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, want %s", name, err, want)
		}
	}
}

// TestSchema validates certificates against the schema in testdata, which follows CeTA's parser.
func TestSchema(t *testing.T) {
	if _, err := exec.LookPath("xmllint"); err != nil {
		const missing = "xmllint is not installed: NO CERTIFICATE WAS VALIDATED"
		if os.Getenv("CI") != "" {
			t.Fatal(missing)
		}
		t.Skip(missing)
	}
	dir := t.TempDir()
	args := []string{"--noout", "--schema", "testdata/lts.xsd"}
	for _, file := range sample.Some(t, machines(t), sample.Size(10, 30, 1000)) {
		m := loadable(t, file)
		if m == nil {
			continue
		}
		data, _, err := File(t.Context(), verify.Machine(t.Context(), m))
		if err != nil {
			continue
		}
		name := filepath.Join(dir, filepath.Base(file)+".xml")
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	if out, err := exec.CommandContext(t.Context(), "xmllint", args...).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

// loadable returns the machine of a spec, or nil if it does not load, which is the concern of other tests.
func loadable(t *testing.T, file string) *core.Machine {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := spec.LoadWith(file, src, spec.OpenFile)
	return s.Machine
}
