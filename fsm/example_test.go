package fsm_test

import (
	"fmt"

	"github.com/fsmgen/fsmgen/fsm"
)

// turnstile is a machine as fsmgen generates it.
type turnstile struct{ open bool }

func (m *turnstile) Coin() error {
	m.open = true
	return nil
}

func (m *turnstile) Push() error {
	if !m.open {
		return fmt.Errorf("turnstile: locked")
	}
	m.open = false
	return nil
}

// A machine that several goroutines share.
func ExampleShared() {
	var gate fsm.Shared[*turnstile, fsm.NoTimer]
	err := gate.Begin(func() (*turnstile, error) { return &turnstile{}, nil })
	fmt.Println(err)
	fmt.Println(gate.Do((*turnstile).Push))
	fmt.Println(gate.Do((*turnstile).Coin))
	gate.Look(func(m *turnstile) { fmt.Println("open:", m.open) })
	fmt.Println(gate.Do((*turnstile).Push))
	gate.Close()
	fmt.Println(gate.Do((*turnstile).Push))
	// Output:
	// <nil>
	// turnstile: locked
	// <nil>
	// open: true
	// <nil>
	// fsm: the shared machine is closed
}

// The texts of a type, which generated methods call.
func ExampleTexts() {
	texts := fsm.Texts[light]{Kind: "state", Names: []string{"Red", "Yellow", "Green"}}
	var l light
	fmt.Println(texts.Unmarshal(&l, []byte("Green")), texts.String(l))
	fmt.Println(texts.Unmarshal(&l, []byte("Blue")), texts.String(l))
	// Output:
	// <nil> Green
	// fsm_test: unknown state "Blue" Green
}
