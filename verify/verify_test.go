package verify

import (
	"context"
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
)

func load(t *testing.T, path string) (*spec.Spec, []byte) {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s, diags := spec.Load(path, src)
	if diags.HasErrors() {
		diag.WriteText(os.Stderr, diags, func(string) []byte { return src })
		t.Fatal("spec has errors")
	}
	return s, src
}

func TestFallback(t *testing.T) {
	s, src := load(t, "testdata/seed000.fsm.yaml")
	now := time.Now()
	r := Machine(context.Background(), s.Machine)
	t.Log(time.Since(now))
	diag.WriteText(os.Stderr, r.Diagnostics, func(string) []byte { return src })
	j, err := json.MarshalIndent(r, "", " ")
	t.Log(string(j), err)
}
