package source

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Invocation returns an invocation as people read it: the call with its arguments, such as
// "stock(item)" or "Payment(maxRetries: tries)". An argument that is passed under its own name is
// written once.
func Invocation(m *core.Machine, i *core.Invocation) string {
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

// ResultName returns the name of the result that an event stands for, as the `on` of an invocation
// names it. It is "" for an ordinary event.
func ResultName(m *core.Machine, event int) string {
	call := m.Caller(event)
	if call < 0 {
		return ""
	}
	c := &m.Calls[call]
	return c.ResultNames()[slices.Index(c.Results, event)]
}
