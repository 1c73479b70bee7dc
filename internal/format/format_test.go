package format_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/fsmgen/fsmgen/internal/explain"
	"github.com/fsmgen/fsmgen/internal/format"
	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// TestGolden formats each testdata/NAME.yaml and compares it with NAME.golden.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no specs: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			out := properties(t, src)
			golden.File(t, strings.TrimSuffix(file, ".yaml")+".golden", out)
		})
	}
}

// properties formats a spec and checks what is true of every one. The result is
// nil for text that is not formatted.
func properties(t *testing.T, src []byte) []byte {
	t.Helper()
	out, diags, err := format.Source("f.fsm.yaml", src)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	if (out == nil) != diags.HasErrors() {
		t.Fatalf("result: %t, errors: %t", out != nil, diags.HasErrors())
	}
	if out == nil {
		return nil
	}
	again, diags, err := format.Source("f.fsm.yaml", out)
	if err != nil || diags.HasErrors() {
		t.Fatalf("the result cannot be formatted: %v %v\n%s", err, diags, out)
	}
	if d := cmp.Diff(string(out), string(again)); d != "" {
		t.Errorf("formatting again changes the text (-once +twice):\n%s\nof\n%s", d, src)
	}
	if d := cmp.Diff(decode(t, src), decode(t, out), spans); d != "" {
		t.Errorf("another spec (-before +after):\n%s\nof\n%s", d, src)
	}
	before, found := spec.Load("f.fsm.yaml", src)
	after, now := spec.Load("f.fsm.yaml", out)
	if d := cmp.Diff(codes(found), codes(now)); d != "" {
		t.Errorf("other diagnostics (-before +after):\n%s\nof\n%s", d, src)
	}
	if d := cmp.Diff(before, after, spans); d != "" {
		t.Errorf("another machine (-before +after):\n%s\nof\n%s", d, src)
	}
	return out
}

// spans compares all fields but places in the source.
var spans = cmp.Options{cmpopts.IgnoreTypes(diag.Span{}), cmp.Exporter(func(reflect.Type) bool { return true })}

func decode(t *testing.T, src []byte) *syntax.File {
	t.Helper()
	root, diags := syntax.Read("f.fsm.yaml", src)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	f, _ := syntax.Decode(root)
	return f
}

func codes(diags diag.List) (out []string) {
	for _, d := range diags {
		out = append(out, string(d.Code))
	}
	slices.Sort(out)
	return out
}

// specs returns all specs of the repository, by where they are.
func specs(t testing.TB) map[string][]byte {
	out := map[string][]byte{}
	for _, pattern := range []string{
		"../../spec/testdata/*/*.fsm.yaml", "../../verify/testdata/*.fsm.yaml", "../../machines/*/*.fsm.yaml", "../../examples/*/*.fsm.yaml",
		"../../gen/*/testdata/*.fsm.yaml", "../../gen/*/testdata/*/*.fsm.yaml", "../../templates/*.fsm.yaml.tmpl", "testdata/*.yaml",
	} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			out[file] = []byte(strings.ReplaceAll(string(src), "{{.Machine}}", "Machine"))
		}
	}
	for _, rule := range explain.All() {
		out[string(rule.Code)+" wrong"], out[string(rule.Code)+" right"] = []byte(rule.Wrong), []byte(rule.Right)
	}
	return out
}

// TestSpecs formats all specs of the repository.
func TestSpecs(t *testing.T) {
	sample.Turn(t)
	formatted := 0
	for name, src := range specs(t) {
		t.Run(name, func(t *testing.T) {
			if properties(t, src) != nil {
				formatted++
			}
			// An editor on Windows.
			properties(t, []byte("\ufeff"+strings.ReplaceAll(string(src), "\n", "\r\n")))
		})
	}
	if formatted < 80 {
		t.Errorf("only %d specs were formatted", formatted)
	}
}

