package codec

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/fsmgen/fsmgen/fsm"
)

// State is the state of a machine, with its data. [StateOf] returns one.
type State interface {
	text() ([]byte, error)
	read(text []byte) error
	fields() []Field
	check(pkg string) error
}

// StateOf returns the state of a machine, given the texts of its states. data returns the data of a state; nil: no state has any.
func StateOf[S fsm.Constant](texts *fsm.Texts[S], state *S, data func(S) []Field) State {
	return &stateOf[S]{texts, state, data}
}

type stateOf[S fsm.Constant] struct {
	texts *fsm.Texts[S]
	state *S
	data  func(S) []Field
}

func (s *stateOf[S]) text() ([]byte, error) { return s.texts.Marshal(*s.state) }

func (s *stateOf[S]) read(text []byte) error { return s.texts.Unmarshal(s.state, text) }

// fields returns the data of the current state.
func (s *stateOf[S]) fields() []Field {
	if s.data == nil {
		return nil
	}
	return s.data(*s.state)
}

// check checks that there is such a state, and that the data that it does not have are zero.
func (s *stateOf[S]) check(pkg string) error {
	if int(*s.state) >= len(s.texts.Names) {
		return fmt.Errorf("%s: state is %s, must be a value of its type", pkg, s.texts.String(*s.state))
	}
	if s.data == nil {
		return nil
	}
	own := s.fields()
	for _, other := range s.texts.All() {
		for _, f := range s.data(other) {
			// States share variables of the program.
			has := slices.ContainsFunc(own, func(o Field) bool { return o.Value == f.Value })
			if !has && f.Value != nil && !f.zero() {
				return fmt.Errorf("%s: %s must be zero in state %s, which does not have it", pkg, f.Name, s.texts.String(*s.state))
			}
		}
	}
	return nil
}

// check checks that a constant is a value of its type.
func (f *Field) check(pkg string) error {
	c, ok := f.Value.(Named)
	if !ok {
		return nil
	}
	if _, err := c.MarshalText(); err != nil {
		return fmt.Errorf("%s: %s is %v, must be a value of its type", pkg, f.Name, reflect.ValueOf(c).Elem())
	}
	return nil
}
