package invoke

import (
	"slices"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/scope"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// arguments resolves the arguments of an invocation, and what a child machine requires of them.
func (l *Invocations) arguments(inv *core.Invocation, n *tree.Node, written syntax.Invocation) {
	c := &l.machine.Calls[inv.Call]
	scope := scope.State{Env: l.env, At: n.Place().Index, Event: -1}
	given := map[string]expr.Expr{}
	seen := map[string]diag.Span{}
	var known []string
	for _, a := range c.Args {
		known = append(known, a.Name)
	}
	what, missing := "argument", false
	if c.Child != nil {
		what = "parameter"
	}
	for _, w := range written.With {
		i := slices.Index(known, w.Name.Value)
		switch {
		case i < 0:
			l.names.Unknown(w.Name, what+" of `"+c.Name+"`", known)
		case l.names.Unique(seen, w.Name, what):
			given[w.Name.Value] = l.env.Value(l.names.Parse(w.Value, c.Args[i].Type, scope), w.Value.Span, scope)
			l.checkDivision(given[w.Name.Value], w.Value.Span)
		}
	}
	for i, a := range c.Args {
		value := given[a.Name]
		if _, ok := seen[a.Name]; !ok {
			if c.Child == nil || c.Child.Params[i].Default == nil {
				missing = true
				l.diags.Errorf(diag.CodeInvoke, inv.Span, "the invocation of `%s` has no value for its %s `%s`", c.Name, what, a.Name).
					Note(a.Span, "declared here").Helpf("add it, as in with: {%s: ...}", a.Name)
				continue
			}
			value = fallback(c.Child.Params[i].Default, a.Type, inv)
		}
		if value == nil {
			missing = true
		}
		inv.Args = append(inv.Args, value)
	}
	if c.Child == nil || missing {
		return
	}
	contract(inv, c.Child)
}

// fallback returns the default of a parameter of a child machine as an expression of this one. The
// invocation has the arguments before it.
func fallback(value expr.Expr, t expr.Type, inv *core.Invocation) expr.Expr {
	if lit, ok := value.(*expr.Lit); ok {
		return &expr.Lit{T: t, Value: lit.Value}
	}
	return expr.Simplify(expr.Substitute(value, inv.Passed))
}

// contract adds what a child machine requires of its parameters, and what it costs.
func contract(inv *core.Invocation, child *core.Machine) {
	for i, p := range child.Params {
		if p.Min != nil {
			inv.Requires = append(inv.Requires, &expr.Binary{Op: expr.Ge, X: inv.Args[i], Y: expr.Substitute(p.Min, inv.Passed)})
		}
		if p.Max != nil {
			inv.Requires = append(inv.Requires, &expr.Binary{Op: expr.Le, X: inv.Args[i], Y: expr.Substitute(p.Max, inv.Passed)})
		}
	}
	inv.Cost = expr.Simplify(expr.Substitute(child.Bound, inv.Passed))
}

// checkDivision reports an argument that divides by something that is not a constant: a restarted
// program computes the arguments again, after the divisor may have changed.
func (l *Invocations) checkDivision(value expr.Expr, at diag.Span) {
	divides := false
	if value != nil {
		expr.Walk(value, func(e expr.Expr) {
			if b, ok := e.(*expr.Binary); ok && (b.Op == expr.Quo || b.Op == expr.Rem) {
				lit, constant := b.Y.(*expr.Lit)
				divides = divides || !constant || lit.Value == 0
			}
		})
	}
	if divides {
		l.diags.Errorf(diag.CodeInvoke, at, "an argument can divide only by a constant, because it is computed again when the program restarts").
			Helpf("store the quotient in a variable when the state is entered")
	}
}
