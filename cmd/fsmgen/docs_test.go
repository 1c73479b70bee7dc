package main

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/imports"

	_ "github.com/fsmgen/fsmgen/fsmtest/property" // generated tests import it: this downloads what it needs
	"github.com/fsmgen/fsmgen/internal/format"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/sandbox"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// elsewhere lists the commands in the docs that another test runs.
var elsewhere = map[string]string{
	"go run ./examples/llmproxy -demo":                                           "examples/llmproxy TestDemo",
	"go run ./examples/haggle":                                                   "examples/haggle TestTournamentGolden",
	"go run ./examples/agentloop":                                                "examples/agentloop Example",
	"go run ./examples/workflow -demo":                                           "examples/workflow TestDemo",
	"go run ./examples/reservation -demo":                                        "examples/reservation TestGolden",
	"go test ./... -run Endless -skip Refuted":                                   "cmd/fsmgen TestCaps",
	"go test ./literal -run Properties":                                          "gen/internal/proptest TestLiteral",
	"go test ./theorem -run Properties":                                          "gen/internal/proptest TestLiteral",
	"fsmgen export --format smtlib machines/fallback/fallback.fsm.yaml | z3 -in": "gen/internal/smtlib TestDocs",
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
// verifies the specs. A line "..." in the docs stands for any lines. A spec need not
// be proved if its page shows that it is refuted. A diff changes the spec before it.
func TestDocs(t *testing.T) {
	// The commands run in a copy, because some of them write.
	copied := t.TempDir()
	for _, dir := range []string{"docs", "machines", "verify/testdata"} {
		if err := os.CopyFS(filepath.Join(copied, dir), os.DirFS("../../"+dir)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(copied)
	files, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	journeys, err := filepath.Glob("docs/*/*.md")
	if err != nil || len(journeys) < 5 {
		t.Fatalf("pages %q, %v", journeys, err)
	}
	pages, err := filepath.Glob(filepath.Join(root, "*.md"))
	if err != nil || len(pages) < 4 {
		t.Fatalf("pages %q, %v", pages, err)
	}
	commands, specs := 0, 0
	for _, file := range slices.Concat(files, journeys, pages, []string{"docs/llms.txt"}) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if filepath.Base(file) != "README.md" {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				sample.Turn(t, text)
			}
			c, s := testBlocks(t, file)
			commands, specs = commands+c, specs+s
		})
	}
	t.Logf("%d commands, %d specs", commands, specs)
	some := strings.Contains(flag.Lookup("test.run").Value.String(), "/")
	if !some && (commands == 0 || specs == 0) {
		t.Error("the docs have no commands or no specs")
	}
}

// testBlocks runs the commands of a page and verifies its specs, and returns how many there are.
func testBlocks(t *testing.T, file string) (commands, specs int) {
	last, text := "", "" // the last spec that names its file, and the file
	page := blocks(t, file)
	for _, b := range before(t, file) {
		if path := named(b.text); b.language == "yaml" && path != "" {
			write(t, path, b.text)
			last, text = path, b.text
		}
	}
	for _, b := range page {
		switch b.language {
		case "console":
			commands += runConsole(t, file, b.text)
		case "yaml":
			specs++
			files := spectest.Files("", b.text)
			for _, f := range files {
				if f.Name != "" {
					write(t, f.Name, f.Text)
				}
			}
			if len(files) == 1 && files[0].Name != "" {
				last, text = files[0].Name, files[0].Text
			}
			if !unproved(page, named(b.text)) {
				verifyBlock(t, file, b.text)
			}
		case "diff":
			text = patched(t, file, text, b.text)
			verifyBlock(t, file, text)
			write(t, last, text)
		}
	}
	for _, b := range page {
		if b.language == "mermaid" && last != "" {
			runConsole(t, file, "$ fsmgen diagram "+last+"\n"+b.text)
		}
	}
	return commands, specs
}

// before returns the blocks of the page whose machines a page goes on with.
func before(t *testing.T, file string) []block {
	t.Helper()
	switch filepath.Base(file) {
	case "README.md": // the first screen has a part of the spec that follows
		page := blocks(t, file)
		if i := slices.IndexFunc(page, func(b block) bool { return b.language == "yaml" }); i >= 0 {
			return page[i : i+1]
		}
	case "migrating.md":
		return blocks(t, filepath.Join(filepath.Dir(file), "changing-a-spec.md"))
	}
	return nil
}

// named returns the path in the first line of a block, as in "# door/door.fsm.yaml",
// or "".
func named(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	path, found := strings.CutPrefix(line, "# ")
	if !found || !strings.HasSuffix(path, suffix) {
		return ""
	}
	return path
}

// unproved reports whether a page shows that the machine in a file, or a claim about it, is refuted or unknown, or that it is proved only unless a
// value overflows.
func unproved(page []block, path string) bool {
	return shows(page, path, endless, "an endless run with", "terminates   unknown", "unless a value leaves", "does not stay possible", "[FSM413]", "[FSM414]")
}

// endless is what a page shows of a machine with an endless run.
const endless = "refuted: there is an endless run"

// shows reports whether what a page shows of the verification of a file contains one of some texts.
func shows(page []block, path string, texts ...string) bool {
	for _, b := range page {
		if b.language == "console" && strings.HasPrefix(b.text, "$ fsmgen verify "+path+"\n") {
			return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(b.text, text) })
		}
	}
	return false
}