// FuzzSource formats anything.
func FuzzSource(f *testing.F) {
	all := specs(f)
	for _, name := range sample.Some(f, slices.Sorted(maps.Keys(all)), sample.Size(20, 40, len(all))) {
		f.Add(all[name])
	}
	f.Fuzz(func(t *testing.T, src []byte) { properties(t, src) })
}

// TestRefused has what is not formatted, and why.
func TestRefused(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"not YAML", "a: [", "invalid YAML"},
		{"a key twice", "a: 1\na: 2\n", "given twice"},
		{"an anchor", "a: &x 1\n", "anchors"},
		{"a tag", "a: !x 1\n", "as a tag"},
		{"a tag without a name", "a: ! 1\n", "as a tag"},
		{"an empty key", ": 1\n", "key is empty"},
		{"a list", "- a\n", "must be a mapping"},
		{"a text", "text\n", "must be a mapping"},
		{"an odd line end", "a: b # c\u2028\nd: e\n", "only some programs"},
		{"a lone carriage return", "a: b\rd: e\n", "only some programs"},
		{"nothing", "", "empty"},
		{"two byte order marks", "\ufeff\ufeffa: b\n", "second byte order mark"},
		{"a text that becomes too long", "machine: M\nignore: [" + many("a%06d,", 20_000) + "z]\ndoc: |\n  " + strings.Repeat("x", 4<<20-180_000) + "\n", "would exceed a limit: the file is larger"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, diags, err := format.Source("f.fsm.yaml", []byte(test.src))
			if err != nil || out != nil || len(diags) == 0 || !strings.Contains(diags[0].Message, test.want) {
				t.Errorf("got %q, %v, %v", out, diags, err)
			}
		})
	}
}

// TestLarge formats what is large or long: the time must not grow with the
// square of the size.
func TestLarge(t *testing.T) {
	sample.Turn(t)
	for name, src := range map[string]string{
		"one line":  "machine: M\nprogress: {" + many("a%d: \"é\", ", 30_000) + "z: 1}\n",
		"one list":  "machine: M\nignore: [" + many("a%d, ", 60_000) + "z]\n",
		"one text":  "machine: M\ndoc: \"" + strings.Repeat("é\\n", 500_000) + "\"\n",
		"comments":  "machine: M\n" + many("# %d\n", 60_000) + "doc: x\n",
		"dashes":    "machine: M\nignore:\n" + many("- a%d # -\n", 30_000),
		"deep flow": "machine: M\non: " + strings.Repeat("{a: ", 90) + "{" + many("a%d: 1, ", 10_000) + strings.Repeat("}", 91) + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			out, diags, err := format.Source("f.fsm.yaml", []byte(src))
			if err != nil || diags.HasErrors() || len(out) == 0 {
				t.Fatal(err, diags)
			}
			// Quadratic time would be minutes; this is no benchmark.
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// many repeats a format for the numbers below n.
func many(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// TestDeepEmpty formats empty collections that begin beyond the width of a line.
func TestDeepEmpty(t *testing.T) {
	var b strings.Builder
	b.WriteString("machine: Deep\n\nevents:\n  e: {environment: true}\n\ninitial: s\n\nstates:\n")
	for i := range 35 {
		fmt.Fprintf(&b, "%*sd%d:\n%*sinitial: %s\n", 4*i+2, "", i, 4*i+4, "", map[bool]string{true: "s", false: fmt.Sprintf("d%d", i+1)}[i == 34])
		if i == 34 {
			fmt.Fprintf(&b, "%*son:\n%*se: d0\n", 4*i+4, "", 4*i+6, "")
		}
		fmt.Fprintf(&b, "%*sstates:\n", 4*i+4, "")
	}
	fmt.Fprintf(&b, "%*ss: {}\n", 4*35+2, "")
	out, diags, err := format.Source("deep.fsm.yaml", []byte(b.String()))
	if err != nil || len(diags) > 0 || string(out) != b.String() {
		t.Errorf("%v, %v: %s", err, diags, cmp.Diff(b.String(), string(out)))
	}
}
