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
	switch s { // want `this switch over door.State forgets StateBroken, StateOpen; add the cases, or a default`
	case door.StateClosed:
	}
	switch s { // want `forgets StateClosed`
	case 1, door.State(2):
	}
	switch other := door.StateOpen; s { // a case that is a variable
	case other:
	}
	switch o { // want `this switch over door.Outcome forgets OutcomeDone`
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
	switch s := s.(type) { // want `this switch over door.AnyState forgets InBroken, InOpen`
	case door.InClosed:
		_ = s
	}
	switch s.(type) { // want `forgets InBroken`
	case door.AfterKnock:
	}
	switch k.(type) { // want `this switch over door.AfterKnock forgets InOpen`
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
