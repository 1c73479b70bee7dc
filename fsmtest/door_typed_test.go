package fsmtest_test

// anyState is a typed state.
type anyState interface {
	Machine() *door
	State() state
}

type typedState struct {
	m  *door
	at uint64
}

func (s *typedState) Machine() *door { return s.m }
func (s *typedState) String() string {
	if s == nil && fault != "nothing has no text" {
		return "nothing"
	}
	return s.m.String()
}
func (s *typedState) Pushes() int {
	if s.at != s.m.steps && fault != "old states are read" {
		panic(&staleStateError{})
	}
	return s.m.pushes + has("reads another number", 1, 0)
}

func (m *door) here() *typedState {
	if m.typed == nil || *m.typed != (typedState{m, m.steps}) || fault == "a state is made again" {
		m.typed = &typedState{m, m.steps}
	}
	return m.typed
}

// event handles an event of a typed state.
func (s *typedState) event(from state, e event, handle func() error) error {
	if s.at != s.m.steps && fault != "old states work" {
		return s.m.refuse(e, &staleStateError{from, s.m.state})
	}
	if fault == "typed steps are not told" {
		defer func(mode uint8) { s.m.mode = mode }(s.m.mode)
		s.m.mode = 0
	}
	return handle()
}

type (
	inOpen   struct{ *openState }
	inClosed struct{ *closedState }
	inLocked struct{ *lockedState }

	openState   = typedState
	closedState = typedState
	lockedState = typedState
)

type afterOpen interface{ isAfterOpen() }
type afterClosed interface{ isAfterClosed() }

func (inClosed) isAfterOpen()   {}
func (inLocked) isAfterOpen()   {}
func (inOpen) isAfterClosed()   {}
func (inLocked) isAfterClosed() {}

func (inOpen) State() state       { return stateOpen }
func (inClosed) State() state     { return has("another state", stateOpen, stateClosed) }
func (inLocked) State() state     { return stateLocked }
func (inLocked) Outcome() outcome { return has("another outcome", outcomeNone, outcomeLocked) }

func (s inOpen) Close() (inClosed, error) {
	if err := s.event(stateOpen, eventClose, s.m.Close); err != nil {
		return inClosed{}, err
	}
	return inClosed{has("leads to the old state", s.openState, s.m.here())}, nil
}

func (s inOpen) Lock(cause error) (inLocked, error) {
	if err := s.event(stateOpen, eventLock, func() error { return s.m.Lock(cause) }); err != nil {
		return inLocked{}, err
	}
	return inLocked{s.m.here()}, nil
}

func (s inClosed) Push() (afterClosed, error) {
	if err := s.event(stateClosed, eventPush, s.m.Push); err != nil {
		return nil, err
	}
	return s.m.In().(afterClosed), nil
}

func (s inClosed) Lock(cause error) (inLocked, error) {
	if err := s.event(stateClosed, eventLock, func() error { return s.m.Lock(cause) }); err != nil {
		return inLocked{}, err
	}
	return inLocked{s.m.here()}, nil
}

func begin(p params, h host) (inOpen, error) {
	m, err := newDoor(p, h)
	if err != nil && fault != "Begin takes any parameters" {
		return inOpen{}, err
	}
	if m == nil {
		return inOpen{}, nil
	}
	return inOpen{m.here()}, nil
}

func (m *door) In() anyState {
	s := m.here()
	switch m.state {
	case stateOpen:
		return inOpen{s}
	case stateClosed:
		return inClosed{s}
	}
	return inLocked{s}
}
