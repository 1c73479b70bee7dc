package temporal_test

import (
	"context"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/temporal"
	"github.com/fsmgen/fsmgen/temporal/internal/order"
)

// TestCarry continues as new before anything is done: all of it goes along.
func TestCarry(t *testing.T) {
	env, s := environment(t), &shop{}
	temporal.New(order.Kind{}, s.perform).Register(env)
	env.SetCurrentHistoryLength(40001)
	in := input(t, order.DefaultParams())
	in.Outputs = []temporal.Pending{{Event: event("Mail", `{"text":"before"}`), Key: "0/7"}}
	in.Events = []temporal.Event{event("Pay", `{"amount":1}`)}
	env.ExecuteWorkflow("Order", in)
	next, again := continued(t, env)
	if !again || len(s.done) > 0 || len(next.Outputs) != 1 || next.Outputs[0].Key != "0/7" || len(next.Events) != 1 || next.Events[0].Name != "Pay" {
		t.Errorf("%+v, %q (%v)", next, s.done, env.GetWorkflowError())
	}
}

// TestHandler has a handler that answers when the machine has left its state: the answer is dropped. While it runs, the clock of the
// environment is that of the computer, so the event leaves it time to begin.
func TestHandler(t *testing.T) {
	env, s := environment(t), &shop{}
	w := temporal.New(order.Kind{}, s.perform)
	calls := 0
	w.Handle(func(context.Context, *order.Machine) (order.Input, error) {
		calls++
		time.Sleep(300 * time.Millisecond)
		return order.PayInput{Amount: 1}, nil
	}, "Open")
	w.Register(env)
	pay := send(env, 100*time.Millisecond, "pay", event("Pay", `{"amount":3}`))
	env.RegisterDelayedCallback(env.CancelWorkflow, time.Minute)
	env.ExecuteWorkflow("Order", input(t, order.DefaultParams()))
	if r := result(t, env); pay.err != nil || r.State != "Cancelled" || len(r.Failures) > 0 || calls != 1 {
		t.Errorf("%+v, %v, %d calls", r, pay.err, calls)
	}
}
