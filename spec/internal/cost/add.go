package cost

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
)

// Add adds to the machine its costs. The transitions of the machine must be complete unless there are errors.
func Add(in pass.Input, decls *decl.Declarations) {
	l := &costs{in, decls}
	seen := map[string]diag.Span{}
	for i := range in.File.Costs {
		c := &in.File.Costs[i]
		in.Names.Check(c.Name, "cost")
		if in.Names.Unique(seen, c.Name, "cost") {
			in.Machine.Costs = append(in.Machine.Costs, l.cost(c))
		}
	}
}

// costs is one call of [Add].
type costs struct {
	pass.Input
	decls *decl.Declarations
}

// cost resolves one cost.
func (l *costs) cost(written *syntax.Cost) core.Cost {
	c := core.Cost{Name: written.Name.Value, Doc: written.Doc.Value, Span: written.Name.Span, MaxSpan: written.Max.Span}
	if c.Max = l.Names.Parse(written.Max, expr.Type{Kind: expr.Int}, l.Names.Params()); divides(c.Max) {
		l.division(written.Max)
		c.Max = nil
	}
	seen := map[string]diag.Span{}
	for _, w := range written.Weights {
		if !l.Names.Once(seen, w.Name, "`%s` has two weights", "the first one is here") {
			continue
		}
		weight, fields, ok := l.named(w.Name)
		if !ok {
			continue
		}
		weight.Value = l.Names.Parse(w.Value, expr.Type{Kind: expr.Int}, weighed{l.Names.Params(), w.Name.Value, fields})
		switch {
		case weight.Value == nil:
		case divides(weight.Value):
			l.division(w.Value)
		case !l.checkSign(&c, &weight, w.Value):
		default:
			c.Weights = append(c.Weights, weight)
		}
	}
	return c
}

// named finds the call, child machine, or output with a name, and its arguments or fields. It reports a name that none has, or that
// two of them have.
func (l *costs) named(name syntax.Text) (w core.Weight, fields []core.Field, ok bool) {
	m := l.Machine
	w = core.Weight{Span: name.Span}
	w.Call = slices.IndexFunc(m.Calls, func(c core.Call) bool { return c.Name == name.Value })
	w.Output = slices.IndexFunc(m.Outputs, func(o core.Output) bool { return o.Name == name.Value })
	switch {
	case w.Call >= 0 && w.Output >= 0:
		l.Diags.Errorf(diag.CodeCost, name.Span, "`%s` is both a call and an output", diag.Clip(name.Value)).
			Note(m.Calls[w.Call].Span, "the call is declared here").Note(m.Outputs[w.Output].Span, "the output is declared here").
			Helpf("rename one of them")
		return w, nil, false
	case w.Call >= 0:
		return w, m.Calls[w.Call].Args, true
	case w.Output >= 0:
		return w, m.Outputs[w.Output].Fields, true
	}
	if l.decls.Unsure(name.Value) {
		return w, nil, false // a child machine that has been reported
	}
	var known []string
	for i := range m.Calls {
		known = append(known, m.Calls[i].Name)
	}
	for i := range m.Outputs {
		known = append(known, m.Outputs[i].Name)
	}
	if slices.ContainsFunc(m.Events, func(e core.Event) bool { return e.Name == name.Value }) {
		l.Diags.Errorf(diag.CodeCost, name.Span, "`%s` is an event, which costs nothing", diag.Clip(name.Value)).
			Helpf("give a weight to what the machine starts or emits: a call, a child machine, or an output")
		return w, nil, false
	}
	l.Names.Unknown(name, "call, child machine, or output", known)
	return w, nil, false
}

// division reports an expression that divides by something that may be 0.
func (l *costs) division(at syntax.Text) {
	l.Diags.Errorf(diag.CodeCost, at.Span, "the expressions of a cost can divide only by a constant").
		Helpf("count in a smaller unit instead, such as cents per hundred calls")
}

// divides reports whether an expression divides by something other than a constant.
func divides(x expr.Expr) (found bool) {
	if x != nil {
		expr.Walk(x, func(part expr.Expr) {
			if b, ok := part.(*expr.Binary); ok && (b.Op == expr.Quo || b.Op == expr.Rem) {
				lit, constant := expr.Simplify(b.Y).(*expr.Lit)
				found = found || !constant || lit.Value == 0
			}
		})
	}
	return found
}
