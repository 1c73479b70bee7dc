package card

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// link makes a part of the card a link to its line of the spec, if there is one.
// The text is Markdown without links.
func (c *card) link(text string, at diag.Span) string {
	if c.spec == "" || at.Start.Line < 1 || text == "" {
		return text
	}
	return fmt.Sprintf("[%s](%s#L%d)", text, address(c.spec), at.Start.Line)
}

// address writes a path as a relative URL.
func address(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		// A colon would end a scheme, and GitHub treats text after a tilde as markup.
		parts[i] = strings.NewReplacer(":", "%3A", "~", "%7E").Replace(url.PathEscape(p))
	}
	return strings.Join(parts, "/")
}
