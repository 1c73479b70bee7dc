package run

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
)

// options emits the options of Run, Resume, and Continue.
func (g printer) options() {
	n := g.m.Names
	starters := "[" + n.Run.Run + "]"
	if n.Run.Resume != "" {
		starters += ", [" + n.Run.Resume + "],"
	}
	g.f.Doc(comment.Wrap(n.Run.Option + " is an option of " + starters + " and [" + n.Run.Continue + "]."))
	g.f.Type().Id(n.Run.Option).Func().Params(jen.Op("*").Id(n.Run.Options))

	observer := jen.Func().Params(jen.Id(n.Record.Step))
	checkpoint := jen.Func().Params(jen.Op("*").Id(n.Machine)).Error()
	g.f.Doc(comment.Wrap(n.Run.Options + " are the options of a run."))
	g.f.Type().Id(n.Run.Options).StructFunc(func(fields *jen.Group) {
		if n.Run.WithObserver != "" {
			fields.Id("observers").Index().Add(observer.Clone())
		}
		fields.Id("checkpoints").Index().Add(checkpoint.Clone())
	})
	option := func(name, arg, field string, typ jen.Code) {
		g.f.Func().Id(name).Params(jen.Id(arg).Add(typ)).Id(n.Run.Option).Block(jen.Return(jen.Func().Params(jen.Id("o").Op("*").Id(n.Run.Options)).Block(
			jen.Id("o").Dot(field).Op("=").Append(jen.Id("o").Dot(field), jen.Id(arg)))))
	}
	if n.Run.WithObserver != "" {
		g.f.Doc(comment.Wrap(n.Run.WithObserver + " adds an observer for the time of the run. It receives each step, including those of events that the run itself sends, as observers of [" +
			n.Machine + ".Observe] do; the time of a step is from [time.Now]."))
		option(n.Run.WithObserver, "observer", "observers", observer)
	}
	several := "one call of the handler makes"
	if g.m.Eventless() >= 0 {
		several = "an event or one call of the handler causes"
	}
	g.f.Doc(comment.Wrap(n.Run.WithCheckpoint + " has a run call a function when it starts, and after each transition, before anything else happens; if " + several + " several transitions, " +
		"after the last. It can save the machine, but must not send events. If it returns an error, the run ends with *" + n.Run.Error + "; [" +
		n.Run.Continue + "] then begins with the checkpoint. Several checkpoints are called in order."))
	option(n.Run.WithCheckpoint, "checkpoint", "checkpoints", checkpoint)
}
