package spectest_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// TestInvoke wants valid specs of each writer, and mutants of specs without it, with calls of the program, child
// machines, results that restart their call, and results that are ignored, if and only if these are asked for.
func TestInvoke(t *testing.T) {
	sample.Turn(t)
	specs, least := sample.Size(200, 200, 600), 1
	if sample.Long() {
		least = 5
	}
	for name, write := range map[string]func(*rand.Rand, spectest.Features) string{
		"Random": spectest.Random, "Sound": spectest.Sound,
		"Mutate": func(r *rand.Rand, features spectest.Features) string {
			text := spectest.Sound(r, 0)
			for range 3 {
				text = spectest.Mutate(r, text, features)
			}
			return text
		},
	} {
		for _, features := range []spectest.Features{spectest.Eventless, spectest.Invoke} {
			r, seen := rand.New(rand.NewPCG(1, 2)), map[string]int{}
			for range specs {
				m := load(write(r, features))
				if m == nil {
					continue
				}
				for part, has := range map[string]bool{
					"calls":    slices.ContainsFunc(m.Invocations, func(i core.Invocation) bool { return i.Cost == nil }),
					"children": slices.ContainsFunc(m.Invocations, func(i core.Invocation) bool { return i.Cost != nil }),
					"restarts": slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return m.Events[t.Event].Result && t.From == t.To && t.Invokes != nil }),
					"ignored":  slices.ContainsFunc(m.Transitions, func(t core.Transition) bool { return m.Events[t.Event].Result && t.Effect == core.Ignore }),
				} {
					if has {
						seen[part]++
					}
				}
			}
			for _, part := range []string{"calls", "children", "restarts", "ignored"} {
				if asked := features == spectest.Invoke; asked && seen[part] < least && (part != "restarts" || name != "Mutate") || !asked && seen[part] > 0 {
					t.Errorf("%s: %d of %d specs have %s; asked for: %t", name, seen[part], specs, part, asked)
				}
			}
		}
	}
}

// TestChildren wants children that load, all with the same parameters and outcomes.
func TestChildren(t *testing.T) {
	for i := 0; ; i++ {
		name, src, err := spectest.Open("", spectest.ChildFile(i))
		if err != nil {
			if i < 10 {
				t.Fatal(err)
			}
			return
		}
		s, diags := spec.LoadWith(name, src, spectest.Open)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		m := s.Machine
		if len(m.Params) != 2 || m.Params[0].Name != "a" || m.Params[1].Name != "b" || m.Params[1].Default == nil || len(m.Outcomes) != 2 || m.Outcomes[0].Name != "end" {
			t.Errorf("%s cannot be used in place of the others", name)
		}
	}
}
