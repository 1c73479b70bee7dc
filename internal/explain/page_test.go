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
// are bare codes, so that a link such as codes.md#fsm103 outlives a title.
// Right specs are fenced as yaml, which the test of the docs verifies, and
// wrong ones as yml, which it leaves alone; both are coloured alike. Diagrams are drawn.
func page(rules []explain.Rule) string {
	var b strings.Builder
	b.WriteString("<!-- Made of internal/explain/*.md by go test ./internal/explain -update. Edit those. -->\n\n" + pageIntro)
	b.WriteString("\n| code | what is wrong |\n| --- | --- |\n")
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

const pageIntro = `# What the codes mean

Each finding of fsmgen ends with a code in brackets. This page says for each what it means, why it is an error and
how to mend it, with a complete spec that gives it and the same spec mended. ` + "`fsmgen explain CODE`" + ` prints the same
in the terminal.

The first digit tells the stage that finds the fault: 0 the shape of the file, 1 names, 2 types and expressions, 3 the
structure of the machine, 4 the verifier ([what a verdict means](verification.md)). A code never changes its meaning.
`
