package main

import (
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// narrow is the width below which text is not wrapped, in columns.
const narrow = 40

var (
	// sequence is what changes the look of text on a terminal.
	sequence = regexp.MustCompile(`\x1b\[[0-9;]*m`)
	// quoted is a line of a spec in a finding, or its mark. It stands as it is.
	quoted = regexp.MustCompile(`^ *\d* *\|`)
	// stepLine is the beginning of a step of a run.
	stepLine = regexp.MustCompile(`^ +(?:> +)?\d+  `)
	// hung is the beginning of a line below which the rest is indented.
	hung = regexp.MustCompile(`^  (?:= [a-z]+: |[a-z]+ {2,})|^ +(?:> +)?\d+  |^ +(?:[-+~=]|FSMB\d+) +| *`)
)

// fitted breaks the lines of text for people that are longer than a width in columns, at spaces.
func fitted(text string, width int) string {
	if width < narrow {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		body, end, _ := strings.Cut(line, "\n")
		plain := sequence.ReplaceAllString(body, "")
		if visible(body) <= width || quoted.MatchString(plain) {
			b.WriteString(line)
			continue
		}
		indent := utf8.RuneCountInString(hung.FindString(plain))
		if indent == 0 {
			indent = 4
		}
		wrapLine(&b, body, width, min(indent, width/2))
		b.WriteString("\n" + end)
	}
	return b.String()
}

// wrapLine writes a line in pieces that fit, the others below the indentation. A word that is too long stands alone. What a step changes
// is in a column of its own, and goes to the next line as a whole if it fits there.
func wrapLine(b *strings.Builder, line string, width, indent int) {
	column, gap := 0, "" // gap are the spaces before the next word
	isStep := stepLine.MatchString(line)
	for rest := line; rest != ""; {
		word := rest[:len(rest)-len(strings.TrimLeft(rest, " "))]
		if word != "" {
			gap, rest = word, rest[len(word):]
			continue
		}
		end := strings.IndexByte(rest, ' ')
		if end < 0 {
			end = len(rest)
		}
		size := visible(rest[:end])
		if len(gap) > 2 && column > indent && isStep {
			size = min(visible(rest), width-indent) // all of the column
		}
		if column > indent && column+len(gap)+size > width {
			b.WriteString("\n" + strings.Repeat(" ", indent))
			column = indent
		} else {
			b.WriteString(gap)
			column += len(gap)
		}
		b.WriteString(rest[:end])
		column, gap, rest = column+visible(rest[:end]), "", rest[end:]
	}
}

// visible returns the columns of text on a terminal.
func visible(text string) int { return utf8.RuneCountInString(sequence.ReplaceAllString(text, "")) }

// widthOf returns the columns of a terminal, or 0 for what is none.
func widthOf(w io.Writer) int {
	if o, ok := w.(*output); ok {
		return o.width
	}
	return 0
}
