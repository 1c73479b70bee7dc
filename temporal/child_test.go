package temporal_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/temporal"
	"github.com/fsmgen/fsmgen/temporal/internal/order"
	"github.com/fsmgen/fsmgen/temporal/internal/purchase"
)

// TestChild runs a machine whose child machine is a workflow of its own: it is paid and sent, cancelled, stopped with its parent, or
// runs for so long that its parent no longer waits.
func TestChild(t *testing.T) {
	const child = "default-test-workflow-id/Order/1"
	for name, test := range map[string]struct {
		events []temporal.Event
		want   string
	}{
		"sent":      {[]temporal.Event{event("Pay", `{"amount":7}`), event("Pack", ``)}, "[mail paid 7 send 1 bought] Bought bought"},
		"cancelled": {[]temporal.Event{event("Cancel", `{"cause":null}`)}, "[mail cancelled not bought] Failed failed"},
		"stopped":   {nil, "[stopped mail cancelled] Failed failed"},
		"late":      {nil, "[too late mail cancelled] Failed failed"},
	} {
		t.Run(name, func(t *testing.T) {
			env, s := environment(t), &shop{}
			temporal.New(order.Kind{}, s.perform).Register(env)
			w := temporal.New(purchase.Kind{}, func(_ context.Context, task temporal.Task[purchase.Output]) (purchase.Input, error) {
				if o, ok := task.Output.(purchase.CloseOutput); ok {
					s.record("%s", o.Text)
				}
				return nil, nil
			})
			w.Child("Order", "Order", func(start purchase.Output) (temporal.Input, error) {
				o := start.(purchase.StartOrderOutput)
				return temporal.NewInput(order.Kind{}, order.Params{Tries: o.Tries, Parcels: o.Parcels})
			}, func(start purchase.Output, result temporal.Result) (purchase.Input, error) {
				o := start.(purchase.StartOrderOutput)
				if result.Outcome == "sent" {
					return purchase.OrderSentInput{Call: o.Call}, nil
				}
				return purchase.OrderCancelledInput{Call: o.Call}, nil
			})
			w.Register(env)
			for i, e := range test.events {
				env.RegisterDelayedCallback(func() {
					if err := env.UpdateWorkflowByID(child, temporal.UpdateEvent, fmt.Sprint(i), new(outcome).callbacks(), e); err != nil {
						t.Error(err)
					}
				}, time.Duration(i+1)*time.Minute)
			}
			if name == "stopped" {
				env.RegisterDelayedCallback(env.CancelWorkflow, time.Minute)
			}
			in, err := temporal.NewInput(purchase.Kind{}, purchase.Params{})
			if err != nil {
				t.Fatal(err)
			}
			env.ExecuteWorkflow("Purchase", in)
			r := result(t, env)
			got := fmt.Sprint(s.done, " ", r.State, " ", r.Outcome)
			if name == "stopped" && got == "[mail cancelled stopped] Failed failed" || got == "[stopped] Failed failed" ||
				name == "late" && (got == "[mail cancelled too late] Failed failed" || got == "[too late] Failed failed") {
				got = test.want // The child may end later than its parent.
			}
			if got != test.want || len(r.Failures) > 0 {
				t.Errorf("%s, want %s; %v", got, test.want, r.Failures)
			}
		})
	}
}
