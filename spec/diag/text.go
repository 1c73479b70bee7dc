package diag

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Source returns the content of a file, given the name used in spans, so that
// lines can be quoted. It returns nil for an unknown file, of which no lines are
// quoted then.
type Source func(file string) []byte

// maxLine is the number of columns of a source line that are quoted, since
// hostile specs have lines of megabytes.
const maxLine = 200

// WriteText writes the list as text for people:
//
//	order.fsm.yaml:12:9: error: unknown state `Atempting` [FSM103]
//	   |
//	12 |     to: Atempting
//	   |         ^~~~~~~~~
//	  = help: did you mean `Attempting`?
//
// It writes at most 200 diagnostics. Without a source, which may be nil, lines
// are not quoted. Control characters in messages and source lines are replaced,
// so that a hostile spec cannot control the terminal. It returns the error of w.
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

// maxPrinted is the maximum number of diagnostics that are printed.
const maxPrinted = 200

// printer keeps the lines of the files that it has quoted.
type printer struct {
	*bufio.Writer
	source Source
	lines  map[string][]string
}

func (p printer) diagnostic(d Diagnostic) {
	w := p.Writer
	fmt.Fprintf(w, "%s: %s: %s [%s]\n", Printable(d.Span.String()), d.Severity, Printable(d.Message), d.Code)
	p.snippet(d.Span)
	for _, n := range d.Notes {
		if n.Span.Start.IsValid() {
			fmt.Fprintf(w, "  = note: %s: %s\n", Printable(n.Span.String()), Printable(n.Message))
			continue
		}
		writeLines(w, "  = note: ", n.Message)
	}
	if d.Help != "" {
		writeLines(w, "  = help: ", d.Help)
	}
	if d.Waived != "" {
		writeLines(w, "  = waived: ", d.Waived)
	}
}

// writeLines prints a label and text, with all lines of the text in the same
// column.
func writeLines(w io.Writer, label, text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintf(w, "%s%s\n", label, Printable(strings.TrimRight(line, "\r\n")))
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
	// A tab before the caret is kept, so that the caret stays below its column.
	indent := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, string(runes[:before]))
	fmt.Fprintf(w, "%s |\n%d | %s\n%s | %s^%s\n", pad, s.Start.Line, Printable(string(runes)), pad, indent, strings.Repeat("~", width-1))
}

// line returns line n of a file, counted from 1, without its line break.
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

// maxClip is the number of characters of the spec that a message quotes.
const maxClip = 60

// Clip shortens text from a spec to 60 characters, for use in a message.
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
