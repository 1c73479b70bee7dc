package card

import (
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/mermaid"
	"github.com/fsmgen/fsmgen/internal/markdown"
)

// pictures shows the machine, and folds the parts of a machine that one picture cannot show in full. If there is an image, that
// is shown, and the diagrams are folded.
func (w *page) pictures() {
	var shown, folded []string
	for i, part := range mermaid.Pages(w.r.Machine) {
		parts := []string{drawing(part.Text())}
		if only := part.Only(); only != "" {
			parts = append(parts, "To be legible, the picture shows only "+only+". The transitions below have the rest.")
		}
		if i == 0 {
			shown = parts
		} else {
			folded = append(folded, folds("Picture of "+part.Title, parts...))
		}
	}
	if w.image == "" {
		w.section(append(shown, folded...)...)
		return
	}
	w.section("![" + markdown.Text(w.r.Machine.Name) + "](" + address(w.image) + ")")
	w.fold("The diagram as Mermaid text", append(shown, folded...)...)
}

// drawing returns a diagram as a block that GitHub draws.
func drawing(diagram []byte) string {
	return strings.TrimRight(markdown.Fence("mermaid", string(diagram)), "\n")
}
