package svg

import (
	"unicode"
	"unicode/utf8"
)

const (
	overhang = 3 // characters by which a line may be too long
	dotted   = 8 // characters by which a name with dots may be too long
	indent   = "\u00a0\u00a0"
)

// breaks breaks lines with long names after "_" and "." and before the capital letters in them.
func (k look) breaks(lines [][]span) (list [][]span) {
	for _, line := range lines {
		width := 0
		for _, s := range line {
			width += utf8.RuneCountInString(s.text)
		}
		if !k.broken || width <= k.width+overhang {
			list = append(list, line)
			continue
		}
		list = append(list, broken(line, k.width)...)
	}
	return list
}

// broken breaks a line into lines of at most some characters, if its names permit that. A name stays in lines of its own.
func broken(line []span, limit int) (lines [][]span) {
	var now []span
	width := 0
	for _, s := range line {
		text := ""
		long := limit <= tightest || utf8.RuneCountInString(s.text) > limit+dotted
		for _, p := range pieces(s.text, long) {
			n := utf8.RuneCountInString(p)
			if width > 0 && width+n > limit {
				if text != "" {
					now = append(now, span{text, s.class})
				}
				lines, now, text, width = append(lines, now), nil, "", 0
				if s.class != "name" {
					text, width = indent, len([]rune(indent))
				}
			}
			text, width = text+p, width+n
		}
		if text != "" {
			now = append(now, span{text, s.class})
		}
	}
	return append(lines, now)
}

// pieces divides a text where it can be broken: also after a space, and after a dot if that is wanted.
func pieces(text string, dots bool) (list []string) {
	start, before := 0, ' '
	for i, r := range text {
		if i > 0 && ((before == '_' || dots && before == '.') && r != before || before == ' ' || unicode.IsUpper(r) && (unicode.IsLower(before) || unicode.IsDigit(before))) {
			list = append(list, text[start:i])
			start = i
		}
		before = r
	}
	return append(list, text[start:])
}
