package user

import "door"

func states(s door.State, o door.Outcome) {
	switch s {
	case door.StateClosed, door.StateOpen, door.StateBroken:
	}
	switch s {
	case door.StateClosed:
	default:
	}
	switch s { // want `this switch over door.State does not handle StateBroken, StateOpen; add the cases, or a default`
	case door.StateClosed:
	}
	switch s { // want `does not handle StateClosed`
	case 1, door.State(2):
	}
	switch other := door.StateOpen; s { // a case that is a variable
	case other:
	}
	switch o { // want `this switch over door.Outcome does not handle OutcomeDone`
	case door.OutcomeNone:
	}
	switch {
	case s == door.StateOpen:
	}
}

func typed(s door.AnyState, k door.AfterKnock, h door.Host) {
	switch s.(type) {
	case door.InClosed, door.InOpen, door.InBroken:
	}
	switch s := s.(type) { // want `this switch over door.AnyState does not handle InBroken, InOpen`
	case door.InClosed:
		_ = s
	}
	switch s.(type) { // want `does not handle InBroken`
	case door.AfterKnock:
	}
	switch k.(type) { // want `this switch over door.AfterKnock does not handle InOpen`
	case door.InClosed:
	}
	switch k.(type) {
	case door.InClosed:
	default:
	}
	switch h.(type) {
	}
}

func foreign(c door.Color) {
	switch c {
	case door.Red:
	}
}
