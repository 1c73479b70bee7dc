package transition_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/spec/internal/broadcast"
	"github.com/fsmgen/fsmgen/spec/internal/edge"
	"github.com/fsmgen/fsmgen/spec/internal/handler"
	"github.com/fsmgen/fsmgen/spec/internal/history"
	"github.com/fsmgen/fsmgen/spec/internal/pass/passtest"
	"github.com/fsmgen/fsmgen/spec/internal/rule"
	"github.com/fsmgen/fsmgen/spec/internal/transition"
)

func build(t *testing.T, text string) (passtest.States, *transition.Result) {
	t.Helper()
	s := passtest.Build(t, text)
	rests, memories := broadcast.Declare(s.Input, s.Tree), history.Declare(s.Input, s.Tree)
	edges := edge.New(s.Input, s.Decls, s.Tree, s.Env, edge.Effects{Memories: memories, Rests: rests})
	return s, transition.Build(s.Input, transition.Earlier{
		Decls: s.Decls, Tree: s.Tree, Env: s.Env, Handlers: handler.New(s.Input, s.Decls, s.Tree, nil),
		Memories: memories, Edges: edges, Rules: rule.New(s.Input, s.Decls, s.Tree, edges), Rests: rests,
	})
}

func describe(m *core.Machine) (out []string) {
	for _, t := range m.Transitions {
		text := fmt.Sprintf("%s %s to %s", m.States[t.From].Name, m.Events[t.Event].Name, m.States[t.To].Name)
		if t.Effect != core.Take {
			text = fmt.Sprintf("%s %s %s", m.States[t.From].Name, m.Events[t.Event].Name, map[core.Effect]string{core.Ignore: "ignored", core.Reject: "rejected"}[t.Effect])
		}
		if t.Guard != nil {
			text += " if " + expr.Print(t.Guard, expr.Spec)
		}
		out = append(out, text)
	}
	return out
}

// TestBuild wants own alternatives before those around, and notes where the machine does not wait.
func TestBuild(t *testing.T) {
	s, result := build(t, `
machine: M
events: {E: {}, F: {}}
vars: {n: {type: int, min: 0, max: 9}}
initial: S
terminal: {done: [End]}
on: {F: End}
states:
  C:
    on: {E: End}
    states:
      S: {on: {E: {if: n > 0, to: R}}}
      R: {always: End}
  End: {}
`)
	passtest.Clean(t, s.Input)
	want := []string{"S E to R if n > 0", "S E to End", "S F to End", "R E to End", "R F to End", "R always to End"}
	if got := describe(s.Machine); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if result.Transient[0] || !result.Transient[1] || result.Full || result.Unsure || len(result.Lowered) != 4 {
		t.Errorf("%+v", result)
	}
}

const regions = `
machine: M
unlisted: error
events: {E: {}, F: {}}
initial: P
terminal: {done: [End]}
states:
  P:
    on: {F: End}
    parallel:
      A: {initial: A1, states: {A1: {on: {E: A2}}, A2: {ignore: [F]}}}
      B: {}
  End: {}
`

// TestRegions wants the alternatives of leaves before those of the state, each while its leaf is active.
func TestRegions(t *testing.T) {
	s, result := build(t, regions)
	passtest.Clean(t, s.Input)
	want := []string{"P E to P if a == A1", "P E rejected", "P F ignored if a == A2", "P F to End"}
	if got := describe(s.Machine); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if len(result.Undecided) != 1 || result.Undecided[0].Event != 0 || result.Undecided[0].Leaves[0] != s.Tree.Nodes["A2"] {
		t.Errorf("undecided is %v", result.Undecided)
	}
}

// TestUnsure reports alternatives that are wrong, and goes on with the others.
func TestUnsure(t *testing.T) {
	for change, want := range map[string]string{
		"F: Ende":             "unknown state `Ende`",
		"F: {if: k, to: End}": "unknown name `k`",
		"F: {set: {k: 1}}":    "unknown variable `k`",
	} {
		s, result := build(t, strings.Replace(regions, "F: End", change, 1))
		got := passtest.Messages(s.Input)
		if !slices.Contains(got, want) || result.Unsure != strings.Contains(want, "state") || len(describe(s.Machine)) < 3 {
			t.Errorf("%t %q, want %q", result.Unsure, got, want)
		}
	}
}
