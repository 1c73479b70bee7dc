package card

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/internal/markdown"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// maxFindings is the largest number of findings that a card lists.
const maxFindings = 20

// findings lists the findings of verification. Only errors have the lines of the spec:
// a machine with warnings is finished, so its card must not change with each line that
// is inserted.
func (w *page) findings() {
	if len(w.r.Diagnostics) == 0 {
		return
	}
	var lines []string
	for i, d := range w.r.Diagnostics {
		if i == maxFindings {
			lines = append(lines, fmt.Sprintf("- and %d more", len(w.r.Diagnostics)-i))
			break
		}
		line := "- " + d.Severity.String() + ": " + markdown.Message(d.Message)
		if n := d.Span.Start.Line; n > 0 && d.Severity == diag.Error {
			line += " (" + w.link(fmt.Sprintf("line %d", n), n) + ")"
		}
		lines = append(lines, line)
	}
	w.section(w.heading("Findings"), strings.Join(lines, "\n"))
}
