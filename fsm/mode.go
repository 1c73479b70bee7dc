package fsm

// Mode is what a generated machine with observers looks at when an event comes, besides its state. If it is 0, there is nothing
// else to do.
type Mode uint8

const (
	busy     Mode = 1 << iota // a method of the host is running, or has panicked
	telling                   // an observer is running
	observed                  // there are observers
)

// Busy reports whether a method of the host is running, or has panicked.
func (m Mode) Busy() bool { return m&busy != 0 }

// InStep reports whether a method of the host or an observer is running.
func (m Mode) InStep() bool { return m&^observed != 0 }

// Observed reports whether there are observers to tell something: no method of the host runs, and no observer.
func (m Mode) Observed() bool { return m == observed }

// Occupy notes that a method of the host is running, and Release that it has returned.
func (m *Mode) Occupy() { *m |= busy }

// Release undoes [Mode.Occupy].
func (m *Mode) Release() { *m &^= busy }

// Reset sets the mode to an earlier one.
func (m *Mode) Reset(to Mode) { *m = to }

// SetObserved notes whether there are observers.
func (m *Mode) SetObserved(are bool) {
	*m &^= observed
	if are {
		*m |= observed
	}
}

// Direct calls what handles an event, as if there were no observers.
func (m *Mode) Direct(handle func() error) error {
	*m &^= observed
	defer func() { *m |= observed }()
	return handle()
}
