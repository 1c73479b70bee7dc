package verify_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/internal/charts"
	"github.com/fsmgen/fsmgen/internal/course"
	"github.com/fsmgen/fsmgen/internal/reference"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/source"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify/obligation"
)

// TestCoverCharts holds covers against runs of the reference interpreter in random charts with all features: in a state in which the machine
// is said not to wait without a timer, one runs whose duration is known, whenever the machine is at rest there.
func TestCoverCharts(t *testing.T) {
	size := sample.Size(20, 60, 400)
	seed := sample.Seed(t)
	loaded, rests := 0, 0
	for i := range size {
		at := seed + uint64(i)
		c := charts.New(rand.New(rand.NewPCG(at, 1)))
		s, _ := c.Load()
		if s.Machine == nil || len(s.Machine.Timers) == 0 {
			continue
		}
		file, children, err := c.Syntax()
		if err != nil {
			t.Fatal(err)
		}
		m, err := reference.New(file, children)
		if err != nil {
			t.Fatal(err)
		}
		loaded++
		waits, known := obligation.Waits(s.Machine, allTimers(s.Machine)), knownTimers(s.Machine)
		for k := range 10 {
			run, err := course.New(m, rand.New(rand.NewPCG(at, uint64(k))), 12)
			if err != nil {
				t.Fatal(err)
			}
			for j := range run.Seen {
				seen := &run.Seen[j]
				state := slices.IndexFunc(s.Machine.States, func(x core.State) bool { return slices.Contains(seen.Active, x.Name) })
				if seen.Outcome != "" || state < 0 || slices.Contains(waits, state) {
					continue
				}
				rests++
				if !slices.ContainsFunc(known, func(timer string) bool { return slices.Contains(seen.Runs, timer) }) {
					t.Fatalf("seed %d: after %v, no timer runs in %v: %v\n%s", at, run.Inputs[:j], seen.Active, seen.Runs, c.Text)
				}
			}
		}
	}
	t.Logf("%d of %d charts have timers, and are at rest in covered states %d times", loaded, size, rests)
	if size >= 100 && rests < size {
		t.Errorf("the sample is too weak: %d rests in covered states of %d charts", rests, size)
	}
}

func allTimers(m *core.Machine) (list []int) {
	for i := range m.Timers {
		list = append(list, i)
	}
	return list
}

// knownTimers returns the texts of timers whose duration is known.
func knownTimers(m *core.Machine) (list []string) {
	for i := range m.Timers {
		if obligation.Longest(m, i) != nil {
			list = append(list, source.Timer(m, i))
		}
	}
	return list
}
