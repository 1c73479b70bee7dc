package format

import (
	"fmt"
	"strings"
)

// scalar finds the start, the end, and the style of a scalar.
func (t *text) scalar(n *node, column int) error {
	first := t.at(n.start)
	switch {
	case n.quotedSpan(t):
		n.start--
		return t.quotedText(n, t.at(n.start))
	case first == '"' || first == '\'':
		return t.quotedText(n, first)
	case first == '|':
		n.style = literal
		return t.blockText(n, column)
	case first == '>':
		n.style = folded
		return t.blockText(n, column)
	case n.Span.End.Line > 0:
		n.end = t.offset(n.Span.End)
		return nil
	}
	return t.plainText(n)
}

// quotedSpan reports whether the span of a text is inside its quotes.
func (n *node) quotedSpan(t *text) bool {
	before := t.at(n.start - 1)
	return n.Span.End.Line > 0 && !n.Null && (before == '"' || before == '\'')
}

// quotedText finds the closing quote.
func (t *text) quotedText(n *node, quote byte) error {
	n.style = quoted
	for i := n.start + 1; i < len(t.src); i++ {
		switch {
		case t.src[i] == '\\' && quote == '"':
			i++
		case t.src[i] == quote && quote == '\'' && t.at(i+1) == '\'':
			i++
		case t.src[i] == quote:
			n.end = i + 1
			n.lines = t.foldedLines(n)
			return nil
		}
	}
	return fmt.Errorf("line %d: a quote is not closed", n.Span.Start.Line)
}

// plainText finds the end of a text of several lines: YAML reads a single line break
// as a space, and n line breaks as n-1 line breaks.
func (t *text) plainText(n *node) error {
	i := n.start
	for rest := n.Text; rest != ""; {
		if t.at(i) == rest[0] && rest[0] != '\n' && !(rest[0] == ' ' && t.breaks(i) > 0) {
			i, rest = i+1, rest[1:]
			continue
		}
		want, breaks := " ", t.breaks(i)
		if breaks > 1 {
			want = strings.Repeat("\n", breaks-1)
		}
		after, ok := strings.CutPrefix(rest, want)
		if breaks == 0 || !ok {
			return fmt.Errorf("line %d: cannot find the end of the text", n.Span.Start.Line)
		}
		for rest = after; t.at(i) == ' ' || t.at(i) == '\t' || t.at(i) == '\n'; i++ {
		}
	}
	n.end = i
	n.lines = t.foldedLines(n)
	return nil
}

// breaks counts the line breaks in the white space at an offset.
func (t *text) breaks(i int) int {
	count := 0
	for ; t.at(i) == ' ' || t.at(i) == '\t' || t.at(i) == '\n'; i++ {
		if t.src[i] == '\n' {
			count++
		}
	}
	return count
}

// foldedLines returns the lines of a text of several lines, without the white space
// that YAML ignores; nil for a text on one line.
func (t *text) foldedLines(n *node) []string {
	raw := string(t.src[n.start:n.end])
	if !strings.Contains(raw, "\n") {
		return nil
	}
	lines := strings.Split(raw, "\n")
	for i, line := range lines {
		trimmed := strings.TrimRight(line, " \t")
		if i == len(lines)-1 {
			trimmed = line
		} else if slashes := len(trimmed) - len(strings.TrimRight(trimmed, `\`)); slashes%2 == 1 && len(trimmed) < len(line) && raw[0] == '"' {
			trimmed = line[:len(trimmed)+1] // an escaped space
		}
		if i > 0 {
			trimmed = strings.TrimLeft(trimmed, " \t")
		}
		lines[i] = trimmed
	}
	return lines
}

// blockText finds the lines of a literal or folded text.
func (t *text) blockText(n *node, column int) error {
	n.head = n.start + 1
	indent := 0
	for ; strings.IndexByte("+-123456789", t.at(n.head)) >= 0 && t.at(n.head) != 0; n.head++ {
		if c := t.at(n.head); c >= '1' {
			indent = max(column, 0) + int(c-'0')
		}
	}
	n.body = min(t.lineEnd(n.start)+1, len(t.src))
	n.end = n.body
	keep := strings.Contains(string(t.src[n.start:n.head]), "+")
	for i := n.body; i < len(t.src); {
		end := t.lineEnd(i)
		line := string(t.src[i:end])
		spaces := len(line) - len(strings.TrimLeft(line, " "))
		isBlank := spaces == len(line) && (indent == 0 || spaces <= indent)
		if !isBlank && indent == 0 && spaces > column {
			indent = spaces
		}
		if !isBlank && (indent == 0 || spaces < indent) {
			break
		}
		i = min(end+1, len(t.src))
		switch {
		case isBlank:
			n.lines = append(n.lines, "")
		default:
			n.lines = append(n.lines, line[indent:])
		}
		if !isBlank || keep {
			n.end = i
		}
	}
	if !keep {
		for len(n.lines) > 0 && n.lines[len(n.lines)-1] == "" {
			n.lines = n.lines[:len(n.lines)-1]
		}
	}
	return nil
}
