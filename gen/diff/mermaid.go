package diff

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/mermaid"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// maxDiagram is the maximum length of a diagram: Mermaid accepts 50,000 characters, and a GitHub comment
// 65,536, which must also contain the rest.
const maxDiagram = 40_000

// Mermaid returns a flowchart of what has changed, ending in a newline: the states that have changed, or at which an arrow
// has changed, with their neighbors and the composite states around them. Added, removed, and changed parts begin with +, −,
// and ~, and their shapes and arrows have distinct colors and lines. If the diagram would be too long, arrows that have not
// changed are omitted first.
func (d *Diff) Mermaid() []byte {
	part, states, arrows := d.picture.Near()
	var hidden []string
	if states > 0 {
		hidden = append(hidden, diag.Count(states, "state", "states"))
	}
	if arrows > 0 {
		hidden = append(hidden, diag.Count(arrows, "arrow", "arrows"))
	}
	if len(hidden) > 0 {
		part.Notes = []string{"Not shown, because unchanged: " + strings.Join(hidden, " and ")}
	}
	return mermaid.Flowchart(part, maxDiagram)
}

// drawn writes a detail for a label, which already shows the new condition and target.
func (t Detail) drawn() string {
	switch t.What {
	case "if":
		return "was [" + t.Old + "]"
	case "leads to":
		return "was: " + t.Old
	}
	if t.What == "emits" && (t.Old == "" || t.New == "") {
		// The list of changes has the values of a new output.
		t.Old, t.New = bare(t.Old), bare(t.New)
	}
	switch {
	case t.Old == "":
		return "now " + t.What + ": " + t.New
	case t.New == "":
		return "no longer " + t.What + ": " + t.Old
	}
	return fmt.Sprintf("%s: %s → %s", t.What, t.Old, t.New)
}

var braced = regexp.MustCompile(`\{[^{}]*\}`)

// bare removes the values from a list of outputs, unless it contains strings, in which
// there may be braces.
func bare(outputs string) string {
	if strings.Contains(outputs, `"`) {
		return outputs
	}
	return braced.ReplaceAllString(outputs, "")
}
