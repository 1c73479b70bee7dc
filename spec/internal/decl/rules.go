package decl

import (
	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Counter is the variable of a limit or stall rule.
type Counter struct {
	// Rule is the rule as written, and Name is "limit" or "stall".
	Rule *syntax.Rule
	Name string
	// Symbol is the variable, and At is the value at which the rule acts.
	Symbol *expr.Symbol
	At     expr.Expr
	// StalledName represents the guard `stalled` in expressions as written.
	StalledName *expr.Symbol
}

// rules turns `limit` and `stall` into variables. Their effect on transitions is
// added when those are built.
func (l *Declarations) rules() {
	l.Limit = l.counter(l.file.Limit, "limit", "transitions")
	l.Stall = l.counter(l.file.Stall, "stall", "stalls")
}

func (l *Declarations) counter(r *syntax.Rule, rule, variable string) *Counter {
	if r == nil {
		return nil
	}
	number := expr.Type{Kind: expr.Int}
	at := l.names.Parse(r.At, number, l.names.Params())
	if at == nil {
		at = expr.Number(1) // reported; the transitions can still be checked
	}
	s := &expr.Symbol{Scope: expr.Var, Index: len(l.machine.Vars), Name: variable, Type: number}
	l.machine.Vars = append(l.machine.Vars, core.Var{
		Name: variable, Doc: counterDoc[rule], Type: number, State: -1, Symbol: s, Span: r.Span,
		Min: expr.Number(0), Max: highest[rule](at), Init: expr.Number(0),
	})
	l.names.Define(syntax.Text{Value: variable, Span: r.Span}, "variable", &expr.Ref{Symbol: s})
	stalled := &expr.Symbol{Scope: expr.Named, Index: -1, Name: "stalled", Type: expr.Type{Kind: expr.Bool}}
	return &Counter{r, rule, s, at, stalled}
}

var counterDoc = map[string]string{
	"limit": "counts the transitions, except that of the limit rule",
	"stall": "counts the consecutive internal transitions that set nothing",
}

// highest returns the largest value of the counter of a rule: a limit is reached
// and acts on the next event, whereas a stall rule acts on the event that would
// reach its limit.
var highest = map[string]func(at expr.Expr) expr.Expr{
	"limit": func(at expr.Expr) expr.Expr { return at },
	"stall": func(at expr.Expr) expr.Expr {
		return &expr.Call{Op: expr.Max, Args: []expr.Expr{expr.Number(0), &expr.Binary{Op: expr.Sub, X: at, Y: expr.Number(1)}}}
	},
}

// Ref returns the value of the counter.
func (c *Counter) Ref() expr.Expr { return &expr.Ref{Symbol: c.Symbol} }

// Next returns the value of the counter plus 1.
func (c *Counter) Next() expr.Expr {
	return &expr.Binary{Op: expr.Add, X: c.Ref(), Y: expr.Number(1)}
}

// Set returns the update that gives the counter a value.
func (c *Counter) Set(value expr.Expr) core.Update {
	return core.Update{Var: c.Symbol.Index, Value: value, Implied: true, Span: c.Rule.Span}
}

// Stalled returns the condition that holds one step before the stall rule acts, so
// that a transition can recover first.
func (c *Counter) Stalled() expr.Expr {
	before := &expr.Binary{Op: expr.Sub, X: c.At, Y: expr.Number(1)}
	return &expr.Binary{Op: expr.Ge, X: c.Ref(), Y: &expr.Call{Op: expr.Max, Args: []expr.Expr{expr.Number(1), before}}}
}

// Counts reports whether a variable is the counter of a rule.
func (l *Declarations) Counts(variable int) bool {
	return l.Limit != nil && l.Limit.Symbol.Index == variable || l.Stall != nil && l.Stall.Symbol.Index == variable
}
