package names_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/names"
)

func text(s string) syntax.Text { return syntax.Text{Value: s} }

// TestCheck wants one message for what cannot be a name, and none for what can.
func TestCheck(t *testing.T) {
	for name, want := range map[string]string{
		"fine": "", "größe": "", "9lives": "cannot be the name of an event", "func": "is a Go keyword",
		"stalled": "is a reserved word", strings.Repeat("a", 1000): "the limit is",
	} {
		diags := &diag.List{}
		names.New(&core.Machine{}, diags).Check(text(name), "event")
		switch {
		case want == "" && len(*diags) > 0:
			t.Errorf("%s: %v", name, *diags)
		case want != "" && (len(*diags) != 1 || !strings.Contains((*diags)[0].Message, want)):
			t.Errorf("%.10s: %v, want %q", name, *diags, want)
		}
	}
}

// TestParams wants the scope of ranges to have parameters and constants, and to say why it lacks other names.
func TestParams(t *testing.T) {
	diags := &diag.List{}
	table := names.New(&core.Machine{}, diags)
	number := expr.Type{Kind: expr.Int}
	table.Define(text("n"), "parameter", &expr.Ref{Symbol: &expr.Symbol{Scope: expr.Param, Name: "n", Type: number}})
	table.Define(text("v"), "variable", &expr.Ref{Symbol: &expr.Symbol{Scope: expr.Var, Name: "v", Type: number}})
	table.Define(text("One"), "value of enum E", expr.Number(1))
	if got := table.Params().All(); !slices.Equal(got, []string{"n", "One"}) {
		t.Errorf("the scope has %v", got)
	}
	if e := table.Parse(text("n + One"), number, table.Params()); e == nil || len(*diags) > 0 {
		t.Errorf("%v %v", e, *diags)
	}
	if e := table.Parse(text("v"), number, table.Params()); e != nil || len(*diags) != 1 {
		t.Errorf("%v %v", e, *diags)
	}
	table.Define(text("v"), "guard", expr.Truth(true))
	if len(*diags) != 2 || (*diags)[1].Message != "guard `v` has the same name as a variable" {
		t.Error(*diags)
	}
}

// TestTaken finds names that the loader would like to add to a machine in which they exist.
func TestTaken(t *testing.T) {
	m := &core.Machine{Vars: []core.Var{{Name: "raised"}}, Enums: []*expr.Enum{{Name: "Raised"}}}
	table := names.New(m, &diag.List{})
	for _, test := range []struct {
		variable, enum string
		want           bool
	}{{"raised", "X", true}, {"x", "Raised", true}, {"x", "X", false}} {
		if _, taken := table.Taken(test.variable, test.enum); taken != test.want {
			t.Errorf("%v: %t", test, taken)
		}
	}
}

// TestWas wants old names that are not in use any more, each once.
func TestWas(t *testing.T) {
	diags := &diag.List{}
	table := names.New(&core.Machine{}, diags)
	present, old := names.Places(text("Now")), map[string]diag.Span{}
	if got := table.Was("event", []syntax.Text{text("Before"), text("Now"), text("Before")}, present, old); !slices.Equal(got, []string{"Before"}) || len(*diags) != 2 {
		t.Errorf("%v %v", got, *diags)
	}
	if table.Gone(text("Before"), "event", present, old) || table.Gone(text("Now"), "event", present, old) || !table.Gone(text("Lost"), "event", present, old) {
		t.Error(*diags)
	}
}

// TestAddValue numbers values that would have the same name in Go.
func TestAddValue(t *testing.T) {
	enum := &expr.Enum{}
	for i, name := range []string{"a_b", "A_b", "a_b"} {
		if got := names.AddValue(enum, name); got != int64(i) {
			t.Errorf("%s is value %d", name, got)
		}
	}
	if want := []string{"a_b", "A_b_2", "a_b_3"}; !slices.Equal(enum.Values, want) {
		t.Errorf("%v, want %v", enum.Values, want)
	}
}
