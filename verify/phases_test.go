package verify_test

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// phased are machines whose progress depends on a condition, and some whose endless runs need
// payloads that depend on variables.
var phased = []string{
	"known/up_then_down", "known/negate_lower", "its/counterex1b", "its/direction", "its/later_phase", "its/endless_follow", "its/follow_limited",
}

// TestPhaseMutants holds what is proved or refuted of machines with phases, as they are and changed at random,
// against exploration and against the witness.
func TestPhaseMutants(t *testing.T) {
	first, size := sample.Seed(t), sample.Size(2, 4, 100)
	phased := sample.Some(t, phased, sample.Size(1, 2, len(phased)))
	t.Logf("unchanged: %s", strings.Join(phased, ", "))
	count := map[string]int{}
	for i := range len(phased) + size {
		seed := first + uint64(max(0, i-len(phased)))
		random := rand.New(rand.NewPCG(seed, 11))
		file := "testdata/" + phased[seed%uint64(len(phased))] + ".fsm.yaml"
		if i < len(phased) {
			file = "testdata/" + phased[i] + ".fsm.yaml"
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(src)
		if i >= len(phased) {
			for range 1 + random.IntN(2) {
				text = spectest.Mutate(random, text, spectest.All)
			}
		}
		s, _ := spec.Load(file, []byte(text))
		if s.Machine == nil {
			count["invalid"]++
			continue
		}
		r := verify.Machine(context.Background(), s.Machine)
		count[string(r.Termination)]++
		if r.Synthesized != nil && strings.Contains(r.Summary(), "it depends on conditions") {
			count["phases"]++
		}
		if r.Recurrent != nil && r.Recurrent.Payloads != nil {
			count["payloads"]++
		}
		for _, fault := range faultsOf(r, random) {
			t.Errorf("%s, seed %d: %s\n%s", file, seed, fault, text)
		}
	}
	if sample.Long() && (count["phases"] < 3 || count["payloads"] < 1) {
		t.Errorf("the test is too weak: %v", count)
	}
	t.Log(count)
}
