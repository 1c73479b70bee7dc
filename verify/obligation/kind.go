package obligation

// Kind is the sort of an obligation.
type Kind string

const (
	// Params: parameter values exist, so that the other obligations do not
	// hold vacuously.
	Params Kind = "params"
	// Init: a variable begins inside its declared range.
	Init Kind = "init"
	// Range: a transition keeps a variable inside its declared range.
	Range Kind = "range"
	// Invariant: an invariant holds at the start, or after a transition.
	Invariant Kind = "invariant"
	// Gap: one of the alternatives of a state and event is taken.
	Gap Kind = "gap"
	// Deadlock: in each configuration of a state that is not terminal, some
	// event can take a transition.
	Deadlock Kind = "deadlock"
	// Overflow: a computed value fits in Go's int.
	Overflow Kind = "overflow"
	// Divide: a divisor is not zero.
	Divide Kind = "divide"
	// Bounded: the progress function is at least 0 in a state.
	Bounded Kind = "bounded"
	// Decrease: a transition lowers the progress function. Those of
	// environment events need not.
	Decrease Kind = "decrease"
	// Bound: the progress function begins at or below the claimed bound, or is
	// at or below it after a transition of an environment event.
	Bound Kind = "bound"
)
