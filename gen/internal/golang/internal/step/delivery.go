package step

import (
	"slices"
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/host"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// delivery returns the calls of the host for a transition, and the statements that save the
// old values that the calls need and the transition changes. Entry outputs use the new
// values.
func (g planner) delivery(t core.Transition, clears []int, local *code.Locals) ([]string, host.Delivery) {
	changed := map[string]bool{}
	for _, u := range g.assigned(t) {
		changed[g.m.Names.Vars[u.Var].Field] = true
	}
	for _, v := range clears {
		changed[g.m.Names.Vars[v].Field] = true
	}
	changes := func(s *expr.Symbol) bool { return s.Scope == expr.Var && changed[g.m.Names.Vars[s.Index].Field] }

	var keeps []string
	kept := map[string]string{}
	ended := g.m.Core.Caller(t.Event) // by its own result
	cancels := slices.DeleteFunc(g.m.Calls().Of(g.m.Core.Cancels(&t)), func(c int) bool { return c == ended })
	out := host.Delivery{Host: "m.host", Stops: g.m.Core.Stops(&t), Cancels: cancels, Starts: t.Starts, Invokes: t.Invokes}
	for _, i := range out.Stops {
		w := g.m.Core.Timers[i].Within
		if w == nil || t.Move != nil && t.Move.Region == w.Region || core.MustBeIn(g.m.Core, &t, w) {
			continue
		}
		if out.Ran == nil {
			out.Ran = map[int]string{}
		}
		out.Ran[i] = local.Name("ran" + g.m.Names.Timers[i])
		keeps = append(keeps, out.Ran[i]+" := "+code.Expr(g.m, g.m.Core.Active(t.From, w), "m.params", -1))
	}
	for _, e := range t.Emits {
		call := func(args string) {
			out.Outputs = append(out.Outputs, g.m.Names.Outputs[e.Output].Method+"("+code.HostArgs(g.m, g.m.Core.Outputs[e.Output].Context, args)+")")
		}
		args := make([]string, len(e.Values))
		for i, v := range e.Values {
			if e.Cause == core.ByEntry && !g.carried(&t, e.Written[i]) {
				args[i] = code.Expr(g.m, e.Written[i], "m.params", t.Event)
				continue
			}
			args[i] = code.Expr(g.m, v, "m.params", t.Event)
			if !expr.Uses(v, changes) {
				continue
			}
			name, known := kept[args[i]]
			if !known {
				name = g.keptName(local, e.Output, i, v)
				kept[args[i]] = name
				keeps = append(keeps, name+" := "+args[i])
			}
			args[i] = name
		}
		call(strings.Join(args, ", "))
	}
	return keeps, out
}

// carried reports whether a value is written with the payload of an event that is over: the step reads variables in place of it.
func (g planner) carried(t *core.Transition, written expr.Expr) bool {
	return g.m.Core.Events[t.Event].Eventless && expr.Uses(written, func(s *expr.Symbol) bool { return s.Scope == expr.Field })
}

// keptName names the saved value of a field of an output: after the variable if the value is
// one, and otherwise after the field.
func (g planner) keptName(local *code.Locals, output, field int, value expr.Expr) string {
	if r, ok := value.(*expr.Ref); ok {
		name := g.m.Names.Vars[r.Symbol.Index].Getter
		return local.Name(ident.Unexport(name), "old"+name)
	}
	o := g.m.Core.Outputs[output]
	name := o.Fields[field].Name
	return local.Name(ident.Unexport(name), ident.Unexport(o.Name)+ident.Export(name))
}
