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

	"github.com/fsmgen/fsmgen/internal/sample"
)

var (
	machineName = regexp.MustCompile(`(?m)^machine: (\w+)$`)
	exampleName = regexp.MustCompile(`(?m)^func (Example\w*)\(\)`)
)

// TestGeneratedDocs generates the machines of the pages with Go code, and
// compiles and runs the Go of each page as the tests of its packages.
func TestGeneratedDocs(t *testing.T) {
	sample.Turn(t)
	for _, page := range []struct {
		file     string
		packages []string
		example  string
	}{
		{"generated-code.md", []string{"fetch", "job", "parcel", "basket", "kitchen"}, "ExampleRun"},
		{"howto/restart.md", []string{"breaker"}, "ExampleShared_restore"},
		{"changing-a-spec.md", []string{"order1", "order2", "order3"}, "ExampleDecisions"},
		{"howto/shared.md", []string{"lock"}, "ExampleShared"},
		{"howto/retries.md", []string{"upload"}, "ExampleRun"},
		{"howto/testing.md", []string{"loop"}, "ExampleTransitions"},
		{"howto/several.md", []string{"account"}, "ExampleMachine_Allows"},
		{"howto/worst-case.md", []string{"ask"}, "ExampleMachine_Left"},
		{"howto/metrics.md", []string{"pay"}, "ExampleMachine_Observe"},
	} {
		t.Run(page.file, func(t *testing.T) { testPage(t, "../../docs/"+page.file, page.packages, page.example) })
	}
}

// parts returns the blocks of a page and of the pages that are one program with it.
func parts(t *testing.T, file string) []block {
	t.Helper()
	all := blocks(t, file)
	others, some := map[string]string{
		"generated-code.md":  "go/*.md",
		"changing-a-spec.md": "migrating.md",
		"restart.md":         "cookbook/breaker.md",
	}[filepath.Base(file)]
	if !some {
		return all
	}
	pages, err := filepath.Glob("../../docs/" + others)
	if err != nil || len(pages) == 0 {
		t.Fatalf("pages %q, %v", pages, err)
	}
	for _, page := range pages {
		all = append(all, blocks(t, page)...)
	}
	return all
}

// testPage runs the examples of a page, of which one is given. A spec that names no file belongs to the first package.
func testPage(t *testing.T, file string, packages []string, example string) {
	t.Setenv("GOPROXY", "off") // imports.Process would download all modules that any dependency names
	dir := t.TempDir()
	code := "package " + packages[0] + "_test\n\n"
	for _, pkg := range packages {
		code += "import \"example.com/app/" + pkg + "\"\n"
	}
	code += "\n"
	var migration []string
	last, spec := "", "" // the file of the last spec on the page, and the spec, which a diff changes
	for _, b := range parts(t, file) {
		switch b.language {
		case "yaml":
			name := machineName.FindStringSubmatch(b.text)
			if name == nil {
				t.Fatalf("a spec without a machine:\n%s", b.text)
			}
			path := named(b.text)
			if path == "" {
				path = packages[0] + "/" + strings.ToLower(name[1]) + suffix
			}
			last, spec = filepath.Join(dir, path), b.text
			write(t, last, spec)
		case "diff":
			spec = patched(t, file, spec, b.text)
			write(t, last, spec)
		case "go":
			code += b.text + "\n"
		case "console":
			// TestDocs runs these. The first migration belongs to the Go code.
			line, _, _ := strings.Cut(b.text, "\n")
			if command, ok := strings.CutPrefix(line, "$ fsmgen migrate "); ok && migration == nil {
				migration = append([]string{"migrate"}, strings.Fields(command)...)
			}
		case "sql":
			if !strings.HasSuffix(file, "changing-a-spec.md") { // TestRenamedMachine of store/storetest runs that page's
				t.Errorf("no test for the SQL of %s", file)
			}
		default:
			t.Errorf("no test for a block in %s:\n%s", b.language, b.text)
		}
	}
	text, err := imports.Process("docs_test.go", []byte(code), nil)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, packages[0], "docs_test.go"), string(text))
	sum, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.mod"), userModule(t))
	write(t, filepath.Join(dir, "go.sum"), string(sum))

	for _, pkg := range packages {
		var out bytes.Buffer
		if code := run(t.Context(), []string{"generate", filepath.Join(dir, pkg)}, stdio{nil, &out, &out}); code != 0 {
			t.Fatalf("generate ends with %d:\n%s", code, out.String())
		}
	}
	if migration != nil {
		for i, arg := range migration {
			if strings.Contains(arg, "/") {
				migration[i] = filepath.Join(dir, arg)
			}
		}
		var out bytes.Buffer
		if code := run(t.Context(), migration, stdio{nil, &out, &out}); code != 0 {
			t.Fatalf("migrate ends with %d:\n%s", code, out.String())
		}
	}
	inModule := func(args ...string) string {
		c := exec.Command("go", args...)
		c.Dir = dir
		c.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GONOSUMDB=*")
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	inModule("vet", "./...")
	passed := inModule("test", "-v", "-run", "^Example", "./"+packages[0])
	var examples []string
	for _, m := range exampleName.FindAllStringSubmatch(code, -1) {
		examples = append(examples, m[1])
		if !strings.Contains(passed, "--- PASS: "+m[1]+" ") {
			t.Errorf("%s has not run:\n%s", m[1], passed)
		}
	}
	if !slices.Contains(examples, example) {
		t.Errorf("the page has the examples %q only", examples)
	}
}
