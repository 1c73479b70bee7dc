package engine

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// ask sends a request as the page does.
func ask(t *testing.T, do, source string) Response {
	t.Helper()
	request, err := json.Marshal(Request{do, source})
	if err != nil {
		t.Fatal(err)
	}
	var r Response
	if err := json.Unmarshal([]byte(Answer(t.Context(), string(request))), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestAnswer(t *testing.T) {
	literal, err := os.ReadFile("../../../verify/testdata/seed000.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	r := ask(t, "check", string(literal))
	if r.Error != "" || r.Name != "LiteralFallback" || r.Verdict != "" || len(r.Findings) != 0 || !strings.HasPrefix(r.SVG, "<svg ") || r.Files != nil {
		t.Errorf("check: %+v", r)
	}
	r = ask(t, "verify", string(literal))
	if r.Error != "" || r.Verdict != "refuted" || len(r.Findings) == 0 || r.Findings[0].Code != "FSM401" || r.Findings[0].Line != 8 || !strings.Contains(r.Explorer, "an endless run") {
		t.Errorf("verify: %s %s %+v", r.Error, r.Verdict, r.Findings)
	}
	retry, err := os.ReadFile("../../testdata/retry.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	r = ask(t, "verify", string(retry))
	if r.Verdict != "proved" || len(r.Files) < 4 || r.Files[0].Name != "machine_fsm.go" || !strings.Contains(r.Files[0].Text, "package machine\n") {
		t.Errorf("a machine that is proved: %s, %d files", r.Verdict, len(r.Files))
	}
	for _, wrong := range []string{"", "machine: [", "machine: A\nuse: {B: b.fsm.yaml}\n"} {
		if r = ask(t, "verify", wrong); r.Verdict != "errors" || len(r.Findings) == 0 || r.Findings[0].Severity != "error" {
			t.Errorf("%q: %+v", wrong, r)
		}
	}
	if got := Answer(t.Context(), "{"); !strings.Contains(got, `"error":"`) {
		t.Errorf("a request that is no JSON: %s", got)
	}
}
