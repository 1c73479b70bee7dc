package verdict_test

import (
	"os"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify/internal/verdict"
)

// TestCeilingsMissing counts the values of lexicographic functions with fewer or more ceilings than components. Each component without a
// ceiling would count as one that has a single value, so a lower bound would follow.
func TestCeilingsMissing(t *testing.T) {
	for _, name := range []string{"nested", "rounds"} {
		src, err := os.ReadFile("../../testdata/" + name + ".fsm.yaml")
		if err != nil {
			t.Fatal(err)
		}
		in := explored(load(t, name, src))
		found := searched(in)
		list := found.Case(in).Bound.Ceilings
		if verdict.Begin(in.Theory, in.Machine, list) == nil || len(list) == 0 {
			t.Fatalf("%s: nothing follows from %d levels with ceilings", name, len(list))
		}
		wrong := map[string][][]verdict.Ceiling{"no level": nil, "a level less": list[1:], "a level more": append(slices.Clone(list), list[0])}
		for i := range list {
			change := func(what string, level []verdict.Ceiling) {
				other := slices.Clone(list)
				other[i] = level
				wrong[what] = other
			}
			if len(list[i]) > 0 {
				change("no ceiling", nil)
				change("a ceiling less", list[i][1:])
			}
			change("a ceiling more", append(slices.Clone(list[i]), verdict.Ceiling{Most: expr.Number(0)}))
			for what, other := range wrong {
				if verdict.Begin(in.Theory, in.Machine, other) != nil {
					t.Errorf("%s: a count follows from %s in level %d", name, what, i)
				}
			}
		}
	}
}

// TestOtherBound submits evidence for another bound than the spec claims, and for more components than there are.
func TestOtherBound(t *testing.T) {
	src, err := os.ReadFile("../../testdata/nested.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	in := explored(load(t, "nested", src))
	found := searched(in)
	c := found.Case(in)
	links := c.Bound.Links
	product := links[len(links)-1].Expr
	claimed := explored(load(t, "nested", append(src, "bound: "+expr.Print(product, expr.Spec)+" + 1\n"...)))
	found = searched(claimed)
	of := found.Case(claimed)
	if judged := verdict.Judge(of); judged.Bound == nil || judged.Bound != claimed.Machine.Bound {
		t.Fatal("the claimed bound is not proved")
	}
	other := *of
	other.Bound = &verdict.Bound{Ceilings: of.Bound.Ceilings, Links: of.Bound.Links[:len(of.Bound.Links)-1]}
	if bound := verdict.Judge(&other).Bound; bound != nil {
		t.Errorf("%s is proved, which is not what the spec claims", expr.Print(bound, expr.Spec))
	}
	longer := *c
	longer.Bound = &verdict.Bound{Ceilings: slices.Clone(c.Bound.Ceilings), Links: links}
	for i, level := range longer.Bound.Ceilings {
		if len(level) > 0 {
			longer.Bound.Ceilings[i] = append(slices.Clone(level), level[len(level)-1])
		}
	}
	if bound := verdict.Judge(&longer).Bound; bound != nil {
		t.Errorf("%s is proved with more ceilings than components", expr.Print(bound, expr.Spec))
	}
}
