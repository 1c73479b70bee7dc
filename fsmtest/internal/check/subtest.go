package check

import (
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/oracle"
)

// Subtest runs a test, which fails where the machine does not come to rest, and ends early where that takes too long.
func (env *Env) Subtest(t *testing.T, name string, f func(t *testing.T, env *Env)) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		defer failEndless(t)
		env.Oracle.Work.Allow(oracle.SubtestSteps)
		brief := env.bench.Brief
		f(t, env)
		if n := env.bench.Brief - brief; n > 0 {
			t.Logf("the table is large: observers have sent two events in place of all, %d times", n)
		}
	})
}

// failEndless turns the panic about a machine that does not come to rest into a failure.
func failEndless(t testing.TB) {
	t.Helper()
	switch p := recover().(type) {
	case nil:
	case oracle.Endless:
		t.Fatal(p)
	case oracle.Spent:
		t.Log(p)
	default:
		panic(p)
	}
}
