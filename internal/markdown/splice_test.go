package markdown_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/markdown"
)

// note is a section that says what it was called with.
func note(spec string, level int) ([]byte, error) {
	return fmt.Appendf(nil, "\n%s %s\n", strings.Repeat("#", level), spec), nil
}

func TestSplice(t *testing.T) {
	for _, test := range []struct{ name, document, want string }{
		{"nothing", "# A\n\ntext", "# A\n\ntext"},
		{"empty", "", ""},
		{"first", "<!-- fsmgen:card a.yaml -->\n<!-- fsmgen:end -->\n", "<!-- fsmgen:card a.yaml -->\n\n# a.yaml\n\n<!-- fsmgen:end -->\n"},
		{"no line end", "x\n<!-- fsmgen:card a.yaml -->\n<!-- fsmgen:end -->", "x\n<!-- fsmgen:card a.yaml -->\n\n# a.yaml\n\n<!-- fsmgen:end -->"},
		{"old one", "# A\n<!-- fsmgen:card a b/c.yaml -->\nold\n```\n# B\n<!-- fsmgen:end -->\nrest\n", "# A\n<!-- fsmgen:card a b/c.yaml -->\n\n## a b/c.yaml\n\n<!-- fsmgen:end -->\nrest\n"},
		{"two", "### A\n  <!-- fsmgen:card a -->\n<!-- fsmgen:end -->\n#b\n###### C #\n<!-- fsmgen:card b -->\nx\n <!-- fsmgen:end -->  \n", "### A\n  <!-- fsmgen:card a -->\n\n#### a\n\n<!-- fsmgen:end -->\n#b\n###### C #\n<!-- fsmgen:card b -->\n\n###### b\n\n <!-- fsmgen:end -->  \n"},
		{"in code", "# A\n````\n# no heading\n```\n<!-- fsmgen:card a -->\n````\n~~~ x `y`\n<!-- fsmgen:end -->\n~~~\n    <!-- fsmgen:card a -->\n<!-- fsmgen:card b -->\n<!-- fsmgen:end -->\n", "# A\n````\n# no heading\n```\n<!-- fsmgen:card a -->\n````\n~~~ x `y`\n<!-- fsmgen:end -->\n~~~\n    <!-- fsmgen:card a -->\n<!-- fsmgen:card b -->\n\n## b\n\n<!-- fsmgen:end -->\n"},
		{"no fence", "``` a`b\n<!-- fsmgen:card b -->\n<!-- fsmgen:end -->\n", "``` a`b\n<!-- fsmgen:card b -->\n\n# b\n\n<!-- fsmgen:end -->\n"},
		{"windows", "# A\r\n<!-- fsmgen:card a -->\r\n<!-- fsmgen:end -->\r\n", "# A\r\n<!-- fsmgen:card a -->\r\n\r\n## a\r\n\r\n<!-- fsmgen:end -->\r\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, _, err := markdown.Splice([]byte(test.document), note)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(test.want, string(got)); d != "" {
				t.Error(d)
			}
			again, n, err := markdown.Splice(got, note)
			if d := cmp.Diff(string(got), string(again)); d != "" || err != nil {
				t.Errorf("a second time it is another document: %v\n%s", err, d)
			}
			if sections := strings.Count(test.want, "\n\n<!-- fsmgen:end") + strings.Count(test.want, "\n\n <!-- fsmgen:end") + strings.Count(test.want, "\n\r\n<!-- fsmgen:end"); n != sections {
				t.Errorf("%d sections, want %d", n, sections)
			}
		})
	}
}

func TestSpliceRefuses(t *testing.T) {
	for _, test := range []struct{ document, want string }{
		{"# A\n\n<!-- fsmgen:card a -->\ntext\n", "3: the section for a does not end: a line <!-- fsmgen:end --> is missing"},
		{"x\n<!-- fsmgen:end -->\n", "2: <!-- fsmgen:end --> without a section that it could end: a line <!-- fsmgen:card PATH --> is missing"},
		{"<!-- fsmgen:card a -->\n<!-- fsmgen:card b -->\n<!-- fsmgen:end -->\n", "2: the section for b begins before the one from line 1 has ended: a line <!-- fsmgen:end --> is missing"},
		{"<!-- fsmgen:card a -->\n<!-- fsmgen:end -->\n<!-- fsmgen:end -->\n", "3: <!-- fsmgen:end --> without a section that it could end: a line <!-- fsmgen:card PATH --> is missing"},
		{"<!-- fsmgen:card -->\n<!-- fsmgen:end -->\n", "1: this is no mark: they are <!-- fsmgen:card PATH --> and <!-- fsmgen:end -->, each alone on a line"},
		{"<!-- FSMGEN : card a -->\n", "1: this is no mark: they are <!-- fsmgen:card PATH --> and <!-- fsmgen:end -->, each alone on a line"},
		{"<!--/fsmgen:card-->\n", "1: this is no mark: they are <!-- fsmgen:card PATH --> and <!-- fsmgen:end -->, each alone on a line"},
		{"<!-- fsmgen:card a --> text\n", "1: this is no mark: they are <!-- fsmgen:card PATH --> and <!-- fsmgen:end -->, each alone on a line"},
	} {
		out, _, err := markdown.Splice([]byte(test.document), note)
		if err == nil || err.Error() != test.want || out != nil {
			t.Errorf("%q: %v, want %s", test.document, err, test.want)
		}
	}
	wrong := errors.New("wrong")
	_, _, err := markdown.Splice([]byte("<!-- fsmgen:card a -->\n<!-- fsmgen:end -->\n"), func(string, int) ([]byte, error) { return nil, wrong })
	if !errors.Is(err, wrong) {
		t.Errorf("the error of a section is %v", err)
	}
}

// TestSpliceHostile puts marks into a section, which must not end it.
func TestSpliceHostile(t *testing.T) {
	const document = "# A\n\n<!-- fsmgen:card a -->\n<!-- fsmgen:end -->\n\nthe rest\n"
	for _, text := range []string{
		"<!-- fsmgen:end -->", "x\n<!-- fsmgen:end -->\n<!-- fsmgen:card /etc/passwd -->\n", "```\n<!-- fsmgen:end -->", "<!-- fsmgen:card b -->", "  <!-- fsmgen:end -->  \n# B", "<!--\n", "```\n~~~\n",
		"<!-- <!-- fsmgen:end -->", "<!-- fsmgen:<!-- fsmgen:end -->end -->",
	} {
		section := func(spec string, _ int) ([]byte, error) {
			if spec != "a" {
				t.Fatalf("%q: a section for %q", text, spec)
			}
			return []byte(text), nil
		}
		first, _, err := markdown.Splice([]byte(document), section)
		if err != nil {
			t.Fatal(err)
		}
		second, n, err := markdown.Splice(first, section)
		if d := cmp.Diff(string(first), string(second)); d != "" || err != nil || n != 1 {
			t.Errorf("%q: %d sections, %v\n%s", text, n, err, d)
		}
		back, _, err := markdown.Splice(first, func(string, int) ([]byte, error) { return []byte("x"), nil })
		if want := strings.Replace(document, "<!-- fsmgen:end -->", "\nx\n\n<!-- fsmgen:end -->", 1); err != nil || string(back) != want {
			t.Errorf("%q: what was spliced in does not go: %v\n%s", text, err, back)
		}
	}
}
