package diff

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/markdown/markdowntest"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// TestGolden compares the output for two changes: the repair of the published fallback
// machine, and one with everything that a diagram can show.
func TestGolden(t *testing.T) {
	read := func(path string) string {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	src := base(t, "")
	for _, test := range []struct{ name, old, new string }{
		{"repair", read("../../verify/testdata/seed000.fsm.yaml"), read("../../gen/internal/golang/testdata/fallback/fallback.fsm.yaml")},
		{"many", src, edit(t, src, []string{
			"          Expire: Ready\n", "          Expire: Resting\n",
			"  Lost: {}\n", "  Gone: {}\n", "bad: [Lost]", "bad: [Gone]", ": Lost", ": Gone",
			"  Done: {data", "      Resting:\n        on: {Work: Ready, Close: {to: Done, set: {result: last}}}\n  Done: {data",
			"          Close: {to: Done, set: {result: owner}}\n", "", "        ignore: [Work]\n", "",
			"if: left > spare", "if: left > spare + 1", "initial: New", "initial: Ready",
			"  New:\n    invariants: left == tries\n    on:\n      Open:\n        - {if: free(event.level), to: Ready, set: {last: event.text}}\n        - {to: Ready, emit: Beep}\n      Stop: Gone\n", "",
			"progress:\n", "limit: {transitions: 20, to: Gone}\nprogress:\n",
			"  New: 2*left + 3\n  Ready: 2*left + 2\n  Working: 2*left + 3\nbound: 2*tries + 3\n", "  Ready: 3*left + 2\n  Working: 3*left + 4\n  Resting: 3*left + 3\nbound: 3*tries + 2\n",
			"  Open: {level: Level, text: string}\n", "", "  Beep: {}\n", "", "  free: {args: {level: Level}}\n", "",
		})},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := compared(t, load(t, "old.fsm.yaml", test.old, true), load(t, "new.fsm.yaml", test.new, true))
			golden.File(t, "testdata/"+test.name+".txt", []byte(d.Text()))
			golden.File(t, "testdata/"+test.name+".md", Markdown([]*Diff{d}))
			golden.File(t, "testdata/"+test.name+".mmd", d.Mermaid())
			data, err := json.MarshalIndent(d, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			golden.File(t, "testdata/"+test.name+".json", append(data, '\n'))
		})
	}
}

// TestAlone checks the diff of machines that exist in only one version.
func TestAlone(t *testing.T) {
	s := load(t, "base.fsm.yaml", base(t, ""), true)
	for _, test := range []struct {
		d        *Diff
		text     string
		breaking int
	}{
		{compared(t, nil, s), "Ticket: machine added; termination proved\n  base.fsm.yaml\n", 0},
		{compared(t, s, nil), "Ticket: machine removed\n  base.fsm.yaml\n", 1},
	} {
		if !strings.HasPrefix(test.d.Text(), test.text) {
			t.Errorf("got %s", test.d.Text())
		}
		if len(test.d.Breaking) != test.breaking || test.d.Empty() {
			t.Errorf("got %v", test.d.Breaking)
		}
		if text := string(test.d.Mermaid()); strings.Count(text, "class n1,n4,n5,n2,n3,n6 "+string(test.d.Action)) != 1 {
			t.Errorf("not all states are marked:\n%s", text)
		}
	}
}

// TestLong checks that a page is never too long for a comment, and that it mentions what it
// omits.
func TestLong(t *testing.T) {
	sample.Turn(t)
	chain := func(prefix string) string {
		var b strings.Builder
		b.WriteString("machine: Chain\nevents: {Go: {}}\ninitial: " + prefix + "0\nterminal: {done: [End]}\nstates:\n")
		for i := range 500 {
			next := fmt.Sprintf("%s%d", prefix, i+1)
			if i == 499 {
				next = "End"
			}
			fmt.Fprintf(&b, "  %s%d: {on: {Go: %s}}\n", prefix, i, next)
		}
		return b.String() + "  End: {}\n"
	}
	long := compared(t, load(t, "old", chain("A"), false), load(t, "new", chain("B"), false))
	small := compared(t, load(t, "old", base(t, ""), false), load(t, "new", edit(t, base(t, ""), []string{"- {if: event.level == Urgent, to: Lost}", "- {if: 'owner == \"x\"', to: Lost}"}), false))
	page := string(Markdown([]*Diff{small, long, small, long, small}))
	if len(page) > 65_536 {
		t.Errorf("the page has %d bytes", len(page))
	}
	if n := strings.Count(page, "does not fit in a comment"); n != 1 {
		t.Errorf("%d machines are cut short, want 1", n)
	}
	if n := strings.Count(page, "flowchart TB"); n != 4 {
		t.Errorf("%d diagrams, want 4", n)
	}
}

