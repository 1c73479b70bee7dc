package run

import (
	"github.com/dave/jennifer/jen"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/comment"
)

// runErrors emits the error types of Run.
func (g printer) runErrors() {
	n := g.m.Names
	g.f.Doc(comment.Wrap(n.Run.Error + " is the error of a run that started and did not finish."))
	timeless := jen.Null()
	switch resumes := "[" + n.Run.Continue + "] starts "; {
	case n.TimerSet != "" && n.CallSet != "":
		timeless = jen.Comment("// Its timers and calls are no longer running. " + resumes + "what remains of the timers, and the calls again.")
	case n.TimerSet != "":
		timeless = jen.Comment("// Its timers are no longer running. " + resumes + "what remains of them.")
	case n.CallSet != "":
		timeless = jen.Comment("// Its calls are no longer running. " + resumes + "them again.")
	}
	g.f.Type().Id(n.Run.Error).Struct(
		jen.Comment("// At is the machine in the state in which it stopped."),
		timeless,
		jen.Id("At").Id(n.Typed.Any),
		jen.Comment("// Err is the cause."),
		jen.Id("Err").Error(),
	)
	g.f.ErrorMethod(n.Run.Error, "stopped in state %v: %v", "At.State()", "Err")
	g.f.Doc(comment.Wrap("Unwrap returns Err."))
	g.f.Func().Params(jen.Id("e").Op("*").Id(n.Run.Error)).Id("Unwrap").Params().Error().Block(jen.Return(jen.Id("e.Err")))

	g.f.Doc(comment.Wrap(n.Run.NoEvent + " is the error of a handler whose method returned neither an error nor a transition."))
	g.f.Type().Id(n.Run.NoEvent).Struct(
		jen.Comment("// State is the state that the method is for."),
		jen.Id("State").Id(n.State),
	)
	g.f.ErrorMethod(n.Run.NoEvent, "the handler of state %v made no transition", "State")

	g.fired()
	g.ended()
}

// fired emits the cause of a context that ends because of a timer.
func (g printer) fired() {
	n := g.m.Names
	if n.Run.Fired == "" {
		return
	}
	g.f.Doc(comment.Wrap(n.Run.Fired + " is the cause of the context of a handler method that is canceled because a timer has expired."))
	g.f.Type().Id(n.Run.Fired).Struct(
		jen.Comment("// Timer is that timer."),
		jen.Id("Timer").Id(n.Timer),
	)
	g.f.ErrorMethod(n.Run.Fired, "timer %v is over", "Timer")
}

// ended emits the cause of a context that ends because of a call.
func (g printer) ended() {
	n := g.m.Names
	if n.Run.Ended == "" {
		return
	}
	g.f.Doc(comment.Wrap(n.Run.Ended + " is the cause of the context of a handler method that is canceled because a call has ended."))
	g.f.Type().Id(n.Run.Ended).Struct(
		jen.Comment("// Call is that call."),
		jen.Id("Call").Id(n.Call),
	)
	g.f.ErrorMethod(n.Run.Ended, "call %v has ended", "Call")
}
