package step

import (
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/golang/internal/machine"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// TestEntangled draws updates and compares the groups with the components of
// the graph of who reads whom, found by following its edges.
func TestEntangled(t *testing.T) {
	const n = 7
	g := planner{m: &machine.Machine{Names: &ident.Names{}}}
	var symbols []*expr.Symbol
	for i := range n {
		g.m.Names.Vars = append(g.m.Names.Vars, ident.Var{Field: string(rune('a' + i))})
		symbols = append(symbols, &expr.Symbol{Scope: expr.Var, Index: i, Type: expr.Type{Kind: expr.Int}})
	}
	r := sample.Rand(t)
	sizes := map[int]bool{}
	for range 1000 {
		var us []core.Update
		reads := [n]int{}
		for i, v := range r.Perm(n) {
			reads[i] = r.IntN(n)
			us = append(us, core.Update{Var: v, Value: &expr.Ref{Symbol: symbols[reads[i]]}})
		}
		us = us[:n-r.IntN(3)]

		linked := func(i, j int) bool { return reads[i] == us[j].Var || reads[j] == us[i].Var }
		component := make([]int, len(us))
		var visit func(i, c int)
		visit = func(i, c int) {
			component[i] = c
			for j := range us {
				if component[j] == 0 && linked(i, j) {
					visit(j, c)
				}
			}
		}
		var want [][]int
		for i := range us {
			if component[i] == 0 {
				visit(i, len(want)+1)
				want = append(want, nil)
			}
			want[component[i]-1] = append(want[component[i]-1], us[i].Var)
		}

		var got [][]int
		for _, group := range g.entangled(us) {
			var vars []int
			for _, u := range group {
				vars = append(vars, u.Var)
			}
			got = append(got, vars)
			sizes[len(vars)] = true
		}
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("variables %v that read %v are grouped as %v, want %v", us, reads, got, want)
		}
	}
	if len(sizes) < 6 {
		t.Errorf("only groups of %v were drawn", sizes)
	}
}

// TestAssigned leaves out updates that change nothing, also those that say so in
// more words: `go vet` refuses a field that is assigned to itself.
func TestAssigned(t *testing.T) {
	g := planner{m: &machine.Machine{
		Core:  &core.Machine{Vars: []core.Var{{State: -1}, {State: -1}}},
		Names: &ident.Names{Vars: []ident.Var{{Field: "ready"}, {Field: "open"}}},
	}}
	ready := &expr.Ref{Symbol: &expr.Symbol{Scope: expr.Var, Index: 0, Type: expr.Type{Kind: expr.Bool}}}
	open := &expr.Ref{Symbol: &expr.Symbol{Scope: expr.Var, Index: 1, Type: expr.Type{Kind: expr.Bool}}}
	and := func(x, y expr.Expr) expr.Expr { return &expr.Binary{Op: expr.And, X: x, Y: y} }
	for want, value := range map[int]expr.Expr{
		0: and(ready, ready),
		1: and(ready, open),
	} {
		if got := g.assigned(core.Transition{Updates: []core.Update{{Var: 0, Value: value}}}); len(got) != want {
			t.Errorf("ready = %s is %d updates, want %d", expr.Print(value, expr.Spec), len(got), want)
		}
	}
	if got := g.assigned(core.Transition{Updates: []core.Update{{Var: 0, Value: ready}}}); len(got) > 0 {
		t.Error("ready = ready is an update")
	}
}
