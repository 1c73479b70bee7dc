package tree_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/syntax"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/internal/decl"
	"github.com/fsmgen/fsmgen/spec/internal/pass"
	"github.com/fsmgen/fsmgen/spec/internal/pass/passtest"
	"github.com/fsmgen/fsmgen/spec/internal/tree"
)

const text = `
machine: M
events: {E: {}}
initial: Outer
terminal: {done: [End]}
states:
  Outer:
    initial: P
    states:
      Q: {}
      P:
        parallel:
          A: {initial: A1, states: {A1: {}, A2: {}}}
          B:
            initial: B2
            states:
              B1: {}
              B2:
                parallel:
                  C: {}
                  D: {initial: D1, states: {D1: {}, D2: {}}}
  End: {}
`

func build(t *testing.T, text string) (pass.Input, *tree.Tree) {
	t.Helper()
	in := passtest.Read(t, text)
	states := tree.Build(in, decl.Declare(in, func(syntax.Use) *core.Machine { return nil }))
	passtest.Clean(t, in)
	return in, states
}

func regions(list []*tree.Region) string {
	var names []string
	for _, r := range list {
		names = append(names, r.Root.Decl.Name.Value)
	}
	return strings.Join(names, " ")
}

// TestBuild numbers the plain states, and makes variables of regions.
func TestBuild(t *testing.T) {
	in, states := build(t, text)
	var plain, vars []string
	for _, s := range in.Machine.States {
		plain = append(plain, s.Name)
	}
	for _, v := range in.Machine.Vars {
		vars = append(vars, v.Name+" of "+strings.Join(v.Type.Enum.Values, " "))
	}
	if !slices.Equal(plain, []string{"Q", "P", "End"}) {
		t.Errorf("states %v", plain)
	}
	if want := []string{"a of A1 A2", "b of B1 B2", "c of C none", "d of D1 D2 none"}; !slices.Equal(vars, want) {
		t.Errorf("variables %v", vars)
	}
	if states.First != states.Nodes["P"] || in.Machine.Initial != 1 || !in.Machine.Terminal(2) {
		t.Errorf("the machine starts in %d", in.Machine.Initial)
	}
	p := states.Nodes["P"]
	if got := regions(p.Parts()); got != "A B C D" {
		t.Errorf("from the outside: %s", got)
	}
	if got := regions(p.Inward()); got != "A C D B" {
		t.Errorf("from the inside: %s", got)
	}
	active := map[*tree.Region]*tree.Node{}
	states.Configure(p, states.Nodes["D2"], active)
	for _, r := range p.Parts() {
		want := map[string]string{"A": "A1", "B": "B2", "C": "C", "D": "D2"}[r.Root.Decl.Name.Value]
		if active[r] == nil || active[r].Decl.Name.Value != want {
			t.Errorf("%s begins in %v", r.Root.Decl.Name.Value, active[r])
		}
	}
}

// TestRegions asks where regions are.
func TestRegions(t *testing.T) {
	_, states := build(t, text)
	region := func(name string) *tree.Region { return states.Nodes[name].Region }
	a, b, c, d := region("A"), region("B"), region("C"), region("D")
	if tree.Common(c, d) != b || tree.Common(a, d) != nil || tree.Common(b, d) != b {
		t.Error("the innermost region around two")
	}
	if tree.Exclusive(a, d) || tree.Exclusive(c, d) || !tree.Exclusive(b, d) {
		t.Error("which regions take no transition together")
	}
	if tree.Levels(c, d) != 1 || tree.Levels(d, d) != 2 || tree.Levels(a, d) != 0 || d.Depth() != 1 {
		t.Error("the number of regions around two")
	}
	if b.Around(states.Nodes["D1"]) != states.Nodes["B2"] || a.Around(states.Nodes["D1"]) != nil {
		t.Error("the leaf around a state")
	}
	if d1 := states.Nodes["D1"]; d1.Domain(nil) != d || d1.Domain(states.Nodes["D2"]) != d || d1.Domain(states.Nodes["B1"]) != b || d1.Domain(states.Nodes["End"]) != nil {
		t.Error("the region that a transition does not leave")
	}
	if a.In([]*tree.Node{states.Nodes["A1"], states.Nodes["A2"]}) != nil || a.In(a.Leaves[:1]) == nil || c.In(c.Leaves) == nil {
		t.Error("only a region inside another one can be inactive")
	}
}

// TestTarget follows `initial:` into composite states.
func TestTarget(t *testing.T) {
	in, states := build(t, strings.Replace(text, "    initial: P\n", "    initial: Q\n", 1))
	if n := states.Target(syntax.Text{Value: "Outer"}); n != states.Nodes["Q"] {
		t.Errorf("the target is %v", n)
	}
	if n := states.Target(syntax.Text{Value: "Outter"}); n != nil || len(*in.Diags) != 1 {
		t.Errorf("%v: %v", n, *in.Diags)
	}
}
