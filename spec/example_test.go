package spec_test

import (
	"fmt"
	"log"
	"os"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
)

func ExampleLoad() {
	src := []byte(`machine: Door
events: {Open: {}, Close: {}}
initial: Closed
terminal: {done: [Removed]}
states:
  Closed: {on: {Open: Opened}}
  Opened: {on: {Close: Closed}}
  Removed: {}
`)
	s, diags := spec.Load("door.fsm.yaml", src)
	if err := diag.WriteText(os.Stdout, diags, func(string) []byte { return src }); err != nil {
		log.Fatal(err)
	}
	if s.Machine == nil {
		fmt.Println("the spec has errors")
	}
	// Output:
	// door.fsm.yaml:8:3: error: state `Removed` cannot be reached from the initial state [FSM304]
	//   |
	// 8 |   Removed: {}
	//   |   ^~~~~~~
	//   = help: add a transition to it, or remove it
	// the spec has errors
}
