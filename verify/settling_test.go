package verify_test

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

var claim = regexp.MustCompile(`(?m)^bound:.*\n`)

// TestFoundBound verifies machines with environment events without their claimed bounds. A bound that
// is found is proved when the spec claims it.
func TestFoundBound(t *testing.T) {
	for file, want := range map[string]string{
		"testdata/phone.fsm.yaml":                "3", // declared progress
		"testdata/traffic_light.fsm.yaml":        "3",
		"testdata/settle_bound.fsm.yaml":         "3 * n + 1", // the declared progress function is not tight
		"testdata/settle_found.fsm.yaml":         "n",         // synthesized progress
		"testdata/known/settles.fsm.yaml":        "n + 1",
		"../spec/testdata/ok/light.fsm.yaml":     "3",
		"testdata/recursive_process.fsm.yaml":    "2004", // the upper limit of a variable is inferred
		"testdata/event_before_entry.fsm.yaml":   "2",
		"testdata/known/given_any.fsm.yaml":      "", // a payload decides
		"testdata/known/settles_nested.fsm.yaml": "n + n * m + m + 1",
		"testdata/settle_lasso.fsm.yaml":         "", // endless
	} {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		src = claim.ReplaceAll(src, nil)
		r := reported(t, file, src)
		if r.Bound.Expr != nil || r.Bound.Status != verify.Unknown {
			t.Errorf("%s: there is a verdict on a bound that is not claimed", file)
		}
		got := ""
		if r.Bound.Found != nil {
			got = expr.Print(r.Bound.Found, expr.Spec)
		}
		if got != want {
			t.Errorf("%s: found %q, want %q\n%s", file, got, want, r.Summary())
		}
		if says := strings.Contains(r.Summary(), "claim it with `bound: "+want+"`"); says != (want != "") {
			t.Errorf("%s:\n%s", file, r.Summary())
		}
		data, err := r.MarshalJSON()
		if err != nil || bytes.Contains(data, []byte(`"found":"`+want+`"`)) != (want != "") {
			t.Errorf("%s: %v\n%s", file, err, data)
		}
		if got == "" {
			continue
		}
		r = reported(t, file, append(src, "bound: "+got+"\n"...))
		if r.Bound.Status != verify.Proved || r.Bound.Found != nil {
			t.Errorf("%s: the bound that was found is %s\n%s", file, r.Bound.Status, r.Summary())
		}
	}
}

// reported verifies the machine of a spec.
func reported(t *testing.T, file string, src []byte) *verify.Report {
	t.Helper()
	s, diags := spec.LoadWith(file, src, spec.OpenFile)
	if s.Machine == nil {
		t.Fatal(diags)
	}
	return verify.Machine(context.Background(), s.Machine)
}
