package smtlib

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// declarations returns the lines that declare the names of a query: sorts, functions,
// parameters, variables, payload, and the values after the step, which depend on all of
// these.
func (q *query) declarations() []string {
	// From last to first, because each adds names that those before it must declare.
	next := q.next()
	payload := q.payload()
	vars := q.vars()
	var params []string
	for _, p := range q.machine.Params {
		params = append(params, q.constant("param."+p.Name, p.Type))
	}
	return slices.Concat(q.sorts(), functionsUsed(q.helpers, q.machine.MaxInt()), params, vars, payload, next, q.children)
}

func (q *query) constant(name string, t expr.Type) string {
	return "(declare-const " + name + " " + q.sort(t) + ")"
}

func (q *query) define(i int, after bool, value expr.Expr) string {
	return fmt.Sprintf("(define-fun %s () %s %s)", variable(q.machine, i, after), q.sort(q.machine.Vars[i].Type), q.term(value, false))
}

// next defines the variables that are read after the step: by an update, or as their old
// value.
func (q *query) next() (lines []string) {
	for i, used := range q.after {
		if !used {
			continue
		}
		var value expr.Expr = &expr.Ref{Symbol: q.machine.Vars[i].Symbol}
		for _, u := range q.machine.Transitions[q.taken].Updates {
			if u.Var == i {
				value = u.Value
			}
		}
		lines = append(lines, q.define(i, true, value))
	}
	return lines
}

// vars declares the variables that are read before the step. At the start, it defines
// them by their initial values.
func (q *query) vars() (lines []string) {
	for i, used := range q.before {
		v := &q.machine.Vars[i]
		switch {
		case !used:
		case q.start && v.Init != nil:
			lines = append(lines, q.define(i, false, v.Init))
		default:
			lines = append(lines, q.constant(variable(q.machine, i, false), v.Type))
		}
	}
	return lines
}

// payload declares the fields that are read, whose ints fit in Go's int, and the answers
// of external guards.
func (q *query) payload() (lines []string) {
	for _, i := range slices.Sorted(maps.Keys(q.fields)) {
		s := q.fields[i]
		lines = append(lines, q.constant("event."+s.Name, s.Type))
		if s.Type.Kind == expr.Int {
			lines = append(lines, "(assert "+q.fits("event."+s.Name)+")")
		}
	}
	for _, i := range slices.Sorted(maps.Keys(q.asks)) {
		lines = append(lines, "(declare-const "+answer(i)+" Bool) ; "+q.machine.Asks[i].Symbol.Name)
	}
	return lines
}

// sorts declares the enums of the machine, and a sort of strings, which can only be
// compared for equality.
func (q *query) sorts() (lines []string) {
	for _, e := range q.machine.Enums {
		var values []string
		for _, v := range e.Values {
			values = append(values, "(enum."+e.Name+"."+v+")")
		}
		lines = append(lines, "(declare-datatypes ((enum."+e.Name+" 0)) (("+strings.Join(values, " ")+")))")
	}
	if q.helpers["text"] {
		lines = append(lines, "(declare-sort text 0)")
	}
	var names []string
	for i, text := range q.texts {
		names = append(names, q.text(text))
		lines = append(lines, fmt.Sprintf("(declare-const text.%d text) ; %q", i, text))
	}
	if len(names) > 1 {
		lines = append(lines, "(assert (distinct "+strings.Join(names, " ")+"))")
	}
	return lines
}

// functionsUsed declares the largest int of the platform on which the generated code
// runs, which is at least least, and defines the functions that SMT-LIB lacks.
func functionsUsed(used map[string]bool, least int64) []string {
	lines := []string{
		"(declare-const int.max Int)",
		fmt.Sprintf("(assert (>= int.max %d))", least),
		"(define-fun int.fits ((x Int)) Bool (<= (- (+ int.max 1)) x int.max))",
	}
	for _, d := range definitions() {
		if used[d.Name] {
			lines = append(lines, d.Text)
		}
	}
	return lines
}
