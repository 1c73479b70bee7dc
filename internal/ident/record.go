package ident

// Record has the names of what lists, saves, and observes a machine.
type Record struct {
	// TransitionList is the function that lists the transitions, and Transition
	// the type of its elements.
	Transition, TransitionList string
	// Restore is the function that creates a machine from a snapshot, or "" without
	// that face.
	Restore string
	// Observed is the type of a machine with observers, and Step the type that
	// observers receive. They are "" without that face.
	Observed, Step string
}

// recorded allocates the names of Record, and of related methods and fields.
func (a *allocator) recorded(n *Names, prefix string) {
	n.Record = Record{Transition: a.own("Transition", prefix), TransitionList: a.own("Transitions", prefix)}
	if a.machine.Faces.Snapshot {
		a.saved(n, prefix)
	}
	if a.machine.Faces.Restores() {
		a.restored(n)
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

// restored reserves the names that restored machines have in addition to others.
func (a *allocator) restored(n *Names) {
	if n.TimerSet != "" {
		a.reserve("Timers")
	}
	a.private["checkClaims"] = true
}

// saved allocates the names of what saves a machine and restores it.
func (a *allocator) saved(n *Names, prefix string) {
	n.Record.Restore = a.own("Restore"+prefix, "")
	a.reserve("MarshalJSON")
	a.reserve("UnmarshalJSON")
	for _, private := range []string{"readFields", "readValue", "writeValue", "restorable", "readTimers"} {
		a.private[private] = true
	}
}
