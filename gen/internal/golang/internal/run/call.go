package run

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/code"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
)

// calls emits the methods that hand calls to package drive, if the machine has calls.
func (g hostPrinter) calls() {
	n := g.m.Names
	if n.CallSet == "" {
		return
	}
	for i := range g.m.Core.Calls {
		g.startCall(i)
	}
	g.f.Line()
	g.function("", "func (r *$Own) StopCall(c $Call, _ int) { r.calls.Stop(c) }")
}

// startCall emits the method of the host that starts a call, which begins when the loop of Run
// launches it.
func (g hostPrinter) startCall(call int) {
	n, c := g.m.Names, &g.m.Core.Calls[call]
	name := n.Calls[call]
	local := code.NewNames(g.f.Imports, n.Run.Own)
	fields, args := g.m.Calls().Starts(call)
	for i, a := range args {
		args[i] = local.Name(a)
	}
	number := jen.Id(args[0])
	r, ctx, m := local.Name("r", "calls"), local.Name("ctx"), local.Name("m")
	live := func(args ...jen.Code) []jen.Code { return g.traits.live(r+".ctx", args...) }
	passed := []jen.Code{jen.Id(ctx)}
	for _, a := range args[1:] {
		passed = append(passed, jen.Id(a))
	}
	var results []jen.Code
	var sends *jen.Statement // the result
	err := ""
	if c.Child == nil {
		done, failed := c.Results[0], c.Results[1]
		sent := live(number.Clone())
		for i := range g.m.Core.Events[done].Fields {
			value := local.Name(n.Events[done].Args[i], renamed(n.Events[done].Args[i]))
			results, sent = append(results, jen.Id(value)), append(sent, jen.Id(value))
		}
		err = local.Name("err", "failure")
		sends = jen.Func().Params(jen.Id(m).Op("*").Id(n.Machine)).Error().Block(
			jen.If(jen.Id(err).Op("!=").Nil()).Block(jen.Return(jen.Id(m).Dot(n.Events[failed].Method).Call(live(number.Clone(), jen.Id(err))...))),
			jen.Return(jen.Id(m).Dot(n.Events[done].Method).Call(sent...)),
		)
	} else {
		result := local.Name("result", "end")
		err = local.Name("err", "failure")
		results = append(results, jen.Id(result))
		sends = file.Drive("Child").Call(jen.Lit(g.f.Package+": "+name.Run), jen.Id(result), jen.Id(err),
			jen.Func().Params(jen.Id(m).Op("*").Id(n.Machine)).Error().Block(jen.Return(jen.Id(result).Dot("send").Call(live(jen.Id(m), number.Clone())...))))
	}
	sender := jen.Func().Params(jen.Op("*").Id(n.Machine)).Error()
	g.f.Line()
	g.f.Func().Params(jen.Id(r).Op("*").Id(n.Run.Own)).Id(name.Start).Params(code.Arguments(g.m, fields, args)...).Block(
		jen.Id(r).Dot("calls").Dot("Start").Call(jen.Id(name.Const), number.Clone(),
			jen.Func().Params(jen.Id(ctx).Qual("context", "Context")).Params(sender).Block(
				jen.List(append(results, jen.Id(err))...).Op(":=").Id(r).Dot(n.Run.Host).Dot(name.Run).Call(passed...),
				jen.Return(sends),
			),
		),
	)
}

// callMethods adds the methods that make calls to the host of a run.
func (g printer) callMethods(methods *jen.Group) {
	n := g.m.Names
	for i := range g.m.Core.Calls {
		c, name := &g.m.Core.Calls[i], n.Calls[i]
		doc := comment.DescribePart(name.Run, c.Name, "makes the call "+c.Name, c.Doc)
		if c.Child != nil {
			doc = comment.Wrap(name.Run + " runs the child machine " + c.Name + " with these parameters, and returns how it has ended. If it returns an error, the run ends with that.")
		}
		if limits := g.limits(i); limits != "" {
			doc = append(append(doc, ""), comment.Wrap(limits)...)
		}
		for _, line := range comment.Lines(doc) {
			methods.Add(line)
		}
		methods.Id(name.Run).Params(g.callParams(c, name.Args)...).Add(g.callResults(c, i))
	}
}

// limits says how long a call may run, or returns "".
func (g printer) limits(call int) string {
	var list []string
	for i := range g.m.Core.Timers {
		if at := core.Ends(g.m.Core, i); at >= 0 && g.m.Core.Invocations[at].Call == call {
			list = append(list, source.Delay(g.m.Core, &g.m.Core.Timers[i])+" in "+g.m.Core.Timers[i].Owner)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "Its timeout is " + comment.List(list) + ": then its context ends, with fsm.ErrTimeout as the cause."
}

// callParams returns the parameters of a method that makes a call.
func (g printer) callParams(c *core.Call, args []string) []jen.Code {
	ctx := code.NewNames(nil, args...).Name("ctx", "callCtx")
	return append([]jen.Code{jen.Id(ctx).Qual("context", "Context")}, code.Arguments(g.m, c.Args, args)...)
}

// callResults returns the results of a method that makes a call.
func (g printer) callResults(c *core.Call, call int) jen.Code {
	n := g.m.Names
	name := n.Calls[call]
	if c.Child != nil {
		return jen.Params(jen.Id(name.Result), jen.Error())
	}
	fields := g.m.Core.Events[c.Results[0]].Fields
	if len(fields) == 0 {
		return jen.Error()
	}
	local := code.NewNames(nil, append([]string{"ctx", "callCtx"}, name.Args...)...)
	var args []string
	for _, a := range n.Events[c.Results[0]].Args {
		args = append(args, local.Name(a, renamed(a)))
	}
	return jen.Params(append(code.Arguments(g.m, fields, args), jen.Id(local.Name("err", "failure")).Error())...)
}

// renamed is the name of a result that has the name of an argument.
func renamed(result string) string { return "new" + strings.ToUpper(result[:1]) + result[1:] }
