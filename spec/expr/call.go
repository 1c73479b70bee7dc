package expr

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// Parameter is a parameter of a function of the program.
type Parameter struct {
	Name string
	Type Type
}

// Functions is implemented by [Names] that also know functions of the program.
type Functions interface {
	// Parameters returns the parameters of a function, and whether it exists.
	Parameters(function string) ([]Parameter, bool)
	// Ask returns the expression for a call of a function with arguments that
	// match its parameters.
	Ask(function string, args []Expr) Expr
}

func (p *typer) call(n *ast.CallExpr, level int) Expr {
	fun, ok := n.Fun.(*ast.Ident)
	if ok && !n.Ellipsis.IsValid() {
		switch fun.Name {
		case "min":
			return p.extreme(Min, n, level)
		case "max":
			return p.extreme(Max, n, level)
		case "in":
			return p.in(n)
		}
		if fs, ok := p.names.(Functions); ok {
			if params, known := fs.Parameters(fun.Name); known {
				args, good := p.arguments(n, fun.Name, params)
				if !good {
					return invalid
				}
				return fs.Ask(fun.Name, args)
			}
		}
	}
	p.errorOn(n.Fun, diag.CodeExpr, "unknown function `%s`", p.source(n.Fun)).
		Helpf("the functions are min, max, in, and the external guards, which `guards:` declares without a condition")
	return invalid
}

// States is implemented by [Names] that know in which states a machine is.
type States interface {
	// In returns the condition that a state is active, or nil if there is no such state.
	In(state string) Expr
	// States returns the names that In accepts, for suggestions.
	States() []string
}

// in checks a call of in, whose argument is the name of a state.
func (p *typer) in(n *ast.CallExpr) Expr {
	states, known := p.names.(States)
	if !known {
		p.errorOn(n, diag.CodeExpr, "`in` cannot be used here, where no state is active").Helpf("use it in conditions of transitions and states")
		return invalid
	}
	if len(n.Args) == 1 {
		if name, ok := n.Args[0].(*ast.Ident); ok {
			if e := states.In(name.Name); e != nil {
				return e
			}
			d := p.errorOn(name, diag.CodeUnknown, "unknown state `%s`", diag.Clip(name.Name))
			d.Help = diag.DidYouMean(name.Name, states.States())
			return invalid
		}
	}
	p.errorOn(n, diag.CodeExpr, "`in` needs the name of a state").Helpf("for example, in(Paid)")
	return invalid
}

// extreme checks a call of min or max.
func (p *typer) extreme(op Op, n *ast.CallExpr, level int) Expr {
	if len(n.Args) == 0 {
		p.errorOn(n, diag.CodeExpr, "%s needs at least one argument", op).Helpf("for example, %s(a, b)", op)
		return invalid
	}
	c := &Call{Op: op}
	good := true
	for _, a := range n.Args {
		x := p.expr(a, level+1)
		good = p.operand(a, x, Int, op.String()) && good
		c.Args = append(c.Args, x)
	}
	for _, x := range c.Args[1:] {
		good = good && p.sameUnit(n, op, c.Args[0], x)
	}
	if !good {
		return invalid
	}
	return c
}

// arguments checks the arguments of a function of the program. They must be names
// or constants, which can always be evaluated.
func (p *typer) arguments(n *ast.CallExpr, function string, params []Parameter) ([]Expr, bool) {
	if len(n.Args) != len(params) {
		p.errorOn(n, diag.CodeType, "wrong number of arguments for `%s`: expected %d, found %d", function, len(params), len(n.Args)).
			Helpf("its signature is %s", signature(function, params))
		return nil, false
	}
	args := make([]Expr, len(params))
	good := true
	for i, a := range n.Args {
		x := p.expr(a, 1)
		switch x.(type) {
		case *Ref, *Lit, *Text:
		default:
			p.errorOn(a, diag.CodeExpr, "an argument of `%s` must be a name or a constant, but `%s` is neither", function, p.source(a)).
				Helpf("compute it in the Go function, or store it in a variable")
			good = false
			continue
		}
		if !x.Type().Same(params[i].Type) {
			p.errorOn(a, diag.CodeType, "argument `%s` of `%s` must be %s, but `%s` is %s", params[i].Name, function, article(params[i].Type), p.source(a), article(x.Type()))
			good = false
		}
		good = good && x != Expr(invalid)
		args[i] = x
	}
	return args, good
}

// signature returns a function with its parameters and their types.
func signature(function string, params []Parameter) string {
	parts := make([]string, len(params))
	for i, q := range params {
		parts[i] = q.Name + " " + q.Type.String()
	}
	return function + "(" + strings.Join(parts, ", ") + ")"
}

// ParseCall parses the name of a function, with arguments if it has any, as in
// "backoff(retries)". It reports problems in diags, and then returns false.
func ParseCall(text string, span diag.Span, names interface {
	Names
	Functions
}, diags *diag.List) (function string, args []Expr, ok bool) {
	p := &typer{text: text, span: span, names: names, diags: diags}
	tree, err := parser.ParseExprFrom(token.NewFileSet(), "", p.units(), 0)
	if err != nil || depth(text) > 1 {
		p.errorAt(0, len(text), diag.CodeExpr, "expected a name, or a call such as backoff(retries), found `%s`", diag.Clip(text))
		return "", nil, false
	}
	call, isCall := tree.(*ast.CallExpr)
	if !isCall {
		call = &ast.CallExpr{Fun: tree, Lparen: tree.End(), Rparen: tree.End() - 1}
	}
	fun, isName := call.Fun.(*ast.Ident)
	if !isName {
		p.errorAt(0, len(text), diag.CodeExpr, "expected a name, or a call such as backoff(retries), found `%s`", diag.Clip(text))
		return "", nil, false
	}
	params, known := names.Parameters(fun.Name)
	if !known {
		d := p.errorOn(fun, diag.CodeUnknown, "unknown name `%s`", diag.Clip(fun.Name))
		if d.Help = diag.DidYouMean(fun.Name, names.All()); names.Lookup(fun.Name) != nil {
			d.Helpf("`%s` is a value: write a constant such as 30s, an expression of type duration, or the name of a delay, which is declared under `delays:`", diag.Clip(fun.Name))
		}
		return "", nil, false
	}
	args, ok = p.arguments(call, fun.Name, params)
	return fun.Name, args, ok
}
