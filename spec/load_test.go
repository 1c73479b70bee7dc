package spec

import (
	"os"
	"testing"

	"github.com/fsmgen/fsmgen/spec/diag"
)

func TestFallbackLoads(t *testing.T) {
	src, err := os.ReadFile("../machines/fallback/fallback.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s, diags := Load("fallback.fsm.yaml", src)
	if len(diags) > 0 {
		diag.WriteText(os.Stdout, diags, func(string) []byte { return src })
		t.Fatal("diagnostics")
	}
	for i := range s.Machine.Transitions {
		t.Log(s.Machine.Label(i), s.Machine.Assignments(&s.Machine.Transitions[i]))
	}
}
