package orchestration

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestPaths has runs through every way of recovery, and out of it.
func TestPaths(t *testing.T) {
	gapTwice := func() func(context.Context, []Result) ([]string, error) {
		calls := 0
		return func(context.Context, []Result) ([]string, error) {
			if calls++; calls <= 2 {
				return []string{"more"}, nil
			}
			return nil, nil
		}
	}
	always := func(err error) func(context.Context, Task) (string, error) {
		return func(context.Context, Task) (string, error) { return "", err }
	}
	onlyHeavyFails := func(_ context.Context, task Task) (string, error) {
		if task.Heavy {
			return "", errLimited
		}
		return task.Name, nil
	}
	const retries = "Retry Retry Retry "
	for _, test := range []struct {
		name                  string
		set                   func(*Config)
		preferred, compatible *ports
		states                string
		reason                AbortReason // if it ends in Aborted
	}{
		{"nothing fails", nil, &ports{}, nil, "Plan Execute Verify Done", 0},
		{"a retry helps", nil, &ports{execute: fails(errBusy)}, nil, "Plan Execute Retry Verify Done", 0},
		{"a panic is no reason to retry", nil, &ports{execute: func(context.Context, Task) (string, error) { panic("oh") }}, nil,
			"Plan Execute Aborted", AbortReasonStepFailed},
		{"4xx is never retried", nil, &ports{execute: always(errInvalid)}, nil, "Plan Execute Aborted", AbortReasonStepFailed},
		{"retries are used up", nil, &ports{execute: always(errBusy)}, nil, "Plan Execute " + retries + "Aborted", AbortReasonStepFailed},
		{"no retries at all", func(c *Config) { c.Params.MaxRetries = 0 }, &ports{execute: always(errBusy)}, nil,
			"Plan Execute Aborted", AbortReasonStepFailed},
		{"the other provider", nil, &ports{execute: always(errLimited)}, &ports{},
			"Plan Execute " + retries + "Fallback Execute Verify Done", 0},
		{"the other provider at once", nil, &ports{execute: always(errInvalid)}, &ports{}, "Plan Execute Fallback Execute Verify Done", 0},
		{"the other provider is not allowed", func(c *Config) { c.AllowCompatible = false }, &ports{execute: always(errInvalid)}, &ports{},
			"Plan Execute Aborted", AbortReasonStepFailed},
		{"no fallbacks", func(c *Config) { c.Params.MaxFallbacks = 0 }, &ports{execute: always(errInvalid)}, &ports{},
			"Plan Execute Aborted", AbortReasonStepFailed},
		{"the other provider is not there", nil, &ports{execute: always(errInvalid)},
			&ports{connect: func(context.Context) error { return errBoom }}, "Plan Execute Fallback Aborted", AbortReasonFallbackFailed},
		{"down to the stub", func(c *Config) { c.AllowStub = true }, &ports{execute: always(errInvalid)}, &ports{execute: always(errInvalid)},
			"Plan Execute Fallback Execute Fallback Execute Verify Done", 0},
		{"without what is heavy", func(c *Config) { c.Params.MaxRetries = 0 },
			&ports{plan: heavy, execute: onlyHeavyFails, connect: func(context.Context) error { return errBoom }}, nil,
			"Plan Execute Fallback Execute Verify Done", 0},
		{"the rest fails without what is heavy", nil, &ports{plan: heavy, execute: always(errInvalid)}, nil,
			"Plan Execute Fallback Execute Aborted", AbortReasonStepFailed},
		{"heavy tasks have no resources", func(c *Config) { c.Params.Resources = false }, &ports{plan: heavy, execute: onlyHeavyFails}, nil,
			"Plan Execute Verify Done", 0},
		{"refined twice", nil, &ports{verify: gapTwice()}, nil,
			"Plan Execute Verify Refine Execute Verify Refine Execute Verify Done", 0},
		{"a gap remains", func(c *Config) { c.Params.MaxRefinements = 1 }, &ports{verify: gapTwice()}, nil,
			"Plan Execute Verify Refine Execute Verify Aborted", AbortReasonGapRemains},
		{"nothing to refine", nil, &ports{verify: gapTwice(), refine: func(context.Context, []string) ([]Task, error) { return nil, nil }}, nil,
			"Plan Execute Verify Refine Aborted", AbortReasonGapRemains},
		{"refinement fails", nil, &ports{verify: gapTwice(), refine: func(context.Context, []string) ([]Task, error) { return []Task{{}}, errBoom }}, nil,
			"Plan Execute Verify Refine Aborted", AbortReasonGapRemains},
		{"refinement breaks the rules", nil, &ports{verify: gapTwice(), refine: func(context.Context, []string) ([]Task, error) {
			return []Task{{Needs: []string{"magic"}}}, nil
		}}, nil, "Plan Execute Verify Refine Aborted", AbortReasonGapRemains},
		{"verification fails", nil, &ports{verify: func(context.Context, []Result) ([]string, error) { return nil, errBoom }}, nil,
			"Plan Execute Verify Aborted", AbortReasonVerifyFailed},
		{"no provider", nil, nil, nil, "Aborted", AbortReasonInitFailed},
		{"too many servers", func(c *Config) { c.Params.Servers = 1 }, &ports{servers: 2}, nil, "Aborted", AbortReasonInitFailed},
		{"too many retries of servers", func(c *Config) { c.Params.ServerRetries = 1 }, &ports{servers: 1, retries: 2}, nil, "Aborted", AbortReasonInitFailed},
		{"as many servers as allowed", func(c *Config) { c.Params.Servers = 2 }, &ports{servers: 2, retries: 1}, nil, "Plan Execute Verify Done", 0},
		{"a variable is missing", func(c *Config) { c.Env = []Variable{{Name: "KEY"}} }, &ports{}, nil, "Aborted", AbortReasonInitFailed},
		{"the preferred provider is missing", nil, nil, &ports{}, "Plan Execute Verify Done", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				c := DefaultConfig()
				if test.set != nil {
					test.set(&c)
				}
				p := Providers{Stub: Stub()}
				if test.preferred != nil {
					p.Preferred = test.preferred.provider("first")
				}
				if test.compatible != nil {
					p.Compatible = test.compatible.provider("second")
				}
				r := &recorder{t: t}
				results, err := Orchestrate(t.Context(), "one", c, p, r)
				if got := r.states(); got != test.states {
					t.Errorf("went through %s\nwant         %s", got, test.states)
				}
				if r.moves[len(r.moves)-1].To == StateAborted {
					wantAbort(t, err, test.reason)
				} else if err != nil || len(results) == 0 {
					t.Errorf("%v, %v", results, err)
				}
				if diff := cmp.Diff(results, r.results); diff != "" {
					t.Errorf("returned (-), delivered (+):\n%s", diff)
				}
			})
		})
	}
}

