package main

import (
	"fmt"
	"math/big"
	"strings"
)

// term is an expression: a number, a variable, or an operation.
type term struct {
	op   string // "" for a number or a variable
	name string
	num  *big.Int
	args []*term
}

func number(n int64) *term           { return &term{num: big.NewInt(n)} }
func variable(name string) *term     { return &term{name: name} }
func unary(op string, x *term) *term { return &term{op: op, args: []*term{x}} }

// binary returns an operation, of which it computes what follows from numbers alone.
func binary(op string, x, y *term) *term {
	if x.num != nil && y.num != nil {
		n := new(big.Int)
		switch op {
		case "+":
			return &term{num: n.Add(x.num, y.num)}
		case "-":
			return &term{num: n.Sub(x.num, y.num)}
		case "*":
			return &term{num: n.Mul(x.num, y.num)}
		}
	}
	return &term{op: op, args: []*term{x, y}}
}

// with returns the expression with other ones in place of variables.
func (x *term) with(values map[string]*term) *term {
	if x.op == "" {
		if v := values[x.name]; x.num == nil && v != nil {
			return v
		}
		return x
	}
	if len(x.args) == 1 {
		return unary(x.op, x.args[0].with(values))
	}
	return binary(x.op, x.args[0].with(values), x.args[1].with(values))
}

// names calls f with each variable.
func (x *term) names(f func(string)) {
	if x.op == "" && x.num == nil {
		f(x.name)
	}
	for _, a := range x.args {
		a.names(f)
	}
}

// String returns the expression as it is in a spec.
func (x *term) String() string {
	switch {
	case x.num != nil && x.num.Sign() < 0:
		return "(" + x.num.String() + ")"
	case x.num != nil:
		return x.num.String()
	case x.op == "":
		return x.name
	case len(x.args) == 1:
		return x.op + "(" + x.args[0].String() + ")"
	}
	side := func(a *term) string {
		if a.op == "" || len(a.args) == 1 {
			return a.String()
		}
		return "(" + a.String() + ")"
	}
	return side(x.args[0]) + " " + x.op + " " + side(x.args[1])
}

// levels are the binary operators from those that bind least. Those of one level of
// comparisons are not repeated.
var levels = [][]string{{"||"}, {"&&", "/\\"}, {"==", "!=", "=", "<", "<=", ">", ">="}, {"+", "-"}, {"*", "/", "%"}}

// parser reads expressions.
type parser struct {
	*tokens
	// call reads a call of a function whose name has been read.
	call func(name string) (*term, error)
}

// expression reads an expression with the operators of a level and those that bind more.
func (p *parser) expression(level int) (*term, error) {
	if level == len(levels) {
		return p.factor()
	}
	x, err := p.expression(level + 1)
	for err == nil && contains(levels[level], p.peek()) {
		op := p.take()
		switch op {
		case "=":
			op = "=="
		case "/\\":
			op = "&&"
		}
		var y *term
		if y, err = p.expression(level + 1); err == nil {
			x = binary(op, x, y)
		}
	}
	return x, err
}

func (p *parser) factor() (*term, error) {
	s := p.take()
	switch {
	case s == "(":
		x, err := p.expression(0)
		if err != nil {
			return nil, err
		}
		return x, p.need(")")
	case s == "-" || s == "!" || s == "+":
		x, err := p.factor()
		switch {
		case err != nil || s == "+":
			return x, err
		case s == "-" && x.num != nil:
			return &term{num: new(big.Int).Neg(x.num)}, nil
		}
		return unary(s, x), nil
	case s == "" || !word(rune(s[0])):
		return nil, fmt.Errorf("%q in place of a value", s)
	case s[0] >= '0' && s[0] <= '9':
		n, ok := new(big.Int).SetString(s, 10)
		if !ok || !n.IsInt64() {
			return nil, fmt.Errorf("the number %s", s)
		}
		return p.power(&term{num: n})
	case p.peek() == "(" && p.call != nil:
		return p.call(s)
	}
	return p.power(variable(s))
}

// power reads an exponent, if there is one.
func (p *parser) power(x *term) (*term, error) {
	if !p.have("^") {
		return x, nil
	}
	var n int
	if _, err := fmt.Sscan(p.take(), &n); err != nil || n < 1 || n > 9 {
		return nil, fmt.Errorf("an exponent that is no small number")
	}
	product := x
	for range n - 1 {
		product = binary("*", product, x)
	}
	return product, nil
}

func contains(list []string, s string) bool {
	for _, t := range list {
		if t == s {
			return true
		}
	}
	return false
}

// logical reports whether an expression is true or false.
func (x *term) logical() bool {
	return contains([]string{"||", "&&", "!", "==", "!=", "<", "<=", ">", ">="}, x.op) || x.name == "true" || x.name == "false"
}

// condition returns what holds if a value of C counts as true.
func condition(x *term) *term {
	switch {
	case x.op == "&&" || x.op == "||":
		return binary(x.op, condition(x.args[0]), condition(x.args[1]))
	case x.op == "!":
		return not(condition(x.args[0]))
	case x.logical():
		return x
	case x.num != nil:
		return variable(map[bool]string{true: "true", false: "false"}[x.num.Sign() != 0])
	}
	return binary("!=", x, number(0))
}

// not returns the negation of a condition, without a sign for it where there is one that says it.
func not(x *term) *term {
	opposite := map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
	switch {
	case x.name == "true":
		return variable("false")
	case x.name == "false":
		return variable("true")
	case x.op == "!":
		return x.args[0]
	case x.op == "&&":
		return binary("||", not(x.args[0]), not(x.args[1]))
	case x.op == "||":
		return binary("&&", not(x.args[0]), not(x.args[1]))
	case opposite[x.op] != "":
		return binary(opposite[x.op], x.args[0], x.args[1])
	}
	return unary("!", x)
}

// known returns whether a condition holds, if numbers alone decide it.
func known(x *term) (holds, ok bool) {
	switch {
	case x.name == "true" || x.name == "false":
		return x.name == "true", true
	case x.op == "&&" || x.op == "||":
		a, aok := known(x.args[0])
		b, bok := known(x.args[1])
		if stop := x.op == "||"; aok && a == stop || bok && b == stop {
			return stop, true
		}
		return x.op == "&&", aok && bok
	case len(x.args) == 2 && x.args[0].num != nil && x.args[1].num != nil:
		c := x.args[0].num.Cmp(x.args[1].num)
		return map[string]bool{"==": c == 0, "!=": c != 0, "<": c < 0, "<=": c <= 0, ">": c > 0, ">=": c >= 0}[x.op], true
	}
	return false, false
}

// conjunction joins conditions, without those that always hold.
func conjunction(list []*term) string {
	var parts []string
	for _, x := range list {
		if holds, ok := known(x); ok && holds {
			continue
		}
		if x.op == "||" && len(list) > 1 {
			parts = append(parts, "("+x.String()+")")
			continue
		}
		parts = append(parts, x.String())
	}
	return strings.Join(parts, " && ")
}
