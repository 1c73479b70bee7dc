package picture

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// RowWidth is the number of characters on a line inside a node or block.
const RowWidth = 40

// LabelWidth returns the number of characters on a line of a label. Mermaid breaks lines of about 200 pixels
// itself, but then reserves too little space for them.
func (p *Picture) LabelWidth() int {
	if p.Narrow {
		return 18
	}
	return 26
}

// Lines returns the labels of an edge in lines of about width characters, or one line for each label if width
// is 0. With several labels, each begins with a bullet. Texts of the spec pass through escape.
func (e *Edge) Lines(width int, escape func(string) string) []string {
	var lines []string
	for _, l := range e.Labels {
		w := wrapper{escape: escape, limit: width}
		if len(e.Labels) > 1 {
			w.piece([]word{{"•", 1}})
		}
		w.label(l)
		lines = append(lines, w.lines()...)
	}
	return lines
}

// Rows returns the lines inside the node, below its name, each of about width characters, or one line for each
// row if width is 0. A line that continues a row is indented by no-break spaces. Texts of the spec pass through
// escape.
func (n *Node) Rows(width int, escape func(string) string) []string {
	rows := n.Visit.rows(width, escape)
	for _, l := range n.Stays {
		w := wrapper{escape: escape, limit: width}
		w.label(l)
		rows = append(rows, indented(w.lines())...)
	}
	if len(n.Ignores) > 0 {
		rows = append(rows, indented(Wrap(width, escape, listed("ignores ", n.Ignores)...))...)
	}
	return rows
}

// Rows returns the lines inside the frame, below its name, like those of a node.
func (b *Block) Rows(width int, escape func(string) string) []string {
	return b.Visit.rows(width, escape)
}

// listed puts a title before the first name and commas between the names.
func listed(title string, names []string) []string {
	list := slices.Clone(names)
	for i := range list[:len(list)-1] {
		list[i] += ","
	}
	list[0] = title + list[0]
	return list
}

func indented(lines []string) []string {
	for i := 1; i < len(lines); i++ {
		lines[i] = "\u00a0\u00a0" + lines[i]
	}
	return lines
}

// Wrap passes texts through escape, separates them by spaces, and breaks them into lines of about width
// characters at spaces; if width is 0, there is one line. If possible, each text is on one line.
func Wrap(width int, escape func(string) string, texts ...string) []string {
	w := wrapper{escape: escape, limit: width}
	for _, t := range texts {
		w.piece(w.words(t))
	}
	return w.lines()
}

// word is an escaped word, with the following words that cannot start a line, and its number of visible
// characters.
type word struct {
	text  string
	width int
}

// wrapper puts words into lines.
type wrapper struct {
	escape func(string) string
	limit  int
	done   []string
	line   strings.Builder
	width  int
}

func (w *wrapper) lines() []string {
	if w.width > 0 {
		w.done = append(w.done, w.line.String())
	}
	return w.done
}

func (w *wrapper) words(text string) []word {
	var list []word
	for _, f := range strings.Fields(text) {
		escaped, width := w.escape(f), utf8.RuneCountInString(f)
		if last := len(list) - 1; last >= 0 && !startsLine(f) {
			list[last].text += " " + escaped
			list[last].width += 1 + width
			continue
		}
		list = append(list, word{escaped, width})
	}
	return list
}

// label breaks lines before the condition and between actions.
func (w *wrapper) label(l Label) {
	w.piece(w.words(l.Trigger()))
	switch guard := w.words(l.Condition()); {
	case len(guard) > 0:
		first, last := &guard[0], &guard[len(guard)-1]
		first.text, first.width = "["+first.text, first.width+1
		last.text, last.width = last.text+"]", last.width+1
		w.piece(guard)
	case l.Otherwise:
		w.piece([]word{{"[otherwise]", 11}})
	}
	actions := l.Actions()
	for i, a := range actions {
		if i < len(actions)-1 {
			a += ","
		}
		list := w.words(a)
		if i == 0 {
			list = append([]word{{"/", 1}}, list...)
		}
		w.piece(list)
	}
}

// piece adds words that stand on one line if they can.
func (w *wrapper) piece(list []word) {
	total := 0
	for _, x := range list {
		total += 1 + x.width
	}
	for i, x := range list {
		need := x.width
		if i == 0 {
			need = min(total-1, w.limit)
		}
		switch {
		case w.width == 0:
		case w.limit > 0 && w.width+1+need > w.limit && (i > 0 || w.width > 1):
			w.done = append(w.done, w.line.String())
			w.line.Reset()
			w.width = 0
		default:
			w.line.WriteByte(' ')
			w.width++
		}
		w.line.WriteString(x.text)
		w.width += x.width
	}
}

// startsLine reports whether a word can start a line: with other first characters, it could be a list, a
// heading, or a quotation in Markdown, which Mermaid reads in labels.
func startsLine(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLetter(r) || strings.ContainsRune("(¬«", r)
}
