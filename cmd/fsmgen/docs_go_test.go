package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/imports"
)

var (
	machineName = regexp.MustCompile(`(?m)^machine: (\w+)$`)
	exampleName = regexp.MustCompile(`(?m)^func (Example\w*)\(\)`)
)

// TestGeneratedDocs generates the machines of the page on generated code, and
// compiles and runs the Go of that page as the tests of their package.
func TestGeneratedDocs(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles generated packages")
	}
	dir := t.TempDir()
	pkg := filepath.Join(dir, "fetch")
	if err := os.Mkdir(pkg, 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name string, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	code := "package fetch_test\n\nimport \"example.com/app/fetch\"\n\n"
	for _, b := range blocks(t, "../../docs/generated-code.md") {
		switch b.language {
		case "yaml":
			name := machineName.FindStringSubmatch(b.text)
			if name == nil {
				t.Fatalf("a spec without a machine:\n%s", b.text)
			}
			write("fetch/"+strings.ToLower(name[1])+".fsm.yaml", []byte(b.text))
		case "go":
			code += b.text + "\n"
		case "console":
			// TestDocs runs these.
		default:
			t.Errorf("no test for a block in %s:\n%s", b.language, b.text)
		}
	}
	text, err := imports.Process("docs_test.go", []byte(code), nil)
	if err != nil {
		t.Fatal(err)
	}
	write("fetch/docs_test.go", text)
	sum, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	write("go.mod", []byte(userModule(t)))
	write("go.sum", sum)

	var out bytes.Buffer
	if code := run(t.Context(), []string{"generate", pkg}, stdio{nil, &out, &out}); code != 0 {
		t.Fatalf("generate ends with %d:\n%s", code, out.String())
	}
	inModule := func(args ...string) string {
		c := exec.Command("go", args...)
		c.Dir = dir
		c.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GONOSUMDB=*")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	inModule("vet", "./...")
	passed := inModule("test", "-v", "-run", "^Example", "./fetch")
	var examples []string
	for _, m := range exampleName.FindAllStringSubmatch(code, -1) {
		examples = append(examples, m[1])
		if !strings.Contains(passed, "--- PASS: "+m[1]+" ") {
			t.Errorf("%s has not run:\n%s", m[1], passed)
		}
	}
	if !slices.Contains(examples, "ExampleRun") {
		t.Errorf("the page has the examples %q only", examples)
	}
}
