package schema_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/syntax"
)

// TestGrammarInDocs compares the grammar in docs/spec.md with that of the decoder: the table of the keys of a spec, and the keys of
// each form.
func TestGrammarInDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/spec.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "\n## Grammar\n")
	text, _, _ = strings.Cut(text, "\n### ")
	table, forms, _ := strings.Cut(text, "The values have these forms:")
	got := map[string][]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*?) \\|").FindAllStringSubmatch(table, -1) {
		got["spec"] = append(got["spec"], regexp.MustCompile("[a-z]+").FindAllString(row[1], -1)...)
	}
	names := map[string]string{"ALTERNATIVE": "transition", "INVOCATION": "invocation", "stall": "stall rule", "raise": "raised events", "CHILD": "child machine", "RANGED": "payload field"}
	form := ""
	for _, line := range strings.Split(forms, "\n") {
		if m := regexp.MustCompile(`^ {4}(\w+)( |$|,)`).FindStringSubmatch(line); m != nil {
			if form = m[1]; names[form] != "" {
				form = names[form]
			}
			line = line[4+len(m[1]):]
		}
		got[form] = append(got[form], line)
	}
	want := map[string][]string{}
	for _, s := range syntax.Grammar() {
		if s.Name == "go section" {
			continue // the table describes it
		}
		for _, k := range s.Keys {
			want[s.Name] = append(want[s.Name], k.Name)
		}
		slices.Sort(want[s.Name])
		if s.Name != "spec" {
			got[s.Name] = keys(strings.Join(got[s.Name], " "))
		}
		slices.Sort(got[s.Name])
	}
	maps.DeleteFunc(got, func(name string, _ []string) bool { return want[name] == nil })
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("the grammar in docs/spec.md (-decoder +page):\n%s", d)
	}
}

// keys returns the keys of the outermost mappings of a form, each once.
func keys(form string) (list []string) {
	depth := 0
	before := byte(0) // the last sign
	for i := 0; i < len(form); i++ {
		switch c := form[i]; {
		case c == '{' || c == '[':
			depth++
			before = c
		case c == '}' || c == ']':
			depth--
			before = c
		case 'a' <= c && c <= 'z':
			end := i
			for end < len(form) && 'a' <= form[end] && form[end] <= 'z' {
				end++
			}
			if key := form[i:end]; depth == 1 && (before == '{' || before == ',') && !slices.Contains(list, key) {
				list = append(list, key)
			}
			i, before = end-1, 'a'
		case c != ' ':
			before = c
		}
	}
	return list
}
