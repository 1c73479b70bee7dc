package diff

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/internal/markdown/markdowntest"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// removal is a diff whose new version lacks a state, with a waiver for one breaking change.
func removal(t *testing.T) *Diff {
	t.Helper()
	src := base(t, "")
	d := compared(t, load(t, "old.fsm.yaml", src, false), load(t, "new.fsm.yaml", edit(t, src, []string{
		"max: 9", "max: 7", "    on: {Stop: Lost}\n", "",
	}), false))
	d.Waive(func(b Breaking) string {
		if b.Is(ParamRefused, "param tries") {
			return "nobody\nneeds more"
		}
		return ""
	})
	return d
}

// TestWaived checks that a waived change is reported with its reason, and apart from the others.
func TestWaived(t *testing.T) {
	d := removal(t)
	text := d.Text()
	breaks, waived, ok := strings.Cut(text, "\nbreaks, waived\n")
	if !ok || strings.Contains(breaks, "  FSMB305") || !strings.Contains(breaks, "  FSMB303  a refused event\n") {
		t.Errorf("the waived change is not apart:\n%s", text)
	}
	if want := "  FSMB305  param tries: the range may exclude old values\n           waived: nobody needs more\n"; !strings.HasPrefix(waived, want) {
		t.Errorf("got %s\nwant %s", waived, want)
	}
	data, err := json.Marshal(d)
	if err != nil || strings.Count(string(data), `"waived":"nobody\nneeds more"`) != 1 || strings.Count(string(data), `"waived"`) != 1 {
		t.Errorf("%s, %v", data, err)
	}
	b := Breaking{Code: StoredState, Subject: "a\x1bb"}
	for subject, want := range map[string]bool{"a\x1bb": true, "a\ufffdb": true, "ab": false} {
		if b.Is(StoredState, subject) != want || b.Is(StoredVar, subject) {
			t.Errorf("%q: want %v", subject, want)
		}
	}
}

// TestWaivedPage checks the part of a page that lists what is waived, in which no text becomes markup.
func TestWaivedPage(t *testing.T) {
	d := removal(t)
	w := &page{}
	w.waived(d)
	want := "<details><summary>1 breaking change is waived</summary>\n\n- `param tries`: the range may exclude old values; waived: nobody needs more (FSMB305, line 3)\n\n</details>\n"
	if diff := cmp.Diff(want, w.String()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if a := d.active(); len(a.Breaking) != len(d.Breaking)-1 || slices.ContainsFunc(a.Breaking, func(b Breaking) bool { return b.Waived != "" }) {
		t.Errorf("still active: %v", a.Breaking)
	}
	for _, reason := range hostile {
		d.Waive(func(Breaking) string { return reason })
		w := &page{}
		w.waived(d)
		for _, fault := range markdowntest.Faults(w.String(), emphasis) {
			t.Errorf("%q: %s", reason, fault)
		}
	}
}

// TestFindings checks the severities, and the places of parts that are removed.
func TestFindings(t *testing.T) {
	var got []string
	for _, f := range removal(t).Findings(func(b Breaking) bool { return b.Code == Refused }) {
		line := f.Span.String() + " " + f.Severity.String() + " " + string(f.Code) + " " + f.Message
		for _, n := range f.Notes {
			line += " | " + n.Span.String() + " " + n.Message
		}
		got = append(got, line+strings.TrimSuffix(" | "+f.Waived, " | "))
	}
	want := []string{
		"new.fsm.yaml:1:10 warning FSMB103 a removed Go method: InReady.Stop: removed (was at old.fsm.yaml:37:16) | old.fsm.yaml:37:16 the part in the old version",
		"new.fsm.yaml:1:10 warning FSMB103 a removed Go method: InWorking.Stop: removed (was at old.fsm.yaml:37:16) | old.fsm.yaml:37:16 the part in the old version",
		"new.fsm.yaml:3:3 warning FSMB204 a stored value out of range: param tries: must be from 1 to 7 |  for example, a machine in state New with tries = 8 is refused",
		"new.fsm.yaml:1:10 error FSMB303 a refused event: transition Ready, Working --Stop--> Lost: the event is refused (was at old.fsm.yaml:37:16) | old.fsm.yaml:37:16 the part in the old version",
		"new.fsm.yaml:3:3 note FSMB305 rejected parameters: param tries: the range may exclude old values | nobody\nneeds more",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	s := load(t, "base.fsm.yaml", base(t, ""), false)
	gone := compared(t, s, nil).Findings(func(Breaking) bool { return true })
	if len(gone) != 1 || gone[0].Span != s.Spec.Machine.Span || gone[0].Severity != diag.Error {
		t.Errorf("a removed machine gives %v", gone)
	}
	var errors diag.List
	errors.Errorf(diag.CodeUnknown, diag.Span{File: "a"}, "wrong")
	if got := (&Diff{Action: Invalid, Errors: errors}).Findings(nil); len(got) != 1 || got[0].Message != "wrong" {
		t.Errorf("an invalid diff gives %v", got)
	}
}

// TestWaivers checks the list of waivers that people complete.
func TestWaivers(t *testing.T) {
	write := func(list ...*Diff) string {
		i := slices.IndexFunc(Formats(), func(f Format) bool { return f.Name == "waivers" })
		data, err := Formats()[i].Write(t.Context(), list)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	text := write(removal(t))
	if want := "waivers:\n  - machine: Ticket\n    code: FSMB103\n    subject: \"InReady.Stop\"\n    reason: \"\"\n"; !strings.HasPrefix(text, want) || strings.Contains(text, "FSMB305") {
		t.Errorf("got %s", text)
	}
	d := &Diff{Old: "A", Breaking: []Breaking{{Code: MachineGone, Subject: "x: \"y\" <\n#"}, {Code: MachineGone, Subject: "x: \"y\" <\n#", Text: "again"}}}
	if diff := cmp.Diff("waivers:\n  - machine: A\n    code: FSMB100\n    subject: \"x: \\\"y\\\" <\\n#\"\n    reason: \"\"\n", write(d)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got, want := quoted("##[a]##vso[b]##teamcity[c]#\u200b#[d###\U000e0020\u3000\u202e\x7f\x1b|\u00e9 e"), `"#\u0023[a]#\u0023vso[b]#\u0023teamcity[c]#\u200b#[d#\u0023#\U000e0020\u3000\u202e\u007f\u001b|é e"`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := write(); got != "waivers: []\n" {
		t.Errorf("nothing is written as %q", got)
	}
}
