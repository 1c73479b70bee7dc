package format

import (
	"fmt"
	"regexp"
	"strings"
)

// oneLine returns a text on one line, in quotes if necessary.
func (n *node) oneLine(inFlow bool) string {
	switch {
	case n.style == plain && !strings.Contains(n.Text, "\n") && !strings.HasSuffix(n.Text, ":"):
		return n.Text
	case isPlain(n.Text, inFlow) && !special(n.Text):
		return n.Text
	case strings.ContainsAny(n.Text, `"\`) && !strings.ContainsFunc(n.Text, escaped):
		return "'" + strings.ReplaceAll(n.Text, "'", "''") + "'"
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range n.Text {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case escaped(c) && c > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, c)
		case escaped(c) && c > 0xff:
			fmt.Fprintf(&b, `\u%04x`, c)
		case escaped(c):
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// escaped reports whether a rune must be written as an escape in double quotes,
// because YAML requires it or because editors do not show it.
func escaped(c rune) bool {
	return c < ' ' || 0x7f <= c && c < 0xa0 || c == 0xa0 || c == 0x2028 || c == 0x2029 || c == 0xfeff || 0xfffe <= c && c <= 0xffff
}

// isPlain reports whether a text needs no quotes. It may be false for texts that do
// not need them.
func isPlain(s string, inFlow bool) bool {
	if s == "" || strings.TrimSpace(s) != s || strings.ContainsFunc(s, escaped) || strings.ContainsRune(",[]{}#&*!|>'\"%@`?:-.", rune(s[0])) {
		return false
	}
	if strings.Contains(s, ": ") || strings.HasSuffix(s, ":") || strings.Contains(s, " #") {
		return false
	}
	return !inFlow || !strings.ContainsAny(s, ",[]{}:")
}

// special reports whether YAML 1.1 or 1.2 parsers read a plain text as something
// else: a number, a date, a truth value, null, or a merge key.
func special(s string) bool { return specials.MatchString(s) }

var specials = regexp.MustCompile(`(?i)^(?:` + strings.Join([]string{
	`y|n|yes|no|on|off|true|false|null|~|=|<<`,
	`[-+]?(?:0[bx])?[0-9a-f_]*[0-9][0-9a-f_]*|[-+]?0o[0-7_]+`,
	`[-+]?[0-9][0-9_]*(?:\.[0-9_]*)?(?:e[-+]?[0-9]+)?|[-+]?\.[0-9_]+(?:e[-+]?[0-9]+)?`,
	`[-+]?[0-9][0-9_]*(?::[0-9]+)+(?:\.[0-9_]*)?`,
	`[-+]?\.inf|\.nan`,
	`[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*`,
}, "|") + `)$`)

// blockLines returns a literal or folded text: the indicators and the lines below
// them, without indentation. keep reports whether blank lines after it would be part
// of it. ok is false for a text that must be quoted.
func (n *node) blockLines() (head string, lines []string, keep, ok bool) {
	lines = n.lines
	head = "|"
	if n.style == folded {
		head = ">"
	} else {
		lines = strings.Split(strings.TrimSuffix(n.Text, "\n"), "\n")
	}
	for _, line := range lines {
		if line != "" {
			if line[0] == ' ' || line[0] == '\t' {
				head += "2"
			}
			break
		}
	}
	switch text := strings.TrimRight(n.Text, "\n"); {
	case n.Text == text:
		head += "-"
	case text == "" || n.Text != text+"\n":
		head, keep = head+"+", true
	}
	for len(lines) > 0 && !keep && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return head, lines, keep, n.Text != ""
}
