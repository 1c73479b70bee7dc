package diff

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// fenced is a picture or a run.
var fenced = regexp.MustCompile("(?ms)^```[a-z]*\n.*?^```\n")

// open returns the lines of a comment that a reader sees, without the picture, the run, and the sentence.
func open(page string) []string {
	var lines []string
	folded := 0
	for line := range strings.Lines(fenced.ReplaceAllString(page, "")) {
		folded += strings.Count(line, "<details>") - strings.Count(line, "</details>")
		if strings.HasPrefix(line, "- ") && folded == 0 {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// TestComment wants the picture right below the sentence, at most five lines, and one line for what has one place as its cause.
func TestComment(t *testing.T) {
	src, err := os.ReadFile("../../machines/reservation/reservation.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	d := compared(t, load(t, "r.fsm.yaml", string(src), true), load(t, "r.fsm.yaml", edit(t, string(src), []string{"AskParty", "AskGuests"}), true))
	page := string(Markdown([]*Diff{d}))
	want := []string{"- state `AskParty → AskGuests` renamed: Go code no longer compiles or fits (FSMB101, FSMB102, FSMB106); stored machines may not be restored (FSMB201); callers see a different behavior (FSMB302) (line 83)",
		"- `TimerAskPartySilence`: Go code no longer compiles or fits (FSMB102); stored machines may not be restored (FSMB208) (line 85)"}
	if got := open(page); !slices.Equal(got, want) {
		t.Errorf("%q\n%s", got, page)
	}
	picture, lines, details := strings.Index(page, "\n```mermaid\n"), strings.Index(page, "\n- state"), strings.Index(page, "<details><summary>9 breaking consequences</summary>\n\n**Go code that uses the package**\n")
	if picture < 0 || picture > lines || lines > details || strings.Count(page[:picture], "\n") > 4 {
		t.Errorf("the parts are not in order: %d %d %d\n%s", picture, lines, details, page)
	}
	if want := "- a removed Go constant: `StateAskParty` (FSMB102, line 83)\n"; !strings.Contains(page, want) {
		t.Errorf("no line %s\n%s", want, page)
	}
	for i, e := range edits {
		if i%7 != 0 {
			continue
		}
		src := base(t, e.name)
		d := compared(t, load(t, "old", src, false), load(t, "new", edit(t, src, e.edits), false))
		if lines := open(string(Markdown([]*Diff{d}))); len(lines) > maxFacts {
			t.Errorf("%s: %d lines: %q", e.name, len(lines), lines)
		}
	}
}

// TestNamed names what is new, and does not only count it.
func TestNamed(t *testing.T) {
	src := base(t, "")
	d := compared(t, load(t, "old", src, false), load(t, "new", edit(t, src, []string{"  Close: {}\n", "  Close: {}\n  Pause: {}\n", "    on: {Stop: Lost}\n", "    on: {Stop: Lost, Pause: Lost}\n"}), false))
	if lines := open(string(Markdown([]*Diff{d}))); len(lines) == 0 || lines[0] != "- added: event `Pause`" {
		t.Errorf("%q", lines)
	}
}

// TestLongBound wants numbers in the line about the bound, and not formulas of a paragraph.
func TestLongBound(t *testing.T) {
	d := &Diff{Action: Changed, NewFile: "a", Bound: &Bound{Old: strings.Repeat("a + ", 20) + "1", New: strings.Repeat("b + ", 20) + "1", OldNumber: "21", NewNumber: "22", With: "a = 1, b = 1"}}
	d.Breaking = []Breaking{{Code: BoundRaised, Subject: "bound"}}
	list, told := facts{d}.list()
	if want := []string{"- worst-case transitions: 21 → 22; numbers for `a = 1, b = 1` (FSMB403, `:0`)"}; !slices.Equal(list, want) || !told {
		t.Errorf("%q, want %q", list, want)
	}
	d.Bound.NewNumber = ""
	if list, _ := (facts{d}).list(); !strings.Contains(list[0], "`b + b") {
		t.Errorf("without a number, the formula is not there: %q", list)
	}
}

// TestUnprovedClaim adds claims that do not hold: nobody says that nothing breaks, or that no claim is lost.
func TestUnprovedClaim(t *testing.T) {
	const src = "machine: A\nevents: {Go: {}, End: {}}\ninitial: X\nterminal: {done: [Z]}\nstates:\n  X: {on: {Go: Y, End: Z}}\n  Y: {on: {End: Z}}\n  Z: {}\n"
	for claim, want := range map[string]string{"possible: {Y: [X]}\n": "1 new claim refuted", "within: 3s\n": "1 new claim refuted"} {
		d := compared(t, load(t, "old", src, true), load(t, "new", src+claim, true))
		page := string(Markdown([]*Diff{d}))
		if !strings.HasPrefix(page, "### A\n\n❌ ") || !strings.Contains(page, want) {
			t.Errorf("%s: no %q in\n%s", claim, want, page)
		}
		for _, wrong := range []string{"nothing breaks", "none is lost", "uggests a", "lost", "may still hold"} {
			if strings.Contains(page, wrong) {
				t.Errorf("%s: %q in\n%s", claim, wrong, page)
			}
		}
		if text := d.Text(); strings.Contains(text, "none is lost") || !strings.Contains(text, "one is not proved") {
			t.Errorf("%s:\n%s", claim, text)
		}
	}
	endless := strings.Replace(src, "Y: {on: {End: Z}}", "Y: {on: {End: Z, Go: X}}", 1)
	if page := string(Markdown([]*Diff{compared(t, nil, load(t, "new", endless, true))})); !strings.HasPrefix(page, "### A\n\n❌ ") {
		t.Errorf("a new machine that never ends:\n%s", page)
	}
}

// TestSwapped swaps two of four alternatives: the sentence and the picture name these two, and where they were.
func TestSwapped(t *testing.T) {
	const src = `machine: A
params: {n: {type: int, max: 9, min: 0}}
events: {Go: {}}
initial: X
terminal: {done: [One, Two, Three, Four]}
states:
  X:
    on:
      Go:
        - {if: n == 1, to: One}
        - {if: n > 3, to: Two}
        - {if: n > 5, to: Three}
        - {to: Four}
  One: {}
  Two: {}
  Three: {}
  Four: {}
`
	const two, three = "        - {if: n > 3, to: Two}\n", "        - {if: n > 5, to: Three}\n"
	d := compared(t, load(t, "old", src, false), load(t, "new", edit(t, src, []string{two + three, three + two}), false))
	page := string(Markdown([]*Diff{d}))
	for _, want := range []string{"changed: order `2: n > 3, 3: n > 5` → `2: n > 5, 3: n > 3`; 1 breaking", "was number 3", "was number 2"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	if strings.Contains(page, "was number 1") || strings.Contains(page, "was number 4") {
		t.Errorf("an alternative that has not moved is marked:\n%s", page)
	}
}

// TestUnreachedPicture marks a state that no run reaches any longer.
func TestUnreachedPicture(t *testing.T) {
	const src = `machine: A
params: {most: {type: int, min: 1, max: 9}}
vars: {left: {type: int, min: 0, max: most, init: most}}
events: {Go: {}}
initial: X
terminal: {done: [Z]}
states:
  X: {on: {Go: [{if: left > 0, to: Y, set: {left: left - 1}}, {to: Z}]}}
  Y: {on: {Go: X}}
  Z: {}
`
	d := compared(t, load(t, "old", src, true), load(t, "new", edit(t, src, []string{"init: most", "init: 0"}), true))
	page := string(Markdown([]*Diff{d}))
	if got := countMarks(d.picture); got != "1 states" || !strings.Contains(page, "no longer reached") || !strings.Contains(page, "flowchart") {
		t.Errorf("%s\n%s", got, page)
	}
	if lines := open(page); !slices.Contains(lines, "- no longer reached: `state Y` (line 9), and 1 alternative") {
		t.Errorf("%q", lines)
	}
}
