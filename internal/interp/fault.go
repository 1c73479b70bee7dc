package interp

// Fault is the error for a step or a start that cannot be computed.
type Fault struct {
	// Transition is the transition whose guard, update or output fails, or -1 if an
	// initial value or an output at the start fails.
	Transition int
	// Var is the variable whose new or initial value fails, or -1.
	Var int
	// Emission is the output that fails, as an index into the transition's
	// Emits or the machine's Start, or -1.
	Emission int
	// Err is expr.ErrOverflow or expr.ErrDivide.
	Err error
	// part describes the part that fails.
	part string
}

// Error names the part that fails, and the reason.
func (f *Fault) Error() string { return f.part + ": " + f.Err.Error() }

// Unwrap returns Err.
func (f *Fault) Unwrap() error { return f.Err }
