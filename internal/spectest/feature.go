package spectest

// Features are parts of the language that a spec has only if a test asks for them.
type Features uint8

const (
	// Eventless are transitions without an event.
	Eventless Features = 1 << iota
	// Invoke are calls of the program, and child machines, which [Open] opens.
	Invoke
	// Raise are events that transitions and states raise, and so transitions without an event.
	Raise
	// Final are final states inside composite states, which are left without an event.
	Final
	// History are returns to where the machine was inside a composite state.
	History
	// Regions are states with regions that run side by side.
	Regions
	// Ranged are payloads with ranges.
	Ranged
	// Timed are values of type duration.
	Timed
	// All are all features.
	All = Eventless | Invoke | Raise | Final | History | Regions | Ranged | Timed
)
