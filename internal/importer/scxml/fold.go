package scxml

import (
	"strconv"
	"strings"
)

// constant reports whether an expression is a literal.
func (e *expr) constant() bool { return e.op == opInt || e.op == opBool || e.op == opString }

// equal reports whether two literals are the same.
func (e *expr) equal(o *expr) bool { return e.op == o.op && e.num == o.num && e.text == o.text }

// replace returns an expression with other expressions in place of variables, simplified. What has no value in ECMAScript's
// exact whole numbers stays as it is.
func (e *expr) replace(with func(name string) *expr) *expr {
	if e.op == opVar {
		if by := with(e.text); by != nil {
			return by
		}
		return e
	}
	if len(e.args) == 0 {
		return e
	}
	args := make([]*expr, len(e.args))
	for i, a := range e.args {
		args[i] = a.replace(with)
	}
	return simplify(e.op, args)
}

// simplify returns an operator with its operands, or what it is equal to.
func simplify(o op, args []*expr) *expr {
	switch a, b := args[0], args[len(args)-1]; {
	case o == opNot:
		return negate(a)
	case o == opNeg:
		if a.op == opInt {
			return literal(-a.num)
		}
	case o == "&&" || o == "||":
		stops := int64(0) // the value of an operand that decides
		if o == "||" {
			stops = 1
		}
		switch {
		case a.op == opBool && a.num == stops:
			return a
		case a.op == opBool:
			return b
		case b.op == opBool && b.num != stops:
			return a
		}
	case (o == "==" || o == "!=") && a.constant() && b.constant():
		return truth(a.equal(b) == (o == "=="))
	case a.op == opInt && b.op == opInt:
		if e := compute(o, a.num, b.num); e != nil {
			return e
		}
	}
	return newExpr(o, args...)
}

// compute returns the value of an operator of two numbers, or nil if it is not exact.
func compute(o op, a, b int64) *expr {
	n := a
	switch o {
	case "<":
		return truth(a < b)
	case "<=":
		return truth(a <= b)
	case ">":
		return truth(a > b)
	case ">=":
		return truth(a >= b)
	case "+":
		n = a + b
	case "-":
		n = a - b
	case "*":
		if n = a * b; a != 0 && (n/a != b || max(a, -a) > maxNumber/max(1, max(b, -b))) {
			return nil
		}
	case opMin:
		n = min(a, b)
	case opMax:
		n = max(a, b)
	default:
		if b == 0 {
			return nil
		}
		if n = a / b; o == "%" {
			n = a % b
		}
	}
	if n > maxNumber || n < -maxNumber {
		return nil
	}
	return literal(n)
}

var opposite = map[op]op{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}

// negate returns the negation of a condition.
func negate(e *expr) *expr {
	switch o, ok := opposite[e.op]; {
	case ok:
		return newExpr(o, e.args...)
	case e.op == opNot:
		return e.args[0]
	case e.op == opBool:
		return truth(e.num == 0)
	}
	return newExpr(opNot, e)
}

// reads calls visit for the variables of an expression.
func (e *expr) reads(visit func(name string)) {
	e.each(func(part *expr) {
		if part.op == opVar {
			visit(part.text)
		}
	})
}

// each calls visit for an expression and its operands.
func (e *expr) each(visit func(*expr)) {
	visit(e)
	for _, a := range e.args {
		a.each(visit)
	}
}

// rank is the precedence of the operators of specs.
var rank = map[op]int{"||": 1, "&&": 2, "==": 3, "!=": 3, "<": 3, "<=": 3, ">": 3, ">=": 3, "+": 4, "-": 4, "*": 5, "/": 5, "%": 5}

// spec returns an expression as specs write it.
func (e *expr) spec(name func(id string) string) string {
	switch e.op {
	case opInt:
		return strconv.FormatInt(e.num, 10)
	case opBool:
		return strconv.FormatBool(e.num == 1)
	case opString:
		return strconv.QuoteToASCII(e.text)
	case opVar:
		return name(e.text)
	case opIn:
		return name(inState + e.text)
	case opGuard, opFact:
		return name(string(e.op) + " " + e.text)
	case opMin, opMax:
		return string(e.op) + "(" + e.args[0].spec(name) + ", " + e.args[1].spec(name) + ")"
	case opNot, opNeg:
		return strings.TrimPrefix(string(e.op), "neg") + minus(e.op) + e.args[0].operand(6, name)
	}
	n := rank[e.op]
	return e.args[0].operand(n, name) + " " + string(e.op) + " " + e.args[1].operand(n+1, name)
}

func minus(o op) string {
	if o == opNeg {
		return "-"
	}
	return ""
}

// operand writes an operand of an operator that binds as strongly as least.
func (e *expr) operand(least int, name func(id string) string) string {
	text := e.spec(name)
	n, ok := rank[e.op]
	if ok && n < least || (e.op == opNeg || e.op == opInt && e.num < 0) && least > 4 {
		return "(" + text + ")"
	}
	return text
}
