package card_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/card"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// TestLinks follows the links of cards: each row links to a line of the spec that
// names the part that the row describes.
func TestLinks(t *testing.T) {
	row := regexp.MustCompile("^\\| \\[(?:state )?`?([A-Za-z_]+)[^]]*\\]\\(([^)]*)#L([0-9]+)\\)")
	files, err := filepath.Glob("../../../machines/*/*.fsm.yaml")
	if err != nil || len(files) < 4 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range append(files, "testdata/dialog.fsm.yaml", "../../../verify/testdata/invariants.fsm.yaml", "../../../verify/testdata/phone.fsm.yaml") {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(src), "\n")
		m := load(file)
		text, err := card.Card(m, verify.Machine(context.Background(), m), "x.fsm.yaml")
		if err != nil {
			t.Fatal(err)
		}
		section, rows, linked := "", 0, 0
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "## ") {
				section = strings.TrimSpace(line[3:])
			}
			if strings.HasPrefix(line, "<details>") {
				section = "Proof obligations" // and what is folded, whose rows link elsewhere
			}
			if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| ---") || section == "Proof obligations" || section == "Requirements" {
				continue
			}
			rows++
			found := row.FindStringSubmatch(line)
			if found == nil {
				continue
			}
			linked++
			n, err := strconv.Atoi(found[3])
			if err != nil || n > len(lines) || found[2] != "x.fsm.yaml" {
				t.Fatalf("%s: %s", file, line)
			}
			want := regexp.MustCompile(`\b` + found[1] + `\b`)
			switch {
			case section == "Timers":
				want = regexp.MustCompile(`\bafter\b`)
			case strings.HasPrefix(section, "Transitions"):
				// The line of an alternative has its condition, target, or update.
				want = regexp.MustCompile(`\b(if|to|set|otherwise|limit|stall|ignore|reject|` + strings.Join(names(m), "|") + `)\b|- \{\}`)
			}
			if !want.MatchString(lines[n-1]) && found[1] != "stalls" && found[1] != "transitions" {
				t.Errorf("%s: %s: the link leads to\n%s", file, strings.TrimSpace(line), lines[n-1])
			}
		}
		// No table heads have links, except those of the matrix.
		if heads := strings.Count(string(text), "| ---"); linked < rows-heads || linked == 0 {
			t.Errorf("%s: %d of %d rows have links, %d tables", file, linked, rows, heads)
		}
	}
}

// names returns the names of states and events.
func names(m *core.Machine) []string {
	var list []string
	for _, s := range m.States {
		list = append(list, s.Name)
	}
	for _, e := range m.Events {
		list = append(list, e.Name)
	}
	return list
}

// TestAddress checks that no path can break out of a link, and that there is no link
// without a path.
func TestAddress(t *testing.T) {
	m := picturetest.Fallback()
	m.States[0].Span = diag.Span{Start: diag.Pos{Line: 7, Column: 3}}
	r := verify.Machine(done(), m)
	for _, test := range []struct{ spec, want string }{
		{"", "| Idle (initial) "},
		{"a.fsm.yaml", "| [Idle](a.fsm.yaml#L7) (initial) "},
		{"../a b/c.fsm.yaml", "| [Idle](../a%20b/c.fsm.yaml#L7) (initial) "},
		{"javascript:alert(1)", "| [Idle](javascript%3Aalert%281%29#L7) (initial) "},
		{`a"><script>|]\).yaml`, "| [Idle](a%22%3E%3Cscript%3E%7C%5D%5C%29.yaml#L7) (initial) "},
		{"a#b?~c_d*.yaml", "| [Idle](a%23b%3F%7Ec_d%2A.yaml#L7) (initial) "},
	} {
		text, err := card.Card(m, r, test.spec)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(text, []byte("\n"+test.want)) {
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
	whole, err := card.Card(m, r, "x.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, whole, _ = bytes.Cut(whole, []byte("\n"))
	heading := regexp.MustCompile(`(?m)^(#+) (.*)$`)
	for level, want := range map[int][2]string{0: {"#", "##"}, 1: {"#", "##"}, 2: {"##", "###"}, 5: {"#####", "######"}, 6: {"######", "######"}, 9: {"######", "######"}} {
		part, err := card.Section(m, r, "x.fsm.yaml", level)
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
	if _, err := card.Section(picturetest.Fallback(), r, "", 1); err == nil {
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
	table = regexp.MustCompile(`(?m)^\| -.*\n`).ReplaceAllString(regexp.MustCompile(` +\|`).ReplaceAllString(table, " |"), "")
	want := "| State | Event | Taken | Also holds | Example |\n" +
		"| A | Go | [`event.size = Small ∧ ready` → Done](overlap.fsm.yaml#L13) | [`event.size = Small ∧ event.by > 3` → Lost](overlap.fsm.yaml#L15) | `event.size = Small, event.by = 4, ready = true` |\n" +
		"| A | Go | [`event.size = Small ∧ ready` → Done](overlap.fsm.yaml#L13) | [`left > 1000001 ∧ event.by < 0` → Lost](overlap.fsm.yaml#L17) | `left = 1000002, event.size = Small, event.by = -1, ready = true` *not reached* |\n" +
		"| A | Go | [`event.size = Big` → Lost](overlap.fsm.yaml#L14) | [``left > 1000000 ∧ event.name = \"a\\|`b\"`` → Done](overlap.fsm.yaml#L16) | ``left = 1000001, event.size = Big, event.name = \"a\\|`b\"`` *not reached* |\n"
	if !strings.HasPrefix(table, want) {
		t.Errorf("want\n%sgot\n%s", want, table)
	}
	if !strings.Contains(table, "is taken. Exploration did not reach") {
		t.Errorf("no note about examples that were not reached in\n%s", table)
	}
	r := verify.Machine(context.Background(), m)
	r.Overlaps = r.Overlaps[:1]
	if text, err := card.Card(m, r, ""); err != nil || bytes.Contains(text, []byte("did not reach")) || !bytes.Contains(text, []byte("is taken.\n")) {
		t.Errorf("%v in\n%s", err, text)
	}
}
