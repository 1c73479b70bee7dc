package core_test

import (
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/expr"
)

const retry = `machine: Retry
params: {limit: {type: int, min: 1, default: 3}}
vars: {tries: {type: int, min: 0, max: limit}}
events: {Success: {}, Failure: {}}
initial: Trying
terminal: {success: [Done], failure: [GivenUp]}
states:
  Trying:
    on:
      Success: Done
      Failure:
        - {if: tries < limit, set: {tries: tries + 1}}
        - {to: GivenUp}
  Done: {}
  GivenUp: {}
`

// Example lists the states and transitions of a machine.
func Example() {
	s, diags := spec.Load("retry.fsm.yaml", []byte(retry))
	if s.Machine == nil {
		fmt.Println(diags)
		return
	}
	m := s.Machine
	for i, state := range m.States {
		if m.Terminal(i) {
			fmt.Printf("%s (%s)\n", state.Name, m.Outcomes[state.Outcome].Name)
			continue
		}
		fmt.Println(state.Name)
	}
	for i := range m.Transitions {
		t := &m.Transitions[i]
		var updates []string
		for _, u := range t.Updates {
			updates = append(updates, m.Vars[u.Var].Name+": "+expr.Print(u.Value, expr.Spec))
		}
		fmt.Printf("%s {%s}\n", m.Label(i), strings.Join(updates, ", "))
	}
	// Output:
	// Trying
	// Done (success)
	// GivenUp (failure)
	// Trying --Success--> Done {}
	// Trying --Failure[tries < limit]--> Trying {tries: tries + 1}
	// Trying --Failure[otherwise]--> GivenUp {}
}

// ExampleMachine_On handles an event: it takes the first alternative whose guard
// holds, and computes the updates from the old values.
func ExampleMachine_On() {
	s, _ := spec.Load("retry.fsm.yaml", []byte(retry))
	m := s.Machine
	const failure = 1 // index of the event Failure
	state, env := m.Initial, &expr.Env{Params: []int64{1}, Vars: []int64{0}}
	for !m.Terminal(state) {
		for _, t := range m.On(state, failure) {
			if !holds(t.Guard, env) {
				continue
			}
			vars := append([]int64(nil), env.Vars...)
			for _, u := range t.Updates {
				vars[u.Var], _ = expr.Eval(u.Value, env)
			}
			state, env.Vars = t.To, vars
			break
		}
		fmt.Println(m.States[state].Name, env.Vars)
	}
	// Output:
	// Trying [1]
	// GivenUp [1]
}

func holds(guard expr.Expr, env *expr.Env) bool {
	if guard == nil {
		return true
	}
	v, err := expr.Eval(guard, env)
	return err == nil && v == 1
}
