package mermaid

import (
	"strings"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// Wrap escapes texts like [Escape] for the label of an edge, separates them by spaces, and breaks them into
// lines at spaces. If possible, it puts each text on one line.
func Wrap(texts ...string) string {
	return strings.Join(picture.Wrap((&picture.Picture{}).LabelWidth(), Escape, texts...), "<br>")
}

// spaced writes the spaces at the start of lines as entities, because Mermaid trims lines.
func spaced(lines []string) []string {
	for i, l := range lines {
		text := strings.TrimLeft(l, "\u00a0")
		lines[i] = strings.Repeat("#160;", utf8.RuneCountInString(l)-utf8.RuneCountInString(text)) + text
	}
	return lines
}

// caption escapes a title, which must not be empty.
func caption(name string) string {
	if strings.TrimSpace(name) == "" {
		return "#160;"
	}
	return Escape(name)
}
