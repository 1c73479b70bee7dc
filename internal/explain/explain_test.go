package explain_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/explain"
	"github.com/fsmgen/fsmgen/internal/importer/mermaid"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// constants reads the codes from the source of package diag, which cannot be
// listed at run time.
func constants(t *testing.T) []diag.Code {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "../../spec/diag/code.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var codes []diag.Code
	ast.Inspect(f, func(n ast.Node) bool {
		v, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if kind, ok := v.Type.(*ast.Ident); !ok || kind.Name != "Code" || len(v.Values) != 1 {
			t.Errorf("%s is not written as NAME Code = VALUE", v.Names[0])
			return false
		}
		value, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Errorf("%s: %v", v.Names[0], err)
		}
		if slices.Contains(codes, diag.Code(value)) {
			t.Errorf("two constants are %s", value)
		}
		codes = append(codes, diag.Code(value))
		return false
	})
	if len(codes) < 20 {
		t.Fatalf("only %d codes in code.go", len(codes))
	}
	slices.Sort(codes)
	return codes
}

// TestComplete compares the files with the constants of package diag.
func TestComplete(t *testing.T) {
	var explained []diag.Code
	for _, r := range explain.All() {
		explained = append(explained, r.Code)
		if _, err := os.Stat(string(r.Code) + ".md"); err != nil {
			t.Errorf("%s is explained in a file of another name: %v", r.Code, err)
		}
	}
	if d := cmp.Diff(constants(t), explained); d != "" {
		t.Errorf("explained codes (-constants +files):\n%s", d)
	}
}

// TestForm keeps the texts short and readable in a terminal.
func TestForm(t *testing.T) {
	for _, r := range explain.All() {
		if sentences := strings.Count(r.Text+"\n", ".\n") + strings.Count(r.Text, ". "); sentences < 2 || sentences > 6 {
			t.Errorf("%s: %d sentences, want 2 to 6", r.Code, sentences)
		}
		if strings.Contains(r.Text, "\n\n") || strings.HasSuffix(r.Title, ".") || strings.ToLower(r.Title[:1]) != r.Title[:1] {
			t.Errorf("%s: the text is not one paragraph, or the title not a noun phrase", r.Code)
		}
		for line := range strings.Lines(r.Text + "\n" + r.Wrong + r.Right) {
			if len(line) > 81 {
				t.Errorf("%s: a line of %d columns: %s", r.Code, len(line)-1, line)
			}
		}
	}
}

// findings returns the codes of all diagnostics for a spec, or for a diagram
// and the spec imported from it, sorted, each once.
func findings(t *testing.T, file, src string) []diag.Code {
	t.Helper()
	var imported diag.List
	if strings.HasPrefix(src, "stateDiagram") {
		out, diags := mermaid.Read(file+".mmd", []byte(src), 1).Spec()
		imported, src = diags, string(out)
	}
	if imported.HasErrors() {
		return codes(imported)
	}
	open := spec.OpenFile
	if files := spectest.Files(file, src); len(files) > 1 {
		last := files[len(files)-1]
		file, src, open = last.Name, last.Text, spectest.Among(files)
	}
	s, diags := spec.LoadWith(file, []byte(src), open)
	diags = append(imported, diags...)
	if !diags.HasErrors() {
		r := verify.Machine(t.Context(), s.Machine)
		if !r.Proved() && len(r.Diagnostics) == 0 {
			t.Errorf("%s: not proved, without a diagnostic:\n%s", file, r.Summary())
		}
		diags = append(diags, r.Diagnostics...)
	}
	return codes(diags)
}

func codes(diags diag.List) []diag.Code {
	var list []diag.Code
	for _, d := range diags {
		list = append(list, d.Code)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// TestSpecs checks that each wrong spec causes its code and no other, and that
// each right one causes none. A state that is never reached comes with alternatives that are never taken.
func TestSpecs(t *testing.T) {
	for _, r := range explain.All() {
		t.Run(string(r.Code), func(t *testing.T) {
			want := []diag.Code{r.Code}
			if r.Code == diag.CodeUnreached {
				want = []diag.Code{diag.CodeDead, diag.CodeUnreached} // what leads to the state is never taken
			}
			if d := cmp.Diff(want, findings(t, "wrong", r.Wrong)); d != "" {
				t.Errorf("the wrong spec causes (-want +got):\n%s", d)
			}
			if codes := findings(t, "right", r.Right); len(codes) > 0 {
				t.Errorf("the right spec causes %v", codes)
			}
		})
	}
}

// TestExercised checks that the specs in the testdata of the loader and the
// verifier, and the diagrams in that of the importer, cause each code, so that
// no code is explained here and tested nowhere.
func TestExercised(t *testing.T) {
	sample.Turn(t)
	var specs []string
	for _, pattern := range []string{"../../spec/testdata/err/*.fsm.yaml", "../../verify/testdata/*.fsm.yaml", "../importer/mermaid/testdata/*.mmd"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %d specs, %v", pattern, len(found), err)
		}
		specs = append(specs, found...)
	}
	count := map[diag.Code]int{}
	for _, file := range specs {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, code := range findings(t, file, string(src)) {
			count[code]++
		}
	}
	for _, code := range constants(t) {
		t.Logf("%s: %d of %d specs", code, count[code], len(specs))
		if count[code] == 0 {
			t.Errorf("no spec in testdata causes %s", code)
		}
	}
}

func TestFind(t *testing.T) {
	for _, code := range []string{"FSM103", "fsm103", "Fsm103"} {
		if r, ok := explain.Find(code); !ok || r.Code != diag.CodeUnknown {
			t.Errorf("Find(%q) = %s, %t", code, r.Code, ok)
		}
	}
	for _, code := range []string{"", "FSM", "FSM1", "FSM1030", "103", "FSM999"} {
		if r, ok := explain.Find(code); ok {
			t.Errorf("Find(%q) finds %s", code, r.Code)
		}
	}
}
