package spectest

// Features are parts of the language that a spec has only if a test asks for them.
type Features uint8

const (
	// Eventless are transitions without an event.
	Eventless Features = 1 << iota
	// Invoke are calls of the program, and child machines, which [Open] opens.
	Invoke
	// All are all features.
	All = Eventless | Invoke
)
