package ident

// Record names what lists a machine's parts, saves it and watches it.
type Record struct {
	// Transition is the type of the elements that the function TransitionList
	// returns.
	Transition, TransitionList string
	// Restore is the function that makes a machine from a snapshot.
	Restore string
	// Observed is the type of a machine with observers, and Step what these
	// are told.
	Observed, Step string
}

// recorded takes the names of Record, which every machine needs, and of the
// methods and fields that go with them.
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
