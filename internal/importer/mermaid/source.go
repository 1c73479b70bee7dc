package mermaid

import (
	"html"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// text is a part of a line of the source.
type text struct {
	string
	line, column int // from 1; columns count code points
}

// cut returns the part of t from byte i to byte j, without surrounding space.
func (t text) cut(i, j int) text {
	part := t.string[i:j]
	trimmed := strings.TrimLeft(part, " \t")
	i += len(part) - len(trimmed)
	return text{strings.TrimRight(trimmed, " \t"), t.line, t.column + utf8.RuneCountInString(t.string[:i])}
}

func (t text) span(file string) diag.Span {
	start := diag.Pos{Line: t.line, Column: t.column}
	return diag.Span{File: file, Start: start, End: diag.Pos{Line: t.line, Column: t.column + max(1, utf8.RuneCountInString(t.string))}}
}

var (
	fenceOpen = regexp.MustCompile("^ {0,3}(`{3,}|~{3,})[ \t]*mermaid\\b")
	heading   = regexp.MustCompile(`^stateDiagram(-v2)?$`)
)

// lines splits the source into lines.
func lines(src string) []text {
	var list []text
	for line := range strings.Lines(strings.TrimPrefix(src, "\ufeff")) {
		list = append(list, text{strings.TrimRight(line, "\r\n"), len(list) + 1, 1})
	}
	return list
}

// diagrams returns the lines of each state diagram in the source, after the line "stateDiagram-v2": in a Markdown document,
// those of fenced blocks, otherwise all lines. Only empty lines, comments, and front matter may precede that line.
func diagrams(all []text, markdown bool) [][]text {
	if !markdown {
		if body := body(all); body != nil {
			return [][]text{body}
		}
		return nil
	}
	var found [][]text
	for i := 0; i < len(all); i++ {
		m := fenceOpen.FindStringSubmatch(all[i].string)
		if m == nil {
			continue
		}
		j := i + 1
		for j < len(all) && !closes(all[j].string, m[1]) {
			j++
		}
		if body := body(all[i+1 : min(j, len(all))]); body != nil {
			found = append(found, body)
		}
		i = j
	}
	return found
}

// closes reports whether a line closes the fenced block that a fence opened.
func closes(line, fence string) bool {
	line = strings.TrimSpace(line)
	return len(line) >= len(fence) && strings.Trim(line, fence[:1]) == ""
}

// body returns the lines after the heading of a state diagram, or nil without one.
func body(list []text) []text {
	matter := false
	for i, l := range list {
		line := strings.TrimSpace(l.string)
		switch {
		case line == "---":
			matter = !matter
		case matter, line == "", strings.HasPrefix(line, "%%"):
		case heading.MatchString(strings.TrimSuffix(line, ";")):
			return append([]text{}, list[i+1:]...)
		default:
			return nil
		}
	}
	return nil
}

var entity = regexp.MustCompile(`#(\d{1,7}|[A-Za-z][A-Za-z0-9]{1,30});`)

// decode replaces Mermaid's entities.
func decode(s string) string {
	return entity.ReplaceAllStringFunc(s, func(e string) string {
		name := e[1 : len(e)-1]
		if text := html.UnescapeString("&" + name + ";"); !strings.HasPrefix(text, "&"+name) {
			return strings.ReplaceAll(text, "\u00a0", " ")
		}
		var r rune
		for _, d := range name {
			if d < '0' || d > '9' {
				return e
			}
			r = r*10 + d - '0'
		}
		if r == 0 || !utf8.ValidRune(r) {
			return string(utf8.RuneError)
		}
		return string(r)
	})
}
