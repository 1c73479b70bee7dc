package door

// Color is not of the machine.
type Color int

const (
	Red Color = iota
	Green
)

func own(s State) {
	switch s { // want `this switch over door.State does not handle StateBroken; add the cases, or a default`
	case StateClosed, StateOpen:
	}
}
