package diff

import (
	"fmt"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// Findings returns the breaking changes as diagnostics, for formats that show them beside the lines of a spec: those for
// which fails is true as errors, waived ones as information, and the rest as warnings. A part that only the old spec has is
// reported at the machine of the new one, or, if the machine is removed, in the old spec. For an Invalid diff, the result
// is its errors.
func (d *Diff) Findings(fails func(Breaking) bool) diag.List {
	list := append(diag.List{}, d.Errors...)
	for _, b := range d.Breaking {
		rule, _ := Explain(b.Code)
		f := diag.Diagnostic{
			Code: diag.Code(b.Code), Severity: diag.Warning, Span: b.Span, Help: b.Help, Waived: b.Waived,
			Message: fmt.Sprintf("%s: %s: %s", rule.Title, b.Subject, b.Text),
		}
		switch {
		case b.Waived != "":
			f.Severity = diag.Info
		case fails(b):
			f.Severity = diag.Error
		}
		if b.Removed && d.span.File != "" {
			f.Span = d.span
			f.Message += " (was at " + b.Span.String() + ")"
			f.Note(b.Span, "the part in the old version")
		}
		if text := b.outcome(); text != "" {
			f.Note(diag.Span{}, "%s", text)
		}
		list = append(list, f)
	}
	return list
}
