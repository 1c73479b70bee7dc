package expr

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// Names gives the names in an expression their meaning.
//
// An implementation may also have a method Why(name string) string. It returns a
// help text for a name that exists but cannot be used here, or "".
type Names interface {
	// Lookup resolves a name, or a qualified name such as "event.class" or
	// "FailureClass.Fatal". It returns nil for an unknown name.
	Lookup(name string) Expr
	// All returns the names that Lookup resolves, for suggestions.
	All() []string
}

// maxNesting limits the depth of a tree, so that hostile input cannot exhaust the
// stack of a recursive walk.
const maxNesting = 1000

// Parse parses an expression and checks its types. The span is that of the text in
// its file; positions of diagnostics are relative to it. want is the required type;
// the zero Type accepts any type. Parse returns nil if it adds a diagnostic.
func Parse(text string, span diag.Span, want Type, names Names, diags *diag.List) Expr {
	p := &typer{text: text, span: span, want: want, names: names, diags: diags}
	masked := p.units()
	for _, at := range numbers(masked) {
		if word := masked[at[0]:at[1]]; !isNumber(word) && !isFloat(word) {
			p.errorAt(at[0], at[1], diag.CodeExpr, "`%s` is neither a number nor a duration", diag.Clip(word)).
				Helpf("write a number, or a duration such as 500ms, 1.5s, 2m, or 24h")
			return nil
		}
	}
	return p.parse(masked)
}

// parse parses the text, in which names may stand for constants with units.
func (p *typer) parse(text string) Expr {
	before := len(*p.diags)
	if depth(text) > maxNesting {
		p.errorAt(0, len(text), diag.CodeExpr, "the expression is nested more than %d levels deep", maxNesting).
			Helpf("declare parts of it under `guards:`")
		return nil
	}
	tree, err := parser.ParseExprFrom(token.NewFileSet(), "", text, 0)
	if err != nil {
		p.syntaxError(err)
		return nil
	}
	e := p.expr(tree, 0)
	if len(*p.diags) > before {
		return nil
	}
	if !e.Type().Same(p.want) {
		d := p.errorAt(0, len(text), diag.CodeType, "expected %s, found %s `%s`", article(p.want), article(e.Type()), diag.Clip(p.text))
		if p.want.Kind == Bool && e.Type().Kind == Int {
			d.Helpf("compare it, as in %s > %s", diag.Clip(p.text), zeroOf(e.Type()))
		}
		p.unit(d, e)
		return nil
	}
	return e
}

// depth returns the nesting depth of the brackets in text.
func depth(text string) int {
	open, deepest := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[', '{':
			open++
		case ')', ']', '}':
			open--
		}
		deepest = max(deepest, open)
	}
	return deepest
}

type typer struct {
	text  string
	span  diag.Span
	want  Type
	names Names
	diags *diag.List
	// durations has the constants with units by their places in the text. The parsed text has names there.
	durations map[int]time.Duration
}

// errorAt adds an error for the bytes of the text from start to end.
func (p *typer) errorAt(start, end int, code diag.Code, format string, args ...any) *diag.Diagnostic {
	start = min(max(start, 0), len(p.text))
	end = min(max(end, start), len(p.text))
	span := p.span
	if !strings.ContainsRune(p.text, '\n') {
		span = p.span.Shift(utf8.RuneCountInString(p.text[:start]), utf8.RuneCountInString(p.text[start:end]))
	}
	return p.diags.Errorf(code, span, format, args...)
}

func (p *typer) errorOn(n ast.Node, code diag.Code, format string, args ...any) *diag.Diagnostic {
	return p.errorAt(int(n.Pos())-1, int(n.End())-1, code, format, args...)
}

func (p *typer) source(n ast.Node) string {
	return diag.Clip(p.text[max(0, int(n.Pos())-1):min(len(p.text), int(n.End())-1)])
}

func (p *typer) syntaxError(err error) {
	offset, message := 0, err.Error()
	if list, ok := err.(scanner.ErrorList); ok && len(list) > 0 {
		offset, message = list[0].Pos.Offset, list[0].Msg
	}
	message = strings.ReplaceAll(message, "'newline'", "the end")
	message = strings.ReplaceAll(message, "'EOF'", "the end")
	d := p.errorAt(offset, offset+1, diag.CodeExpr, "`%s` is not an expression: %s", diag.Clip(p.text), message)
	if strings.Contains(message, "rune literal") {
		d.Helpf("write text in double quotes, and the value of an enum without quotes")
	} else if name, counted := strings.CutSuffix(p.text, "++"); counted && token.IsIdentifier(name) {
		d.Helpf("write %s + 1", name)
	} else if strings.Contains(" "+p.text+" ", " and ") || strings.Contains(" "+p.text+" ", " or ") || strings.Contains(" "+p.text+" ", " not ") {
		d.Helpf("expressions use Go syntax: write && for and, || for or, and ! for not")
	} else if strings.Count(p.text, "(") > strings.Count(p.text, ")") {
		d.Helpf("close each parenthesis")
	} else if left, right := p.factors(offset); left != "" {
		d.Helpf("write %s * %s to multiply", left, right)
	} else if strings.Contains(p.text, "=") && !strings.Contains(p.text, "==") {
		d.Helpf("write == to compare")
	}
}

