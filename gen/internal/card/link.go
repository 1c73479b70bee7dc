package card

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// link makes a part of the card lead to the line of the spec that it is about,
// where there is one. The text is Markdown without links.
func (c *card) link(text string, at diag.Span) string {
	if c.spec == "" || at.Start.Line < 1 || text == "" {
		return text
	}
	return fmt.Sprintf("[%s](%s#L%d)", text, address(c.spec), at.Start.Line)
}

// address writes a path as a relative address.
func address(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		// A colon would end a scheme, and GitHub marks up what is behind a tilde.
		parts[i] = strings.NewReplacer(":", "%3A", "~", "%7E").Replace(url.PathEscape(p))
	}
	return strings.Join(parts, "/")
}
