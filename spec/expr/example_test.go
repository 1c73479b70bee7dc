package expr_test

import (
	"fmt"

	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// scope gives the names of two int variables their meaning.
type scope []*expr.Symbol

func (s scope) Lookup(name string) expr.Expr {
	for _, symbol := range s {
		if symbol.Name == name {
			return &expr.Ref{Symbol: symbol}
		}
	}
	return nil
}

func (s scope) All() []string {
	var names []string
	for _, symbol := range s {
		names = append(names, symbol.Name)
	}
	return names
}

func Example() {
	number := expr.Type{Kind: expr.Int}
	names := scope{
		{Scope: expr.Var, Index: 0, Name: "tries", Type: number},
		{Scope: expr.Var, Index: 1, Name: "limit", Type: number},
	}
	span := diag.Span{File: "example", Start: diag.Pos{Line: 1, Column: 1}}
	var diags diag.List

	e := expr.Parse("2*(limit - tries) + 1", span, number, names, &diags)
	value, err := expr.Eval(e, &expr.Env{Vars: []int64{3, 10}})
	fmt.Println(value, err)
	fmt.Println(expr.Print(e, expr.Math))

	expr.Parse("limit - trys", span, number, names, &diags)
	fmt.Println(diags[0].Message, diags[0].Help)
	// Output:
	// 15 <nil>
	// 2·(limit - tries) + 1
	// unknown name `trys` did you mean `tries`?
}
