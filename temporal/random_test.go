package temporal_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"go.temporal.io/sdk/workflow"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/temporal"
	"github.com/fsmgen/fsmgen/temporal/internal/oracle"
	"github.com/fsmgen/fsmgen/temporal/internal/order"
)

// even is a bank that refuses even amounts.
func even(amount int64) bool { return amount%2 == 0 }

// TestRandom compares workflows with the interpreter: random events at random times as Updates and Signals,
// timers, cancellations, and runs that continue as new.
func TestRandom(t *testing.T) {
	seen := map[string]int{}
	for n := range sample.Size(30, 150, 1500) {
		seed := uint64(n)
		t.Run(fmt.Sprint(seed), func(t *testing.T) { random(t, seed, seen) })
	}
	for _, what := range []string{"accepted", "refused", "ignored", "signal", "Sent", "Cancelled", "continued", "timers"} {
		if seen[what] == 0 {
			t.Errorf("no run was %s", what)
		}
	}
	t.Log(seen)
}

func random(t *testing.T, seed uint64, seen map[string]int) {
	random := rand.New(rand.NewPCG(seed, 1))
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	p := order.Params{Tries: 1 + random.IntN(4), Parcels: 1 + random.IntN(4)}
	text, err := os.ReadFile("internal/order/order.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	o := oracle.New(text, p, start, even)
	s := &shop{charge: func(amount, _ int) (string, error) {
		if even(int64(amount)) {
			return "", errRefused
		}
		return fmt.Sprint("paid ", amount), nil
	}}
	in := input(t, p)
	now := start
	for part := 0; ; part++ {
		env := environment(t)
		env.SetStartTime(now)
		w := temporal.New(order.Kind{}, s.perform)
		w.Register(env)
		at, end := now, false
		for i := range 8 {
			at = at.Add(time.Duration(1+random.IntN(3000)*(1+random.IntN(2)*20)) * time.Second)
			e := randomEvent(random)
			kind := random.IntN(20)
			id := fmt.Sprintf("%d/%d", part, i)
			time := at
			env.RegisterDelayedCallback(func() {
				if env.IsWorkflowCompleted() {
					return
				}
				o.Advance(time)
				switch {
				case kind == 0:
					end = true
					env.CancelWorkflow()
					o.Send(time, "Cancel", nil)
				case kind < 4:
					seen["signal"]++
					env.SignalWorkflow(temporal.SignalEvent, e)
					o.Send(time, e.Name, e.Payload)
				case kind < 6:
					env.SignalWorkflow(temporal.SignalContinue, nil)
				default:
					env.UpdateWorkflow(temporal.UpdateEvent, id, compare(t, env, o, seen, time, e), e)
				}
			}, at.Sub(now))
		}
		env.RegisterDelayedCallback(func() {
			if !env.IsWorkflowCompleted() {
				o.Advance(at.Add(time.Hour))
				env.SignalWorkflow(temporal.SignalContinue, nil)
			}
		}, at.Add(time.Hour).Sub(now))
		env.ExecuteWorkflow("Order", in)
		if !env.IsWorkflowCompleted() {
			t.Fatal("the workflow has not ended")
		}
		now = env.Now()
		next, again := continued(t, env)
		if !again {
			o.Advance(now)
			r := result(t, env)
			seen[r.State]++
			seen["timers"] += o.Fires
			if r.State != o.State() || r.Revision != o.Revision || !slices.Equal(s.done, o.Done) || len(r.Failures) > 0 {
				t.Fatalf("the workflow ends with %+v and %q, the interpreter says %s, %d, %q", r, s.done, o.State(), o.Revision, o.Done)
			}
			return
		}
		if end {
			t.Fatal("canceled, and continued")
		}
		seen["continued"]++
		in = next
	}
}

// compare returns callbacks that compare what becomes of an Update with the interpreter.
func compare(t *testing.T, env interface{ IsWorkflowCompleted() bool }, o *oracle.Order, seen map[string]int, now time.Time, e temporal.Event) *outcomes {
	return &outcomes{outcome: new(outcome), check: func(got *outcome) {
		accepted, ignored := o.Send(now, e.Name, e.Payload)
		switch {
		case !accepted:
			seen["refused"]++
			if !got.rejected || refusal(t, got.err).Type() != "fsmgen.Refused" {
				t.Errorf("%s %s in %s: %+v, the interpreter refuses it", e.Name, e.Payload, o.State(), got)
			}
		case ignored:
			seen["ignored"]++
			if !got.rejected || refusal(t, got.err).Type() != "fsmgen.Unchanged" {
				t.Errorf("%s %s in %s: %+v, the interpreter ignores it", e.Name, e.Payload, o.State(), got)
			}
		default:
			seen["accepted"]++
			if got.rejected || got.err != nil {
				t.Errorf("%s %s: %+v, the interpreter accepts it, and is in %s", e.Name, e.Payload, got, o.State())
			}
		}
	}}
}

// outcomes is an outcome that is checked when it is known.
type outcomes struct {
	*outcome
	check func(*outcome)
}

func (o *outcomes) Accept() { o.accepts = true }

func (o *outcomes) Reject(err error) {
	o.rejected, o.err = true, err
	o.check(o.outcome)
}

func (o *outcomes) Complete(_ any, err error) {
	o.err = err
	o.check(o.outcome)
}

// randomEvent returns an event that a customer can send.
func randomEvent(random *rand.Rand) temporal.Event {
	switch random.IntN(8) {
	case 0, 1, 2:
		return event("Pay", fmt.Sprintf(`{"amount":%d}`, random.IntN(6)))
	case 3, 4, 5:
		return event("Pack", "")
	case 6:
		return event("Note", `{"text":"hello"}`)
	}
	return event("Pack", "{}")
}

// continued returns the input of the next run, if there is one.
func continued(t *testing.T, env interface{ GetWorkflowError() error }) (in temporal.Input, ok bool) {
	t.Helper()
	var again *workflow.ContinueAsNewError
	if !errorsAs(env.GetWorkflowError(), &again) {
		return in, false
	}
	decode(t, again, &in)
	return in, true
}
