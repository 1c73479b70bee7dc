package expr_test

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// plain is a vocabulary and a scope of two ints, a bool, an enum and a string.
type plain struct{}

var shade = &expr.Enum{Name: "Shade", Values: []string{"Dark", "Light"}}

func (plain) Lookup(name string) expr.Expr {
	kinds := map[string]expr.Type{
		"a": {Kind: expr.Int}, "b": {Kind: expr.Int}, "p": {Kind: expr.Bool}, "s": {Kind: expr.String}, "shade": {Kind: expr.Enumerated, Enum: shade},
	}
	if t, ok := kinds[name]; ok {
		return &expr.Ref{Symbol: &expr.Symbol{Scope: expr.Var, Name: name, Type: t}}
	}
	if name == "Light" {
		return &expr.Lit{T: kinds["shade"], Value: 1}
	}
	return nil
}

func (plain) All() []string                    { return nil }
func (plain) Symbol(s *expr.Symbol) string     { return "v_" + s.Name }
func (plain) Value(e *expr.Enum, i int) string { return e.Name + "_" + e.Values[i] }
func (plain) Text(s string) string             { return strconv.Quote(s) }

func TestDialects(t *testing.T) {
	type dialects struct{ SMT, Promela, TLA string }
	for text, want := range map[string]dialects{
		"a*(b+2) - -3": {"(- (* v_a (+ v_b 2)) (- 3))", "(v_a * (v_b + 2)) - (-3)", "(v_a * (v_b + 2)) - (-3)"},
		"-a / b % 2":   {"(go.rem (go.quo (- v_a) v_b) 2)", "((-v_a) / v_b) % 2", "GoRem(GoQuo(-v_a, v_b), 2)"},
		"!p && (a <= b || a != 3)": {
			"(and (not v_p) (or (<= v_a v_b) (distinct v_a 3)))", "(!v_p) && ((v_a <= v_b) || (v_a != 3))", `(~v_p) /\ ((v_a <= v_b) \/ (v_a /= 3))`,
		},
		"max(a, min(b, 1), 0) > 0": {
			"(> (go.max (go.max v_a (go.min v_b 1)) 0) 0)",
			"((v_a >= (v_b <= 1 -> v_b : 1) -> v_a : (v_b <= 1 -> v_b : 1)) >= 0 -> (v_a >= (v_b <= 1 -> v_b : 1) -> v_a : (v_b <= 1 -> v_b : 1)) : 0) > 0",
			"GoMax(GoMax(v_a, GoMin(v_b, 1)), 0) > 0",
		},
		`shade == Light && s == "x" && true`: {
			`(and (and (= v_shade Shade_Light) (= v_s "x")) true)`, `((v_shade == Shade_Light) && (v_s == "x")) && true`, `((v_shade = Shade_Light) /\ (v_s = "x")) /\ TRUE`,
		},
		"(a > 1) == p": {"(= (> v_a 1) v_p)", "(v_a > 1) == v_p", "(v_a > 1) = v_p"},
	} {
		var diags diag.List
		e := expr.Parse(text, diag.Span{File: "t", Start: diag.Pos{Line: 1, Column: 1}}, expr.Type{}, plain{}, &diags)
		if e == nil {
			t.Fatalf("%s: %v", text, diags)
		}
		got := dialects{expr.PrintSMT(e, plain{}), expr.PrintPromela(e, plain{}), expr.PrintTLA(e, plain{})}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", text, d)
		}
	}
}
