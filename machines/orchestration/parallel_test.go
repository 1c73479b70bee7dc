package orchestration

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestParallel has tasks that take some time: how many run at once, in which order the
// results come, and after which time.
func TestParallel(t *testing.T) {
	takes := map[string]time.Duration{"a": 40, "b": 11, "c": 23, "d": 35, "e": 18}
	for _, test := range []struct {
		workers int
		offline bool
		order   string
		took    time.Duration
		atOnce  int
	}{
		{1, false, "a b c d e", 127, 1},
		{2, false, "b c a e d", 69, 2}, // b ends at 11, c at 34, a at 40, e at 58
		{3, false, "b c a e d", 46, 3}, // b ends at 11, c at 23, a at 40, e at 41
		{3, true, "a b c d e", 127, 1},
	} {
		bubble(t, func(t *testing.T) {
			var mu sync.Mutex
			running, most := 0, 0
			p := ports{execute: func(_ context.Context, task Task) (string, error) {
				mu.Lock()
				running++
				most = max(most, running)
				mu.Unlock()
				time.Sleep(takes[task.Name] * time.Second)
				mu.Lock()
				running--
				mu.Unlock()
				return task.Name, nil
			}}.provider("first")
			c := DefaultConfig()
			c.Params.Workers, c.Params.Offline = test.workers, test.offline
			start := time.Now()
			results, err := Orchestrate(t.Context(), "a; b; c; d; e", c, Providers{Preferred: p, Stub: p}, &recorder{t: t})
			var order []string
			for _, r := range results {
				order = append(order, r.Task)
			}
			if got := strings.Join(order, " "); err != nil || got != test.order || time.Since(start) != test.took*time.Second || most != test.atOnce {
				t.Errorf("%+v: order %s in %v, %d at once, %v", test, got, time.Since(start), most, err)
			}
		})
	}
}

// TestBrokenProvider has a provider that fails each task: each worker tries one, and the
// next provider does them and all others.
func TestBrokenProvider(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var mu sync.Mutex
		tried := 0
		broken := ports{execute: func(context.Context, Task) (string, error) {
			mu.Lock()
			defer mu.Unlock()
			tried++
			return "", errInvalid
		}}.provider("first")
		results, err := Orchestrate(t.Context(), names(9), DefaultConfig(), Providers{Preferred: broken, Compatible: Stub()}, &recorder{t: t})
		if err != nil || tried != workers || len(results) != 9 {
			t.Errorf("%d tasks tried, %d results, %v", tried, len(results), err)
		}
	})
}

// TestRetryBeside has a task that waits for a retry, while the others go on.
func TestRetryBeside(t *testing.T) {
	bubble(t, func(t *testing.T) {
		start, calls := time.Now(), 0
		p := ports{execute: func(_ context.Context, task Task) (string, error) {
			if task.Name == "t0" {
				if calls++; calls < 3 {
					return "", errBusy
				}
			}
			time.Sleep(time.Second)
			return task.Name, nil
		}}.provider("first")
		results, err := Orchestrate(t.Context(), names(7), DefaultConfig(), Providers{Preferred: p}, &recorder{t: t})
		// Two workers do six tasks in 3 s, in which the other one has waited.
		if took := time.Since(start); err != nil || len(results) != 7 || results[6].Task != "t0" || took != 4*time.Second {
			t.Errorf("%v after %v, %v", results, took, err)
		}
	})
}
