package promela_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/explore"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify"
)

// TestSPINRandom compares the counts of random specs, many of which have regions or microsteps.
func TestSPINRandom(t *testing.T) {
	sample.Turn(t)
	needTools(t)
	size, first := sample.Size(4, 6, 14), sample.Seed(t)
	seen := map[string]int{}
	for i := range size {
		seed := first + uint64(i)
		features := []spectest.Features{spectest.Regions, spectest.Regions | spectest.Eventless, spectest.Raise | spectest.Final | spectest.History, spectest.All}[seed%4]
		text := spectest.Exhaustive(spectest.Random(rand.New(rand.NewPCG(seed, 1)), features))
		s, _ := spec.LoadWith("random.fsm.yaml", []byte(text), spectest.Open)
		m := s.Machine
		if m == nil {
			seen["invalid"]++
			continue
		}
		if slices.ContainsFunc(m.Events, func(e core.Event) bool { return e.Outside() != nil }) {
			seen["payloads with ranges"]++
			continue
		}
		if samples(m) {
			t.Errorf("exploration and SPIN do not try the same payloads of\n%s", text)
			continue
		}
		r := verify.Machine(context.Background(), m)
		if len(r.Explored) == 0 {
			seen["not explored"]++
			continue
		}
		g := explore.Explore(context.Background(), m, r.Explored[len(r.Explored)-1].Params, 1<<16)
		switch {
		case !g.Complete || !g.Exact || g.Configs() == 0:
			seen["too large"]++
		case len(g.Faults()) > 0:
			seen["with arithmetic that fails, perhaps of outputs, which SPIN does not have"]++
		default:
			seen["compared"]++
			if slices.ContainsFunc(m.States, func(s core.State) bool { return len(s.Regions) > 0 }) {
				seen["compared, with regions"]++
			}
			compare(t, m, g)
		}
		if t.Failed() {
			t.Fatalf("seed %d\n%s", seed, text)
		}
	}
	t.Logf("%d specs: %v", size, seen)
	if size >= 26 && (seen["compared"] < size/4 || seen["compared, with regions"] < size/20) {
		t.Errorf("only %v of %d", seen, size)
	}
}
