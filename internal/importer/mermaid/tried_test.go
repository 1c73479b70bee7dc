package mermaid

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// page has a table of the diagrams in testdata between two lines.
const (
	page       = "../../../docs/import.md"
	tableBegin = "<!-- Made by go test ./internal/importer/mermaid -run TestTried -update. -->\n\n"
	tableEnd   = "\n<!-- End of the table. -->\n"
)

// TestTried imports all diagrams in testdata, and holds the table of what is lost
// in each to them.
func TestTried(t *testing.T) {
	var files []string
	for _, pattern := range []string{"testdata/*.mmd", "testdata/*.md", "testdata/tried/*.mmd"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v, %v", pattern, found, err)
		}
		files = append(files, found...)
	}
	var b bytes.Buffer
	b.WriteString("| diagram | arrows | the spec | left out, or taken for something |\n| --- | --- | --- | --- |\n")
	imported, refused, whole := 0, 0, 0
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		out, diags := Import(filepath.ToSlash(file), src, 1)
		said, lost := result(t, out), losses(diags)
		switch {
		case out == nil:
			refused++
		case lost == "nothing":
			imported, whole = imported+1, whole+1
		default:
			imported++
		}
		link := "../internal/importer/mermaid/" + filepath.ToSlash(file)
		fmt.Fprintf(&b, "| [%s](%s) | %d | %s | %s |\n", strings.TrimSuffix(filepath.Base(file), ".mmd"), link, bytes.Count(src, []byte("-->")), said, lost)
	}
	fmt.Fprintf(&b, "\n%d diagrams were tried: %d became specs, %d of them without a word to say, and %d are errors.\n", len(files), imported, whole, refused)
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(text), tableBegin)
	table, after, ok2 := strings.Cut(rest, tableEnd)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no place for the table", page)
	}
	if golden.Update() {
		if err := os.WriteFile(page, []byte(before+tableBegin+b.String()+tableEnd+after), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(table, b.String()); d != "" {
		t.Errorf("%s is stale (-page +diagrams; rewrite it with go test ./internal/importer/mermaid -run TestTried -update):\n%s", page, d)
	}
}

// result says what a spec has.
func result(t *testing.T, out []byte) string {
	t.Helper()
	if out == nil {
		return "none"
	}
	s, diags := spec.Load("x.fsm.yaml", out)
	if s.Machine == nil {
		t.Fatalf("%v\n%s", diags, out)
	}
	return fmt.Sprintf("%d states, %d events, %d transitions", len(s.Machine.States), len(s.Machine.Events), len(s.Machine.Transitions))
}

// losses lists what the import says, each thing once with how often.
func losses(diags diag.List) string {
	var order []string
	count := make(map[string]int)
	for _, d := range diags {
		text := d.Message
		if d.Severity == diag.Error {
			text = "error: " + text
		}
		text = strings.NewReplacer("|", "&#124;", "<", "&lt;", "\n", " ").Replace(text)
		if count[text]++; count[text] == 1 {
			order = append(order, text)
		}
	}
	for i, text := range order {
		if n := count[text]; n > 1 {
			order[i] = fmt.Sprintf("%s (%d times)", text, n)
		}
	}
	if len(order) == 0 {
		return "nothing"
	}
	return strings.Join(order, "; ")
}

// TestLosses checks that nothing that the import says is left out of the table.
func TestLosses(t *testing.T) {
	var diags diag.List
	diags.Warnf(diag.CodeImport, diag.Span{}, "a | <b>")
	diags.Warnf(diag.CodeImport, diag.Span{}, "a | <b>")
	diags.Errorf(diag.CodeNotYet, diag.Span{}, "c")
	if got, want := losses(diags), "a &#124; &lt;b> (2 times); error: c"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := losses(nil); got != "nothing" {
		t.Errorf("%q", got)
	}
}
