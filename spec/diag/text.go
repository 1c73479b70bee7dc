package diag

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Source gives the bytes of a file by the name used in spans, for quoting.
// It returns nil for a file that it does not know; the position is then
// printed without the line.
type Source func(file string) []byte

// maxLine is how many columns of a source line are quoted: hostile specs have
// lines of megabytes.
const maxLine = 200

// WriteText prints the list for people:
//
//	order.fsm.yaml:12:9: error: unknown state `Atempting` [FSM103]
//	  |
//	12|       to: Atempting
//	  |           ^~~~~~~~~
//	  = help: did you mean `Attempting`?
//
// Control characters in messages and source lines are replaced, so that a
// hostile spec cannot drive the reader's terminal. The error is that of w.
func WriteText(w io.Writer, l List, source Source) error {
	p := printer{Writer: bufio.NewWriter(w), source: source, lines: map[string][]string{}}
	for i, d := range l {
		if i == maxPrinted {
			fmt.Fprintf(p, "... and %d more\n", len(l)-i)
			break
		}
		p.diagnostic(d)
	}
	return p.Flush()
}

// maxPrinted is how many diagnostics are printed: nobody mends more in one go.
const maxPrinted = 200

// printer keeps the lines of the files that it has quoted.
type printer struct {
	*bufio.Writer
	source Source
	lines  map[string][]string
}

func (p printer) diagnostic(d Diagnostic) {
	w := p.Writer
	fmt.Fprintf(w, "%s: %s: %s [%s]\n", printable(d.Span.String()), d.Severity, printable(d.Message), d.Code)
	p.snippet(d.Span)
	for _, n := range d.Notes {
		if n.Span.Start.IsValid() {
			fmt.Fprintf(w, "  = note: %s: %s\n", printable(n.Span.String()), printable(n.Message))
			continue
		}
		writeLines(w, "  = note: ", n.Message)
	}
	if d.Help != "" {
		writeLines(w, "  = help: ", d.Help)
	}
}

// writeLines prints text behind a label and indents its further lines to the
// same column.
func writeLines(w io.Writer, label, text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintf(w, "%s%s\n", label, printable(strings.TrimRight(line, "\r\n")))
		label = strings.Repeat(" ", len(label))
	}
}

func (p printer) snippet(s Span) {
	w := p.Writer
	if p.source == nil || !s.Start.IsValid() {
		return
	}
	line, ok := p.line(s.File, s.Start.Line)
	if !ok {
		return
	}
	width := 1
	if s.End.Line > s.Start.Line {
		width = utf8.RuneCountInString(line) - s.Start.Column + 1
	} else if s.End.Line == s.Start.Line {
		width = s.End.Column - s.Start.Column
	}
	runes := []rune(line)
	before := min(s.Start.Column-1, len(runes))
	if before >= maxLine {
		return
	}
	runes = runes[:min(len(runes), maxLine)]
	width = max(1, min(width, max(1, len(runes)-before)))

	gutter := len(fmt.Sprint(s.Start.Line))
	pad := strings.Repeat(" ", gutter)
	// A tab before the caret is kept, so that both lines indent alike.
	indent := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, string(runes[:before]))
	fmt.Fprintf(w, "%s |\n%d | %s\n%s | %s^%s\n", pad, s.Start.Line, printable(string(runes)), pad, indent, strings.Repeat("~", width-1))
}

// line returns line n of a file, counted from 1, without its line end.
func (p printer) line(file string, n int) (string, bool) {
	lines, ok := p.lines[file]
	if !ok {
		lines = strings.Split(strings.TrimPrefix(string(p.source(file)), "\ufeff"), "\n")
		p.lines[file] = lines
	}
	if n > len(lines) || n == len(lines) && lines[n-1] == "" {
		return "", false
	}
	return strings.TrimRight(lines[n-1], "\r"), true
}

// maxClip is how many characters of the spec a message quotes.
const maxClip = 60

// Clip shortens text from the spec for a message.
func Clip(s string) string {
	if len(s) <= maxClip {
		return s
	}
	n := 0
	for i := range s {
		if n++; n > maxClip-3 {
			return s[:i] + "..."
		}
	}
	return s
}

// printable replaces what a terminal would act on: control characters, and
// the marks that reorder text.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return r
		case r < ' ', r == 0x7f, 0x80 <= r && r <= 0x9f, r == utf8.RuneError:
			return '\ufffd'
		case r == 0x2028, r == 0x2029, 0x202a <= r && r <= 0x202e, 0x2066 <= r && r <= 0x2069:
			return '\ufffd'
		}
		return r
	}, s)
}
