package scxml

import "github.com/fsmgen/fsmgen/spec/diag"

// inState is what the names of states begin with, so that they differ from those of variables.
const inState = "In "

// in reads In('state').
func (p *parser) in() *expr {
	at := p.at
	p.scan()
	p.expect("(")
	if p.token == "" || p.token[0] != '\'' && p.token[0] != '"' {
		p.lack("`In()` of a state whose id is computed", "write the id as a string")
	}
	e := &expr{op: opIn, text: p.unquote(p.token[1 : len(p.token)-1]), size: 1, at: at}
	p.scan()
	p.expect(")")
	return e
}

// inside checks that the states exist that conditions name. A history is never active.
func (r resolver) inside() {
	r.settle()
	for _, c := range r.reader.doc.conditions {
		c.expr = c.expr.never(func(id string) bool { return r.reader.doc.histories[id] != nil })
		c.expr.each(func(e *expr) {
			if e.op == opIn && r.reader.doc.byID[e.text] == nil {
				r.reader.out.Fail(diag.CodeUnknown, c.from.place(e.at), "unknown state `%s`", diag.Clip(e.text))
			}
		})
	}
}

// never returns a condition that is false where it asks for certain states.
func (e *expr) never(state func(id string) bool) *expr {
	if e.op == opIn && state(e.text) {
		return truth(false)
	}
	if len(e.args) == 0 {
		return e
	}
	args := make([]*expr, len(e.args))
	for i, a := range e.args {
		args[i] = a.never(state)
	}
	never := newExpr(e.op, args...)
	never.at = e.at
	return never
}

// forget notes the states that conditions ask for, but that are never reached. It reports whether there are more than before.
func (r *reader) forget() (more bool) {
	for _, c := range r.doc.conditions {
		c.expr.each(func(e *expr) {
			if e.op == opIn && !r.doc.byID[e.text].reached && !r.doc.byID[e.text].never {
				r.doc.byID[e.text].never, more = true, true
			}
		})
	}
	return more
}

// knows returns a condition with what is known about the active states when n is the plain state of the machine, or of its
// region: all but where the regions are, or the other ones.
func (n *node) knows(e *expr, states map[string]*node) *expr {
	if e.op == opIn {
		s := states[e.text]
		switch {
		case s.never:
			return truth(false)
		case s == n || n.inside(s):
			return truth(true)
		case s.region == nil, s.region == n.region, s.region.parent != n && (n.region == nil || s.region.parent != n.region.parent):
			return truth(false)
		case s.region == s:
			return truth(true) // an active state with regions is in all of them
		}
		return e
	}
	if len(e.args) == 0 {
		return e
	}
	args := make([]*expr, len(e.args))
	for i, a := range e.args {
		args[i] = n.knows(a, states)
	}
	return simplify(e.op, args)
}

// looks reports whether a condition, which may be nil, asks for active states.
func (c *condition) looks() (asks bool) {
	if c != nil {
		c.expr.each(func(e *expr) { asks = asks || e.op == opIn })
	}
	return asks
}
