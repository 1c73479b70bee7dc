package invoke_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/internal/invoke"
	"github.com/fsmgen/fsmgen/spec/internal/pass/passtest"
)

const text = `
machine: M
vars: {n: {type: int, min: 0, max: 9}}
events: {Go: {}}
calls: {pay: {with: {cents: int}}}
initial: S
terminal: {done: [End]}
states:
  C:
    invoke: {call: pay, with: {cents: n}, on: {done: End, error: End}}
    states: {S: {}, R: {}}
  End: {}
`

// TestDeclare wants a call of a composite state to run in the states inside it, and its transitions to be those of the state.
func TestDeclare(t *testing.T) {
	s := passtest.Build(t, text)
	calls := invoke.Declare(s.Input, s.Decls, s.Tree, s.Env)
	passtest.Clean(t, s.Input)
	m, c := s.Machine, s.Tree.Nodes["C"]
	if len(m.Invocations) != 1 || !slices.Equal(m.Invocations[0].States, []int{0, 1}) || len(m.Invocations[0].Args) != 1 || m.Invocations[0].Args[0] == nil {
		t.Fatalf("invocations %v", m.Invocations)
	}
	if !slices.Equal(calls.Started[c], []int{0}) || len(calls.Results[c]) != 2 || calls.Results[c][1].Event.Value != "payError" || calls.Unsure {
		t.Errorf("C starts %v with %v", calls.Started[c], calls.Results[c])
	}
	invoke.Check(m, s.Diags)
	passtest.Clean(t, s.Input)
}

// TestWrong reports invocations that cannot be, and whether results may seem to be missing because of that.
func TestWrong(t *testing.T) {
	for _, test := range []struct {
		old, new, want string
		unsure         bool
	}{
		{"call: pay", "call: pai", "unknown call `pai`", true},
		{"call: pay", "machine: pay", "`pay` is a call, not a child machine", true},
		{"done: End, error", "don: End, error", "unknown result of `pay` `don`", true},
		{"done: End, ", "", "state `C` does not handle the result `done` of `pay`", true},
		{"cents: n}", "cents: n / n}", "an argument can divide only by a constant, because it is computed again when the program restarts", false},
		{", with: {cents: n}", "", "the invocation of `pay` has no value for its argument `cents`", false},
		{"S: {}", "S: {invoke: {call: pay, with: {cents: 1}, on: {done: End, error: End}}}", "two invocations of `pay` run in state `S`", false},
	} {
		s := passtest.Build(t, strings.Replace(text, test.old, test.new, 1))
		calls := invoke.Declare(s.Input, s.Decls, s.Tree, s.Env)
		if got := passtest.Messages(s.Input); !slices.Contains(got, test.want) || calls.Unsure != test.unsure {
			t.Errorf("%s: %t %q", test.new, calls.Unsure, got)
		}
	}
}
