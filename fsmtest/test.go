package fsmtest

import (
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/check"
)

// Test compares a machine with its spec. Each kind of check is a subtest. With -short, and under
// the race detector, Test makes a quarter of the runs.
func Test[M any, S any, C, E any](t *testing.T, spec *Spec[C, E], machine *Machine[M, S, C]) {
	env := check.NewEnv(bind(spec, machine))
	for _, c := range list() {
		if c.applies(env) {
			env.Subtest(t, c.name, c.run)
		}
	}
}

// Fuzz compares a machine with its spec in a fuzz target. The bytes of the input choose the
// parameters, the events, the payloads, and the answers of the host. The seed corpus has a run to
// each transition that small parameters allow, to a refusal in each state, and some random inputs.
func Fuzz[M any, S any, C, E any](f *testing.F, spec *Spec[C, E], machine *Machine[M, S, C]) {
	check.Fuzz(f, check.NewEnv(bind(spec, machine)))
}

// Explore compares a machine with its spec in more configurations than [Test] does: those of
// machines with parameters up to 3 above their minimum, up to the given number of events. It
// returns snapshots of some of these configurations. The test fails if Explore completes for none
// of the parameters.
func Explore[M any, S any, C, E any](t *testing.T, spec *Spec[C, E], machine *Machine[M, S, C], events int) (snapshots [][]byte) {
	t.Helper()
	return check.Explore(t, check.NewEnv(bind(spec, machine)), events)
}

// testKind is a kind of check, and whether it applies to a machine.
type testKind struct {
	name    string
	applies func(h *check.Env) bool
	run     func(t *testing.T, h *check.Env)
}

// list lists the kinds of checks in the order in which they run.
func list() []testKind {
	return []testKind{
		{"Params", always, check.Params},
		{"Texts", always, check.Texts},
		{"Messages", hasEvents, check.Messages},
		{"Table", hasEvents, check.Table},
		{"Snapshots", func(env *check.Env) bool { return env.Subject.Machine.Restore != nil }, check.Snapshots},
		{"Forged", func(env *check.Env) bool { return env.Subject.Machine.Restore != nil && hasEvents(env) }, check.Forged},
		{"Inputs", func(env *check.Env) bool { return env.Subject.Machine.Kind != nil && hasEvents(env) }, check.Inputs},
		{"Columns", func(env *check.Env) bool { return env.Subject.Machine.FromValues != nil }, check.Columns},
		{"Observed", func(env *check.Env) bool { return env.Subject.Machine.Observe != nil && hasEvents(env) }, check.Observed},
		{"Typed", func(env *check.Env) bool { return env.Subject.Machine.In != nil && hasEvents(env) }, check.Typed},
		{"Run", func(env *check.Env) bool { return env.Subject.Machine.Run != nil && hasEvents(env) }, check.Run},
		{"Unsettled", func(env *check.Env) bool {
			return env.Oracle.Always >= 0 && (env.Subject.Machine.Restore != nil || env.Subject.Machine.FromValues != nil)
		}, check.Unsettled},
		{"Walk", always, check.Walk},
	}
}

// always applies to all machines.
func always(*check.Env) bool { return true }

// hasEvents applies to machines with events.
func hasEvents(env *check.Env) bool { return len(env.Spec.Events) > 0 }
