package format

import (
	"bytes"
	"fmt"
	"strings"
)

// comment is one comment, from its # to the end of the line.
type comment struct {
	start, line int
	// column is the number of runes before the comment.
	column int
	text   string
	// own reports whether the comment is alone on its line.
	own bool
}

// comments returns the comments of the source in order. It scans everything between
// the texts of the tree; anything other than comments and punctuation is an error,
// because the positions in the tree are then wrong.
func (t *text) comments(root *node) ([]comment, error) {
	var out []comment
	from := 0
	gap := func(to int) error {
		for i := from; i < to; i++ {
			switch c := t.src[i]; {
			case c == '#':
				line, end := t.line(i), t.lineEnd(i)
				out = append(out, comment{
					start: i, line: line, column: t.column(i),
					text: strings.TrimRight(string(t.src[i:end]), " \t"),
					own:  len(bytes.TrimSpace(t.src[t.starts[line]:i])) == 0,
				})
				i = end - 1
			case c == '%' && (i == 0 || t.src[i-1] == '\n'): // a directive
				for i++; t.at(i) != '\n' && (t.at(i) != '#' || t.at(i-1) != ' ' && t.at(i-1) != '\t'); i++ {
					if i >= to {
						return fmt.Errorf("line %d: the directive does not end", t.line(to)+1)
					}
				}
				i--
			case c == '!':
				return errTag
			case !strings.ContainsRune(" \t\n-?:,[]{}.", rune(c)):
				return fmt.Errorf("line %d: unexpected %q between values", t.line(i)+1, c)
			}
		}
		return nil
	}
	var walk func(n *node) error
	walk = func(n *node) error {
		if n.scalar() && n.start < n.end {
			if err := gap(n.start); err != nil {
				return err
			}
			from = n.end
			if n.style == literal || n.style == folded {
				from = n.head
				err := gap(n.body)
				from = n.end
				return err
			}
		}
		for _, e := range n.entries {
			if e.key != nil {
				if err := walk(e.key); err != nil {
					return err
				}
			}
			if err := walk(e.value); err != nil {
				return err
			}
		}
		return nil
	}
	if err := walk(root); err != nil {
		return nil, err
	}
	return out, gap(len(t.src))
}
