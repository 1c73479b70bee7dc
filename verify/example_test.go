package verify_test

import (
	"context"
	"fmt"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// retry is a machine that ends: each failure but the last uses up a retry.
const retry = `
machine: Retry
params: {retries: {type: int, min: 0, max: 100}}
events: {Failure: {}, Success: {}}
vars: {left: {type: int, min: 0, max: retries, init: retries}}
initial: Calling
terminal: {done: [Succeeded], failed: [GaveUp]}
states:
  Calling:
    on:
      Success: Succeeded
      Failure: [{if: left > 0, set: {left: left - 1}}, {to: GaveUp}]
  Succeeded: {}
  GaveUp: {}
`

// Machine proves that a machine ends, in how many transitions at most, and whether
// that bound is reached. The progress function is synthesized.
func ExampleMachine() {
	s, diags := spec.Load("retry.fsm.yaml", []byte(retry))
	if diags.HasErrors() {
		fmt.Println(diags)
		return
	}
	r := verify.Machine(context.Background(), s.Machine)
	fmt.Println("termination:", r.Termination)
	fmt.Println("everything proved:", r.Proved())
	fmt.Print(r.Summary())
	// Output:
	// termination: proved
	// everything proved: true
	// Retry
	//   terminates   proved for all parameter values
	//   bound        retries + 1 transitions: proved, tight: some run takes that many
	//   obligations  9 proved, 0 refuted, 0 unknown
	//   progress     found; to add to the spec:
	// progress:
	//   Calling: left + 1
}

// A machine that does not end is refuted by a run, which Trace prints.
func ExampleTrace() {
	s, diags := spec.Load("swing.fsm.yaml", []byte(`
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
	if diags.HasErrors() {
		fmt.Println(diags)
		return
	}
	r := verify.Machine(context.Background(), s.Machine)
	fmt.Println("termination:", r.Termination)
	fmt.Print("an endless run" + verify.Trace(s.Machine, r.Run))
	// Output:
	// termination: refuted
	// an endless run:
	//    1  Back --Push--> Forth   pushes = 1
	// >  2  Forth --Fall--> Back
	//    3  Back --Push--> Forth
	//    ... repeats from step 2 forever
}

// Each obligation of a report has a status, and words that describe it.
func ExampleObligation() {
	s, diags := spec.Load("retry.fsm.yaml", []byte(retry))
	if diags.HasErrors() {
		fmt.Println(diags)
		return
	}
	r := verify.Machine(context.Background(), s.Machine)
	for _, o := range r.Obligations {
		fmt.Printf("%s: %s: %s\n", o.Status, o.Kind, o.About().Describe(r.Ranked()).Claim)
	}
	// Output:
	// proved: init: `left` starts in its range
	// proved: range: `left` stays in its range on Calling --Failure[left > 0]--> Calling
	// proved: overflow: all values fit in Go's int on Calling --Failure[left > 0]--> Calling
	// proved: bounded: progress is never negative in state `Calling`
	// proved: decrease: progress decreases on Calling --Failure[left > 0]--> Calling
	// proved: decrease: progress decreases on Calling --Failure[otherwise]--> GaveUp
	// proved: decrease: progress decreases on Calling --Success--> Succeeded
	// proved: params: there are parameter values in the declared ranges
	// proved: deadlock: some event can always take a transition in state `Calling`
}
