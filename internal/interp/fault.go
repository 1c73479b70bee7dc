package interp

// Fault is the error of a step, or of a start, that cannot be computed.
type Fault struct {
	// Transition is the one whose guard, update or output fails, or -1 when a
	// first value or an output of the start does.
	Transition int
	// Var is the variable whose new or first value fails, or -1.
	Var int
	// Emission is the output that fails, as an index into the transition's
	// Emits or the machine's Start, or -1.
	Emission int
	// Err is expr.ErrOverflow or expr.ErrDivide.
	Err error
	// part says in words what fails.
	part string
}

// Error names the part that fails, and why.
func (f *Fault) Error() string { return f.part + ": " + f.Err.Error() }

// Unwrap returns Err.
func (f *Fault) Unwrap() error { return f.Err }
