package mermaid

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// lineWidth is the approximate number of characters on a line of an edge's label. Mermaid breaks longer lines
// itself, but then reserves too little space.
const lineWidth = 26

// labels joins the labels of an edge, marked as a list if there are several.
func labels(list []picture.Label) string {
	texts := make([]string, len(list))
	for i, l := range list {
		var w wrapper
		if len(list) > 1 {
			w.piece([]shown{{"•", 1}})
		}
		w.label(l)
		texts[i] = w.String()
	}
	return strings.Join(texts, "<br>")
}

// Wrap escapes texts like [Escape] for the label of an edge, separates them by spaces, and breaks them into
// lines at spaces. If possible, it puts each text on one line.
func Wrap(texts ...string) string {
	var w wrapper
	for _, t := range texts {
		w.piece(words(t))
	}
	return w.String()
}

// shown is an escaped word, with the following words that cannot start a line, and its number of visible
// characters.
type shown struct {
	text  string
	width int
}

func words(text string) []shown {
	var list []shown
	for _, f := range strings.Fields(text) {
		escaped, width := Escape(f), utf8.RuneCountInString(f)
		if last := len(list) - 1; last >= 0 && !startsLine(f) {
			list[last].text += " " + escaped
			list[last].width += 1 + width
			continue
		}
		list = append(list, shown{escaped, width})
	}
	return list
}

// wrapper puts words into lines.
type wrapper struct {
	strings.Builder
	width int
}

// label breaks lines before the condition and between actions.
func (w *wrapper) label(l picture.Label) {
	w.piece(words(l.Trigger()))
	switch guard := words(l.Guard); {
	case len(guard) > 0:
		first, last := &guard[0], &guard[len(guard)-1]
		first.text, first.width = "["+first.text, first.width+1
		last.text, last.width = last.text+"]", last.width+1
		w.piece(guard)
	case l.Otherwise:
		w.piece([]shown{{"[otherwise]", 11}})
	}
	actions := l.Actions()
	for i, a := range actions {
		if i < len(actions)-1 {
			a += ","
		}
		list := words(a)
		if i == 0 {
			list = append([]shown{{"/", 1}}, list...)
		}
		w.piece(list)
	}
}

// piece adds words that stand on one line if they can.
func (w *wrapper) piece(list []shown) {
	total := 0
	for _, x := range list {
		total += 1 + x.width
	}
	for i, x := range list {
		need := x.width
		if i == 0 {
			need = min(total-1, lineWidth)
		}
		switch {
		case w.width == 0:
		case w.width+1+need > lineWidth && (i > 0 || w.width > 1):
			w.WriteString("<br>")
			w.width = 0
		default:
			w.WriteByte(' ')
			w.width++
		}
		w.WriteString(x.text)
		w.width += x.width
	}
}

// startsLine reports whether a word can start a line: with other first characters, it could be a list, a
// heading, or a quotation in Markdown.
func startsLine(word string) bool {
	r := first(word)
	return unicode.IsLetter(r) || strings.ContainsRune("(¬«", r)
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

// visits returns the lines for entry and exit outputs.
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
