package ident

// Record has the names of what lists, saves, and observes a machine.
type Record struct {
	// TransitionList is the function that lists the transitions, and Transition
	// the type of its elements.
	Transition, TransitionList string
	// Restore is the function that creates a machine from a snapshot.
	Restore string
	// Observed is the type of a machine with observers, and Step the type that
	// observers receive.
	Observed, Step string
}

// recorded allocates the names of Record, and of related methods and fields.
func (a *allocator) recorded(n *Names, prefix string) {
	n.Record = Record{
		Transition: a.own("Transition", prefix), TransitionList: a.own("Transitions", prefix),
		Restore:  a.own("Restore"+prefix, ""),
		Observed: a.own("Observed", prefix), Step: a.own("Step", prefix),
	}
	n.Reentrant = a.own("ReentrantError", prefix)
	for _, method := range []string{"Observe", "MarshalJSON", "UnmarshalJSON"} {
		a.reserve(method)
	}
	if n.TimerSet != "" {
		a.reserve("Timers")
	}
	for _, private := range []string{"checkClaims", "readFields", "readValue", "writeValue", "restorable"} {
		a.private[private] = true
	}
}
