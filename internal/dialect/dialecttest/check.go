// Package dialecttest checks how dialects print expressions.
package dialecttest

import (
	"strconv"
	"testing"

	"github.com/fsmgen/fsmgen/internal/dialect"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// The expressions that Check prints.
const (
	Arithmetic = "a*(b+2) - -3"
	Division   = "-a / b % 2"
	Logic      = "!p && (a <= b || a != 3)"
	Extremes   = "max(a, min(b, 1), 0) > 0"
	Constants  = `shade == Light && s == "x" && true`
	Comparison = "(a > 1) == p"
)

// Check compares the results of print for the expressions of this package with the
// wanted texts, which are keyed by expression. Symbols are v_NAME, values of the enum Shade_VALUE,
// and string constants quoted.
func Check(t *testing.T, print func(expr.Expr, dialect.Vocabulary) string, want map[string]string) {
	t.Helper()
	texts := []string{Arithmetic, Division, Logic, Extremes, Constants, Comparison}
	if len(want) != len(texts) {
		t.Errorf("%d texts are wanted of %d expressions", len(want), len(texts))
	}
	for _, text := range texts {
		var diags diag.List
		e := expr.Parse(text, diag.Span{File: "t", Start: diag.Pos{Line: 1, Column: 1}}, expr.Type{}, plain{}, &diags)
		if e == nil {
			t.Fatalf("%s: %v", text, diags)
		}
		if got := print(e, plain{}); got != want[text] {
			t.Errorf("%s: got %s, want %s", text, got, want[text])
		}
	}
}

// plain is a vocabulary, and a scope with two ints, a bool, an enum, and a string.
type plain struct{}

var shade = &expr.Enum{Name: "Shade", Values: []string{"Dark", "Light"}}

// Lookup implements [expr.Names].
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

// All implements [expr.Names].
func (plain) All() []string { return nil }

// Symbol implements [dialect.Vocabulary].
func (plain) Symbol(s *expr.Symbol) string { return "v_" + s.Name }

// Value implements [dialect.Vocabulary].
func (plain) Value(e *expr.Enum, i int) string { return e.Name + "_" + e.Values[i] }

// Text implements [dialect.Vocabulary].
func (plain) Text(s string) string { return strconv.Quote(s) }
