package call

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// Fields adds what a machine knows of its calls to its fields, if it has calls.
func Fields(fields *jen.Group, m *machine.Machine) {
	if m.Names.CallSet == "" {
		return
	}
	fields.Id("calls").Index(jen.Lit(len(m.Core.Calls))).Int().Comment("// how often each call has been started; negative if it does not run")
}

// Methods writes the methods of a machine with calls.
func Methods(f *file.File, m *machine.Machine) {
	if m.Names.CallSet == "" {
		return
	}
	g := printer{f, m}
	g.list()
	for i := range m.Core.Calls {
		g.running(i)
	}
	g.start()
	g.stop()
	if m.Core.Faces.Run || m.Core.Faces.Values {
		g.recall()
	}
	if m.Core.Faces.Restores() {
		g.invokes()
	}
}

// printer writes the declarations of this package to the file.
type printer struct {
	f *file.File
	m *machine.Machine
}

// list emits the method that lists the calls that run.
func (g printer) list() {
	restored := ""
	if names := g.m.Origins(); len(names) > 0 {
		restored = " A machine from " + comment.Either(names) + " has started none of them: start them again before it continues, with their numbers."
	}
	g.f.Function(comment.Wrap("Calls returns the calls that run, in the order of the spec."+restored), `
func (m *$Machine) Calls() []$Call {
	return fsm.Running(len(m.calls), func(c $Call) bool { return m.calls[c] > 0 })
}`, "$Call", g.m.Names.Call)
}

// running emits the method that returns the start of a call that runs.
func (g printer) running(call int) {
	c, name := &g.m.Core.Calls[call], g.m.Names.Calls[call]
	number, ok := g.m.Names.Number, "ok"
	for slices.Contains(name.Args, ok) {
		ok += "_"
	}
	fields, args := g.m.Calls().Starts(call)
	fields, args = append(fields, core.Field{Type: expr.Type{Kind: expr.Bool}}), append(args, ok)
	count := jen.Id("m.calls").Index(jen.Id(name.Const))
	doc := name.Running + " returns the start of " + g.m.Calls().Text(call) + " that runs: its number"
	if len(c.Args) > 0 {
		doc += ", and its arguments for the current values"
	}
	g.f.Doc(comment.Wrap(doc + ". The bool is false if it does not run."))
	g.f.OnMachine(name.Running).Params().Params(code.Arguments(g.m, fields, args)...).BlockFunc(func(body *jen.Group) {
		none := []jen.Code{jen.Lit(0)}
		for _, f := range c.Args {
			none = append(none, code.Zero(g.m, f.Type))
		}
		none = append(none, jen.False())
		values, states := g.values(call)
		if len(values) == 0 {
			body.Return(none...)
			return
		}
		if len(values) == 1 {
			list := []jen.Code{count}
			if values[0] != "" {
				list = append(list, jen.Id(values[0]))
			}
			body.If(count.Clone().Op("<=").Lit(0)).Block(jen.Return(none...))
			body.Return(append(list, jen.True())...)
			return
		}
		body.Id(number).Op("=").Add(count)
		body.If(jen.Id(number).Op("<=").Lit(0)).Block(jen.Return(none...))
		returns := func(i int) *jen.Statement {
			list := []jen.Code{jen.Id(number)}
			if values[i] != "" {
				list = append(list, jen.Id(values[i]))
			}
			return jen.Return(append(list, jen.True())...)
		}
		last := len(values) - 1
		body.Switch(jen.Id("m.state")).BlockFunc(func(cases *jen.Group) {
			for i := range last {
				cases.CaseFunc(code.States(g.m, states[i])).Block(returns(i))
			}
			cases.Default().Block(returns(last))
		})
	})
}

// values returns the distinct arguments with which a call is invoked, and the states in which it has
// each of them.
func (g printer) values(call int) (values []string, states [][]int) {
	for i := range g.m.Core.Invocations {
		inv := &g.m.Core.Invocations[i]
		if inv.Call != call {
			continue
		}
		value := code.Exprs(g.m, inv.Args, "m.params", -1)
		at := slices.Index(values, value)
		if at < 0 {
			at = len(values)
			values, states = append(values, value), append(states, nil)
		}
		states[at] = append(states[at], inv.States...)
	}
	for i := range states {
		slices.Sort(states[i])
	}
	return values, states
}

// start emits the method that counts a start.
func (g printer) start() {
	g.f.Function(comment.Wrap("startCall notes that c starts, and returns the number of this start. The largest int is followed by 1."), `
func (m *$Machine) startCall(c $Call) int {
	m.calls[c] = fsm.NextStart(max(m.calls[c], -m.calls[c]))
	return m.calls[c]
}`, "$Call", g.m.Names.Call)
}

// stop emits the method that stops a call.
func (g printer) stop() {
	g.f.Function(comment.Wrap("stopCall stops c and tells the host, if it runs."), `
func (m *$Machine) stopCall(c $Call) {
	if n := m.calls[c]; n > 0 {
		m.calls[c] = -n
		`+code.Occupy(g.m)+`
		m.host.StopCall(c, n)
		`+code.Release(g.m)+`
	}
}`, "$Call", g.m.Names.Call)
}