// patched changes a text by a diff whose hunks are separated by lines "@@".
func patched(t *testing.T, file, text, diff string) string {
	t.Helper()
	for hunk := range strings.SplitSeq(diff, "@@\n") {
		var before, after strings.Builder
		for line := range strings.Lines(hunk) {
			if line[0] != '+' {
				before.WriteString(line[1:])
			}
			if line[0] != '-' {
				after.WriteString(line[1:])
			}
		}
		if n := strings.Count(text, before.String()); n != 1 {
			t.Fatalf("%s: %d places in the spec are as in the diff\n%s", file, n, hunk)
		}
		text = strings.Replace(text, before.String(), after.String(), 1)
	}
	return text
}

// write writes a file and the folders that it needs.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
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
		var in []byte
		ours := command
		if left, right, found := strings.Cut(command, " | fsmgen "); found {
			var err error
			if in, err = exec.Command("sh", "-c", left).Output(); err != nil {
				t.Errorf("%s: %s: %v", file, left, err)
			}
			ours = "fsmgen " + right
		}
		words := strings.Fields(strings.TrimPrefix(ours, "go run ./cmd/"))
		if words[0] != "fsmgen" && words[0] != "./cmd/fsmgen" {
			t.Errorf("%s: no test runs %q", file, command)
			continue
		}
		var out bytes.Buffer
		run(context.Background(), words[1:], stdio{bytes.NewReader(in), &out, &out})
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
	// The files of the block, or that an earlier one has written.
	files := spectest.Files(file, text)
	machine := files[len(files)-1]
	open := spectest.Among(files)
	if len(files) == 1 {
		open = spec.OpenFile
	}
	s, diags := spec.LoadWith(machine.Name, []byte(machine.Text), open)
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

// TestReadmeQuickStart follows the README as a new user does: the spec, the
// generated files, their tests, and the code that uses them.
func TestReadmeQuickStart(t *testing.T) {
	sample.Turn(t)
	t.Setenv("GOPROXY", "off") // imports.Process would download all modules that any dependency names
	sum, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), userModule(t))
	write(t, filepath.Join(dir, "go.sum"), string(sum))
	var inside, outside strings.Builder // of a function
	spec := ""
	for _, b := range blocks(t, "../../README.md") {
		switch {
		case b.language == "yaml" && named(b.text) == quick:
			spec = filepath.Join(dir, named(b.text))
			write(t, spec, b.text)
			if tidy, _, err := format.Source(spec, []byte(b.text)); err != nil || string(tidy) != b.text {
				t.Errorf("fsmgen fmt --check, which docs/ci.md recommends, finds the spec of the README unformatted (%v)", err)
			}
		case b.language == "go" && strings.HasPrefix(b.text, "//go:generate "):
		case b.language == "go" && strings.Contains(b.text, "func "):
			outside.WriteString(b.text)
		case b.language == "go":
			inside.WriteString("func() error {\n" + b.text + "return err\n},\n")
		}
	}
	program := "package main\n" + outside.String() + `
func get(ctx context.Context, url string) error {
	if url == "hangs" {
		<-ctx.Done()
		return ctx.Err()
	}
	return nil
}

func isTransient(error) bool { return false }

type noTimers struct{}

func (noTimers) Now() time.Time { return time.Now() }

func (noTimers) StartTimer(retry.Timer, int, time.Duration) {}

func (noTimers) StopTimer(retry.Timer, int) {}

var timers noTimers

func main() {
	for _, use := range []func() error{
` + inside.String() + `
	} {
		if err := use(); err != nil {
			panic(err)
		}
	}
	if end, err := fetch(context.Background(), ""); err != nil || end.State() != retry.StateSucceeded {
		panic(err)
	}
	// A run that is canceled has not failed: it ends with the error of its context.
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if _, err := fetch(ctx, "hangs"); !errors.Is(err, context.DeadlineExceeded) {
		panic(fmt.Sprint("a canceled run ends with ", err))
	}
}
`
	program = strings.Replace(program, "succeeded, err :=", "_, err =", 1)
	text, err := imports.Process("main.go", []byte(strings.Replace(program, "package main\n", "package main\n\nimport \"example.com/app/retry\"\n", 1)), nil)
	if err != nil {
		t.Fatalf("%v in\n%s", err, program)
	}
	write(t, filepath.Join(dir, "main.go"), string(text))
	var out bytes.Buffer
	if code := run(t.Context(), []string{"generate", filepath.Dir(spec)}, stdio{nil, &out, &out}); code != 0 {
		t.Fatalf("generate ends with %d:\n%s", code, out.String())
	}
	command := func(args ...string) (string, error) {
		c := exec.Command("go", args...)
		c.Dir = dir
		c.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GONOSUMDB=*")
		out, err := c.CombinedOutput()
		return string(out), err
	}
	for _, args := range [][]string{{"test", "./..."}, {"vet", "./..."}, {"run", "."}} {
		if out, err := command(args...); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	// The README says of one call that it does not compile.
	wrong := strings.Replace(string(text), "calling.Success()", "calling.Ready()", 1)
	write(t, filepath.Join(dir, "main.go"), wrong)
	if out, err := command("build", "."); err == nil || !strings.Contains(out, "calling.Ready undefined") {
		t.Errorf("calling.Ready() compiles: %v\n%s", err, out)
	}
}

// userModule is the go.mod of a module that uses this one.
func userModule(t *testing.T) string {
	t.Helper()
	return string(sandbox.Mod(t, "example.com/app", strings.Join(gopter(t), " ")+" // indirect"))
}

// gopter returns the path and the version of the module that generated tests need besides this one. A
// go.mod without it makes the go command look for modules that are not needed, and perhaps not there.
func gopter(t *testing.T) []string {
	t.Helper()
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	required := regexp.MustCompile(`(github.com/leanovate/gopter) (v\S+)`).FindStringSubmatch(string(mod))
	if required == nil {
		t.Fatal("go.mod does not require gopter")
	}
	return required[1:]
}
