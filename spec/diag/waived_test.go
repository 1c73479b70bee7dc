package diag

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestWaived checks how each format shows a problem that is accepted.
func TestWaived(t *testing.T) {
	l := List{{Code: CodeUnused, Severity: Info, Span: at(1, 1, 2), Message: "m", Waived: "because\n::error::x"}}
	if l.HasErrors() {
		t.Error("information counts as an error")
	}
	var github, sarif strings.Builder
	if err := WriteGitHub(&github, l); err != nil {
		t.Fatal(err)
	}
	if err := WriteSARIF(&sarif, "v1", nil, l); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ got, want string }{
		{text(t, l, ""), "a.fsm.yaml:1:1: note: m [FSM308]\n  = waived: because\n            :\ufffderror::x\n"},
		{placed(t), "::error file=a.fsm.yaml,line=1,col=1,endLine=1,endColumn=2,title=FSM308::was at b:3:4%0Asecond\n"},
		{github.String(), "::notice file=a.fsm.yaml,line=1,col=1,endLine=1,endColumn=2,title=FSM308::m%0Awaived: because%0A:\ufffderror::x\n"},
		{sarif.String(), `"level": "note"`},
		{strings.Join(strings.Fields(sarif.String()), " "), `"suppressions": [ { "kind": "external", "justification": "because\n::error::x" } ]`},
		{string(data), `"severity":"note",`},
		{string(data), `"message":"m","waived":"because\n::error::x"}`},
	} {
		if !strings.Contains(test.got, test.want) {
			t.Errorf("got %s\nwithout %s", test.got, test.want)
		}
	}
}

// placed writes an error with two notes, the first of which is about a place that the message names.
func placed(t *testing.T) string {
	t.Helper()
	var l List
	l.Errorf(CodeUnused, at(1, 1, 2), "was at b:3:4").Note(Span{"b", Pos{3, 4}, Pos{}}, "first").Note(Span{"b", Pos{5, 6}, Pos{}}, "second")
	var b strings.Builder
	if err := WriteGitHub(&b, l); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
