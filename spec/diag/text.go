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
	return WriteStyled(w, l, source, Style{})
}

// WriteStyled writes the list as [WriteText] does, with the sequences of a style around its parts.
func WriteStyled(w io.Writer, l List, source Source, style Style) error {
	p := printer{Writer: bufio.NewWriter(w), source: source, style: style, lines: map[string][]string{}}
	for i, d := range l {
		if i == maxPrinted {
			fmt.Fprintf(p, "... and %d more\n", len(l)-i)
			break
		}
		p.diagnostic(d)
		if style.Spaced {
			fmt.Fprintln(p)
		}
	}
	return p.Flush()
}

// maxPrinted is the maximum number of diagnostics that are printed.
const maxPrinted = 200

// printer keeps the lines of the files that it has quoted.
type printer struct {
	*bufio.Writer
	source Source
	style  Style
	lines  map[string][]string
}

func (p printer) diagnostic(d Diagnostic) {
	w, in := p.Writer, p.style
	severity := in.Warning
	if d.Severity == Error {
		severity = in.Error
	}
	fmt.Fprintf(w, "%s: %s: %s %s\n", in.paint(in.Place, Printable(d.Span.String())), in.paint(severity, d.Severity.String()),
		in.paint(in.Message, Printable(d.Message)), in.paint(in.Code, fmt.Sprintf("[%s]", d.Code)))
	p.snippet(d.Span, severity)
	for _, n := range d.Notes {
		if n.Span.Start.IsValid() {
			fmt.Fprintf(w, "%s%s: %s\n", in.label("note"), Printable(n.Span.String()), Printable(n.Message))
			continue
		}
		p.lined("note", n.Message)
	}
	if d.Help != "" {
		p.lined("help", d.Help)
	}
	if d.Waived != "" {
		p.lined("waived", d.Waived)
	}
}

// lined prints a label and text, with all lines of the text in the same
// column.
func (p printer) lined(name, text string) {
	label := p.style.label(name)
	for line := range strings.Lines(text) {
		fmt.Fprintf(p.Writer, "%s%s\n", label, Printable(strings.TrimRight(line, "\r\n")))
		label = strings.Repeat(" ", len("  = : ")+len(name))
	}
}

// snippet quotes the line at which a span begins, with a mark in a style below it.
func (p printer) snippet(s Span, mark string) {
	w, in := p.Writer, p.style
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
	fmt.Fprintf(w, "%s\n%s %s\n%s %s%s\n", in.paint(in.Gutter, pad+" |"), in.paint(in.Gutter, fmt.Sprintf("%d |", s.Start.Line)), Printable(string(runes)),
		in.paint(in.Gutter, pad+" |"), indent, in.paint(mark, "^"+strings.Repeat("~", width-1)))
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
