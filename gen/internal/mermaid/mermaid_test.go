package mermaid

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

func TestGolden(t *testing.T) {
	for _, test := range []struct {
		name    string
		machine func() *core.Machine
	}{
		{"fallback", picturetest.Fallback},
		{"everything", picturetest.Everything},
		{"call", picturetest.Call},
		{"endless", picturetest.Endless},
		{"regions", func() *core.Machine { return load(t, picturetest.Regions) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := Diagram(test.machine())
			if !bytes.Equal(got, Diagram(test.machine())) {
				t.Error("two diagrams of one machine differ")
			}
			file := filepath.Join("testdata", test.name+".mmd")
			golden.File(t, file, got)
		})
	}
}

func load(t *testing.T, text string) *core.Machine {
	t.Helper()
	s, diags := spec.Load("trip.fsm.yaml", []byte(text))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	return s.Machine
}

var (
	header      = regexp.MustCompile(`^(%%\{init: \{'flowchart': \{'curve': 'linear'\}\}\}%%|stateDiagram-v2|    direction TB)$`)
	opening     = regexp.MustCompile(`^ *state (?:"[^"]+" as )?(\w+) \{$`)
	declaration = regexp.MustCompile(`^ *(?:state "[^"]+" as )?(\w+)$`)
	row         = regexp.MustCompile(`^ *(\w+) : [^";\\]+(;[^";\\]*)*$`)
	arrow       = regexp.MustCompile(`^ *(\w+|\[\*\]) --> (\w+|\[\*\])( : .+)?$`)
	styling     = regexp.MustCompile(`^    (classDef|class) [\w,]+ [\w#:,\- ]+$`)
)

// TestRules reads the diagrams line by line and checks the rules without which
// Mermaid draws wrongly or not at all: a state is named in one block and
// nowhere else but outside of blocks, no block is empty, and no two edges have
// the same ends.
func TestRules(t *testing.T) {
	for _, m := range []*core.Machine{picturetest.Fallback(), picturetest.Everything(), picturetest.Call(), picturetest.Endless(), load(t, picturetest.Regions)} {
		home := make(map[string]string)
		seen := make(map[string]bool)
		var stack []string
		var size []int
		mention := func(id string) {
			if len(stack) == 0 || id == "[*]" {
				return
			}
			block := stack[len(stack)-1]
			size[len(size)-1]++
			if h, ok := home[id]; ok && h != block {
				t.Errorf("%s is named in %s and in %s", id, h, block)
			}
			home[id] = block
		}
		for line := range strings.Lines(string(Diagram(m))) {
			line = strings.TrimSuffix(line, "\n")
			switch {
			case strings.TrimSpace(line) == "}":
				if size[len(size)-1] == 0 {
					t.Errorf("block %s is empty", stack[len(stack)-1])
				}
				stack, size = stack[:len(stack)-1], size[:len(size)-1]
			case opening.MatchString(line):
				id := opening.FindStringSubmatch(line)[1]
				mention(id)
				stack, size = append(stack, id), append(size, 0)
			case strings.TrimSpace(line) == "--" && len(stack) > 0 && size[len(size)-1] > 0:
			case header.MatchString(line), len(stack) == 0 && styling.MatchString(line):
			case declaration.MatchString(line):
				mention(declaration.FindStringSubmatch(line)[1])
			case arrow.MatchString(line):
				ends := arrow.FindStringSubmatch(line)
				mention(ends[1])
				mention(ends[2])
				if ends[1] == ends[2] {
					t.Errorf("an edge leads from %s to itself", ends[1])
				}
				if key := ends[1] + ">" + ends[2]; seen[key] {
					t.Errorf("two edges %s --> %s", ends[1], ends[2])
				} else {
					seen[key] = true
				}
			case row.MatchString(line):
				mention(row.FindStringSubmatch(line)[1])
			default:
				t.Errorf("line %q is of no kind that is known to work", line)
			}
			for _, end := range arrow.FindStringSubmatch(line) {
				if slices.Contains(stack, end) {
					t.Errorf("line %q names a block that it is in", line)
				}
			}
		}
	}
}

// TestLong draws a machine that is too long for Mermaid with all its labels.
func TestLong(t *testing.T) {
	m := &core.Machine{Events: []core.Event{{Name: "Go"}}, States: []core.State{{Name: "A", Outcome: -1}}}
	for i := range 100 {
		m.States = append(m.States, core.State{Name: fmt.Sprintf("B%d", i), Outcome: -1})
		guard := &expr.Binary{Op: expr.Eq, X: &expr.Text{Value: strings.Repeat("x", 1000)}, Y: &expr.Text{Value: "y"}}
		m.Transitions = append(m.Transitions, core.Transition{To: i + 1, Guard: guard, Written: guard})
	}
	text := string(Diagram(m))
	if len(text) > maxText {
		t.Errorf("%d letters", len(text))
	}
	if n := strings.Count(text, " : Go\n"); n != 100 {
		t.Errorf("%d edges, want 100", n)
	}
}

func TestLabel(t *testing.T) {
	for _, test := range []struct {
		label picture.Label
		want  string
	}{
		{picture.Label{Event: "Go"}, "Go"},
		{picture.Label{Event: "Go", Otherwise: true}, "Go [otherwise]"},
		{picture.Label{Event: "Go", Guard: "a < b", Updates: []string{"x ← 1", "y ← 2"}}, "Go [a #60; b] / x ← 1, y ← 2"},
		{picture.Label{Event: "Select", Guard: "remaining > 0", Updates: []string{"remaining -= 1", "retries ← 0"}},
			"Select [remaining > 0]<br>/ remaining -= 1,<br>retries ← 0"},
		{picture.Label{Event: "Ship", Updates: []string{"price ← event.price", "weight ← event.weight", "at ← 0", "to ← 1"}},
			"Ship<br>/ price ← event.price,<br>weight ← event.weight,<br>at ← 0, to ← 1"},
		{picture.Label{Event: "Go", Environment: true, Emits: []string{"Log"}}, "«env» Go / emit Log"},
		{picture.Label{Event: "Go", After: []string{"30s", "hold in Busy"}, Guard: "a", Updates: []string{"x ← 1"}, Emits: []string{"Log", "_b"}},
			"after 30s or hold in Busy#58;<br>Go [a] / x ← 1, emit Log,<br>emit #95;b"},
		{picture.Label{Event: "Failure", Guard: "class = Recoverable"}, "Failure<br>[class = Recoverable]"},
		{picture.Label{Event: "Go", Guard: "alpha = beta ∧ ¬(gamma ∨ delta) ∧ epsilon"}, "Go<br>[alpha = beta ∧ ¬(gamma ∨<br>delta) ∧ epsilon]"},
		// No line begins with what Markdown could take for a list or a heading.
		{picture.Label{Event: "Go", Updates: []string{"current ← providers + remaining - 100000000 - 1. # > x"}},
			"Go<br>/ current ← providers +<br>remaining - 100000000 - 1. #35; ><br>x"},
		{picture.Label{Event: strings.Repeat("x", 40), Guard: strings.Repeat("y", 40)}, strings.Repeat("x", 40) + "<br>[" + strings.Repeat("y", 40) + "]"},
	} {
		e := picture.Edge{Labels: []picture.Label{test.label}}
		if got := strings.Join(e.Lines((&picture.Picture{}).LabelWidth(), Escape), "<br>"); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
