package check

import (
	"fmt"
	"math/rand"
	"slices"

	"github.com/fsmgen/fsmgen/fsmtest/internal/host"
	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// maxForgedRun limits the events of a run from a forged configuration.
const maxForgedRun = 200

// bounded says what is wrong with the progress of a machine that Restore has accepted: it
// must not be negative, and must not exceed the bound.
func bounded(env *Env, from oracle.Config) error {
	if env.Spec.Rank == 0 || env.Oracle.Ended(from) {
		return nil
	}
	progress := env.Oracle.Costs.Progress(from)
	if slices.Min(progress) < 0 {
		return fmt.Errorf("progress is %v", progress)
	}
	if env.Spec.Rank == 1 && env.Spec.Bound != nil && progress[0] > env.Spec.Bound(from.Vars) {
		return fmt.Errorf("progress is %d, but the bound is %d", progress[0], env.Spec.Bound(from.Vars))
	}
	return nil
}

// proceeds says what is wrong with the progress of the steps of a course.
func proceeds(env *Env, c oracle.Course) error {
	if env.Spec.Rank == 0 {
		return nil
	}
	for _, s := range c.Steps {
		if err := env.Oracle.Costs.Decreases(s); err != nil {
			return err
		}
		if err := bounded(env, s.To); err != nil {
			return err
		}
	}
	return nil
}

// runForged runs a machine from a forged configuration to its end or, in a reactive
// machine, for some time. The run must keep to the bound.
func runForged(env *Env, m any, host *host.Host, from oracle.Config) error {
	random := rand.New(rand.NewSource(1))
	taken, start := 0, from
	for range maxForgedRun {
		rest, none := env.Oracle.AtRest(from), 0
		var events []int
		for event, e := range env.Spec.Events {
			switch {
			case env.Oracle.Lists(rest, event):
				events = append(events, event)
			case !e.Internal:
				none = event
			}
		}
		if len(events) == 0 {
			if env.Oracle.Key(rest) == env.Oracle.Key(from) || env.Spec.Events[none].Internal {
				return nil
			}
			events = []int{none} // which is illegal, but comes after the steps without an event
		}
		e := env.draws.Fill(events[random.Intn(len(events))], rest, func(n int) int { return random.Intn(max(n, 1)) })
		c := env.Oracle.Course(from, e)
		if err := takesForged(env, m, host, from, e); err != nil {
			return fmt.Errorf("%s in %s: %w", env.Oracle.Texts.Input(e), env.Oracle.Texts.Config(from), err)
		}
		taken = env.Oracle.Costs.Count(taken, c.Steps)
		if env.Spec.Bound != nil && taken > env.Spec.Bound(from.Vars) {
			return fmt.Errorf("a run from %s takes %d transitions, but the bound is %d", env.Oracle.Texts.Config(start), taken, env.Spec.Bound(from.Vars))
		}
		from = c.End
	}
	return nil
}
