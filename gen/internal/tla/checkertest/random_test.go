package checkertest

import (
	"context"
	"fmt"
	"math"
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

// TestRandom compares random specs, many of which have regions or microsteps, as TestChecker does.
func TestRandom(t *testing.T) {
	r := open(t)
	size, first := sample.Size(10, 30, 60), sample.Seed(t)
	tally, regions := map[string]int{}, 0
	for i := range size {
		seed := first + uint64(i)
		features := []spectest.Features{spectest.Regions, spectest.Regions | spectest.Eventless, spectest.Raise | spectest.Final | spectest.History, spectest.All}[seed%4]
		text := spectest.Exhaustive(spectest.Random(rand.New(rand.NewPCG(seed, 1)), features))
		s, _ := spec.LoadWith("random.fsm.yaml", []byte(text), spectest.Open)
		m := s.Machine
		if m == nil || m.MaxInt() > math.MaxInt32 || divides(m) {
			tally["invalid, or beyond what the checker knows"]++
			continue
		}
		if sampled(m) {
			t.Errorf("exploration and the checker do not try the same payloads of\n%s", text)
			continue
		}
		report := verify.Machine(context.Background(), m)
		if len(report.Explored) == 0 {
			tally["not explored"]++
			continue
		}
		g := explore.Explore(context.Background(), m, report.Explored[len(report.Explored)-1].Params, most)
		switch {
		case !g.Complete || !g.Exact || g.Configs() == 0:
			tally["too large"]++
		case len(g.Faults()) > 0:
			tally["with arithmetic that fails"]++
		default:
			t.Run(fmt.Sprint(seed), func(t *testing.T) { compare(t, r, newGraph(t, g), tally) })
			if slices.ContainsFunc(m.States, func(s core.State) bool { return len(s.Regions) > 0 }) {
				regions++
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d\n%s", seed, text)
		}
	}
	t.Logf("%d specs, %d compared with regions, %v", size, regions, tally)
	if size >= 60 && (tally["counts"] < size/5 || regions < size/20) {
		t.Errorf("only %d with regions, %v", regions, tally)
	}
}
