package markdown

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// dollar is the form that GitHub documents for a dollar sign that is not to
// begin a formula.
const dollar = "<span>$</span>"

// Text escapes text for use inside a paragraph, a heading or a table cell. It
// becomes one line.
func Text(text string) string {
	var b strings.Builder
	words := strings.Join(strings.Fields(clean(text)), " ")
	before := ' '
	for i, r := range words {
		rest := words[i+utf8.RuneLen(r):]
		switch {
		case r == '$':
			b.WriteString(dollar)
		case r == '|':
			// Not \|, which table parsers read differently behind a backslash.
			b.WriteString("&#124;")
		case strings.ContainsRune("\\`*[]<~", r),
			r == '_' && !(alphanumeric(before) && alphanumeric(first(rest))),
			r == '&' && entity.MatchString(rest),
			i == 0 && strings.ContainsRune("#>+-=:", r),
			r == '#' && rest == "",
			strings.ContainsRune(".)", r) && ordinal.MatchString(words[:i]):
			b.WriteString("\\" + string(r))
		default:
			b.WriteRune(r)
		}
		if active(words[:i], r, rest) {
			b.WriteString("&#8203;")
		}
		before = r
	}
	return b.String()
}

// Paragraphs escapes text of several lines. Blank lines separate paragraphs.
// The result has no line end at its end.
func Paragraphs(text string) string {
	var paragraphs []string
	var lines []string
	for line := range strings.Lines(text + "\n\n") {
		if line = Text(line); line != "" {
			lines = append(lines, line)
		} else if len(lines) > 0 {
			paragraphs = append(paragraphs, strings.Join(lines, "\n"))
			lines = nil
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

var (
	entity  = regexp.MustCompile(`^(#|[A-Za-z])`)
	ordinal = regexp.MustCompile(`^[0-9]+$`)
	scheme  = regexp.MustCompile(`(?i)(https?|ftp|mailto|xmpp)$`)
	emoji   = regexp.MustCompile(`^[a-zA-Z0-9_+-]+:`)
	issue   = regexp.MustCompile(`(?i)gh$`)
)

// active reports whether GitHub would make something of the text around r: a
// mention or address at an @, a reference at a # or GH-, a link at a scheme or
// www., an emoji between colons. A zero-width space behind r prevents it.
func active(before string, r rune, rest string) bool {
	switch r {
	case '@':
		return alphanumeric(first(rest))
	case '#':
		return unicode.IsDigit(first(rest))
	case '-':
		return issue.MatchString(before) && unicode.IsDigit(first(rest))
	case ':':
		return scheme.MatchString(before) || emoji.MatchString(rest)
	case 'w', 'W':
		return strings.HasPrefix(rest, ".") && len(before) >= 2 && strings.EqualFold(before[len(before)-2:], "ww")
	}
	return false
}

// Code returns text as a code span on one line. The empty text stays empty.
func Code(text string) string {
	text = strings.Join(strings.Fields(clean(text)), " ")
	switch {
	case text == "":
		return ""
	case strings.Contains(text, `\|`):
		// Table parsers differ on a bar behind a backslash.
		return "<code>" + entities(text) + "</code>"
	}
	ticks, pad := strings.Repeat("`", longestRun(text)+1), ""
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		pad = " "
	}
	return ticks + pad + text + pad + ticks
}

// HTML escapes text for use between tags of an HTML block on one line, where
// Markdown is not read.
func HTML(text string) string {
	var b strings.Builder
	words := strings.Join(strings.Fields(clean(text)), " ")
	for i, r := range words {
		switch r {
		case '<', '>', '&':
			fmt.Fprintf(&b, "&#%d;", r)
		case '$':
			b.WriteString(dollar)
		default:
			b.WriteRune(r)
		}
		if active(words[:i], r, words[i+utf8.RuneLen(r):]) {
			b.WriteString("&#8203;")
		}
	}
	return b.String()
}

// entities writes each ASCII sign of text as an entity. It is for <code>,
// inside which Markdown is read.
func entities(text string) string {
	var b strings.Builder
	for i, r := range text {
		if r > ' ' && r < utf8.RuneSelf && !alphanumeric(r) {
			fmt.Fprintf(&b, "&#%d;", r)
		} else {
			b.WriteRune(r)
		}
		if active(text[:i], r, text[i+utf8.RuneLen(r):]) {
			b.WriteString("&#8203;")
		}
	}
	return b.String()
}

// Fence returns text as a fenced block of code with an info string. It ends in
// a newline.
func Fence(info, text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, l := range lines {
		lines[i] = clean(l)
	}
	text = strings.Join(lines, "\n")
	ticks := strings.Repeat("`", max(3, longestRun(text)+1))
	return ticks + info + "\n" + text + "\n" + ticks + "\n"
}

// longestRun returns the length of the longest run of backquotes in text.
func longestRun(text string) int {
	longest, n := 0, 0
	for i := range len(text) {
		if text[i] != '`' {
			n = 0
			continue
		}
		n++
		longest = max(longest, n)
	}
	return longest
}

// clean replaces what cannot or should not be shown: invalid UTF-8, control
// characters, and marks that change the direction in which text runs.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r == 0x061c, r == 0x200e, r == 0x200f, 0x202a <= r && r <= 0x202e, 0x2066 <= r && r <= 0x2069:
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}

func first(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func alphanumeric(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r))
}