// TestRetryOnlyWhatFailed counts the calls for each task.
func TestRetryOnlyWhatFailed(t *testing.T) {
	bubble(t, func(t *testing.T) {
		calls := map[string]int{}
		c := DefaultConfig()
		c.Params.Workers = 1
		p := Providers{Preferred: ports{execute: func(_ context.Context, task Task) (string, error) {
			calls[task.Name]++
			if task.Name != "t1" && calls[task.Name] == 1 {
				return "", errBusy
			}
			return task.Name, nil
		}}.provider("first")}
		r := &recorder{t: t}
		if _, err := Orchestrate(t.Context(), names(3), c, p, r); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(map[string]int{"t0": 2, "t1": 1, "t2": 2}, calls); diff != "" {
			t.Error(diff)
		}
	})
}

// TestTime checks how long a run waits, and that calls have a time limit.
func TestTime(t *testing.T) {
	bubble(t, func(t *testing.T) {
		start := time.Now()
		p := Providers{Preferred: ports{execute: func(ctx context.Context, _ Task) (string, error) {
			<-ctx.Done()
			return "", ctx.Err()
		}}.provider("first")}
		_, err := Orchestrate(t.Context(), "one", DefaultConfig(), p, &recorder{t: t})
		d := wantAbort(t, err, AbortReasonStepFailed)
		if took, want := time.Since(start), 4*time.Minute+(1+2+4)*time.Second; took != want {
			t.Errorf("took %v, want %v", took, want)
		}
		if want := []string{"one"}; d.Pending != 1 || !slices.Equal(d.Unfinished, want) || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("diagnostics are %+v", d)
		}
	})
}

