package scxml

import (
	"slices"
	"strings"
)

// machineName is the variable with the name of the document.
const machineName = "_name"

// foresee notes what other elements need to know before they are read: which data the document declares, which ids its sends have, and
// whether a transition is for errors.
func (r *reader) foresee(e *element) {
	for _, c := range e.children {
		switch {
		case c.foreign:
			continue
		case c.name == "data":
			r.doc.declared[c.attrs["id"].value] = true
			if x, missing := parse(c.attrs["expr"].value); missing == nil && x.op == opString && !r.doc.given[c.attrs["id"].value] {
				r.doc.fixed[c.attrs["id"].value] = x.text
			}
		case c.name == "assign":
			id := strings.TrimSpace(c.attrs["location"].value)
			r.doc.given[id] = true
			delete(r.doc.fixed, id)
		case c.name == "cancel":
			r.doc.cancels = true
		case c.name == "send":
			if id, ok := c.attrs["id"]; ok {
				r.doc.sent[id.value]++
				_, computed := c.attrs["delayexpr"]
				if d, ok := length(c.attrs["delay"].value); !computed && (d == 0 || !ok) {
					r.doc.prompt[id.value] = true
				}
			}
		case c.name == "transition":
			t := transition{descriptors: strings.Fields(c.attrs["event"].value)}
			r.doc.hears = r.doc.hears || t.matches(errorEvent)
		}
		r.foresee(c)
	}
}

// named puts the name of the document in the place of the variable that has it.
func (r *reader) named(e *expr) (*expr, *lack) {
	if e.op == opVar && e.text == machineName {
		if r.out.Doc == "" {
			return nil, &lack{what: "the system variable `" + machineName + "` of a document without a name", at: e.at}
		}
		return &expr{op: opString, text: r.out.Doc, size: 1, at: e.at}, nil
	}
	if len(e.args) == 0 {
		return e, nil
	}
	args := slices.Clone(e.args)
	for i, a := range args {
		arg, missing := r.named(a)
		if missing != nil {
			return nil, missing
		}
		args[i] = arg
	}
	after := newExpr(e.op, args...)
	after.at = e.at
	return after, nil
}
