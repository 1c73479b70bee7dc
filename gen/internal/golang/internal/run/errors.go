package run

// runErrors emits the error types of Run.
func (g printer) runErrors() {
	n := g.m.Names
	doc := "is the error of a run that started and did not finish."
	resumes := " [" + n.Run.Continue + "] starts "
	switch {
	case n.TimerSet != "" && n.CallSet != "":
		doc += " The timers and calls of the machine are no longer running." + resumes + "what remains of the timers, and the calls again."
	case n.TimerSet != "":
		doc += " The timers of the machine are no longer running." + resumes + "what remains of them."
	case n.CallSet != "":
		doc += " The calls of the machine are no longer running." + resumes + "them again."
	}
	g.f.Alias(n.Run.Error, "RunError", doc, n.Typed.Any, g.traits.ended(), n.State)
	g.f.Alias(n.Run.NoEvent, "NoEventError", "is the error of a handler whose method returned neither an error nor a transition.", n.State)
	if n.Run.Fired != "" {
		g.f.Alias(n.Run.Fired, "TimerFiredError", "is the cause of the context of a handler method that is canceled because a timer has expired.", n.Timer)
	}
	if n.Run.Ended != "" {
		g.f.Alias(n.Run.Ended, "CallEndedError", "is the cause of the context of a handler method that is canceled because a call has ended.", n.Call)
	}
	if g.traits.hasParts() {
		g.f.Alias(n.Run.Parts.Left, "StateLeftError", "is the cause of the context of a handler's method whose state is left. It has the name of that state, as in ["+n.Machine+".Configuration].", n.State)
	}
}
