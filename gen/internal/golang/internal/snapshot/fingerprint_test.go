package snapshot

import (
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestFingerprint changes one thing in a spec and sees which marks change.
func TestFingerprint(t *testing.T) {
	build := func() *core.Machine {
		number := expr.Type{Kind: expr.Int}
		n := &expr.Symbol{Scope: expr.Param, Name: "n", Type: number}
		side := &expr.Enum{Name: "Side", Values: []string{"Left", "Right"}}
		return &core.Machine{
			Name:   "M",
			States: []core.State{{Name: "A", Outcome: -1}, {Name: "B", Outcome: -1}},
			Params: []core.Param{{Name: "n", Type: number, Min: expr.Number(0), Symbol: n}, {Name: "k", Type: expr.Type{Kind: expr.Bool}}},
			Vars: []core.Var{
				{Name: "x", Type: number, Max: &expr.Ref{Symbol: n}, State: -1}, {Name: "side", Type: expr.Type{Kind: expr.Enumerated, Enum: side}, State: -1},
				{Name: "d", Type: expr.Type{Kind: expr.String}, State: 1},
			},
			Invariants: []core.Invariant{{State: 0, Expr: expr.Truth(true)}},
		}
	}
	marks := func(m *core.Machine) []mark { return printer{m: &machine.Machine{Machine: m}}.fingerprint() }
	before := marks(build())
	for _, test := range []struct {
		what    string
		change  func(*core.Machine)
		differs []string
	}{
		{"nothing", func(*core.Machine) {}, nil},
		{"order", func(m *core.Machine) {
			slices.Reverse(m.Params)
			m.Vars[0], m.Vars[1] = m.Vars[1], m.Vars[0]
			slices.Reverse(m.Vars[0].Type.Enum.Values)
		}, nil},
		{"documentation", func(m *core.Machine) { m.Doc, m.States[0].Doc, m.Vars[0].Doc = "a", "b", "c" }, nil},
		{"a transition", func(m *core.Machine) { m.Transitions = append(m.Transitions, core.Transition{To: 1}) }, nil},
		{"a first value", func(m *core.Machine) { m.Vars[0].Init = expr.Number(1) }, nil},
		{"name of a state", func(m *core.Machine) { m.States[0].Name = "C" }, []string{"states", "ranges"}},
		{"a state more", func(m *core.Machine) { m.States = append(m.States, core.State{Name: "C"}) }, []string{"states"}},
		{"name of a parameter", func(m *core.Machine) { m.Params[1].Name = "l" }, []string{"params"}},
		{"type of a parameter", func(m *core.Machine) { m.Params[1].Type.Kind = expr.String }, []string{"params"}},
		{"range of a parameter", func(m *core.Machine) { m.Params[0].Min = expr.Number(1) }, []string{"ranges"}},
		{"name of a variable", func(m *core.Machine) { m.Vars[1].Name = "y" }, []string{"vars"}},
		{"type of a variable", func(m *core.Machine) { m.Vars[0].Type.Kind = expr.Bool }, []string{"vars"}},
		{"values of an enum", func(m *core.Machine) { m.Vars[1].Type.Enum.Values[0] = "Up" }, []string{"vars"}},
		{"range of a variable", func(m *core.Machine) { m.Vars[0].Max = nil }, []string{"ranges"}},
		{"low end for a high one", func(m *core.Machine) { m.Vars[0].Min, m.Vars[0].Max = m.Vars[0].Max, nil }, []string{"ranges"}},
		{"state of a datum", func(m *core.Machine) { m.Vars[2].State = 0 }, []string{"vars"}},
		{"datum for a variable", func(m *core.Machine) { m.Vars[2].State = -1 }, []string{"vars"}},
		{"an invariant", func(m *core.Machine) { m.Invariants[0].Expr = expr.Truth(false) }, []string{"ranges"}},
		{"state of an invariant", func(m *core.Machine) { m.Invariants[0].State = -1 }, []string{"ranges"}},
	} {
		m := build()
		test.change(m)
		var differs []string
		for i, after := range marks(m) {
			if after.hash != before[i].hash {
				differs = append(differs, after.name)
			}
			if len(after.hash) != 8 {
				t.Errorf("%s: mark %q", test.what, after.hash)
			}
		}
		if !slices.Equal(differs, test.differs) {
			t.Errorf("%s changes %v, want %v", test.what, differs, test.differs)
		}
	}
}
