package run

// runErrors emits the error types of Run.
func (g printer) runErrors() {
	n := g.m.Names
	list := [][]string{{n.Run.Error, "RunError", n.Typed.Any, g.traits.ended(), n.State}, {n.Run.NoEvent, "NoEventError", n.State}}
	if n.Run.Fired != "" {
		list = append(list, []string{n.Run.Fired, "TimerFiredError", n.Timer})
	}
	if n.Run.Ended != "" {
		list = append(list, []string{n.Run.Ended, "CallEndedError", n.Call})
	}
	if g.traits.hasParts() {
		list = append(list, []string{n.Run.Parts.Left, "StateLeftError", n.State})
	}
	g.f.Errors("The errors of runs, and the causes of contexts that end, which package fsm documents.", list)
}
