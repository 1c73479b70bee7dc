package ident

// Record names what lists a machine's parts, saves it and watches it.
type Record struct {
	// Transition is the type of the elements that the function TransitionList
	// returns.
	Transition, TransitionList string
	// Restore is the function that makes a machine from a snapshot, "" without
	// that face.
	Restore string
	// Observed is the type of a machine with observers, and Step what these
	// are told. They are "" without that face.
	Observed, Step string
}

// recorded takes the names of Record and of the methods and fields that go with
// them.
func (a *allocator) recorded(n *Names, prefix string) {
	n.Record = Record{Transition: a.own("Transition", prefix), TransitionList: a.own("Transitions", prefix)}
	if a.machine.Faces.Snapshot {
		a.saved(n, prefix)
	}
	if a.machine.Faces.Observe {
		n.Record.Observed, n.Record.Step = a.own("Observed", prefix), a.own("Step", prefix)
		a.reserve("Observe")
		a.private["steps"] = true
		if !a.machine.Faces.Typed {
			a.private["observed"] = true
		}
	}
	if n.Host != "" || a.machine.Faces.Observe {
		n.Reentrant = a.own("ReentrantError", prefix)
	}
}

// saved takes the names of what saves a machine and restores it.
func (a *allocator) saved(n *Names, prefix string) {
	n.Record.Restore = a.own("Restore"+prefix, "")
	a.reserve("MarshalJSON")
	a.reserve("UnmarshalJSON")
	if n.TimerSet != "" {
		a.reserve("Timers")
	}
	for _, private := range []string{"checkClaims", "readFields", "readValue", "writeValue", "restorable"} {
		a.private[private] = true
	}
}
