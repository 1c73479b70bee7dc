package scxml

import "github.com/fsmgen/fsmgen/spec/diag"

// asking is an expression of the content of entry or exit of a state.
type asking struct {
	*value
	state *node
}

// settle puts the answers in place of In() in the content of entry and exit. A state is active from its own entry to the end of its
// exit: those around it are entered before and left after, and those inside it are entered after and left before.
func (r resolver) settle() {
	for _, a := range r.reader.doc.asking {
		a.expr = r.settled(a, a.expr)
	}
}

func (r resolver) settled(a asking, e *expr) *expr {
	if e.op == opIn {
		return truth(r.active(a, e))
	}
	if len(e.args) == 0 {
		return e
	}
	args := make([]*expr, len(e.args))
	for i, arg := range e.args {
		args[i] = r.settled(a, arg)
	}
	after := newExpr(e.op, args...)
	after.at = e.at
	return after
}

// active reports whether a state is active while the content is executed. A history never is.
func (r resolver) active(a asking, e *expr) bool {
	s := r.reader.doc.byID[e.text]
	switch {
	case r.reader.doc.histories[e.text] != nil:
		return false
	case s == nil:
		r.reader.out.Fail(diag.CodeUnknown, a.from.place(e.at), "unknown state `%s`", diag.Clip(e.text))
		return false
	case s.id != e.text: // a parallel inside another one, which has taken over its regions
		r.reader.lacks(a.from.place(e.at), "use it in the condition of a transition", "`In()` of another region outside of the condition of a transition")
		return false
	case s == a.state || a.state.inside(s):
		return true
	case !s.inside(a.state) && s.beside(a.state):
		r.reader.lacks(a.from.place(e.at), "use it in the condition of a transition", "`In()` of another region outside of the condition of a transition")
	}
	return false
}

// beside reports whether two states, neither of which is inside the other, are in different regions of a parallel state.
func (n *node) beside(o *node) bool {
	for p := n.parent; p != nil; p = p.parent {
		if o.inside(p) {
			return p.parallel
		}
	}
	return false
}
