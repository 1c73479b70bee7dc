package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// elsewhere lists the commands in the docs that another test runs.
var elsewhere = map[string]string{
	"go test ./...":                       "this very run",
	"go run ./examples/llmproxy -demo":    "examples/llmproxy TestDemo",
	"go run ./examples/haggle":            "examples/haggle TestTournamentGolden",
	"go run ./examples/workflow -demo":    "examples/workflow TestDemo",
	"go run ./examples/reservation -demo": "examples/reservation TestGolden",
	"go test ./literal -run Properties":   "gen/proptest TestLiteral",
	"go test ./theorem -run Properties":   "gen/proptest TestLiteral",
	"fsmgen export --format smtlib machines/fallback/fallback.fsm.yaml | z3 -in": "gen/smtlib TestDocs",
}

// block is a fenced block of a Markdown file.
type block struct{ language, text string }

var fence = regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?)^```$")

func blocks(t *testing.T, file string) []block {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []block
	for _, m := range fence.FindAllStringSubmatch(string(text), -1) {
		out = append(out, block{m[1], m[2]})
	}
	return out
}

// TestDocs runs the commands in the docs and compares what they print, and
// verifies the specs. A line "..." in the docs stands for any lines.
func TestDocs(t *testing.T) {
	// The commands run in a copy, because some of them write.
	copied := t.TempDir()
	for _, dir := range []string{"docs", "machines", "verify/testdata"} {
		if err := os.CopyFS(filepath.Join(copied, dir), os.DirFS("../../"+dir)); err != nil {
			t.Fatal(err)
		}
	}
	readme, err := filepath.Abs("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(copied)
	files, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	commands, specs := 0, 0
	for _, file := range append(files, readme) {
		for _, b := range blocks(t, file) {
			switch b.language {
			case "console":
				commands += runConsole(t, file, b.text)
			case "yaml":
				specs++
				verifyBlock(t, file, b.text)
			}
		}
	}
	t.Logf("%d commands, %d specs", commands, specs)
	if commands == 0 || specs == 0 {
		t.Error("the docs have no commands or no specs")
	}
}

func runConsole(t *testing.T, file, text string) (commands int) {
	t.Helper()
	for _, part := range strings.Split("\n"+text, "\n$ ")[1:] {
		commands++
		command, want, _ := strings.Cut(part, "\n")
		if elsewhere[command] != "" {
			continue
		}
		words := strings.Fields(strings.TrimPrefix(command, "go run ./cmd/"))
		if words[0] != "fsmgen" && words[0] != "./cmd/fsmgen" {
			t.Errorf("%s: no test runs %q", file, command)
			continue
		}
		var out bytes.Buffer
		run(context.Background(), words[1:], stdio{strings.NewReader(""), &out, &out})
		if d := diffLines(want, out.String()); d != "" {
			t.Errorf("%s: %s (-docs +printed):\n%s", file, command, d)
		}
	}
	return commands
}

// diffLines compares, where a line "..." in want stands for any lines.
func diffLines(want, got string) string {
	pattern := regexp.QuoteMeta(strings.TrimRight(want, "\n"))
	pattern = regexp.MustCompile(`(?m)^\\\.\\\.\\\.$`).ReplaceAllString(pattern, `(?:.*\n)*?.*`)
	if regexp.MustCompile(`\A` + pattern + `\z`).MatchString(strings.TrimRight(got, "\n")) {
		return ""
	}
	return cmp.Diff(want, got)
}

func verifyBlock(t *testing.T, file, text string) {
	t.Helper()
	s, diags := spec.Load(file, []byte(text))
	for _, d := range diags {
		t.Errorf("%s: %s in the spec\n%s", file, d.Message, text)
	}
	if s.Machine == nil {
		return
	}
	if r := verify.Machine(context.Background(), s.Machine); !r.Proved() {
		t.Errorf("%s: the machine %s is not proved:\n%s", file, s.Machine.Name, r.Summary())
	}
}

// TestReadmeQuickStart does what the README tells a new user: the spec, the
// generated files, their tests, and the code that uses them.
func TestReadmeQuickStart(t *testing.T) {
	sum, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", userModule(t))
	write("go.sum", string(sum))
	for _, b := range blocks(t, "../../README.md") {
		switch {
		case b.language == "yaml":
			write("door/door.fsm.yaml", b.text)
		case b.language == "go" && strings.Contains(b.text, "door.New"):
			write("main.go", "package main\n\nimport \"example.com/app/door\"\n\nfunc main() {\n\tif err := use(); err != nil {\n\t\tpanic(err)\n\t}\n}\n\nfunc use() error {\n"+b.text+"\nreturn nil\n}\n")
		}
	}
	var out bytes.Buffer
	if code := run(t.Context(), []string{"generate", filepath.Join(dir, "door")}, stdio{nil, &out, &out}); code != 0 {
		t.Fatalf("generate ends with %d:\n%s", code, out.String())
	}
	for _, args := range [][]string{{"test", "./..."}, {"vet", "./..."}, {"run", "."}} {
		c := exec.Command("go", args...)
		c.Dir = dir
		c.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GONOSUMDB=*")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// userModule is the go.mod of a module that uses this one.
func userModule(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return "module example.com/app\n\ngo 1.26.0\n\nrequire github.com/fsmgen/fsmgen v0.0.0\n\nreplace github.com/fsmgen/fsmgen => " + root + "\n"
}
