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
	out := diffJSON{
		Action: d.Action, Different: !d.Empty(), Breaking: []breakingJSON{}, Verdicts: []verdictJSON{}, Changes: []changeJSON{},
		Notes: append([]string{}, d.Notes...), Unchecked: d.Unchecked, Errors: d.Errors,
	}
	if d.Action != Added && (d.Action != Invalid || d.OldFile != "") {
		out.Old = &versionJSON{d.Old, d.OldFile}
	}
	if d.Action != Removed && (d.Action != Invalid || d.NewFile != "") {
		out.New = &versionJSON{d.New, d.NewFile}
	}
	for _, b := range d.Breaking {
		r, _ := Explain(b.Code)
		out.Breaking = append(out.Breaking, breakingJSON{b.Code, r.Title, b.Subject, b.Text, b.Help, b.Example, b.Possible})
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
