package obligation_test

import (
	"fmt"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// All lists what must hold of a machine, without proving anything.
func ExampleAll() {
	s, diags := spec.Load("door.fsm.yaml", []byte(`
machine: Door
params: {n: {type: int, min: 1}}
vars: {left: {type: int, min: 0, max: n, init: n}}
events: {Knock: {}}
initial: Closed
terminal: {done: [Open]}
states:
  Closed: {on: {Knock: [{if: left > 0, set: {left: left - 1}}, {to: Open}]}}
  Open: {}
progress: {Closed: left + 1}
bound: n + 1
`))
	if diags.HasErrors() {
		fmt.Println(diags)
		return
	}
	for o := range obligation.All(s.Machine, false) {
		fmt.Printf("%s: %s\n", o.Kind, o.Describe(s.Machine).Claim)
	}
	// Output:
	// init: `left` starts in its range
	// range: `left` stays in its range on Closed --Knock[left > 0]--> Closed
	// overflow: all values fit in Go's int on Closed --Knock[left > 0]--> Closed
	// bounded: progress is never negative in state `Closed`
	// decrease: progress decreases on Closed --Knock[left > 0]--> Closed
	// decrease: progress decreases on Closed --Knock[otherwise]--> Open
	// bound: progress starts at or below the bound, at `n + 1`
	// params: there are parameter values in the declared ranges
	// deadlock: some event can always take a transition in state `Closed`
}
