package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/sandbox"
)

// capsPage shows the tests of the loops. Each page of docs/caps has a spec with an endless run, followed by what is shown of the test
// that fsmgen writes for it, and by the diff that mends it.
const capsPage = "../../docs/caps.md"

// The test files of the page have no numbers of lines, and all times are the same.
var (
	testLine = regexp.MustCompile(`(cap_test\.go):\d+`)
	testTime = regexp.MustCompile(`\d+\.\d+s|\(cached\)`)
)

// TestCaps follows the page about caps: the tests contain the code that it shows, fail for
// the machines as they were, and pass for those that are mended.
func TestCaps(t *testing.T) {
	sample.Turn(t)
	loops, err := filepath.Glob("../../docs/caps/*.md")
	if err != nil {
		t.Fatal(err)
	}
	var page []block
	for _, file := range append(loops, capsPage) {
		page = append(page, blocks(t, file)...)
	}
	mod := sandbox.Mod(t, "example.com/app")
	t.Chdir(t.TempDir())
	write(t, "go.mod", string(mod))
	var spec, test string // the last spec if it has an endless run, and its test
	mended := map[string]string{}
	var shown []string // what go test prints
	for _, b := range page {
		switch {
		case b.language == "yaml" && !shows(page, named(b.text), endless):
			spec = ""
		case b.language == "yaml":
			spec = b.text
			write(t, named(spec), spec)
			test = emitted(t, named(spec))
		case b.language == "go" && !strings.Contains(test, b.text):
			t.Errorf("the test of %s does not contain\n%s", named(spec), b.text)
		case b.language == "diff" && spec != "":
			mended[named(spec)] = patched(t, capsPage, spec, b.text)
		case b.language == "console" && strings.HasPrefix(b.text, "$ go test "):
			_, out, _ := strings.Cut(b.text, "\n")
			shown = append(shown, out)
		}
	}
	if len(mended) != 5 || len(shown) != 2 {
		t.Fatalf("the page has %d mended specs, and shows go test %d times", len(mended), len(shown))
	}
	goTest(t, shown[0])
	for path, text := range mended {
		write(t, path, text)
		generateOnly(t, 0, filepath.Dir(path))
	}
	goTest(t, shown[1])
}

// emitted writes the test of a machine and generates it, and returns the test.
func emitted(t *testing.T, path string) string {
	t.Helper()
	file := filepath.Join(filepath.Dir(path), "cap_test.go")
	var out bytes.Buffer
	if code := run(t.Context(), []string{"verify", "--emit-test", file, path}, stdio{nil, &out, &out}); code != 1 {
		t.Fatalf("verify ends with %d:\n%s", code, out.String())
	}
	generateOnly(t, 1, "--unproved", filepath.Dir(path))
	test, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(test)
}

// generateOnly generates a machine without its usual tests, which need other modules.
func generateOnly(t *testing.T, status int, args ...string) {
	t.Helper()
	var out bytes.Buffer
	if code := run(t.Context(), append([]string{"generate"}, args...), stdio{nil, &out, &out}); code != status {
		t.Fatalf("generate ends with %d:\n%s", code, out.String())
	}
	folder := args[len(args)-1]
	if err := os.Remove(filepath.Join(folder, filepath.Base(folder)+"_fsm_test.go")); err != nil {
		t.Fatal(err)
	}
}

// goTest runs the tests of counterexamples and compares what they print.
func goTest(t *testing.T, want string) {
	t.Helper()
	// That tests fail is compared below.
	out, _ := exec.Command("go", "test", "./...", "-run", "Endless", "-skip", "Refuted").CombinedOutput()
	got := testTime.ReplaceAllString(testLine.ReplaceAllString(string(out), "$1"), "0.01s")
	if d := diffLines(want, got); d != "" {
		t.Errorf("%s: go test (-docs +printed):\n%s", capsPage, d)
	}
}
