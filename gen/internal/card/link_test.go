package card_test

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/card"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// line matches what depends on the place of a part in the spec.
var line = regexp.MustCompile(`#L[0-9]+|\bline [0-9]+`)

// TestLines checks that a card has no line of the spec, except in errors.
func TestLines(t *testing.T) {
	sample.Turn(t)
	files, err := filepath.Glob("../../../machines/*/*.fsm.yaml")
	if err != nil || len(files) < 4 {
		t.Fatalf("%v, %v", files, err)
	}
	// A machine with warnings, and one with errors.
	for _, file := range append(files, "../../../verify/testdata/dead.fsm.yaml", "../../../verify/testdata/gap.fsm.yaml") {
		m := load(file)
		r := verify.Machine(context.Background(), m)
		text, err := card.Card(m, r, "x.fsm.yaml", "")
		if err != nil {
			t.Fatal(err)
		}
		errors := 0
		for l := range strings.Lines(string(text)) {
			if found := line.FindString(l); found != "" && !strings.HasPrefix(l, "- error: ") {
				t.Errorf("%s: %q in %s", file, found, l)
			} else if strings.HasPrefix(l, "- error: ") && regexp.MustCompile(`\(\[line [0-9]+\]\(x.fsm.yaml#L[0-9]+\)\)\n$`).MatchString(l) {
				errors++
			}
		}
		want := 0
		for _, d := range r.Diagnostics {
			if d.Severity == diag.Error {
				want++
			}
		}
		if errors != want {
			t.Errorf("%s: %d errors with a line, want %d in\n%s", file, errors, want, text)
		}
	}
}

// TestAddress checks that no path can break out of a link, and that there is no link
// without a path.
func TestAddress(t *testing.T) {
	m := picturetest.Fallback()
	r := verify.Machine(done(), m)
	for _, test := range []struct{ spec, want string }{
		{"", "# Fallback"},
		{"a.fsm.yaml", "# [Fallback](a.fsm.yaml)"},
		{"../a b/c.fsm.yaml", "# [Fallback](../a%20b/c.fsm.yaml)"},
		{"javascript:alert(1)", "# [Fallback](javascript%3Aalert%281%29)"},
		{`a"><script>|]\).yaml`, "# [Fallback](a%22%3E%3Cscript%3E%7C%5D%5C%29.yaml)"},
		{"a#b?~c_d*.yaml", "# [Fallback](a%23b%3F%7Ec_d%2A.yaml)"},
	} {
		text, err := card.Card(m, r, test.spec, "")
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(text, []byte("\n"+test.want+"\n")) {
			t.Errorf("%q: no %s in\n%s", test.spec, test.want, text)
		}
		if first, _, _ := strings.Cut(string(text), "\n"); strings.Count(first, ">") != 1 {
			t.Errorf("%q: the comment ends early: %s", test.spec, first)
		}
	}
}

// TestSection checks that a section has the heading levels that its document asks
// for, and is otherwise the same as the card.
func TestSection(t *testing.T) {
	m := endless()
	r := verify.Machine(context.Background(), m)
	whole, err := card.Card(m, r, "x.fsm.yaml", "")
	if err != nil {
		t.Fatal(err)
	}
	_, whole, _ = bytes.Cut(whole, []byte("\n"))
	heading := regexp.MustCompile(`(?m)^(#+) (.*)$`)
	for level, want := range map[int][2]string{0: {"#", "##"}, 1: {"#", "##"}, 2: {"##", "###"}, 5: {"#####", "######"}, 6: {"######", "######"}, 9: {"######", "######"}} {
		part, err := card.Section(m, r, "x.fsm.yaml", "", level)
		if err != nil {
			t.Fatal(err)
		}
		for i, h := range heading.FindAllSubmatch(part, -1) {
			if string(h[1]) != want[min(i, 1)] {
				t.Errorf("level %d: %s", level, h[0])
			}
		}
		bare := func(text []byte) string { return string(heading.ReplaceAll(text, []byte("$2"))) }
		if d := cmp.Diff(bare(whole), bare(part)); d != "" {
			t.Errorf("level %d (-card +section):\n%s", level, d)
		}
	}
	if _, err := card.Section(picturetest.Fallback(), r, "", "", 1); err == nil {
		t.Error("a section from the report of a different machine")
	}
}

// TestOverlaps checks the table of alternatives whose order matters.
func TestOverlaps(t *testing.T) {
	m := load("testdata/overlap.fsm.yaml")
	text := write(t, m)
	_, table, ok := strings.Cut(text, "<summary>Order matters: 5 pairs of conditions that can both hold</summary>\n\n")
	if !ok {
		t.Fatalf("no table in\n%s", text)
	}
	table, _, _ = strings.Cut(table, "\n</details>\n")
	want := "| State and event | Order | Example |\n| --- | --- | --- |\n" +
		"| A<br>Go | `event.size = Small ∧ ready` → Done<br>before `event.size = Small ∧ event.by > 3` → Lost | `event.size = Small, event.by = 4, ready = true` |\n" +
		"| A<br>Go | `event.size = Small ∧ ready` → Done<br>before `left > 1000001 ∧ event.by < 0` → Lost | `left = 1000002, event.size = Small, event.by = -1, ready = true` *not reached* |\n" +
		"| A<br>Go | `event.size = Big` → Lost<br>before ``left > 1000000 ∧ event.name = \"a\\|`b\"`` → Done | ``left = 1000001, event.size = Big, event.name = \"a\\|`b\"`` *not reached* |\n"
	if !strings.HasPrefix(table, want) {
		t.Errorf("want\n%sgot\n%s", want, table)
	}
	if !strings.Contains(table, "is taken. Exploration did not reach") {
		t.Errorf("no note about examples that were not reached in\n%s", table)
	}
	r := verify.Machine(context.Background(), m)
	r.Overlaps = r.Overlaps[:1]
	if text, err := card.Card(m, r, "", ""); err != nil || bytes.Contains(text, []byte("did not reach")) || !bytes.Contains(text, []byte("is taken.\n")) {
		t.Errorf("%v in\n%s", err, text)
	}
}
