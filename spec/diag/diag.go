package diag

import (
	"cmp"
	"fmt"
	"slices"
)

// Severity says how much a diagnostic matters. The zero value is invalid, so
// that a forgotten severity shows.
type Severity uint8

const (
	// Error makes the command fail.
	Error Severity = iota + 1
	// Warning is worth a look and does not make a command fail.
	Warning
)

// String returns the lower-case word used in text and JSON output.
func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	}
	return fmt.Sprintf("Severity(%d)", uint8(s))
}

// MarshalText writes the word of String.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Pos is a place in a file. Lines and columns count from 1; a column counts
// Unicode code points, as YAML libraries and editors do. The zero Pos means
// "no place known".
type Pos struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// IsValid reports whether p names a place.
func (p Pos) IsValid() bool { return p.Line > 0 }

// Span is a half-open stretch of one file, from Start up to but not including
// End. An End that is not valid, or not after Start, stands for one column.
type Span struct {
	File  string
	Start Pos
	End   Pos
}

// Shift returns the stretch of length columns that begins offset columns
// after the start of s, on the same line.
func (s Span) Shift(offset, length int) Span {
	start := Pos{s.Start.Line, s.Start.Column + offset}
	return Span{s.File, start, Pos{start.Line, start.Column + max(length, 1)}}
}

// String returns file:line:column, the form that terminals and editors link.
func (s Span) String() string {
	if !s.Start.IsValid() {
		return s.File
	}
	return fmt.Sprintf("%s:%d:%d", s.File, s.Start.Line, s.Start.Column)
}

// Note is a second fact that belongs to a diagnostic, such as the place of an
// earlier declaration. Its Span may be the zero value.
type Note struct {
	Span    Span
	Message string
}

// Diagnostic is one finding.
type Diagnostic struct {
	// Code is the stable name of the rule, such as "FSM101".
	Code Code
	// Severity tells errors from warnings.
	Severity Severity
	// Span is the smallest stretch of the spec that shows the fault.
	Span Span
	// Message says what is wrong: lower-case, no final stop, names in
	// backquotes. It must make sense without the source line.
	Message string
	// Notes are further facts, in the order in which they should be read.
	Notes []Note
	// Help says what to do about it; empty when the message already does.
	Help string
}

// List is a collection of diagnostics. The zero value is empty and ready.
type List []Diagnostic

// Errorf adds an error without notes and returns it, so that the caller can
// add notes and help. The pointer is valid until the next call that adds.
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

// HasErrors reports whether any diagnostic is an error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// Sort orders the list by file, position, code and message, and drops exact
// repetitions.
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
