package core

import (
	"strings"

	"github.com/fsmgen/fsmgen/spec/expr"
)

// InvocationText returns an invocation as people read it: the call with its arguments, such as
// "stock(item)" or "Payment(maxRetries: tries)". An argument that is passed under its own name is
// written once.
func (m *Machine) InvocationText(i *Invocation) string {
	c := &m.Calls[i.Call]
	args := make([]string, len(i.Args))
	for k, a := range i.Args {
		args[k] = expr.Print(a, expr.Math)
		if args[k] != c.Args[k].Name {
			args[k] = c.Args[k].Name + ": " + args[k]
		}
	}
	return c.Name + "(" + strings.Join(args, ", ") + ")"
}
