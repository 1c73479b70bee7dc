package diag

import (
	"bytes"
	"encoding/json"
)

// MarshalJSON returns a JSON object with these members, in this order:
//
//	{"code", "severity", "file", "line", "column", "end_line", "end_column", "message", "help", "notes", "waived"}
//
// The line and the column are 0 if the position is not known; end_line,
// end_column, help, notes, and waived are omitted if they are zero.
func (d Diagnostic) MarshalJSON() ([]byte, error) {
	type note struct {
		File    string `json:"file,omitempty"`
		Line    int    `json:"line,omitempty"`
		Column  int    `json:"column,omitempty"`
		Message string `json:"message"`
	}
	notes := make([]note, len(d.Notes))
	for i, n := range d.Notes {
		notes[i] = note{n.Span.File, n.Span.Start.Line, n.Span.Start.Column, n.Message}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // messages are full of < and >
	err := e.Encode(struct {
		Code      Code     `json:"code"`
		Severity  Severity `json:"severity"`
		File      string   `json:"file"`
		Line      int      `json:"line"`
		Column    int      `json:"column"`
		EndLine   int      `json:"end_line,omitempty"`
		EndColumn int      `json:"end_column,omitempty"`
		Message   string   `json:"message"`
		Help      string   `json:"help,omitempty"`
		Notes     []note   `json:"notes,omitempty"`
		Waived    string   `json:"waived,omitempty"`
	}{
		d.Code, d.Severity, d.Span.File, d.Span.Start.Line, d.Span.Start.Column,
		d.Span.End.Line, d.Span.End.Column, d.Message, d.Help, notes, d.Waived,
	})
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
