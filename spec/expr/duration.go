package expr

import (
	"go/ast"
	"go/token"
	"regexp"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// ParseDuration is [Parse] for an expression whose value is a duration, such as 30s * (n + 1). The result is an int
// expression in nanoseconds: each constant with a unit is a number of them.
func ParseDuration(text string, span diag.Span, names Names, diags *diag.List) Expr {
	p := &typer{text: text, span: span, want: Type{Kind: Int}, names: names, diags: diags, durations: map[int]time.Duration{}}
	before := len(*diags)
	if text := p.units(); len(*diags) == before {
		return p.parse(text)
	}
	return nil
}

// constants matches numbers with units, and names that end like them.
var constants = regexp.MustCompile(`[\pL_]?[\pL\d_]*\d[\pL\d_.]*`)

// units notes the constants with units, and returns the text with a name of the same length in the place of each.
func (p *typer) units() string {
	var b strings.Builder
	last := 0
	for _, at := range constants.FindAllStringIndex(p.text, -1) {
		word := p.text[at[0]:at[1]]
		if word[0] < '0' || word[0] > '9' || strings.Trim(word, "0123456789_") == "" {
			continue // a name, or a number
		}
		d, err := time.ParseDuration(word)
		if err != nil {
			p.errorAt(at[0], at[1], diag.CodeTimer, "`%s` is not a duration", diag.Clip(word)).
				Helpf("write a duration such as 500ms, 1.5s, 2m, or 24h")
		}
		p.durations[at[0]] = d
		b.WriteString(p.text[last:at[0]] + strings.Repeat("_", len(word)))
		last = at[1]
	}
	return b.String() + p.text[last:]
}

// timed checks that an expression is a duration: the number of times that a unit is a factor of it, which is 1 for a duration
// and 0 for a number.
func (p *typer) timed(n ast.Expr) (units int, ok bool) {
	mismatch := func() (int, bool) {
		p.errorOn(n, diag.CodeType, "`%s` mixes durations with numbers", p.source(n)).
			Helpf("give each number that stands for a time a unit, as in 30s * n + 5s")
		return 0, false
	}
	switch n := n.(type) {
	case *ast.ParenExpr:
		return p.timed(n.X)
	case *ast.Ident:
		if _, is := p.durations[int(n.Pos())-1]; is {
			return 1, true
		}
	case *ast.UnaryExpr:
		return p.timed(n.X)
	case *ast.BinaryExpr:
		x, ok1 := p.timed(n.X)
		y, ok2 := p.timed(n.Y)
		switch {
		case !ok1 || !ok2:
			return 0, false
		case n.Op == token.MUL && x+y <= 1:
			return x + y, true
		case n.Op == token.QUO && y == 0 || (n.Op == token.ADD || n.Op == token.SUB) && x == y:
			return x, true
		case x == 0 && y == 0 || n.Op.Precedence() <= token.EQL.Precedence() && x == y:
			return 0, true
		}
		return mismatch()
	case *ast.CallExpr:
		for i, arg := range n.Args {
			x, ok := p.timed(arg)
			if !ok {
				return 0, false
			}
			if i > 0 && x != units {
				return mismatch()
			}
			units = x
		}
		return units, true
	}
	return 0, true
}

// positive reports a duration that is a number, or a constant that is not positive.
func (p *typer) positive(tree ast.Expr, e Expr) bool {
	units, _ := p.timed(tree)
	switch v, constant, err := Constant(e); {
	case units == 0:
		p.errorAt(0, len(p.text), diag.CodeTimer, "`%s` has no unit of time", diag.Clip(p.text)).
			Helpf("write a duration such as 500ms, 1.5s, 2m, or 24h, as in 30s * n")
	case constant && err == nil && v <= 0:
		p.errorAt(0, len(p.text), diag.CodeTimer, "the duration `%s` is not positive", diag.Clip(p.text)).Helpf("the shortest duration is 1ns")
	default:
		return true
	}
	return false
}
