package decl

import (
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
)

// callType emits the Call type, its constants and its methods, if the machine has calls.
func (g printer) callType() {
	n := g.m.Names
	if n.CallSet == "" {
		return
	}
	e := &Enumeration{
		Name:  n.Call,
		Recv:  "c",
		Doc:   comment.Wrap(n.Call + " names a call or child machine of the machine " + g.m.Core.Name + ". [" + n.CallSet + "] starts and stops it."),
		Group: "The calls, in the order of the spec.",
	}
	for i := range g.m.Core.Calls {
		c, name := &g.m.Core.Calls[i], n.Calls[i]
		predicate := "is the call " + c.Name
		if c.Child != nil {
			predicate = "is the child machine " + c.Name
		}
		e.Values = append(e.Values, Constant{
			Name: name.Const,
			Text: c.Name,
			Was:  c.Was,
			Doc:  comment.Wrap(name.Const + " " + predicate + ", which [" + n.CallSet + "." + name.Start + "] starts."),
		})
	}
	e.Declare(g.f)
	e.Texts(g.f, "call", inSpec, nil)
}
