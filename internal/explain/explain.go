package explain

import (
	"embed"
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

//go:embed FSM*.md
var files embed.FS

// Rule explains one code.
type Rule struct {
	Code diag.Code
	// Title is a noun phrase on one line, without a capital or a period.
	Title string
	// Text is a Markdown paragraph of lines of at most 80 columns, without
	// the last line end.
	Text string
	// Wrong and Right are complete specs, or diagrams to import. Wrong causes
	// Code and no other diagnostic; Right causes none and is proved.
	Wrong, Right string
	// Language is that of both: "yaml" or "mermaid".
	Language string
}

// All returns the rules of all codes, sorted by code. The caller owns them.
func All() []Rule {
	// The pattern is constant and the files are embedded, so nothing here can
	// fail once the tests have passed.
	entries, err := files.ReadDir(".")
	if err != nil {
		panic("unreachable: " + err.Error())
	}
	var rules []Rule
	for _, e := range entries {
		text, err := files.ReadFile(e.Name())
		if err != nil {
			panic("unreachable: " + err.Error())
		}
		r, err := parse(string(text))
		if err != nil {
			panic("unreachable: " + e.Name() + ": " + err.Error())
		}
		rules = append(rules, r)
	}
	return rules
}

// Find returns the rule of a code, in upper or lower case.
func Find(code string) (Rule, bool) {
	for _, r := range All() {
		if strings.EqualFold(string(r.Code), code) {
			return r, true
		}
	}
	return Rule{}, false
}

// parse splits a file into its parts. It accepts only the form that the
// package comment describes.
func parse(file string) (Rule, error) {
	var parts []string
	language := "yaml"
	if strings.Contains(file, "\n```mermaid\n") {
		language = "mermaid"
	}
	for _, mark := range []string{"# ", ": ", "\n\n", "\n\n## Wrong\n\n```" + language + "\n", "```\n\n## Right\n\n```" + language + "\n", "```\n"} {
		part, rest, ok := strings.Cut(file, mark)
		if !ok {
			return Rule{}, fmt.Errorf("missing or misplaced %q", mark)
		}
		parts, file = append(parts, part), rest
	}
	if parts[0] != "" || file != "" {
		return Rule{}, fmt.Errorf("text before the title or after the last fence: %q", parts[0]+file)
	}
	return Rule{diag.Code(parts[1]), parts[2], parts[3], parts[4], parts[5], language}, nil
}

// String returns the rule as text for a terminal: the file, with the specs
// indented by four columns instead of fenced.
func (r Rule) String() string {
	return fmt.Sprintf("%s: %s\n\n%s\n\nWrong:\n\n%s\nRight:\n\n%s", r.Code, r.Title, r.Text, indent(r.Wrong), indent(r.Right))
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("    " + line)
	}
	return b.String()
}
