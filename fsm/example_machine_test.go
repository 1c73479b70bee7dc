package fsm_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/fsmgen/fsmgen/fsm"
	"github.com/fsmgen/fsmgen/machines/negotiation"
)

// talks is the host of a negotiation. The Shared has its timers.
type talks struct {
	fsm.Shared[*negotiation.Machine, negotiation.Timer]
}

func (*talks) Patience() time.Duration { return time.Minute }

func (t *talks) begin() error {
	return t.Begin(func() (*negotiation.Machine, error) { return negotiation.New(negotiation.DefaultParams(), t) })
}

// A host embeds a Shared. Then several goroutines can use its machine, and its timers fire.
func ExampleShared_host() {
	var t talks
	if err := t.begin(); err != nil {
		fmt.Println(err)
		return
	}
	defer t.Close()
	fmt.Println(t.Do(func(m *negotiation.Machine) error { return m.Start(true) }))
	go func() { _ = t.Do(func(m *negotiation.Machine) error { return m.Accept(99.5) }) }()
	err := t.Wait(context.Background(), func(m *negotiation.Machine) bool { return m.State().Terminal() })
	t.Look(func(m *negotiation.Machine) { fmt.Println(m.Outcome(), err) })
	// Output:
	// <nil>
	// agreed <nil>
}

// The errors of a generated package are types of this one.
func ExampleIllegalTransitionError() {
	var t talks
	if err := t.begin(); err != nil {
		fmt.Println(err)
		return
	}
	defer t.Close()
	err := t.Do((*negotiation.Machine).TurnOver)
	var illegal *negotiation.IllegalTransitionError
	if errors.As(err, &illegal) {
		fmt.Println(illegal.State, illegal.Event)
	}
	fmt.Println(err)
	// Output:
	// Idle TurnOver
	// negotiation: event TurnOver is illegal in state Idle
}
