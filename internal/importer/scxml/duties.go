package scxml

// The duties of an import, one after another. Each has what the reader has read so far.
type (
	// actions reads executable content.
	actions struct{ reader *reader }
	// resolver finds what names in the document stand for.
	resolver struct{ reader *reader }
	// typing finds and checks the types of expressions.
	typing struct{ reader *reader }
	// lister lists what each plain state does, and finds those that are reached.
	lister struct{ reader *reader }
	// comparison compares what regions do at the same event.
	comparison struct{ reader *reader }
	// clocks finds the timers for events after a delay.
	clocks struct{ reader *reader }
	// writer fills the draft.
	writer struct{ reader *reader }
)
