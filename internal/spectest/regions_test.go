package spectest_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec/core"
)

// TestRegions wants valid specs with regions, with events that several regions handle, and with
// composite states and regions inside regions, if and only if these are asked for.
func TestRegions(t *testing.T) {
	sample.Turn(t)
	for _, features := range []spectest.Features{spectest.Eventless | spectest.Invoke, spectest.Regions, spectest.All} {
		asked := features&spectest.Regions != 0
		r, valid, seen := rand.New(rand.NewPCG(1, 2)), 0, map[string]int{}
		for range 400 {
			m := load(spectest.Random(r, features))
			if m == nil {
				continue
			}
			valid++
			for part, has := range map[string]bool{
				"regions":          m.Parallel(),
				"shared events":    slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return t.Handles != "" }),
				"payloads":         slices.ContainsFunc(m.Vars, func(v core.Var) bool { return v.Implied == core.Carried }),
				"composite states": slices.ContainsFunc(m.States, nested),
				"inner regions":    slices.ContainsFunc(m.States, inner),
			} {
				if has {
					seen[part]++
				}
			}
		}
		t.Logf("%d valid, %v", valid, seen)
		for _, part := range []string{"regions", "shared events", "payloads", "composite states", "inner regions"} {
			if asked && seen[part] < 10 || !asked && seen[part] > 0 {
				t.Errorf("%d of %d specs have %s; asked for: %t", seen[part], valid, part, asked)
			}
		}
	}
}

func nested(s core.State) bool {
	return slices.ContainsFunc(s.Regions, func(r core.Region) bool {
		return slices.ContainsFunc(r.Leaves, func(l core.Leaf) bool { return len(l.Composites) > 0 })
	})
}

func inner(s core.State) bool {
	return slices.ContainsFunc(s.Regions, func(r core.Region) bool { return r.Inside != nil })
}
