package diag

import (
	"cmp"
	"fmt"
	"slices"
)

// Severity is the severity of a diagnostic. The zero value is invalid, so that
// a forgotten severity is noticed.
type Severity uint8

const (
	// Error makes a command fail.
	Error Severity = iota + 1
	// Warning does not make a command fail.
	Warning
	// Info tells something that is accepted, or that asks for nothing.
	Info
)

// String returns the lower-case word used in text and JSON output.
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Info:
		return "note"
	}
	return fmt.Sprintf("Severity(%d)", uint8(s))
}

// MarshalText returns the result of String. The error is always nil.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Pos is a position in a file. Lines and columns count from 1; a column counts
// Unicode code points. The zero Pos means that the position is not known.
type Pos struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// IsValid reports whether the position is known.
func (p Pos) IsValid() bool { return p.Line > 0 }

// Span is a half-open range of one file, from Start up to but not including
// End. If End is not valid or not after Start, the span is one column wide.
type Span struct {
	File  string
	Start Pos
	End   Pos
}

// Shift returns the span of length columns that begins offset columns after the
// start of s, on the same line. A length below 1 counts as 1.
func (s Span) Shift(offset, length int) Span {
	start := Pos{s.Start.Line, s.Start.Column + offset}
	return Span{s.File, start, Pos{start.Line, start.Column + max(length, 1)}}
}

// String returns file:line:column, which terminals and editors recognize as a
// link, or only the file if the position is not known.
func (s Span) String() string {
	if !s.Start.IsValid() {
		return s.File
	}
	return fmt.Sprintf("%s:%d:%d", s.File, s.Start.Line, s.Start.Column)
}

// Note is additional information in a diagnostic, such as the position of an
// earlier declaration. Its Span may be the zero value.
type Note struct {
	Span    Span
	Message string
}

// Diagnostic is one problem of a spec. As JSON, it is an object with the members
// code, severity, file, line, column, end_line, end_column, message, help,
// notes, and waived.
type Diagnostic struct {
	// Code is the stable name of the rule, such as "FSM101".
	Code Code
	// Severity distinguishes errors from warnings and information.
	Severity Severity
	// Span is the smallest part of the spec that shows the problem.
	Span Span
	// Message says what is wrong: in lower case, without a final period, with
	// names in backquotes. It makes sense without the source line.
	Message string
	// Notes are in the order in which they should be read.
	Notes []Note
	// Help says how to fix the problem; it is empty if the message already does.
	Help string
	// Waived is the reason why the problem is accepted, or "".
	Waived string
}

// List is a list of diagnostics. The zero value is an empty list, ready to use.
type List []Diagnostic

// Errorf adds an error without notes and returns it, so that the caller can add
// notes and help. The pointer is valid until the next diagnostic is added.
func (l *List) Errorf(code Code, span Span, format string, args ...any) *Diagnostic {
	return l.add(Error, code, span, fmt.Sprintf(format, args...))
}

// Warnf adds a warning; see [List.Errorf].
func (l *List) Warnf(code Code, span Span, format string, args ...any) *Diagnostic {
	return l.add(Warning, code, span, fmt.Sprintf(format, args...))
}

func (l *List) add(s Severity, code Code, span Span, message string) *Diagnostic {
	*l = append(*l, Diagnostic{Code: code, Severity: s, Span: span, Message: message})
	return &(*l)[len(*l)-1]
}

// Note adds a note and returns d.
func (d *Diagnostic) Note(span Span, format string, args ...any) *Diagnostic {
	d.Notes = append(d.Notes, Note{Span: span, Message: fmt.Sprintf(format, args...)})
	return d
}

// Helpf sets the help text and returns d. An empty format leaves it alone.
func (d *Diagnostic) Helpf(format string, args ...any) *Diagnostic {
	if format != "" {
		d.Help = fmt.Sprintf(format, args...)
	}
	return d
}

// HasErrors reports whether the list contains an error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// Sort orders the list by file, position, code, and message, and drops
// duplicates.
func (l *List) Sort() {
	order := func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.Span.File, b.Span.File),
			cmp.Compare(a.Span.Start.Line, b.Span.Start.Line),
			cmp.Compare(a.Span.Start.Column, b.Span.Start.Column),
			cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Message, b.Message),
		)
	}
	slices.SortStableFunc(*l, order)
	*l = slices.CompactFunc(*l, func(a, b Diagnostic) bool { return order(a, b) == 0 })
}
