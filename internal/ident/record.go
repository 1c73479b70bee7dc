package ident

// Record has the names of what lists, saves, and observes a machine.
type Record struct {
	// TransitionList is the function that lists the transitions, and Transition
	// the type of its elements.
	Transition, TransitionList string
	// Restore is the function that creates a machine from a snapshot, or "" without
	// that face.
	Restore string
	// Step and Refusal are the types that observers receive. They are "" without that face.
	Step, Refusal string
}

// recorded allocates the names of Record, and of related methods and fields.
func (a *allocator) recorded(n *Names, prefix string) {
	n.Record = Record{Transition: a.scopes.own("Transition", prefix), TransitionList: a.scopes.own("Transitions", prefix)}
	if a.machine.Faces.Snapshot {
		a.saved(n, prefix)
	}
	if a.machine.Faces.Restores() {
		for _, private := range []string{"record", "data", "checkClaims"} {
			a.private[private] = true
		}
	}
	if a.machine.Faces.Observe {
		a.observed(n, prefix)
	}
	if n.Host != "" || a.machine.Faces.Observe {
		n.Reentrant = a.scopes.own("ReentrantError", prefix)
	}
}

// observed allocates the names of what observers need.
func (a *allocator) observed(n *Names, prefix string) {
	r := &n.Record
	r.Step, r.Refusal = a.scopes.own("Step", prefix), a.scopes.own("Refusal", prefix)
	a.scopes.reserve("Observe")
	a.scopes.reserve("ObserveRefusals")
	for _, private := range []string{"steps", "enter", "mode", "observe", "observed", "refuse"} {
		a.private[private] = true
	}
}

// saved allocates the names of what saves a machine and restores it.
func (a *allocator) saved(n *Names, prefix string) {
	n.Record.Restore = a.scopes.own("Restore"+prefix, "")
	a.scopes.reserve("MarshalJSON")
	a.scopes.reserve("UnmarshalJSON")
}
