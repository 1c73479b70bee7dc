package breaking_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/internal/explain/breaking"
	"github.com/fsmgen/fsmgen/internal/golden"
)

// TestPage compares docs/breaking.md with the examples.
func TestPage(t *testing.T) {
	golden.File(t, "../../../docs/breaking.md", []byte(page()))
}

// page returns docs/breaking.md: an index and a section for each code. Specs that are proved are fenced as yaml, which the
// test of the docs verifies, and the others as yml.
func page() string {
	var b strings.Builder
	b.WriteString("<!-- Generated from internal/explain/breaking/*.md by go test ./internal/explain/breaking -update. Edit those files. -->\n\n" + pageIntro)
	b.WriteString("\n| code | change |\n| --- | --- |\n")
	for _, r := range diff.Codes() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s |\n", r.Code, strings.ToLower(string(r.Code)), r.Title)
	}
	for _, r := range diff.Codes() {
		x, _ := breaking.Find(string(r.Code))
		title := strings.ToUpper(r.Title[:1]) + r.Title[1:]
		fmt.Fprintf(&b, "\n## %s\n\n**%s.** %s\n\n%s\n\nOld:\n\n```yaml\n%s```\n\nNew version with this break:\n\n```yml\n%s```\n\nNew version without this break:\n\n```yaml\n%s```\n",
			r.Code, title, r.Text, x.Text, x.Old, x.Breaks, x.Keeps)
	}
	return b.String()
}

const pageIntro = `# Codes of breaking changes

[` + "`fsmgen diff`" + `](diff.md#breaking-changes) reports each breaking change with a code. For each code, this page shows an old
spec and two new ones. The first new spec breaks something. The second one is without this break but may have others.
` + "`fsmgen explain CODE`" + ` prints the same text in the terminal.

The page also says what to do if the change is intended. You can [waive](diff.md#waivers) an intended change.
` + "[`fsmgen migrate`](migrating.md)" + ` writes Go code to migrate stored machines.

The first digit stands for the consequence:

- 1: Go code no longer compiles or fits
- 2: stored machines cannot be restored
- 3: callers see a different behavior
- 4: a claim is no longer proved

The meaning of a code never changes.
`
