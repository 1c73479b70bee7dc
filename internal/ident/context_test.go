package ident

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// contextual is hosted with an output that takes a context, and with fields that have the names of what hands it on.
func contextual(takes bool) *core.Machine {
	m := hosted()
	m.Outputs[0].Context = takes
	m.Outputs[0].Fields = []core.Field{{Name: "ctx"}}
	m.Guards[1].Args = []core.Field{{Name: "context"}}
	m.Events[0].Fields = []core.Field{{Name: "ctx"}, {Name: "context"}}
	return m
}

// TestContext names the context of a call, which no other parameter hides.
func TestContext(t *testing.T) {
	n, diags := Assign(contextual(true), "Deep")
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	got := append([]string{n.Context, n.NilContext, n.Outputs[0].Args[0], n.Guards[1].Args[0]}, n.Events[0].Args...)
	if d := cmp.Diff([]string{"ctx", "DeepNilContextError", "ctx_", "context_", "ctx_", "context_"}, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	// A package of that name must stay visible.
	m := contextual(true)
	m.Vars[0].Type = expr.Type{Kind: expr.Opaque, Go: &expr.GoType{Text: "ctx.ID", Parts: []expr.GoPart{{Path: "example.com/ctx", Name: "ID"}}}}
	if n, _ := Assign(m, ""); n.Context != "ctx_" {
		t.Errorf("the context is %s", n.Context)
	}
	m = contextual(true)
	m.Enums = []*expr.Enum{{Name: "NilContextError"}}
	if _, diags := Assign(m, ""); len(diags) != 1 || diags[0].Message != "enum `NilContextError` and the generated NilContextError have the same Go name, `NilContextError`" {
		t.Errorf("%+v", diags)
	}
}

// TestNoContext leaves the names for contexts to machines without them.
func TestNoContext(t *testing.T) {
	m := contextual(false)
	m.Enums = []*expr.Enum{{Name: "NilContextError"}}
	n, diags := Assign(m, "")
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	got := append([]string{n.Context, n.NilContext, n.Outputs[0].Args[0], n.Guards[1].Args[0]}, n.Events[0].Args...)
	if d := cmp.Diff([]string{"", "", "ctx", "context", "ctx", "context"}, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}
