package exhaustive_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/exhaustive"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/sandbox"
	"golang.org/x/tools/go/analysis/analysistest"
)

func TestAnalyzer(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), exhaustive.Analyzer(), "door", "user")
}

// TestVet runs the analyzer as users do, on a generated package of this module
// and a program that imports it.
func TestVet(t *testing.T) {
	sample.Turn(t)
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	tool := filepath.Join(dir, "fsmvet.exe")
	command(t, root, "go", "build", "-o", tool, "./cmd/fsmvet")
	for file, text := range map[string]string{
		"go.mod": string(sandbox.Mod(t, "example.com/user")),
		"user.go": "package user\n\nimport \"github.com/fsmgen/fsmgen/machines/fallback\"\n\n" +
			"func Done(s fallback.State) bool {\n\tswitch s {\n\tcase fallback.StateIdle:\n\t\treturn false\n\t}\n\treturn true\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command("go", "vet", "-mod=mod", "-vettool="+tool, ".")
	c.Dir = dir
	c.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, err := c.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "this switch over fallback.State does not handle StateAborted, StateAttempting, StateExhausted") {
		t.Errorf("go vet: %v\n%s", err, out)
	}
}

func command(t *testing.T, dir string, args ...string) {
	t.Helper()
	c := exec.Command(args[0], args[1:]...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
}
