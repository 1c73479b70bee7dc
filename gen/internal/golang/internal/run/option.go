package run

import (
	"cmp"

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
		g.option(n.Run.WithObserver, "adds an observer, as [fsmdrive.Options] documents.", "observer func($Step)", "WithObserver", "[$Machine](observer)")
	}
	g.checkpoint()
	g.option(n.Run.WithInbox, "sets the inbox, as [fsmdrive.Options] documents.", "inbox *$Inbox", "WithInbox", "[$Machine, $Told](inbox)")
	g.f.Doc(comment.Wrap(n.Run.Inbox + " hands events from other goroutines to a run that has the option [" + n.Run.WithInbox + "], by its methods Send and Interrupt."))
	g.f.Type().Id(n.Run.Inbox).Op("=").Add(typeOf("Inbox", n.Machine))
}

// checkpoint emits the option for a checkpoint, which gets steps if there are observers.
func (g printer) checkpoint() {
	params, checkpoint := "ctx context.Context, m *$Machine", "func(ctx context.Context, m *$Machine, _ []struct{}) error { return checkpoint(ctx, m) }"
	if g.m.Names.Run.WithObserver != "" {
		params, checkpoint = params+", steps []$Step", "checkpoint"
	}
	g.option(g.m.Names.Run.WithCheckpoint, "adds a checkpoint, as [fsmdrive.Options] documents.",
		"checkpoint func("+params+") error", "WithCheckpoint", "("+checkpoint+")")
}

// told is the type of what observers are told.
func (g printer) told() string { return cmp.Or(g.m.Names.Record.Step, "struct{}") }

// optionsType is the type that an option changes.
func (g printer) optionsType() *jen.Statement {
	return jen.Op("*").Add(file.Drive("Options")).Types(jen.Id(g.m.Names.Machine), jen.Id(g.told()))
}

// option emits a function that returns an option of package drive.
func (g printer) option(name, doc, param, generic, args string) {
	n := g.m.Names
	names := []string{"$Step", n.Record.Step, "$Told", g.told(), "$Inbox", n.Run.Inbox, "$Machine", n.Machine}
	g.f.Doc(comment.Wrap(name + " " + doc))
	g.f.Func().Id(name).Params(file.Source(param, names...)).Id(n.Run.Option).Block(jen.Return(file.Drive(generic).Add(file.Source(args, names...))))
}