// factors returns the number before a place of the text and the name at the place, or "" twice if there are none.
func (p *typer) factors(at int) (left, right string) {
	at = min(max(at, 0), len(p.text))
	m := factor.FindStringSubmatch(p.text[:at])
	right = leadingName.FindString(p.text[at:])
	if m == nil || right == "" {
		return "", ""
	}
	return m[1], diag.Clip(right)
}

var (
	factor      = regexp.MustCompile(`(?:^|[^\w.])(\d{1,9})\s+$`)
	leadingName = regexp.MustCompile(`^[A-Za-z_]\w*`)
)

var operators = map[token.Token]Op{
	token.ADD: Add, token.SUB: Sub, token.MUL: Mul, token.QUO: Quo, token.REM: Rem,
	token.EQL: Eq, token.NEQ: Ne, token.LSS: Lt, token.LEQ: Le, token.GTR: Gt, token.GEQ: Ge,
	token.LAND: And, token.LOR: Or,
}

// invalid represents a subexpression that has been reported.
var invalid = &Lit{}

func (p *typer) expr(n ast.Expr, level int) Expr {
	if level > maxNesting {
		p.errorOn(n, diag.CodeExpr, "the expression is nested more than %d levels deep", maxNesting).
			Helpf("declare parts of it under `guards:`")
		return invalid
	}
	switch n := n.(type) {
	case *ast.ParenExpr:
		return p.expr(n.X, level+1)
	case *ast.BasicLit:
		return p.literal(n)
	case *ast.Ident:
		if d, is := p.durations[int(n.Pos())-1]; is {
			return Time(d)
		}
		return p.name(n, n.Name)
	case *ast.SelectorExpr:
		if x, ok := n.X.(*ast.Ident); ok {
			return p.name(n, x.Name+"."+n.Sel.Name)
		}
	case *ast.UnaryExpr:
		return p.unary(n, level)
	case *ast.BinaryExpr:
		return p.binary(n, level)
	case *ast.CallExpr:
		return p.call(n, level)
	}
	p.errorOn(n, diag.CodeExpr, "`%s` is not supported in expressions", p.source(n)).
		Helpf("an expression consists of names, numbers, strings, + - * / %% == != < <= > >= && || !, min, and max")
	return invalid
}

func (p *typer) literal(n *ast.BasicLit) Expr {
	switch n.Kind {
	case token.INT:
		v, err := strconv.ParseInt(n.Value, 0, 64)
		if err != nil {
			p.errorOn(n, diag.CodeNumber, "the number %s does not fit in 64 bits", diag.Clip(n.Value))
			return invalid
		}
		return Number(v)
	case token.STRING:
		s, err := strconv.Unquote(n.Value)
		if err == nil && utf8.ValidString(s) {
			return &Text{s}
		}
	}
	p.errorOn(n, diag.CodeExpr, "`%s` is not supported in expressions", diag.Clip(n.Value)).
		Helpf("constants are whole numbers, strings in double quotes, true, false, and enum values")
	return invalid
}

func (p *typer) name(n ast.Node, name string) Expr {
	if e := p.names.Lookup(name); e != nil {
		return e
	}
	switch name {
	case "true", "false":
		return Truth(name == "true")
	case "min", "max":
		p.errorOn(n, diag.CodeExpr, "`%s` is a function", name).Helpf("call it: %s(a, b)", name)
		return invalid
	}
	d := p.errorOn(n, diag.CodeUnknown, "unknown name `%s`", diag.Clip(name))
	known := p.names.All()
	if qualified := ending(known, "."+name); len(qualified) > 1 {
		d.Helpf("several enums have this value: write %s", strings.Join(qualified, " or "))
	} else if p.names.Lookup("event."+name) != nil {
		d.Helpf("did you mean the payload field `event.%s`?", name)
	} else if near := diag.Nearest(name, known); near != "" && !strings.HasPrefix(name, "event.") {
		d.Help = diag.DidYouMean(name, known)
		if diag.Distance(name, near) > 2 && token.IsIdentifier(name) { // it may be no misspelling, as `retries` beside `maxRetries`
			d.Help += " Or declare it under params or vars, as in vars: {" + name + ": {type: int, min: 0}}"
		}
	} else if truth, ok := truths[strings.ToLower(name)]; ok {
		d.Helpf("write %s", truth)
	} else if name == "stalled" {
		d.Helpf("`stalled` requires a stall rule, such as stall: {limit: 3, to: Failed}, and only transitions can use it")
	} else if why, ok := p.names.(interface{ Why(name string) string }); ok && why.Why(name) != "" {
		d.Helpf("%s", why.Why(name))
	} else if strings.HasPrefix(name, "event.") {
		d.Helpf("only the transitions of an event can use its payload")
	} else if p.want.Kind == String {
		d.Helpf("YAML removes the outer quotes: write a string constant as '\"%s\"'", diag.Clip(name))
	} else if len(known) == 1 {
		d.Helpf("expected `%s`", known[0])
	} else if len(known) > 1 && len(known) <= 6 {
		d.Helpf("expected one of `%s`", strings.Join(known, "`, `"))
	}
	return invalid
}

