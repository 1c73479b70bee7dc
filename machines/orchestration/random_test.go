package orchestration

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsmgen/fsmgen/internal/sample"
)

// TestRandomProviders has providers that do anything, in any time. Every run
// ends, in the ways that are left to it; the recorder checks the progress.
func TestRandomProviders(t *testing.T) {
	ends := map[string]int{}
	first := sample.Seed(t)
	for seed := first; seed < first+uint64(sample.Size(100, 200, 2000)); seed++ {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 0))
			var mu sync.Mutex
			n := func(below int) int {
				mu.Lock()
				defer mu.Unlock()
				return random.IntN(below)
			}
			errs := []error{errBusy, errLimited, errInvalid, errBoom, context.DeadlineExceeded}
			trouble := func() error {
				time.Sleep(time.Duration(n(2000)) * time.Millisecond)
				if n(3) > 0 {
					return nil
				}
				return errs[n(len(errs))]
			}
			tasks := func() []Task {
				made := make([]Task, n(6))
				for i := range made {
					made[i] = Task{Name: string(rune('a' + i)), Heavy: n(2) == 0, Cost: n(3)}
				}
				return made
			}
			wild := ports{
				plan:    func(context.Context, Scope) ([]Task, error) { return tasks(), trouble() },
				execute: func(_ context.Context, task Task) (string, error) { return task.Name, trouble() },
				verify:  func(context.Context, []Result) ([]string, error) { return make([]string, n(2)), trouble() },
				refine:  func(context.Context, []string) ([]Task, error) { return tasks(), trouble() },
				connect: func(context.Context) error { return trouble() },
			}
			c := DefaultConfig()
			c.Params = Params{
				Offline: n(4) == 0, Resources: n(2) == 0, Workers: 1 + n(workers), MaxSteps: 1 + n(6),
				MaxReplans: n(4), MaxRetries: n(4), MaxFallbacks: n(4), MaxRefinements: n(4),
			}
			c.AllowStub, c.AllowCompatible, c.Budget = n(2) == 0, n(2) == 0, n(8)
			c.Backoff = Backoff{Min: time.Millisecond, Max: time.Minute, Jitter: 1, Source: func() float64 { return float64(n(100)) / 100 }}
			r := &recorder{t: t}
			results, err := Orchestrate(t.Context(), "goal", c,
				Providers{Preferred: wild.provider("first"), Compatible: wild.provider("second"), Stub: wild.provider("stub")}, r)
			var given *AbortError
			switch {
			case err == nil && r.moves[len(r.moves)-1].To == StateDone:
				ends["Done"]++
			case errors.As(err, &given):
				ends[given.Diagnostics.Reason.String()]++
			default:
				t.Fatalf("seed %d: %v", seed, err)
			}
			if made, most := len(r.moves)+len(r.asked), c.Params.MaxTransitions(); made > most {
				t.Errorf("seed %d: %d transitions, with those of questions, and the bound is %d", seed, made, most)
			}
			for _, result := range results {
				if result.Skipped == (result.Text != "") {
					t.Errorf("seed %d: result %+v", seed, result)
				}
			}
		})
	}
	for _, end := range []string{"Done", "PlanInvalid", "StepFailed", "FallbackFailed", "GapRemains", "VerifyFailed"} {
		if ends[end] == 0 && !testing.Short() { // some end one run in 25
			t.Errorf("no run ended with %s: %v", end, ends)
		}
	}
	t.Log(ends)
}
