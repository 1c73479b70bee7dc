package handler_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/internal/handler"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/pass/passtest"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

const text = `
machine: M
vars: {n: {type: int, min: 0, max: 9}}
events: {E: {}, F: {}, G: {}}
calls: {pay: {}}
initial: S
terminal: {done: [End]}
on: {E: End, F: End, G: {if: n > 2, to: End}}
states:
  C:
    on: {E: {if: n > 1, to: S}}
    ignore: [F]
    states:
      S: {on: {E: {if: n > 0, to: End}}}
  End: {}
`

func load(t *testing.T, text string) (pass.Input, *tree.Tree, *handler.Table) {
	t.Helper()
	s := passtest.Build(t, text)
	return s.Input, s.Tree, handler.New(s.Input, s.Decls, s.Tree, nil)
}

// TestFind wants the alternatives of a state before those around it, up to one that always applies.
func TestFind(t *testing.T) {
	in, states, table := load(t, text)
	passtest.Clean(t, in)
	if !table.Check() {
		t.Error("the check is not sure")
	}
	found := table.Find(states.Nodes["S"], nil)
	var got []string
	for e := range in.Machine.Events {
		for _, x := range found.Lists[e] {
			got = append(got, fmt.Sprintf("%s %s%s %s", in.Machine.Events[e].Name, x.Alternative.To.Value, x.Alternative.Otherwise.Value, x.Composite))
		}
	}
	if want := []string{"E End ", "E S C", "E End the machine", "F ignore C", "G End the machine"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if !found.Decided[0] || !found.Decided[1] || found.Decided[2] {
		t.Errorf("decided are %v", found.Decided)
	}
	if inner := table.Find(states.Nodes["S"], states.Nodes["C"]); len(inner.Lists[0]) != 2 || inner.Decided[0] {
		t.Errorf("inside C: %v", inner.Lists[0])
	}
}

// TestCheck reports lists that contradict themselves, and results outside of an invocation.
func TestCheck(t *testing.T) {
	for _, test := range []struct {
		old, new, want string
		sure           bool
	}{
		{"ignore: [F]", "ignore: [E]", "state `C` both ignores and handles event `E`", true},
		{"ignore: [F]", "ignore: [H]", "unknown event `H`", true},
		{"E: End, F", "E: [End, S], F", "this alternative for event `E` in the machine is never tried", true},
		{"E: End, F", "E: End, payDone: End, F", "event `payDone` is the result `done` of `pay`, which only its invocation handles", false},
		{"ignore: [F]", "ignore: [payError]", "event `payError` is the result `error` of `pay`, which only its invocation handles", false},
		{"End: {}", "End: {ignore: [E]}", "the terminal state `End` cannot have `on:`, `ignore:`, `after:`, `invoke:`, or `exit:`", true},
	} {
		in, _, table := load(t, strings.Replace(text, test.old, test.new, 1))
		if sure := table.Check(); sure != test.sure || !slices.Equal(passtest.Messages(in), []string{test.want}) {
			t.Errorf("%s: %t %q", test.new, sure, passtest.Messages(in))
		}
	}
}

// TestCheckFinals reports final states outside of composite states, and `done:` that never applies.
func TestCheckFinals(t *testing.T) {
	for _, test := range []struct{ old, new, want string }{
		{"End: {}", "End: {final: true}", "state `End` is final, but no composite state is around it"},
		{"    ignore: [F]", "    done: End", "state `C` is never done: no state directly inside it is final"},
	} {
		in, states, _ := load(t, strings.Replace(text, test.old, test.new, 1))
		if handler.CheckFinals(in, states); !slices.Equal(passtest.Messages(in), []string{test.want}) {
			t.Errorf("%s: %q", test.new, passtest.Messages(in))
		}
	}
}
