package explain_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/explain"
	"github.com/fsmgen/fsmgen/internal/golden"
)

const codesPage = "../../docs/codes.md"

// TestPage compares docs/codes.md with the rules.
func TestPage(t *testing.T) {
	got := page(explain.All())
	golden.File(t, codesPage, []byte(got))
}

// page returns docs/codes.md: an index and a section for each rule. Headings
// are bare codes, so that a link such as codes.md#fsm103 survives a new title.
// Right specs are fenced as yaml, which the test of the docs verifies, and
// wrong ones as yml, which it ignores; both are highlighted alike. Mermaid
// diagrams are rendered.
func page(rules []explain.Rule) string {
	var b strings.Builder
	b.WriteString("<!-- Generated from internal/explain/*.md by go test ./internal/explain -update. Edit those files. -->\n\n" + pageIntro)
	b.WriteString("\n| code | problem |\n| --- | --- |\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "| [%s](#%s) | %s |\n", r.Code, strings.ToLower(string(r.Code)), r.Title)
	}
	for _, r := range rules {
		title := strings.ToUpper(r.Title[:1]) + r.Title[1:]
		wrong := r.Language
		if wrong == "yaml" {
			wrong = "yml"
		}
		fmt.Fprintf(&b, "\n## %s\n\n**%s.** %s\n\nWrong:\n\n```%s\n%s```\n\nRight:\n\n```%s\n%s```\n", r.Code, title, r.Text, wrong, r.Wrong, r.Language, r.Right)
	}
	return b.String()
}

const pageIntro = `# Diagnostic codes

Each diagnostic of fsmgen ends with a code in brackets. This page explains what each code means, why it is reported,
and how to fix the spec. Each section has a complete spec that causes the code and a corrected one.
` + "`fsmgen explain CODE`" + ` prints the same text in the terminal.

The first digit stands for the stage that finds the problem:

- 0: the form of the file
- 1: names
- 2: types and expressions
- 3: the structure of the machine
- 4: the verifier ([what a verdict means](verification.md))

The meaning of a code never changes. Codes with the prefix FSMB are those of [breaking changes](breaking.md).
`
