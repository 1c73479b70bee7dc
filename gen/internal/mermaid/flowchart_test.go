package mermaid

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/internal/golden"
)

// versions is a picture of two versions that has everything that a flowchart can show.
func versions() *picture.Picture {
	return &picture.Picture{
		Frame: -1, Start: -1, Starts: []picture.Start{{Node: 0, Mark: picture.Removed}, {Node: 1, Mark: picture.Added}},
		Nodes: []picture.Node{
			{Name: "end", Block: -1, Outcome: -1},
			{Name: "Wait", Was: "Rest", Mark: picture.Changed, Block: 0, Outcome: -1, Stays: []picture.Label{
				{Event: "Tick", Guard: "n > 0", Updates: []string{"n -= 1"}, Mark: picture.Added}, {Event: "Tock", Mark: picture.Changed, Was: []string{"was [n > 1]"}},
			}},
			{Name: "Inner", Block: 1, Outcome: -1, Mark: picture.Removed},
			{Name: "any state", Any: true, Block: 0, Outcome: -1},
			{Name: "any state", Any: true, Block: -1, Outcome: -1},
			{Name: "Group", Collapsed: true, Block: -1, Outcome: -1},
			{Name: "Done", Block: -1, Outcome: 0, Mark: picture.Added},
		},
		Blocks: []picture.Block{{Name: "Busy", Parent: -1, Mark: picture.Changed}, {Name: `"<b>"; %%`, Parent: 0, Mark: picture.Removed}},
		Edges: []picture.Edge{
			{From: 0, To: 1, Block: -1, Labels: []picture.Label{
				{Event: "Go", Updates: []string{"x ← 1"}}, {Event: "Run"},
				{Event: "Go", Guard: "a < b", Mark: picture.Changed, Was: []string{"was [a]"}}, {Event: "Hop", Mark: picture.Removed}, {Event: "Sit", Mark: picture.Added},
			}},
			{From: 3, To: 6, Block: -1, Labels: []picture.Label{{Event: "Stop", Environment: true, Mark: picture.Added, Emits: []string{"Log"}}}},
			{From: 3, To: 1, Block: -1, Labels: []picture.Label{{Event: "Again"}}},
			{From: 5, To: 2, Block: -1, Labels: []picture.Label{{Event: `a"|b`, Mark: picture.Removed}}},
		},
		Notes: []string{"Not shown: 1 state"},
	}
}

func TestFlowchart(t *testing.T) {
	golden.File(t, filepath.Join("testdata", "versions.mmd"), Flowchart(versions(), maxText))
}

var link = regexp.MustCompile(`(?m)^ +(\w+) -->(?:\|"([^"]*)"\|)? (\w+)$`)

// TestLinkStyles checks that the numbers in the styles are those of the arrows with these signs.
func TestLinkStyles(t *testing.T) {
	text := string(Flowchart(versions(), maxText))
	arrows := link.FindAllStringSubmatch(text, -1)
	for sign, stroke := range map[string]string{"+": "#2da44e", "−": "#e5534b", "#126;": "#d4a017", "": "#8c959f"} {
		var want []string
		for i, a := range arrows {
			first := strings.TrimPrefix(a[2], "• ")
			switch {
			case sign != "" && strings.HasPrefix(first, sign+" "), sign == "" && !strings.HasPrefix(first, "+ ") && !strings.HasPrefix(first, "− ") && !strings.HasPrefix(first, "#126; "):
				want = append(want, fmt.Sprint(i))
			}
		}
		if line := "linkStyle " + strings.Join(want, ",") + " stroke:" + stroke; len(want) == 0 || !strings.Contains(text, line) {
			t.Errorf("no %q in\n%s", line, text)
		}
	}
}

// TestFlowchartLimits draws pictures that are too large for Mermaid: unchanged arrows go first, then conditions, then the rest.
func TestFlowchartLimits(t *testing.T) {
	grow := func(states, width int) string {
		p := &picture.Picture{Frame: -1, Start: -1}
		for i := range states {
			p.Nodes = append(p.Nodes, picture.Node{Name: fmt.Sprint("S", i), Block: -1, Outcome: -1})
			p.Edges = append(p.Edges,
				picture.Edge{From: i, To: (i + 1) % states, Labels: []picture.Label{{Event: "Go"}}},
				picture.Edge{From: i, To: 0, Labels: []picture.Label{{Event: "New", Guard: strings.Repeat("x", width), Mark: picture.Added}}})
		}
		text := string(Flowchart(p, maxText))
		if n := len(link.FindAllString(text, -1)); n > maxEdges || len(text) > maxText {
			t.Errorf("%d states: %d arrows, %d letters", states, n, len(text))
		}
		return text
	}
	for _, test := range []struct {
		states, width int
		same, guard   bool
		left          string
	}{
		{100, 10, true, true, ""},
		{300, 10, false, true, "too many#58; 300"},
		{100, 1000, false, false, "too many#58; 100"},
		{600, 10, false, false, "too many#58; 1000"},
	} {
		text := grow(test.states, test.width)
		if strings.Contains(text, `"Go"`) != test.same || strings.Contains(text, "xxx") != test.guard || !strings.Contains(text, test.left) || strings.Contains(text, "too many") == (test.left == "") {
			t.Errorf("%d states with %d letters are not drawn as they should be:\n%.500s", test.states, test.width, text)
		}
		if !strings.Contains(text, `"+ New`) {
			t.Errorf("%d states: no change is shown", test.states)
		}
	}
}

// TestInert checks that nothing is left that Mermaid decodes in a node after it has decoded escapes.
func TestInert(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "plain": "plain", "$x$": "$x$", "$$": "$\u200b$", "$$$$": "$\u200b$\u200b$\u200b$", `a\nb`: "a\\\u200bnb", `\\n`: "\\\\\u200bn", "fa:fa-ban": "fa:\u200bfa-ban", "fab:fa-x": "fab:\u200bfa-x", "a: b": "a: b",
	} {
		if got := inert(text); got != want {
			t.Errorf("inert(%q) = %q, want %q", text, got, want)
		}
	}
}
