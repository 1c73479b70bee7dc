package trace_test

import (
	"context"
	"fmt"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// The lasso of a refuted machine, step by step.
func ExampleRun() {
	s, _ := spec.Load("swing.fsm.yaml", []byte(`
machine: Swing
vars: {pushes: {type: int, min: 0, max: 3}}
events: {Push: {}, Fall: {}}
initial: Back
terminal: {done: [Still]}
states:
  Back: {on: {Push: {to: Forth, set: {pushes: 1}}}}
  Forth: {on: {Fall: [{if: pushes > 2, to: Still}, {to: Back}]}}
  Still: {}
`))
	m := s.Machine
	run := verify.Machine(context.Background(), m).Run
	for i, step := range run.Steps {
		if i == run.LoopFrom {
			fmt.Println("forever:")
		}
		t := m.Transitions[step.Transition]
		fmt.Println(m.Events[t.Event].Name, "leads to", m.States[t.To].Name, step.After)
	}
	fmt.Println("replayed:", run.Replay(m) == nil)
	// Output:
	// Push leads to Forth [1]
	// forever:
	// Fall leads to Back [1]
	// Push leads to Forth [1]
	// replayed: true
}
