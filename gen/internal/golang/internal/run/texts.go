package run

import (
	"strings"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/internal/source"
)

// texts are the comments of Run, Resume, and Continue.
type texts struct {
	m      *machine.Machine
	traits traits
}

// together describes what becomes of their results.
func (g texts) together() string {
	n := g.m.Names
	waits := "If all methods have done so, the run ends with *" + n.Run.NoEvent + "."
	switch {
	case n.TimerSet != "" && n.CallSet != "":
		waits = strings.Replace(waits, "done so", "done so and no timer or call is running", 1)
	case n.TimerSet != "":
		waits = strings.Replace(waits, "done so", "done so and no timer is running", 1)
	case n.CallSet != "":
		waits = strings.Replace(waits, "done so", "done so and no call is running", 1)
	}
	return "An event of such a method that is refused or ignored after a transition of which the method did not know is dropped, and the method is called again. " +
		"One that returns nil and nil waits for the others: it is called again after the next event. " + waits +
		" If a method returns an error, the run ends with that error; an error after the end of its context is none. A panic continues in the goroutine of $Run. " +
		"Before $Run returns, it ends the contexts of these methods and waits until they have returned."
}

// beside describes how the methods for the parts of a state with regions are called.
func (g texts) beside() string {
	what := "for each active state in its regions"
	for s := range g.m.Core.States {
		if parts := source.Parts(g.m.Core, s); len(g.m.Names.Run.Parts.Of[s]) > 0 && parts[0].Region < 0 {
			what = "for the state itself and " + what
			break
		}
	}
	others := ""
	switch n := g.m.Names; {
	case n.TimerSet != "" && n.CallSet != "":
		others = " When a timer expires or a call ends, $Run sends the event of that at once, and the methods for states that are not left go on."
	case n.TimerSet != "":
		others = " When a timer expires, $Run sends its event at once, and the methods for states that are not left go on."
	case n.CallSet != "":
		others = " When a call ends, $Run sends its result at once, and the methods for states that are not left go on."
	}
	return "In a state with regions, $Run calls a method of h " + what + " that waits for events, each in a goroutine of its own, so they run beside each other. " +
		"The context of such a method is canceled when its state is left, with *" + g.m.Names.Run.Parts.Left + " as the cause; what the method then returns is dropped. " +
		"The methods do not touch the machine: each receives the values as they were when it was called, and returns an event, which $Run sends. " +
		"If several have returned events, the order of the spec decides." + others
}
