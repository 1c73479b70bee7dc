package history_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/history"
	"github.com/fsmgen/fsmgen/spec/internal/pass/passtest"
)

const text = `
machine: M
events: {E: {}, Back: {}}
initial: A
terminal: {done: [End]}
states:
  C:
    initial: A
    on: {E: Away}
    states:
      A: {on: {Back: {to: C, history: shallow}}}
      B: {}
      D: {initial: D1, states: {D1: {}, D2: {}}}
  Away: {on: {Back: {to: C, history: shallow}}}
  End: {}
`

// TestForms declares the variable of a composite state, and returns to each state that it can remember.
func TestForms(t *testing.T) {
	s := passtest.Build(t, text)
	memories := history.Declare(s.Input, s.Tree)
	passtest.Clean(t, s.Input)
	m := s.Machine
	if len(m.Vars) != 1 || m.Vars[0].Name != "cHistory" || !slices.Equal(m.Vars[0].Type.Enum.Values, []string{"none", "A", "B", "D"}) || m.Vars[0].Implied != core.Remembered {
		t.Fatalf("variables %v", m.Vars)
	}
	var got []string
	for _, f := range memories.Forms(s.Tree.Nodes["Away"], s.Tree.Nodes["Away"].Decl.On[0].Alternatives[0]) {
		goal := "initial"
		if f.Goal != nil {
			goal = f.Goal.Decl.Name.Value
		}
		when := "always"
		if f.When != nil {
			when = expr.Print(f.When, expr.Spec)
		}
		got = append(got, goal+" "+when)
	}
	if want := []string{"B cHistory == B", "D1 cHistory == D", "initial always"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	inside := memories.Forms(s.Tree.Nodes["A"], s.Tree.Nodes["A"].Decl.On[0].Alternatives[0])
	if len(inside) != 1 || inside[0].Goal != s.Tree.Nodes["A"] || inside[0].When != nil {
		t.Errorf("from inside: %v", inside)
	}
	leaves := memories.Leave(s.Tree.Nodes["D2"], s.Tree.Nodes["C"], diag.Span{})
	if len(leaves) != 1 || leaves[0].Var != 0 || leaves[0].Value.(*expr.Lit).Value != 3 {
		t.Errorf("leaving D2: %v", leaves)
	}
}

// TestUnsure reports history of what has none.
func TestUnsure(t *testing.T) {
	for change, want := range map[string]string{
		"Away: {on: {Back: {to: End, history: deep}}}":                                                        "state `End` has no history, because no states are inside it",
		"R: {parallel: {X: {}, Y: {}}}\n  Away: {on: {Back: {to: R, history: deep}}}":                         "a transition cannot return to state `R`, because regions are inside it or around it: nothing remembers where they were",
		"NonE: {}\n  F: {initial: None, states: {None: {}}}\n  Away: {on: {Back: {to: F, history: shallow}}}": "the state cannot be named `None` here: a return to `F` has this name for no state",
	} {
		s := passtest.Build(t, strings.Replace(text, "Away: {on: {Back: {to: C, history: shallow}}}", change, 1))
		memories := history.Declare(s.Input, s.Tree)
		if got := passtest.Messages(s.Input); !slices.Equal(got, []string{want}) || memories.Unsure == strings.Contains(want, "named") {
			t.Errorf("%t %q, want %q", memories.Unsure, got, want)
		}
	}
}
