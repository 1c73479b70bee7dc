package mermaid

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/importer/draft"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// nested returns n composite states, one inside the other.
func nested(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "state s%d {\n", i)
	}
	return "[*] --> s0\n" + b.String() + "z --> [*] : e\n" + strings.Repeat("}\n", n)
}

// moved returns n composite states, each of which an arrow moves into the one before. No more than one of them is open at
// a time.
func moved(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "state s%d {\na%d --> s%d : e\n}\n", n-1-i, n-1-i, n-i)
	}
	return b.String()
}

// repeated returns a line for each number below n.
func repeated(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format+"\n", i)
	}
	return b.String()
}

// TestLimits imports diagrams that no person draws: those within the limits become specs, the others have one error, with
// a position.
func TestLimits(t *testing.T) {
	for _, test := range []struct{ name, src, want string }{
		{"nested", nested(draft.MaxNesting), ""},
		{"nested too deeply", nested(draft.MaxNesting + 1), "z --> [*]: states are nested more than 40 levels deep"},
		{"nested far too deeply", nested(2000), "states are nested more than 40 levels deep"},
		{"moved", "[*] --> x\nx --> s0\n" + moved(draft.MaxNesting), ""},
		{"moved too deeply", moved(1000), "states are nested more than 40 levels deep"},
		{"completion", "[*] --> C\nstate C {\n[*] --> a\n" + repeated(40, "a --> [*] : e%d") + "}\n" + repeated(40, "C --> b%[1]d\nb%[1]d --> [*]"), ""},
		{"too many completions", "[*] --> C\nstate C {\n[*] --> a\n" + repeated(1000, "a --> [*] : e%d") + "}\n" + repeated(1000, "C --> b%[1]d\nb%[1]d --> [*]"), "the choices have more than 2000 branches"},
		{"lines", "[*] --> a\na --> [*]\n" + repeated(maxLines-2, "a : text %d"), ""},
		{"too many lines", "[*] --> a\n" + repeated(maxLines, "a : text %d"), "the diagram has more than 5000 lines"},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, diags := Import("x.mmd", []byte("stateDiagram-v2\n"+test.src), 1)
			if test.want == "" {
				if out == nil {
					t.Errorf("%v", diags)
				}
				return
			}
			diags = slices.DeleteFunc(diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Warning })
			if out != nil || len(diags) != 1 {
				t.Fatalf("%d bytes, %v", len(out), diags)
			}
			where, what, exact := strings.Cut(test.want, ": ")
			if !exact {
				where, what = "", test.want
			}
			d := diags[0]
			if d.Code != diag.CodeTooBig || d.Message != what || !d.Span.Start.IsValid() {
				t.Errorf("got %s at %s: %s", d.Code, d.Span, d.Message)
			}
			if line := strings.Split("stateDiagram-v2\n"+test.src, "\n")[d.Span.Start.Line-1]; !strings.Contains(line, where) {
				t.Errorf("the error is at %q", line)
			}
		})
	}
}