// TestPlanRecovery refuses plans for each reason.
func TestPlanRecovery(t *testing.T) {
	many := func(n int, change func(*Task)) []Task {
		tasks := make([]Task, n)
		for i := range tasks {
			tasks[i] = Task{Name: "x", Cost: 1, Takes: time.Minute}
			if change != nil {
				change(&tasks[i])
			}
		}
		return tasks
	}
	const again = "Plan RecoverPlan Plan "
	for name, test := range map[string]struct {
		plan   func(Scope) ([]Task, error)
		states string
	}{
		"too many tasks":   {func(s Scope) ([]Task, error) { return many(s.MaxTasks+s.MaxTasks/16, nil), nil }, again + "Execute Verify Done"},
		"no tasks":         {func(Scope) ([]Task, error) { return nil, nil }, again + "RecoverPlan Plan RecoverPlan Aborted"},
		"too slow":         {func(s Scope) ([]Task, error) { return many(s.MaxTasks, nil), nil }, again + "Execute Verify Done"},
		"too dear":         {func(s Scope) ([]Task, error) { return many(1, func(t *Task) { t.Cost = cost(s) }), nil }, again + "Execute Verify Done"},
		"forbidden":        {func(s Scope) ([]Task, error) { return many(1, func(t *Task) { t.Needs = needs(s) }), nil }, again + "Execute Verify Done"},
		"always forbidden": {func(Scope) ([]Task, error) { return many(1, func(t *Task) { t.Needs = []string{"magic"} }), nil }, again + "RecoverPlan Plan RecoverPlan Aborted"},
		"a planner fails":  {func(Scope) ([]Task, error) { return nil, errBoom }, again + "Execute Verify Done"},
		"what was wrong": {func(s Scope) ([]Task, error) {
			if s.After == PlanFaultForbidden {
				return many(1, nil), nil
			}
			return many(1, func(t *Task) { t.Needs = []string{"magic"} }), nil
		}, again + "Execute Verify Done"},
		"a cost below zero": {func(Scope) ([]Task, error) { return many(1, func(t *Task) { t.Cost = -1 }), nil }, again + "Execute Verify Done"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				c := DefaultConfig()
				c.Budget, c.MaxDuration = 20, 8*time.Minute
				first := ports{plan: func(_ context.Context, s Scope) ([]Task, error) { return test.plan(s) }}
				r := &recorder{t: t}
				_, err := Orchestrate(t.Context(), "one", c, Providers{Preferred: first.provider("first"), Compatible: ports{}.provider("second")}, r)
				if got := r.states(); got != test.states {
					t.Errorf("went through %s, want %s", got, test.states)
				}
				if r.moves[len(r.moves)-1].To == StateAborted {
					wantAbort(t, err, AbortReasonPlanInvalid)
				}
			})
		})
	}
	bubble(t, func(t *testing.T) {
		hopeless := ports{plan: func(context.Context, Scope) ([]Task, error) { return nil, errBoom }}.provider("first")
		_, err := Orchestrate(t.Context(), "one", DefaultConfig(), Providers{Preferred: hopeless}, &recorder{t: t})
		if d := wantAbort(t, err, AbortReasonPlanInvalid); d.Replans != 2 || !errors.Is(err, errBoom) {
			t.Errorf("%+v, %v", d, err)
		}
	})
}

func cost(s Scope) int {
	if s.Frugal {
		return 20
	}
	return 21
}

func needs(s Scope) []string {
	if s.Frugal {
		return nil
	}
	return []string{"magic"}
}

// TestArguments has arguments with which no run begins.
func TestArguments(t *testing.T) {
	if _, err := Orchestrate(t.Context(), "one", DefaultConfig(), Providers{Stub: Stub()}, nil); err == nil {
		t.Error("no error without an observer")
	}
	c := DefaultConfig()
	c.Params.MaxSteps = 0
	var given *AbortError
	if _, err := Orchestrate(t.Context(), "one", c, Providers{Stub: Stub()}, &recorder{t: t}); err == nil || errors.As(err, &given) {
		t.Errorf("error is %v", err)
	}
}

// TestNothingGoesOn checks that no call of a port outlasts a run, however that
// ends.
func TestNothingGoesOn(t *testing.T) {
	for _, limit := range []time.Duration{time.Hour, 3 * time.Second} {
		bubble(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			var running atomic.Int32
			first := ports{execute: func(_ context.Context, task Task) (string, error) {
				running.Add(1)
				defer running.Add(-1)
				time.Sleep(time.Duration(len(task.Name)) * 2 * time.Second)
				if task.Name == "a" {
					return "", errInvalid
				}
				return task.Name, nil
			}}.provider("first")
			if _, err := Orchestrate(ctx, "a;bb;ccc;dd;e", DefaultConfig(), Providers{Preferred: first}, &recorder{t: t}); err == nil {
				t.Error("no error")
			}
			if n := running.Load(); n > 0 {
				t.Errorf("%d calls go on", n)
			}
		})
	}
}