// TestNothingDrawn checks that there is no diagram if it would show no difference.
func TestNothingDrawn(t *testing.T) {
	src := base(t, "")
	d := compared(t, load(t, "old", src, false), load(t, "new", edit(t, src, []string{"default: 3", "default: 4"}), false))
	page := string(Markdown([]*Diff{d}))
	if strings.Contains(page, "flowchart TB") || !strings.Contains(page, "The states and arrows have not changed.") || !strings.Contains(page, "`3` → `4`") {
		t.Errorf("a new default is drawn:\n%s", page)
	}
}

// hostile are string constants that could break a format.
var hostile = []string{
	"a|b", "```", "`x`", "```\\u0060", "<script>alert(1)</script>", "</details><h1>big</h1>", "**bold** _it_ ~~x~~", "[link](javascript:x)",
	"@somebody #12 :smile: www.example.com https://example.com", "%%{init: {}}%%", "direction LR", "a; b --> c : d", "end note", "\\u001b[31mred\\u0007",
	"<!-- -->", "$$x$$", "&lt;", "\\n\\n# head", "s_1 --> s_2", "\\u202ereversed",
}

// TestHostile checks that constants and file names of a spec never become markup.
func TestHostile(t *testing.T) {
	sample.Turn(t)
	src := base(t, "")
	for _, text := range hostile {
		t.Run(text, func(t *testing.T) {
			constant := "'\"" + strings.ReplaceAll(text, "'", "''") + "\"'"
			new := edit(t, src, []string{
				"text: last, count: left + 1", "text: " + constant + ", count: left + 1",
				"- {if: event.level == Urgent, to: Lost}", "- {if: 'owner == \"" + text + "\"', to: Lost}",
			})
			file := strings.ReplaceAll(text, "\\u001b", "\x1b") + ".fsm.yaml"
			d := compared(t, load(t, "old.fsm.yaml", src, false), load(t, file, new, false))
			checkText(t, d.Text())
			checkMermaid(t, string(d.Mermaid()))
			checkMarkdown(t, string(Markdown([]*Diff{d, d})), 4)
			one := compared(t, load(t, "old.fsm.yaml", src, true), load(t, file, edit(t, new, []string{
				"text: " + constant, "text: last", "bound: 2*tries + 3", "bound: tries",
			}), true))
			checkText(t, one.Text())
			checkMarkdown(t, string(Markdown([]*Diff{one, one})), 8) // a run and a picture each
		})
	}
}

func checkText(t *testing.T, text string) {
	t.Helper()
	for _, r := range text {
		if r != '\n' && r < ' ' || r == 0x7f || r == 0x202e {
			t.Errorf("the text has %U", r)
		}
	}
}

// shown is a text that a diagram may have in quotes.
const shown = "\"([^\":;<%`]|#\\d+;|<br>)*\""

// statement matches the lines that a diagram may have.
var statement = regexp.MustCompile(`^(%%\{init: \{'flowchart': \{'curve': 'linear'\}, 'elk': \{'lineHops': false\}\}\}%%|flowchart TB| +(subgraph b\d+\[` + shown + `\]|end|n\d+(\(` + shown + `\)|\(\[` + shown + `\]\)|\[` + shown + `\])|` +
	`note\[` + shown + `\]|start\d\(\("#160;"\)\)|(n|b|start)\d+ -->(\|` + shown + `\|)? [nb]\d+|classDef \w+ [a-z0-9:#,\- ]+|class [a-z0-9,]+ \w+|` +
	`linkStyle [0-9,]+ [a-z0-9:#,\- ]+))$`)

