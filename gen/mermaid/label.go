package mermaid

import (
	"strings"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/gen/picture"
)

// lineWidth is how many letters fit on a line of a label, about, before
// Mermaid breaks it anywhere.
const lineWidth = 30

// labels joins the labels of an edge, marked as a list if there are several.
func labels(list []picture.Label) string {
	bullet := ""
	if len(list) > 1 {
		bullet = "• "
	}
	texts := make([]string, len(list))
	for i, l := range list {
		texts[i] = bullet + label(l)
	}
	return strings.Join(texts, "<br>")
}

// label breaks a long text between actions, where it reads best.
func label(l picture.Label) string {
	var b strings.Builder
	b.WriteString(l.Head(Escape))
	width := utf8.RuneCountInString(l.Head(func(s string) string { return s }))
	actions := l.Actions()
	for i, a := range actions {
		if i == 0 {
			a = "/ " + a
		}
		if i < len(actions)-1 {
			a += ","
		}
		sep := " "
		if width+1+utf8.RuneCountInString(a) > lineWidth {
			sep, width = "<br>", -1
		}
		b.WriteString(sep + Escape(a))
		width += 1 + utf8.RuneCountInString(a)
	}
	return b.String()
}

// rows are the lines inside a node.
func rows(n *picture.Node) []string {
	rows := visits(n.Entry, n.Exit)
	for _, l := range n.Stays {
		rows = append(rows, strings.TrimRight(l.Head(Escape)+" "+l.Action(Escape), " "))
	}
	if len(n.Ignores) > 0 {
		rows = append(rows, "ignores "+Escape(strings.Join(n.Ignores, ", ")))
	}
	return rows
}

// visits says what is emitted on entering and on leaving.
func visits(entry, exit []string) []string {
	var rows []string
	if len(entry) > 0 {
		rows = append(rows, "entry / "+Escape(strings.Join(entry, ", ")))
	}
	if len(exit) > 0 {
		rows = append(rows, "exit / "+Escape(strings.Join(exit, ", ")))
	}
	return rows
}

// caption escapes a title, which must not be empty.
func caption(name string) string {
	if strings.TrimSpace(name) == "" {
		return "#160;"
	}
	return Escape(name)
}
