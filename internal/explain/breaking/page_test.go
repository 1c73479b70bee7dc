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
		fmt.Fprintf(&b, "\n## %s\n\n**%s.** %s\n\n%s\n\nOld:\n\n```yaml\n%s```\n\nNew, which breaks:\n\n```yml\n%s```\n\nNew, without this break:\n\n```yaml\n%s```\n",
			r.Code, title, r.Text, x.Text, x.Old, x.Breaks, x.Keeps)
	}
	return b.String()
}

const pageIntro = `# Codes of breaking changes

[` + "`fsmgen diff`" + `](diff.md#breaking-changes) reports each breaking change with a code. This page shows an example of each: an old
spec, a new one that breaks something, and a new one without this break, which may have others. ` + "`fsmgen explain CODE`" + ` prints
the same text in the terminal. The page also says what to do if the change is intended. An intended change can be
[waived](diff.md#waivers), and ` + "[`fsmgen migrate`](changing-a-spec.md#migrating-fsmgen-migrate)" + ` writes Go that migrates stored
machines.

The first digit stands for the consequence: 1 Go code no longer compiles or fits, 2 stored machines cannot be restored, 3
callers see a different behavior, 4 a claim is no longer proved. The meaning of a code never changes.
`