func checkMermaid(t *testing.T, text string) {
	t.Helper()
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		if !statement.MatchString(line) {
			t.Errorf("the diagram has the line %q", line)
		}
	}
}

// emphasis matches the emphasis that the page itself uses.
var emphasis = regexp.MustCompile(`\*\*[+−~=]\*\*|^\*\*[0-9]+ changed machines, [0-9]+ with breaking changes\.\*\*|^(✅|⚠️|❌) \*\*[^*]*\.\*\* |` +
	`^\*\*(Go code that uses the package|Stored machines|Callers' behavior|Proofs and bounds)\*\*$`)

// checkMarkdown reports markup other than the page's own.
func checkMarkdown(t *testing.T, text string, wantFences int) {
	t.Helper()
	for _, fault := range markdowntest.Faults(text, emphasis) {
		t.Error(fault)
	}
	fences, details := 0, 0
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "```") {
			fences++
		}
		if line == "</details>" {
			details++
		}
	}
	if fences != wantFences {
		t.Errorf("%d fences, and not %d:\n%s", fences, wantFences, text)
	}
	if details != 2 {
		t.Errorf("%d ends of details, and not 2", details)
	}
}

// TestDrawn checks the short form of details in diagrams.
func TestDrawn(t *testing.T) {
	for _, test := range []struct {
		detail Detail
		want   string
	}{
		{Detail{What: "if", Old: "n > 0", New: "n > 1", Note: "proved stricter"}, "was [n > 0]"},
		{Detail{What: "leads to", Old: "A", New: "B"}, "was: A"},
		{Detail{What: "sets n", New: "n + 1"}, "now sets n: n + 1"},
		{Detail{What: "sets n", Old: "n + 1"}, "no longer sets n: n + 1"},
		{Detail{What: "sets n", Old: "n", New: "n + 1", Note: "x"}, "sets n: n → n + 1"},
		{Detail{What: "emits", New: "Log{at: n + 1, of: m}, Ring, Tell{x: 1}"}, "now emits: Log, Ring, Tell"},
		{Detail{What: "emits", New: `Log{text: "}, x{"}, Ring`}, `now emits: Log{text: "}, x{"}, Ring`},
		{Detail{What: "emits", Old: "Log{at: 1}", New: "Log{at: 2}"}, "emits: Log{at: 1} → Log{at: 2}"},
	} {
		if got := test.detail.drawn(); got != test.want {
			t.Errorf("%+v: %q, want %q", test.detail, got, test.want)
		}
	}
}

// TestInvalid writes versions that are not compared, because a spec has errors.
func TestInvalid(t *testing.T) {
	var errors diag.List
	errors.Errorf("FSM001", diag.Span{File: "<b>.yaml", Start: diag.Pos{Line: 1, Column: 1}}, "**no** spec")
	list := []*Diff{
		{Action: Invalid, OldFile: "a.yaml", NewFile: "<b>.yaml", Errors: errors},
		{Action: Invalid, Old: "Door", New: "Door", OldFile: "a.yaml", NewFile: "a.yaml", Errors: errors},
		{Action: Removed, Old: "Gone", OldFile: "c.yaml"},
	}
	want := "**1 changed machine, 0 with breaking changes, 2 not compared.**\n\n" +
		"### a.yaml → \\<b>.yaml\n\n❌ **Not compared, because a spec has errors.** <sub>a.yaml → \\<b>.yaml</sub>\n\n- `<b>.yaml:1:1`: \\*\\*no\\*\\* spec\n\n" +
		"### Door\n\n❌ **Not compared, because a spec has errors.** <sub>a.yaml</sub>\n\n- `<b>.yaml:1:1`: \\*\\*no\\*\\* spec\n"
	if got, _, _ := strings.Cut(string(Markdown(list)), "\n### Gone"); got != want {
		t.Error(cmp.Diff(want, got))
	}
	for _, f := range Formats() {
		text, err := f.Write(t.Context(), list[:2])
		if err != nil || (len(text) == 0) != (f.Name == "mermaid" || f.Name == "svg") || strings.Contains(strings.ToLower(string(text)), "no machine differs") {
			t.Errorf("%s: %s, %v", f.Name, text, err)
		}
	}
}
