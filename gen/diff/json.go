package diff

import (
	"bytes"
	"encoding/json"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/verify"
)

// The JSON of a diff is stable: fields may be added, but are never renamed or removed.
type (
	diffJSON struct {
		Action Action `json:"action"`
		// Different is false if there are only notes.
		Different bool           `json:"different"`
		Old       *versionJSON   `json:"old"`
		New       *versionJSON   `json:"new"`
		Breaking  []breakingJSON `json:"breaking"`
		Verdicts  []verdictJSON  `json:"verdicts"`
		Bound     *boundJSON     `json:"bound"`
		Changes   []changeJSON   `json:"changes"`
		Notes     []string       `json:"notes"`
		Unchecked []string       `json:"unchecked,omitempty"`
		Errors    diag.List      `json:"errors,omitempty"`
		// Dead are parts that no run of the new version reaches, unlike those of the old one.
		Dead []deadJSON `json:"dead,omitempty"`
		// Version is the version that the diff suggests, unless a spec has errors.
		Version Version `json:"version,omitempty"`
		// Reason is the reason for the version.
		Reason string `json:"version_reason,omitempty"`
	}
	versionJSON struct {
		Machine string `json:"machine"`
		File    string `json:"file"`
	}
	breakingJSON struct {
		Code    Code   `json:"code"`
		Title   string `json:"title"`
		Subject string `json:"subject"`
		Text    string `json:"text"`
		Help    string `json:"help,omitempty"`
		Example string `json:"example,omitempty"`
		// Possible is true if it is not known whether anything breaks.
		Possible bool `json:"possible,omitempty"`
		// File, Line, and Column are the place of the part, in the old spec if Removed is true.
		File    string `json:"file,omitempty"`
		Line    int    `json:"line,omitempty"`
		Column  int    `json:"column,omitempty"`
		Removed bool   `json:"removed,omitempty"`
		// Waived is the reason why the change is intended.
		Waived string `json:"waived,omitempty"`
	}
	deadJSON struct {
		Text   string `json:"text"`
		Reason string `json:"reason"`
		File   string `json:"file"`
		Line   int    `json:"line"`
		Column int    `json:"column"`
	}
	verdictJSON struct {
		What  string        `json:"what"`
		Old   verify.Status `json:"old"`
		New   verify.Status `json:"new"`
		Where string        `json:"where,omitempty"`
	}
	boundJSON struct {
		Old       string        `json:"old"`
		New       string        `json:"new"`
		OldStatus verify.Status `json:"old_status"`
		NewStatus verify.Status `json:"new_status"`
		Note      string        `json:"note,omitempty"`
		With      string        `json:"with,omitempty"`
		OldNumber string        `json:"old_number,omitempty"`
		NewNumber string        `json:"new_number,omitempty"`
	}
	changeJSON struct {
		Action  Action       `json:"action"`
		Part    string       `json:"part"`
		Name    string       `json:"name"`
		Was     string       `json:"was,omitempty"`
		Details []detailJSON `json:"details,omitempty"`
	}
	detailJSON struct {
		What string `json:"what"`
		Old  string `json:"old,omitempty"`
		New  string `json:"new,omitempty"`
		Note string `json:"note,omitempty"`
	}
)

// MarshalJSON returns the diff as JSON, for tools.
func (d *Diff) MarshalJSON() ([]byte, error) {
	advice := d.Advice()
	out := diffJSON{
		Action: d.Action, Different: !d.Empty(), Breaking: []breakingJSON{}, Verdicts: []verdictJSON{}, Changes: []changeJSON{},
		Notes: append([]string{}, d.Notes...), Unchecked: d.Unchecked, Errors: d.Errors,
		Version: advice.Version, Reason: advice.Reason,
	}
	if d.Action != Added && (d.Action != Invalid || d.OldFile != "") {
		out.Old = &versionJSON{d.Old, d.OldFile}
	}
	if d.Action != Removed && (d.Action != Invalid || d.NewFile != "") {
		out.New = &versionJSON{d.New, d.NewFile}
	}
	for _, b := range d.Breaking {
		r, _ := Explain(b.Code)
		out.Breaking = append(out.Breaking, breakingJSON{
			b.Code, r.Title, b.Subject, b.Text, b.Help, b.Example, b.Possible, b.Span.File, b.Span.Start.Line, b.Span.Start.Column, b.Removed, b.Waived,
		})
	}
	for _, x := range d.Dead {
		out.Dead = append(out.Dead, deadJSON{x.Text, x.Reason, x.Span.File, x.Span.Start.Line, x.Span.Start.Column})
	}
	for _, v := range d.Verdicts {
		out.Verdicts = append(out.Verdicts, verdictJSON(v))
	}
	if d.Bound != nil {
		b := boundJSON(*d.Bound)
		out.Bound = &b
	}
	for _, ch := range d.Changes {
		j := changeJSON{Action: ch.Action, Part: ch.Part, Name: ch.Name, Was: ch.Was}
		for _, x := range ch.Details {
			j.Details = append(j.Details, detailJSON(x))
		}
		out.Changes = append(out.Changes, j)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(out)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
