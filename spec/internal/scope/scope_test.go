package scope_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/pass/passtest"
	"github.com/fsmgen/fsmgen/spec/internal/scope"
)

const text = `
machine: M
vars: {n: {type: int, min: 0, max: 9}}
events: {E: {by: int}, F: {}}
guards:
  few: {if: n + event.by < 3}
  asked: {args: {of: int}}
  both: {if: few && asked(n)}
initial: P
terminal: {done: [End]}
states:
  P:
    parallel:
      A: {initial: A1, states: {A1: {}, A2: {}}}
      B: {}
  End: {data: {why: int}}
`

// TestExpand reads conditions of a transition, and replaces guards in them.
func TestExpand(t *testing.T) {
	s := passtest.Build(t, text)
	in, decls, env := s.Input, s.Decls, s.Env
	state := scope.State{Env: env, At: 0, Event: 0, Guards: 3}
	for written, want := range map[string]string{
		"both || n > 5": "n + event.by < 3 && asked(n) || n > 5",
		"!few":          "!(n + event.by < 3)",
		"in(A1)":        "a == A1",
		"in(End)":       "false",
		"in(P) || few":  "true || n + event.by < 3",
	} {
		e := in.Names.Parse(syntax.Text{Value: written}, expr.Type{Kind: expr.Bool}, state)
		if got := expr.Print(env.Expand(e, in.Machine.Span, state), expr.Spec); got != want {
			t.Errorf("%s is %s, want %s", written, got, want)
		}
	}
	passtest.Clean(t, in)
	if len(in.Machine.Asks) != 1 || !decls.Used[in.Machine.Guards[1].Span] {
		t.Errorf("the machine asks %v", in.Machine.Asks)
	}
}

// TestState wants each place to know what exists there, and to say why it does not know other names.
func TestState(t *testing.T) {
	env := passtest.Build(t, text).Env
	transition := scope.State{Env: env, At: 0, Event: 0, Guards: 3}
	for _, test := range []struct {
		state           scope.State
		has, lacks, why string
	}{
		{transition, "event.by", "why", ""},
		{transition, "few", "asked", "write asked(of)"},
		{scope.State{Env: env, At: 1, Event: -1}, "why", "few", "only transitions can use guards"},
		{scope.State{Env: env, At: 0, Event: 0, Guards: 0}, "n", "few", "a guard can use only guards that are declared before it"},
		{scope.State{Env: env, At: 0, Event: 1, Guards: 3}, "few", "event.by", "event `F` has no payload: declare the field with its type, such as bool or int, as in events: {F: {by: bool}}"},
	} {
		if test.state.Lookup(test.has) == nil || !slices.Contains(test.state.All(), test.has) {
			t.Errorf("%s is unknown", test.has)
		}
		if test.state.Lookup(test.lacks) != nil || !strings.HasSuffix(test.state.Why(test.lacks), test.why) {
			t.Errorf("%s: %q, want %q", test.lacks, test.state.Why(test.lacks), test.why)
		}
	}
}

// TestValue reports values that ask an external guard.
func TestValue(t *testing.T) {
	s := passtest.Build(t, text)
	in, env := s.Input, s.Env
	state := scope.State{Env: env, At: 0, Event: 0, Guards: 3}
	e := in.Names.Parse(syntax.Text{Value: "both"}, expr.Type{Kind: expr.Bool}, state)
	if got := env.Value(e, in.Machine.Span, state); got != nil || !slices.Equal(passtest.Messages(in), []string{"an external guard can be used only in a condition, not in a value"}) {
		t.Errorf("%v %q", got, passtest.Messages(in))
	}
}
