package card

import (
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/mermaid"
	"github.com/fsmgen/fsmgen/internal/markdown"
)

// pictures shows the machine, and folds the parts of a machine that one picture cannot show in full.
func (c *card) pictures() {
	for i, page := range mermaid.Pages(c.m) {
		parts := []string{drawing(page.Text())}
		if only := page.Only(); only != "" {
			parts = append(parts, "To be legible, the picture shows only "+only+". The transitions below have the rest.")
		}
		if i == 0 {
			c.section(parts...)
		} else {
			c.fold("Picture of "+page.Title, parts...)
		}
	}
}

// drawing returns a diagram as a block that GitHub draws.
func drawing(diagram []byte) string {
	return strings.TrimRight(markdown.Fence("mermaid", string(diagram)), "\n")
}
