package scxml

import (
	"slices"
	"strings"
	"time"

	"github.com/fsmgen/fsmgen/spec/diag"
)

// action is an element of executable content: an assignment, a log, an event for a queue, or an if.
type action struct {
	at diag.Span
	// variable is the name that an assignment gives a value.
	variable string
	value    *value
	// log is the text of a log.
	log string
	// id is that of a send, and cancel that of those to cancel.
	id, cancel string
	// raise is the key of the event that goes into a queue.
	raise string
	// params are the data of the event.
	params []param
	// later is the key of the event that comes after a delay, which is constant, or which wait computes.
	later string
	delay time.Duration
	wait  *value
	// fails marks an action that raises an error, and ends the executable content around it.
	fails bool
	// branches are those of an if.
	branches []branch
}

// branch is a branch of an if. It has no condition after else.
type branch struct {
	cond *condition
	body []*action
}

// content reads the executable content of an element.
func (r actions) content(e *element, depth int) (list []*action) {
	r.reader.doc.known = map[string]string{}
	defer func() { r.reader.doc.known = nil }()
	for _, c := range e.children {
		a := r.action(c, depth)
		if a == nil {
			continue
		}
		r.learn(a)
		if list = append(list, a); a.fails {
			break // what follows is never executed
		}
	}
	return list
}

// learn notes the string that an action gives a variable.
func (r actions) learn(a *action) {
	if a.value != nil && a.value.expr.op == opString {
		r.reader.doc.known[a.variable] = a.value.expr.text
	} else {
		delete(r.reader.doc.known, a.variable)
	}
}

// constant returns the string of an expression, if executable content always has the same one there.
func (r actions) constant(a attribute) (string, bool) {
	switch e, missing := parse(a.value); {
	case missing != nil:
		return "", false
	case e.op == opString:
		return e.text, true
	case r.reader.rough != nil && r.reader.rough.dropped[e.text] != "":
		return "", false
	case e.op == opVar:
		if text, ok := r.reader.doc.known[e.text]; ok {
			return text, ok
		}
		text, ok := r.reader.doc.fixed[e.text]
		return text, ok
	}
	return "", false
}

func (r actions) action(e *element, depth int) *action {
	if a := r.approximate(e); a != nil {
		return a
	}
	help, out := outside[e.name]
	switch {
	case e.foreign:
		r.reader.lacks(e.at, "", "the element `%s`, which is not SCXML,", diag.Clip(e.name))
	case out:
		r.reader.lacks(e.at, help, "`%s`", e.name)
	case e.name == "log":
		return &action{at: e.at, log: logText(e)}
	case e.name == "raise":
		return r.queued(e, raisedKey)
	case e.name == "send":
		return r.send(e)
	case e.name == "cancel":
		return r.cancel(e)
	case e.name == "assign":
		return r.assign(e)
	case e.name == "if":
		return r.choice(e, depth+1)
	}
	return nil
}

// logText returns what the output for a log says: its label, and its expression or text.
func logText(e *element) string {
	text := e.attrs["expr"].value
	if x, missing := parse(text); missing == nil && x.op == opString {
		text = x.text
	}
	if text = strings.TrimSpace(e.attrs["label"].value + " " + text); text == "" {
		return "log"
	}
	return text
}

func (r actions) assign(e *element) *action {
	a := &action{at: e.at, variable: e.attrs["location"].value}
	if r.nowhere(a.variable) {
		return r.failure(e.attrs["location"].at)
	}
	if r.reader.rough != nil && r.unassigned(e) {
		return r.aside(e, "`assign`", e.words())
	}
	if from, ok := e.attrs["expr"]; ok {
		if illegal(from.value) {
			return r.failure(from.at)
		}
		a.value = r.reader.value(from)
	} else {
		r.reader.lacks(e.at, "use the attribute `expr`", "the content of `assign`")
	}
	location := e.attrs["location"]
	switch p, missing := parse(a.variable); {
	case missing != nil && location.at.Start.IsValid():
		r.reader.lacks(location.place(missing.at), "assign to a variable that <data> declares", "%s", missing.what)
		return nil
	case missing != nil || p.op != opVar:
		r.reader.out.Fail(diag.CodeShape, e.at, "`%s` is not a variable", diag.Clip(a.variable))
		return nil
	}
	if a.value == nil {
		return nil
	}
	a.variable = strings.TrimSpace(a.variable)
	r.reader.doc.assigns = append(r.reader.doc.assigns, a)
	return a
}

// maxIfs is how deep ifs are nested.
const maxIfs = 40

// choice reads an if. Its branches are separated by elements elseif and else.
func (r actions) choice(e *element, depth int) *action {
	if depth > maxIfs {
		r.reader.out.Fail(diag.CodeTooBig, e.at, "`if` is nested more than %d levels deep", maxIfs)
		return nil
	}
	a := &action{at: e.at}
	open := func(c *element) {
		cond, ok := c.attrs["cond"]
		if !ok && c.name != "else" {
			r.reader.out.Fail(diag.CodeMissing, c.at, "`%s` has no attribute `cond`", c.name)
		}
		if len(a.branches) > 0 && a.branches[len(a.branches)-1].cond == nil && !r.reader.out.Failed() {
			r.reader.out.Fail(diag.CodeShape, c.at, "`%s` comes after `else`", c.name)
		}
		b := branch{}
		if ok && c.name != "else" {
			b.cond = r.reader.condition(cond)
		}
		a.branches = append(a.branches, b)
	}
	open(e)
	clear(r.reader.doc.known) // the branches may change all
	for _, c := range e.children {
		if !c.foreign && (c.name == "else" || c.name == "elseif") {
			open(c)
		} else if inner := r.action(c, depth); inner != nil {
			if inner.fails {
				r.reader.lacks(c.at, "use an expression", "an error under an `if`")
			}
			last := &a.branches[len(a.branches)-1]
			last.body = append(last.body, inner)
		}
	}
	return a
}

// data reads a data model.
func (r actions) data(e *element) {
	for _, c := range e.children {
		v := &variable{id: c.attrs["id"].value, at: c.at}
		if r.reader.rough != nil {
			r.opaque(c)
			if r.reader.lost(v.id, c.at) {
				continue
			}
		}
		if p, missing := parse(v.id); missing != nil || p.op != opVar || p.text != v.id {
			r.reader.out.Fail(diag.CodeName, c.at, "`%s` cannot be the id of data", diag.Clip(v.id))
			continue
		}
		if r.reader.doc.vars[v.id] != nil {
			r.reader.out.Fail(diag.CodeDuplicate, c.at, "the data `%s` are declared twice", diag.Clip(v.id))
			continue
		}
		from, given := c.attrs["expr"]
		text := strings.TrimSpace(c.text)
		switch src, ok := c.attrs["src"]; {
		case ok:
			r.reader.lacks(src.at, "write the value into the attribute `expr`", "data from another file")
		case given:
			v.data = r.reader.value(from)
		case len(c.children) > 0 || text != "" && !slices.Contains([]string{"true", "false"}, text) && !strings.ContainsAny(text[:1], `-0123456789"`):
			r.reader.lacks(c.at, "write the value into the attribute `expr`", "the content of `data`")
		case text != "":
			v.data = r.reader.value(attribute{value: text, at: c.at})
		}
		r.reader.doc.vars[v.id], r.reader.doc.order = v, append(r.reader.doc.order, v)
	}
}
