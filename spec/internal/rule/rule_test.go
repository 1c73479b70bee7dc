package rule_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/edge"
	"github.com/fsmgen/fsmgen/spec/internal/history"
	"github.com/fsmgen/fsmgen/spec/internal/pass/passtest"
	"github.com/fsmgen/fsmgen/spec/internal/rule"
)

const text = `
machine: M
events: {E: {}, F: {}}
vars: {n: {type: int, min: 0, max: 9}}
RULE
initial: S
terminal: {done: [End]}
states: {S: {}, R: {}, End: {}}
`

func rules(t *testing.T, line string) (passtest.States, *rule.Rules) {
	t.Helper()
	s := passtest.Build(t, strings.Replace(text, "RULE", line, 1))
	edges := edge.New(s.Input, s.Decls, s.Tree, s.Env, edge.Effects{Memories: history.Declare(s.Input, s.Tree)})
	return s, rule.New(s.Input, s.Decls, s.Tree, edges)
}

func describe(m *core.Machine, list []core.Transition) (out []string) {
	for _, t := range list {
		text := fmt.Sprintf("%s to %s", t.Rule, m.States[t.To].Name)
		if t.Guard != nil {
			text += " if " + expr.Print(t.Guard, expr.Spec)
		}
		for _, u := range t.Updates {
			text += ", " + m.Vars[u.Var].Name + " = " + expr.Print(u.Value, expr.Spec)
		}
		out = append(out, strings.TrimSpace(text))
	}
	return out
}

// TestStall counts steps that change nothing, and leads elsewhere at the limit.
func TestStall(t *testing.T) {
	s, rules := rules(t, "stall: {limit: 3, to: R}")
	from := s.Tree.Nodes["S"]
	idle := core.Transition{Internal: true}
	if got, want := describe(s.Machine, rules.CountStalls(from, idle)), []string{"stall to R if stalls + 1 >= 3, stalls = 0", "to S, stalls = stalls + 1"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for to, want := range []string{"to S, stalls = 0", "to R, stalls = 0", "to End"} {
		if got := describe(s.Machine, rules.CountStalls(from, core.Transition{To: to})); !slices.Equal(got, []string{want}) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	passtest.Clean(t, s.Input)
}

// TestLimit counts each transition, and ends the machine at the limit where it would take one more.
func TestLimit(t *testing.T) {
	s, rules := rules(t, "limit: {transitions: 3, to: End}")
	m := s.Machine
	m.Transitions = []core.Transition{{To: 1}, {Event: 1, Effect: core.Ignore}}
	rules.CountTransitions()
	passtest.Clean(t, s.Input)
	want := []string{"limit to End if transitions >= 3", "to R, transitions = transitions + 1", "to S"}
	if got := describe(m, m.Transitions); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestWrong reports a limit that does not end the machine.
func TestWrong(t *testing.T) {
	s, rules := rules(t, "limit: {transitions: 3, to: R}")
	s.Machine.Transitions = []core.Transition{{To: 1}}
	rules.CountTransitions()
	if got := passtest.Messages(s.Input); !slices.Equal(got, []string{"the `limit` rule goes to state `R`, which is not terminal"}) {
		t.Errorf("%q", got)
	}
}
