package breaking

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed FSMB*.md
var files embed.FS

// Example shows one kind of breaking change.
type Example struct {
	// Code is the code, such as "FSMB304".
	Code string
	// Text is a Markdown paragraph that says what to do, of lines of at most 80 columns, without the last line end.
	Text string
	// Old, Breaks, and Keeps are complete specs. Breaks is only a comment if the spec is removed.
	Old, Breaks, Keeps string
}

// All returns the examples of all codes, sorted by code. The caller owns them.
func All() []Example {
	// The pattern is constant and the files are embedded, so nothing here can
	// fail once the tests have passed.
	entries, err := files.ReadDir(".")
	if err != nil {
		panic("unreachable: " + err.Error())
	}
	var list []Example
	for _, e := range entries {
		text, err := files.ReadFile(e.Name())
		if err != nil {
			panic("unreachable: " + err.Error())
		}
		x, err := parse(string(text))
		if err != nil {
			panic("unreachable: " + e.Name() + ": " + err.Error())
		}
		list = append(list, x)
	}
	return list
}

// Find returns the example of a code, in upper or lower case.
func Find(code string) (Example, bool) {
	for _, x := range All() {
		if strings.EqualFold(x.Code, code) {
			return x, true
		}
	}
	return Example{}, false
}

// parse splits a file into its parts. It accepts only the form that the package comment describes.
func parse(file string) (Example, error) {
	var parts []string
	for _, mark := range []string{"# ", "\n\n", "\n\n## Old\n\n```yaml\n", "```\n\n## Breaks\n\n```yaml\n", "```\n\n## Keeps\n\n```yaml\n", "```\n"} {
		part, rest, ok := strings.Cut(file, mark)
		if !ok {
			return Example{}, fmt.Errorf("missing or misplaced %q", mark)
		}
		parts, file = append(parts, part), rest
	}
	if parts[0] != "" || file != "" {
		return Example{}, fmt.Errorf("text before the title or after the last fence: %q", parts[0]+file)
	}
	return Example{parts[1], parts[2], parts[3], parts[4], parts[5]}, nil
}

// String returns what to do and the specs as text for a terminal, the specs indented by four columns.
func (x Example) String() string {
	return fmt.Sprintf("%s\n\nOld:\n\n%s\nNew version with this break:\n\n%s\nNew version without this break:\n\n%s", x.Text, indent(x.Old), indent(x.Breaks), indent(x.Keeps))
}

func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("    " + line)
	}
	return b.String()
}