// truths are words for truth values in YAML 1.1 and other languages.
var truths = map[string]string{"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"}

func ending(names []string, suffix string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !strings.HasSuffix(n, suffix) })
}

func (p *typer) unary(n *ast.UnaryExpr, level int) Expr {
	// The smallest int64 has no positive counterpart to negate.
	if lit, ok := n.X.(*ast.BasicLit); ok && n.Op == token.SUB && lit.Kind == token.INT {
		if v, err := strconv.ParseInt("-"+lit.Value, 0, 64); err == nil {
			return Number(v)
		}
	}
	x := p.expr(n.X, level+1)
	switch n.Op {
	case token.SUB:
		if p.operand(n.X, x, Int, "-") {
			return p.fits(n, &Unary{Neg, x})
		}
	case token.ADD:
		if p.operand(n.X, x, Int, "+") {
			return x
		}
	case token.NOT:
		if p.operand(n.X, x, Bool, "!") {
			return &Unary{Not, x}
		}
	default:
		p.errorOn(n, diag.CodeExpr, "operator %s is not supported in expressions", n.Op).
			Helpf("the operators are + - * / %% == != < <= > >= && || !")
	}
	return invalid
}

func (p *typer) binary(n *ast.BinaryExpr, level int) Expr {
	x, y := p.expr(n.X, level+1), p.expr(n.Y, level+1)
	op, ok := operators[n.Op]
	if !ok {
		p.errorAt(int(n.OpPos)-1, int(n.OpPos)-1+len(n.Op.String()), diag.CodeExpr, "operator %s is not supported in expressions", n.Op).
			Helpf("the operators are + - * / %% == != < <= > >= && || !")
		return invalid
	}
	switch op {
	case And, Or:
		if !p.operand(n.X, x, Bool, op.String()) || !p.operand(n.Y, y, Bool, op.String()) {
			return invalid
		}
	case Eq, Ne:
		if !p.comparable(n, x, y) {
			return invalid
		}
	default:
		if !p.operand(n.X, x, Int, op.String()) || !p.operand(n.Y, y, Int, op.String()) || !p.sameUnit(n, op, x, y) {
			return invalid
		}
		if (op == Quo || op == Rem) && !p.divides(n.Y, y) {
			return invalid
		}
		return p.fits(n, &Binary{op, x, y})
	}
	return &Binary{op, x, y}
}

// operand reports an operand of the wrong kind, and returns whether it is right.
func (p *typer) operand(n ast.Expr, x Expr, want Kind, op string) bool {
	t := x.Type()
	if t.Kind == want {
		return true
	}
	if t.Kind != Invalid {
		d := p.errorOn(n, diag.CodeType, "operator %s needs %s, but `%s` is %s", op, article(Type{Kind: want}), p.source(n), article(t))
		if t.String() == "time.Duration" {
			d.Helpf("%s", opaqueHelp(t))
		}
	}
	return false
}

func (p *typer) comparable(n *ast.BinaryExpr, x, y Expr) bool {
	tx, ty := x.Type(), y.Type()
	switch {
	case tx.Kind == Invalid || ty.Kind == Invalid:
		return false
	case tx.Kind == Opaque || ty.Kind == Opaque:
		p.errorOn(n, diag.CodeType, "values of Go type %s can be stored and assigned, but not compared", firstOpaque(tx, ty)).
			Helpf("%s", opaqueHelp(firstOpaque(tx, ty)))
		return false
	case tx.Kind == Int && ty.Kind == Int:
		return p.sameUnit(n, Eq, x, y)
	case !tx.Same(ty):
		p.errorOn(n, diag.CodeType, "cannot compare %s with %s", article(tx), article(ty))
		return false
	}
	return true
}

// opaqueHelp says what to do instead of computing with values of a Go type.
func opaqueHelp(t Type) string {
	if t.String() == "time.Duration" {
		return "declare it as `duration`, whose values are those of time.Duration"
	}
	return "let the caller compare them: add a bool, int, or enum field to the event, or declare an external guard"
}

func firstOpaque(x, y Type) Type {
	if x.Kind == Opaque {
		return x
	}
	return y
}

// article returns a phrase for a value of the type: "an int", "a bool".
func article(t Type) string {
	switch t.Kind {
	case Int:
		if t.Duration {
			return "a duration"
		}
		return "an int"
	case Bool:
		return "a bool"
	case String:
		return "a string"
	case Enumerated:
		return "a value of enum " + t.Enum.Name
	case Opaque:
		return "a value of Go type " + t.Go.Text
	}
	return "a value"
}
