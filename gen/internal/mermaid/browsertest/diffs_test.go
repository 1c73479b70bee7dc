package browsertest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/spec"
)

// edits are changes of the machines of this repository, as pull requests would have them, with labels of arrows and the
// strokes that these must have.
var edits = []struct {
	machine string
	edits   []string
	want    map[string]string
}{
	{"machines/fallback/fallback", []string{"if: retries < maxRetries,", "if: retries <= maxRetries,"}, map[string]string{
		"~ after backoff(retries): RetryReady [retries ≤ maxRetries] was [retries < maxRetries]": "rgb(212, 160, 23)", "RequestReceived": "rgb(140, 149, 159)",
	}},
	{"machines/fallback/fallback", []string{"Cancelled: {to: Aborted, set: {reason: Cancellation, cause: event.cause}}", "Cancelled: {otherwise: ignore}"}, map[string]string{
		"− Cancelled now: (ignored)": "rgb(229, 83, 75)",
	}},
	{"machines/reservation/reservation", []string{"AskParty", "AskGuests"}, map[string]string{"• limit• Silence• stall": "rgb(140, 149, 159)"}},
	{"verify/testdata/rounds", []string{
		"if: event.verdict == Met, to: Done}", "if: event.verdict == Met, to: Review}", "  Done: {}\n", "  Review: {on: {StepCompleted: Done}}\n  Done: {}\n",
		"  Verify: [1,", "  Review: [0, 1, 0, 0, 0, 0]\n  Verify: [1,",
	}, map[string]string{"~ Verified [1: verdict = Met] was: Done": "rgb(212, 160, 23)", "− Verified [1: verdict = Met] now: Review": "rgb(229, 83, 75)", "+ StepCompleted": "rgb(45, 164, 78)"}},
	{"machines/negotiation/negotiation", []string{"if: turns + 1 < maxTurns", "if: turns + 3 < maxTurns"}, map[string]string{"Accept": "rgb(140, 149, 159)"}},
}

// TestDiffs draws what has changed between two versions of the machines of this repository, and compares texts and colors
// with what the flowchart says.
func TestDiffs(t *testing.T) {
	texts := []string{pictures(t)["diff"]}
	wants := []map[string]string{{"• + Select [1: first] / remaining -= 1, current ← providers - remaining, retries ← 0" +
		"• + Select [2: another] / remaining -= 1, current ← providers - remaining, retries ← 0, emit Switched": "rgb(45, 164, 78)", "− Select [remaining > 0] / remaining -= 1, retries ← 0": "rgb(229, 83, 75)"}}
	for _, e := range edits {
		path := e.machine + ".fsm.yaml"
		old, _ := side(t, path)
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		edited := string(text)
		for i := 0; i < len(e.edits); i += 2 {
			if !strings.Contains(edited, e.edits[i]) {
				t.Fatalf("%s has no %q", path, e.edits[i])
			}
			edited = strings.ReplaceAll(edited, e.edits[i], e.edits[i+1])
		}
		s, diags := spec.Load(path, []byte(edited))
		if s.Machine == nil {
			t.Fatal(diags)
		}
		d, err := diff.Compare(t.Context(), old, &diff.Side{Spec: s})
		if err != nil {
			t.Fatal(err)
		}
		texts, wants = append(texts, string(d.Mermaid())), append(wants, e.want)
	}
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			p := open(t, v)
			for i, text := range texts {
				d := p.flow(t, text)
				var drawn []string
				for _, a := range d.Arrows {
					parts := strings.Split(a.ID, "_")
					drawn = append(drawn, strings.Join([]string{parts[len(parts)-3], parts[len(parts)-2], a.Text, a.Stroke}, " "))
				}
				if diff := cmp.Diff(picturetest.Bare(arrows(t, text)), picturetest.Bare(drawn)); diff != "" {
					t.Errorf("(-text +drawn) %s\n%s", diff, text)
				}
				for label, stroke := range wants[i] {
					bare := picturetest.Bare([]string{label, stroke})
					if !slices.ContainsFunc(picturetest.Bare(drawn), func(a string) bool {
						return strings.Contains(a, bare[0]+bare[1]) || strings.Contains(a, bare[1]+bare[0])
					}) {
						t.Errorf("no arrow %q with the color %s in %q", label, stroke, drawn)
					}
				}
			}
			p.quiet(t)
		})
	}
}

var (
	flowArrow = regexp.MustCompile(`(?m)^ +(\w+) -->(?:\|"([^"]*)"\|)? (\w+)$`)
	linkStyle = regexp.MustCompile(`(?m)^ +linkStyle ([0-9,]+) stroke:#(\w\w)(\w\w)(\w\w),`)
	entity    = regexp.MustCompile(`#([0-9]+);`)
)

// arrows reads the arrows of a flowchart: "from to label stroke".
func arrows(t *testing.T, text string) []string {
	t.Helper()
	number := func(s string, base int) int {
		n, err := strconv.ParseInt(s, base, 32)
		if err != nil {
			t.Fatal(err)
		}
		return int(n)
	}
	var list []string
	for _, a := range flowArrow.FindAllStringSubmatch(text, -1) {
		label := entity.ReplaceAllStringFunc(strings.ReplaceAll(a[2], "<br>", " "), func(e string) string { return string(rune(number(e[1:len(e)-1], 10))) })
		list = append(list, a[1]+" "+a[3]+" "+label)
	}
	for _, s := range linkStyle.FindAllStringSubmatch(text, -1) {
		for i := range strings.SplitSeq(s[1], ",") {
			list[number(i, 10)] += " rgb(" + strconv.Itoa(number(s[2], 16)) + ", " + strconv.Itoa(number(s[3], 16)) + ", " + strconv.Itoa(number(s[4], 16)) + ")"
		}
	}
	return list
}
