package expr

import (
	"strconv"
	"strings"
	"time"
)

// Style is the style in which [Print] writes an expression.
type Style uint8

const (
	// Spec is the syntax of specs, spaced like gofmt.
	Spec Style = iota
	// Math uses mathematical symbols, for diagrams and cards.
	Math
)

// Print returns e as text, with parentheses only where they are necessary. Where e computes with durations as with numbers, which
// specs cannot, the text is that of [AsNumber].
func Print(e Expr, style Style) string {
	if mixed(e) {
		e = AsNumber(e)
	}
	p := printer{name: specName, value: specValue, op: func(o Op) string { return " " + o.String() + " " }, not: "!"}
	if style == Math {
		p.op = mathOp
		p.not = "¬"
	}
	p.expr(e, 0)
	return p.String()
}

// PrintGo returns e as Go. name returns the Go expression for a symbol, and value
// the one for an enum constant. Duplicate operands in chains of && and || are
// removed, because go vet reports them. Durations are values of time.Duration. An expression that computes with them as with
// numbers is that of [PrintGoInt].
func PrintGo(e Expr, name func(*Symbol) string, value func(*Enum, int) string) string {
	return printGo(e, name, value, mixed(flexible(e)))
}

// PrintGoInt is [PrintGo] for an expression that takes each duration as an int, the number of its nanoseconds.
func PrintGoInt(e Expr, name func(*Symbol) string, value func(*Enum, int) string) string {
	return printGo(e, name, value, true)
}

func printGo(e Expr, name func(*Symbol) string, value func(*Enum, int) string, ints bool) string {
	named := name
	if ints {
		named = func(s *Symbol) string {
			if s.Type.Duration {
				return "int(" + name(s) + ")"
			}
			return name(s)
		}
		e = withoutUnits(e)
	}
	text := func(e Expr) string {
		p := printer{name: named, value: value, op: func(o Op) string { return " " + o.String() + " " }, not: "!", golang: true, ints: ints}
		p.expr(e, 0)
		return p.String()
	}
	return text(distinct(e, text))
}

func specName(s *Symbol) string {
	switch s.Scope {
	case Field:
		return "event." + s.Name
	case With:
		return "with." + s.Name
	}
	return s.Name
}

func specValue(e *Enum, i int) string { return e.Values[i] }

func mathOp(o Op) string {
	signs := map[Op]string{Mul: "·", Eq: " = ", Ne: " ≠ ", Le: " ≤ ", Ge: " ≥ ", And: " ∧ ", Or: " ∨ "}
	if s, ok := signs[o]; ok {
		return s
	}
	return " " + o.String() + " "
}

// precedence follows the Go specification; unary operators have 6.
func precedence(o Op) int {
	switch o {
	case Mul, Quo, Rem:
		return 5
	case Add, Sub:
		return 4
	case Eq, Ne, Lt, Le, Gt, Ge:
		return 3
	case And:
		return 2
	}
	return 1
}

type printer struct {
	strings.Builder
	name  func(*Symbol) string
	value func(*Enum, int) string
	op    func(Op) string
	not   string
	// golang is set for Go.
	golang bool
	// ints is set for Go in which durations are ints.
	ints bool
}

// expr writes e in a context of precedence outer.
func (p *printer) expr(e Expr, outer int) {
	switch e := e.(type) {
	case *Lit:
		p.literal(e, outer)
	case *Text:
		p.WriteString(strconv.Quote(e.Value))
	case *Ref:
		p.WriteString(p.name(e.Symbol))
	case *Unary:
		sign := "-"
		if e.Op == Not {
			sign = p.not
		}
		p.WriteString(sign)
		_, nested := e.X.(*Unary)
		// Without parentheses, -0 would parse as the constant 0.
		if lit, ok := e.X.(*Lit); nested || ok && lit.T.Kind == Int && lit.Value == 0 && !lit.T.Duration {
			p.paren(e.X)
			return
		}
		p.expr(e.X, 6)
	case *Binary:
		if p.golang && !p.ints && p.converted(e, outer) {
			return
		}
		strength := precedence(e.Op)
		if strength < outer {
			p.paren(e)
			return
		}
		left := strength
		if strength == 3 {
			left++ // (a == b) == c is clearer than a == b == c, although both are valid Go
		}
		p.expr(e.X, left)
		p.WriteString(p.op(e.Op))
		p.expr(e.Y, strength+1)
	case *Call:
		p.WriteString(e.Op.String() + "(")
		for i, a := range e.Args {
			if i > 0 {
				p.WriteString(", ")
			}
			p.expr(a, 0)
		}
		p.WriteString(")")
	case *Case:
		p.cases(e)
	}
}

// cases writes a [Case]: as Go, an element of an array; else the values by name. That of a condition
// is never in Go.
func (p *printer) cases(e *Case) {
	if e.Of.Type().Kind == Bool {
		p.WriteString("(if ")
		p.expr(e.Of, 0)
		p.WriteString(": ")
		p.expr(e.Values[1], 0)
		p.WriteString(", else ")
		p.expr(e.Values[0], 0)
		p.WriteString(")")
		return
	}
	if p.golang {
		p.WriteString("[...]int{")
		for i, v := range e.Values {
			if i > 0 {
				p.WriteString(", ")
			}
			p.expr(v, 0)
		}
		p.WriteString("}[")
		p.expr(e.Of, 0)
		p.WriteString("]")
		return
	}
	p.WriteString("(")
	p.expr(e.Of, 0)
	p.WriteString(": ")
	for i, v := range e.Values {
		if i > 0 {
			p.WriteString(", ")
		}
		p.WriteString(e.Of.Type().Enum.Values[i] + " ")
		p.expr(v, 0)
	}
	p.WriteString(")")
}

func (p *printer) paren(e Expr) {
	p.WriteString("(")
	p.expr(e, 0)
	p.WriteString(")")
}

func (p *printer) literal(e *Lit, outer int) {
	switch e.T.Kind {
	case Bool:
		p.WriteString(strconv.FormatBool(e.Value == 1))
	case Enumerated:
		p.WriteString(p.value(e.T.Enum, int(e.Value)))
	default:
		text := strconv.FormatInt(e.Value, 10)
		if e.T.Duration {
			text = DurationText(time.Duration(e.Value))
			if p.golang {
				text = goDuration(time.Duration(e.Value))
			}
		}
		if e.Value < 0 && outer > 4 || p.golang && strings.Contains(text, "*") && outer > 5 {
			text = "(" + text + ")"
		}
		p.WriteString(text)
	}
}
