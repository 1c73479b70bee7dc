package check

import (
	"fmt"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/fsmtest/internal/run"
)

// timelessRun makes a run with a host that does not know the time, and says what is wrong with it: no timer is
// ever due.
func timelessRun(b *run.Bench, c run.Case) error {
	host := b.NewHost()
	host.Timeless = true
	r := b.BeginWith(c.Params, host)
	for _, e := range c.Events {
		r.Take(e)
	}
	if r.Fault != nil {
		return fmt.Errorf("with a host whose Now returns no time: %w", r.Fault)
	}
	return nil
}

// Table makes a machine for each row of the table, and for each event that a
// state does not accept, and runs it there.
func Table(t *testing.T, env *Env) {
	for _, c := range env.cover(t) {
		r, last, name := env.bench.Begin(c.Params), "the start", "the machine begins"
		of := env.Oracle.Opening(c.Params)
		from := of.From
		for _, e := range c.Events {
			from = r.Now
			r.Take(e)
			of = *r.Last
			last = env.Oracle.Texts.Input(e)
			name = env.Spec.States[from.State].Name + " refuses " + env.Spec.Events[e.Event].Name
		}
		if c.Row >= 0 {
			name = env.Oracle.Texts.Row(c.Row)
		}
		if len(env.Spec.Timers) > 0 && r.Fault == nil {
			r.Fault = timelessRun(env.bench, c)
		}
		t.Run(name, func(t *testing.T) {
			switch {
			case r.Fault != nil:
				t.Errorf("%v\nafter %s\nwith %s", r.Fault, env.Oracle.Texts.Inputs(c.Events), env.Oracle.Texts.Params(c.Params))
			case c.Row != of.Row && !slices.Contains(of.Rows(), c.Row):
				t.Errorf("%s in %s takes the transitions %v of the table, want %d", last, env.Oracle.Texts.Config(from), of.Rows(), c.Row)
			}
		})
	}
}
