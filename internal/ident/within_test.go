package ident

import (
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestWithin leaves the names of composite states and places to machines without these.
func TestWithin(t *testing.T) {
	for _, test := range []struct {
		composites, regions bool
		collisions          []string
		want                Within
	}{
		{false, false, nil, Within{}},
		{true, false, []string{
			"event `Within` and method Within of the generated machine have the same Go name, `Within`",
			"enum `Composite` and the generated DeepComposite have the same Go name, `DeepComposite`",
			"enum `CompositeBusy` and composite state `busy` have the same Go name, `DeepCompositeBusy`",
		}, Within{Method: "Within", Composite: "DeepComposite", Constants: []string{"DeepCompositeBusy"}}},
		{false, true, []string{
			"event `Within` and method Within of the generated machine have the same Go name, `Within`",
			"enum `Place` and the generated DeepPlace have the same Go name, `DeepPlace`",
		}, Within{Method: "Within", Place: "DeepPlace"}},
	} {
		m := machine(nil, []string{"Within"}, []string{"Idle"}, nil)
		m.Enums = []*expr.Enum{{Name: "Composite"}, {Name: "CompositeBusy"}, {Name: "Place"}}
		if test.composites {
			m.States[0].Composites = []string{"busy"}
		}
		if test.regions {
			m.Vars = []core.Var{{Name: "r", Implied: core.Active, Type: expr.Type{Kind: expr.Enumerated, Enum: m.Enums[0]}}}
			m.States[0].Regions = []core.Region{{Name: "R", Leaves: []core.Leaf{{Name: "R"}}}}
		}
		n, diags := Assign(m, "Deep")
		var got []string
		for _, d := range diags {
			got = append(got, d.Message)
		}
		slices.Sort(got)
		want := slices.Clone(test.collisions)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("the collisions are %q, want %q", got, want)
		}
		if w := n.Within; w.Method != test.want.Method || w.Composite != test.want.Composite || w.Place != test.want.Place || !slices.Equal(w.Constants, test.want.Constants) {
			t.Errorf("the names are %+v, want %+v", w, test.want)
		}
	}
}

// TestCompositeCollision has two composite states with one Go name, of which one is inside a region.
func TestCompositeCollision(t *testing.T) {
	m := machine(nil, nil, []string{"Idle", "Open"}, nil)
	m.States[0].Composites = []string{"user_id"}
	m.States[1].Regions = []core.Region{{Name: "R", Leaves: []core.Leaf{{Name: "L", Composites: []string{"userId"}}}}}
	m.Vars = []core.Var{{Name: "r", Implied: core.Active}}
	const want = "composite state `userId` and composite state `user_id` have the same Go name, `CompositeUserID`"
	if _, diags := Assign(m, ""); len(diags) != 1 || diags[0].Message != want {
		t.Errorf("got %+v, want %s", diags, want)
	}
	m.CompositeGo = map[string]string{"userId": "Client"}
	n, diags := Assign(m, "Deep")
	if got := n.Within.Constants; len(diags) > 0 || !slices.Equal(got, []string{"DeepCompositeUserID", "DeepCompositeClient"}) {
		t.Errorf("the constants are %q, %+v", got, diags)
	}
}
