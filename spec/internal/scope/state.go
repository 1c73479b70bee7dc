package scope

import (
	"strings"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

// State is the scope of one state. It contains what guards, updates, and progress functions can use in one
// state: all declarations of the machine, the data of the state, and the payload of
// the event, if there is one.
type State struct {
	// Env is what it has in common with the scopes of other states.
	Env *Env
	// At is the number of the state, or -1 if there is none: for an invariant of the machine.
	At int
	// Event is the number of the event, or -1 outside a transition.
	Event int
	// Edge is the state for outputs on the way into or out of it. They are the same for all transitions that lead there, so they
	// read the payload, but no guards.
	Edge *tree.Node
	// Guards is the number of named guards in scope: all of them in a transition,
	// and those before it in the condition of a guard.
	Guards int
}

// decides reports whether guards can be used.
func (s State) decides() bool { return s.Event >= 0 && s.Edge == nil }

// external returns the index of an external guard that is in scope.
func (s State) external(name string) (int, bool) {
	r, ok := s.Env.names.Known[name].Value.(*expr.Ref)
	if !ok || r.Symbol.Scope != expr.Named || !s.decides() || r.Symbol.Index >= s.Guards {
		return 0, false
	}
	return r.Symbol.Index, s.Env.machine.Guards[r.Symbol.Index].External
}

// signature returns a call with the names of the parameters as arguments.
func signature(function string, args []core.Field) string {
	names := make([]string, len(args))
	for i, a := range args {
		names[i] = a.Name
	}
	return function + "(" + strings.Join(names, ", ") + ")"
}

// Arguments returns fields as the parameters of a function.
func Arguments(fields []core.Field) []expr.Parameter {
	out := make([]expr.Parameter, len(fields))
	for i, f := range fields {
		out[i] = expr.Parameter{Name: f.Name, Type: f.Type}
	}
	return out
}
