package ident

// Record has the names of what lists, saves, and observes a machine.
type Record struct {
	// TransitionList is the function that lists the transitions, and Transition
	// the type of its elements.
	Transition, TransitionList string
	// Restore is the function that creates a machine from a snapshot, or "" without
	// that face.
	Restore string
	// Step and Refusal are the types that observers receive, and Observers is the
	// unexported type that holds the observers. They are "" without that face.
	Step, Refusal, Observers string
	// Busy, Telling, and Observed are unexported constants, the bits of the mode of a machine:
	// a method of the host is running, an observer is running, and there are observers. They
	// are "" without the face of observers, and Busy also without a host.
	Busy, Telling, Observed string
}

// recorded allocates the names of Record, and of related methods and fields.
func (a *allocator) recorded(n *Names, prefix string) {
	n.Record = Record{Transition: a.own("Transition", prefix), TransitionList: a.own("Transitions", prefix)}
	if a.machine.Faces.Snapshot {
		a.saved(n, prefix)
	}
	if a.machine.Faces.Restores() {
		a.private["checkClaims"] = true
	}
	if a.machine.Faces.Observe {
		a.observed(n, prefix)
	}
	if n.Host != "" || a.machine.Faces.Observe {
		n.Reentrant = a.own("ReentrantError", prefix)
	}
}

// observed allocates the names of what observers need.
func (a *allocator) observed(n *Names, prefix string) {
	r := &n.Record
	r.Step, r.Refusal, r.Observers = a.own("Step", prefix), a.own("Refusal", prefix), a.ownPrivate("Observers", prefix)
	r.Telling, r.Observed = a.ownPrivate("ModeTelling", prefix), a.ownPrivate("ModeObserved", prefix)
	if n.Host != "" {
		r.Busy = a.ownPrivate("ModeBusy", prefix)
		a.variables[r.Busy] = true
	}
	a.reserve("Observe")
	a.reserve("ObserveRefusals")
	for _, private := range []string{"steps", "mode", "observe", "observers", "direct", "tell", "refuse"} {
		a.private[private] = true
	}
	if !a.machine.Faces.Typed {
		a.private["observed"] = true
	}
}

// saved allocates the names of what saves a machine and restores it.
func (a *allocator) saved(n *Names, prefix string) {
	n.Record.Restore = a.own("Restore"+prefix, "")
	a.reserve("MarshalJSON")
	a.reserve("UnmarshalJSON")
	for _, private := range []string{"record", "data"} {
		a.private[private] = true
	}
}
