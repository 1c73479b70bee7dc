package run

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/file"
)

// options emits the options of Run, Resume, and Continue.
func (g printer) options() {
	n := g.m.Names
	starters := "[" + n.Run.Run + "]"
	if n.Run.Resume != "" {
		starters += ", [" + n.Run.Resume + "],"
	}
	g.f.Doc(comment.Wrap(n.Run.Option + " is an option of " + starters + " and [" + n.Run.Continue + "]."))
	g.f.Type().Id(n.Run.Option).Func().Params(g.optionsType())

	if n.Run.WithObserver != "" {
		g.f.Doc(comment.Wrap(n.Run.WithObserver + " adds an observer for the time of the run. It receives each step, including those of events that the run itself sends, as observers of [" +
			n.Machine + ".Observe] do; the time of a step is from [time.Now]."))
		g.option(n.Run.WithObserver, jen.Id("observer").Func().Params(jen.Id(n.Record.Step)), g.added("Observers", jen.Id("observer")))
	}
	g.checkpoint()
	g.f.Doc(comment.Wrap(n.Run.WithInbox + " has the run take events from an inbox. A method of the handler that returns nil and nil then waits for them, also where no timer or call is running."))
	g.option(n.Run.WithInbox, jen.Id("inbox").Op("*").Id(n.Run.Inbox), jen.Id("o").Dot("Inbox").Op("=").Id("inbox"))
	g.f.Doc(comment.Wrap(n.Run.Inbox + " hands events from other goroutines to a run that has the option [" + n.Run.WithInbox + "], by its methods Send and Interrupt."))
	g.f.Type().Id(n.Run.Inbox).Op("=").Add(typeOf("Inbox", n.Machine))
}

// checkpoint emits the option for a checkpoint, which gets steps if there are observers.
func (g printer) checkpoint() {
	n := g.m.Names
	several := "one call of the handler makes"
	if g.m.Core.Eventless() >= 0 {
		several = "an event or one call of the handler causes"
	}
	gets := ""
	params := []jen.Code{jen.Id("ctx").Qual("context", "Context"), jen.Id("m").Op("*").Id(n.Machine)}
	checkpoint := jen.Id("checkpoint")
	if n.Run.WithObserver != "" {
		gets = " It gets the steps since the checkpoint before."
		params = append(params, jen.Id("steps").Index().Id(n.Record.Step))
	} else {
		checkpoint = jen.Func().Params(append(params, jen.Id("_").Index().Struct())...).Error().Block(jen.Return(jen.Id("checkpoint").Call(jen.Id("ctx"), jen.Id("m"))))
	}
	g.f.Doc(comment.Wrap(n.Run.WithCheckpoint + " has a run call a function when it starts, and after each transition, before anything else happens; if " + several + " several transitions, " +
		"after the last." + gets + " It can save the machine, but must not send events. Its context has not ended: after the end of that of the run, it has only the values. " +
		"If it returns an error, the run ends with *" + n.Run.Error + "; [" + n.Run.Continue + "] then begins with the checkpoint. Several checkpoints are called in order."))
	g.option(n.Run.WithCheckpoint, jen.Id("checkpoint").Func().Params(params...).Error(), g.added("Checkpoints", checkpoint))
}

// optionsType is the type that an option changes.
func (g printer) optionsType() *jen.Statement {
	step := jen.Struct()
	if g.m.Core.Faces.Observe {
		step = jen.Id(g.m.Names.Record.Step)
	}
	return jen.Op("*").Add(file.Drive("Options")).Types(jen.Id(g.m.Names.Machine), step)
}

// option emits a function that returns an option with an effect.
func (g printer) option(name string, arg, effect jen.Code) {
	g.f.Func().Id(name).Params(arg).Id(g.m.Names.Run.Option).Block(jen.Return(jen.Func().Params(jen.Id("o").Add(g.optionsType())).Block(effect)))
}

// added is an effect that adds something to a list of options.
func (g printer) added(list string, what jen.Code) jen.Code {
	return jen.Id("o").Dot(list).Op("=").Append(jen.Id("o").Dot(list), what)
}
