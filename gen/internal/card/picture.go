package card

import (
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/mermaid"
	"github.com/fsmgen/fsmgen/internal/markdown"
)

// pictures shows the machine, and folds the parts of a machine that one picture cannot show in full.
func (w *page) pictures() {
	for i, part := range mermaid.Pages(w.r.Machine) {
		parts := []string{drawing(part.Text())}
		if only := part.Only(); only != "" {
			parts = append(parts, "To be legible, the picture shows only "+only+". The transitions below have the rest.")
		}
		if i == 0 {
			w.section(parts...)
		} else {
			w.fold("Picture of "+part.Title, parts...)
		}
	}
}

// drawing returns a diagram as a block that GitHub draws.
func drawing(diagram []byte) string {
	return strings.TrimRight(markdown.Fence("mermaid", string(diagram)), "\n")
}
