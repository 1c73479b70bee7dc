package scxml

import (
	"fmt"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// variable is a variable of the data model.
type variable struct {
	id   string
	at   diag.Span
	data *value // nil without a value
	// kind is the op of a literal of its type: an int, a bool, or a string; "" if it never has a value.
	kind op
	name string // in the draft
	// begin is the value after the entry of the initial states, a literal; nil if it has none.
	begin *expr
}

// value is an expression of the document.
type value struct {
	from attribute
	expr *expr
}

// condition is an expression that is used as a condition.
type condition = value

// value reads an expression, or reports why it cannot.
func (r *reader) value(a attribute) *value {
	v := r.expression(a)
	if v != nil && !r.doc.anywhere {
		const help = "use it in the condition of a transition"
		v.expr.each(func(e *expr) {
			switch e.op {
			case opIn:
				if r.doc.within != nil {
					return // [resolver.settle] knows
				}
				r.unreadable(a, a.place(e.at), lack{what: "`In()` outside of the condition of a transition", help: help})
			case opTypeof:
				r.unreadable(a, a.place(e.at), lack{what: "`typeof` outside of the condition of a transition", help: help})
			case opEvent:
				r.unreadable(a, a.place(e.at), lack{what: "the system variable `_event`", help: help})
			}
		})
	}
	if v != nil && (r.doc.within != nil || r.doc.anywhere) {
		r.doc.asking = append(r.doc.asking, asking{v, r.doc.within})
	}
	return v
}

// expression reads an expression, which may contain In().
func (r *reader) expression(a attribute) *value {
	if r.rough.unread(a) != "" {
		return nil
	}
	e, missing := parse(a.value)
	if missing == nil {
		e, missing = r.named(e)
	}
	if missing != nil {
		r.unreadable(a, a.place(missing.at), *missing)
		return nil
	}
	v := &value{a, e}
	if !r.doc.anywhere {
		v.expr.each(func(e *expr) {
			if e.op == opField {
				r.unreadable(a, a.place(e.at), lack{what: "the system variable `_event`"})
			}
		})
	}
	return v
}

// selection reads the condition of a transition, the only place for In(): while content is executed, SCXML has left some of
// the active states, but not entered others yet.
func (r *reader) selection(a attribute) *condition {
	if why := r.rough.unread(a); why != "" {
		return r.guess(a, why)
	}
	c := r.expression(a)
	if c != nil {
		r.doc.conditions = append(r.doc.conditions, c)
	}
	return c
}

// condition reads an expression that is used as a condition.
func (r *reader) condition(a attribute) *condition {
	if why := r.rough.unread(a); why != "" {
		return r.guess(a, why)
	}
	c := r.value(a)
	if c != nil {
		r.doc.conditions = append(r.doc.conditions, c)
	}
	return c
}

// place returns the position of a part of the value, if the value is in the source as it is.
func (a attribute) place(at int) diag.Span {
	span := a.at
	if !a.plain {
		return span
	}
	for i, c := range a.value {
		if i >= at {
			break
		}
		if span.Start.Column++; c == '\n' {
			span.Start.Line, span.Start.Column = span.Start.Line+1, 1
		}
	}
	span.End = diag.Pos{Line: span.Start.Line, Column: span.Start.Column + 1}
	return span
}

// infer finds the types of variables, and checks those of all expressions.
func (r typing) infer() {
	for _, a := range r.reader.doc.assigns {
		if r.reader.doc.vars[a.variable] == nil {
			r.reader.lacks(a.at, "declare it with <data>", "an assignment to `%s`, which no <data> declares,", diag.Clip(a.variable))
		}
	}
	set := func(v *variable, from *value) bool {
		if v == nil || v.kind != "" || from == nil {
			return false
		}
		v.kind = r.kind(from.expr)
		return v.kind != ""
	}
	for _, v := range r.reader.doc.order {
		set(v, v.data)
	}
	for again := true; again; {
		again = false
		for _, a := range r.reader.doc.assigns {
			if set(r.reader.doc.vars[a.variable], a.value) {
				again = true
			}
		}
	}
	for _, v := range r.reader.doc.order {
		if v.data != nil {
			v.data.expr = r.booleans(v.data.expr, false)
			r.check(v.data, v.data.expr)
		}
	}
	for _, a := range r.reader.doc.assigns {
		a.value.expr = r.booleans(a.value.expr, false)
		v := r.reader.doc.vars[a.variable]
		if got := r.check(a.value, a.value.expr); v != nil && got != "" && got != v.kind {
			if r.reader.rough != nil {
				r.reader.rough.dropData(v.id, "values of several types")
			}
			r.reader.unreadable(a.value.from, a.value.from.at, lack{what: "a variable with values of several types", help: "use a variable for each type"})
		}
	}
	for _, v := range r.reader.doc.lengths {
		v.expr = r.booleans(v.expr, false)
		if got := r.check(v, v.expr); got != "" && got != opString {
			actions(r).length(v.from.at)
		}
	}
	r.inferData()
	for _, c := range r.reader.doc.conditions {
		c.expr = r.booleans(c.expr, true)
		r.check(c, c.expr)
	}
}

// booleans writes out that ECMAScript takes 0 and "" as false where it wants a boolean: as a condition, and in operands of
// the operators for booleans.
func (r typing) booleans(e *expr, condition bool) *expr {
	if len(e.args) > 0 {
		args := make([]*expr, len(e.args))
		for i, a := range e.args {
			args[i] = r.booleans(a, e.op == opNot || condition && (e.op == "&&" || e.op == "||"))
		}
		at := e.at
		e = newExpr(e.op, args...)
		e.at = at
	}
	if !condition {
		return e
	}
	switch r.kind(e) {
	case opInt:
		return newExpr("!=", e, literal(0))
	case opString:
		return newExpr("!=", e, &expr{op: opString, size: 1})
	}
	return e
}

// kind returns the type of an expression as far as the types of variables are known.
func (r typing) kind(e *expr) op {
	switch e.op {
	case opTypeof, opEvent:
		return opString
	case opField:
		return r.fieldKind(e.text)
	case opInt, opBool, opString:
		return e.op
	case opVar:
		if v := r.reader.doc.vars[e.text]; v != nil {
			return v.kind
		}
		return ""
	case opNot, opIn, opGuard, "==", "!=", "<", "<=", ">", ">=":
		return opBool
	case "&&", "||":
		return r.kind(e.args[0])
	case "+":
		if a, b := r.kind(e.args[0]), r.kind(e.args[1]); a == opString || b == opString {
			return opString
		}
	}
	return opInt
}

// check reports operands of wrong types, and returns the type of an expression, or "" after a report.
func (r typing) check(from *value, e *expr) op {
	lacks := func(help, what string, args ...any) op {
		r.reader.unreadable(from.from, from.from.place(e.at), lack{what: fmt.Sprintf(what, args...), help: help})
		return ""
	}
	switch e.op {
	case opInt, opBool, opString:
		return e.op
	case opIn, opGuard:
		return opBool
	case opTypeof, opEvent:
		return opString
	case opField:
		kind := r.fieldKind(e.text)
		if kind == "" {
			return lacks("", "the system variable `_event`")
		}
		return kind
	case opVar:
		v := r.reader.doc.vars[e.text]
		if v == nil {
			if r.reader.rough != nil && r.reader.rough.dropped[e.text] != "" {
				return lacks("", "the data `%s`", diag.Clip(e.text))
			}
			return lacks("declare it with <data>", "the variable `%s`, which no <data> declares,", diag.Clip(e.text))
		}
		if v.kind == "" {
			return lacks("give its <data> an `expr`", "the variable `%s`, which has no value,", diag.Clip(e.text))
		}
		return v.kind
	}
	kinds := make([]op, len(e.args))
	for i, a := range e.args {
		if kinds[i] = r.check(from, a); kinds[i] == "" {
			return ""
		}
	}
	first, last := kinds[0], kinds[len(kinds)-1]
	switch e.op {
	case opNot:
		return opBool
	case "&&", "||":
		if first != opBool || last != opBool {
			return lacks("compare the operands", "`%s` of values that are not booleans", e.op)
		}
		return first
	case "==", "!=":
		if first != last {
			return lacks("compare values of the same type", "a comparison of values of different types")
		}
		return opBool
	case "<", "<=", ">", ">=":
		if first != opInt || last != opInt {
			return lacks("compare numbers", "an order of values that are not numbers")
		}
		return opBool
	}
	switch {
	case first == opInt && last == opInt:
		return opInt
	case e.op == "+" && (first == opString || last == opString):
		return lacks("", "a concatenation of strings")
	}
	return lacks("", "arithmetic with values that are not numbers")
}
