package temporal_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	sdk "go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"github.com/fsmgen/fsmgen/temporal"
	"github.com/fsmgen/fsmgen/temporal/internal/order"
)

// TestRefusals sends events that an order does not accept. The validator refuses each, so nothing is in the history.
func TestRefusals(t *testing.T) {
	env, s := environment(t), &shop{}
	temporal.New(order.Kind{}, s.perform).Register(env)
	for i, test := range []struct {
		event temporal.Event
		typ   string
		text  string
	}{
		{event("Pack", "{}"), "fsmgen.Refused", "event Pack is illegal in state Open"},
		{event("Pay", `{"amount":0}`), "fsmgen.Refused", "event Pay is rejected in state Open"},
		{event("Note", `{"text":"hello"}`), "fsmgen.Unchanged", "changes nothing"},
		{event("Pay", `{"amount":"7"}`), "fsmgen.Invalid", "cannot unmarshal"},
		{event("Pay", `{"amount":7,"more":1}`), "fsmgen.Invalid", `unknown field "more"`},
		{event("Pay", ``), "fsmgen.Invalid", "not valid JSON"},
		{event("Dance", `{}`), "fsmgen.Invalid", "Dance"},
		{event("Expire", `{}`), "fsmgen.Invalid", "internal"},
		{event("chargeDone", `{"call":1,"receipt":"forged"}`), "fsmgen.Refused", "charge"},
	} {
		o := send(env, time.Duration(i+1)*time.Second, fmt.Sprint(i), test.event)
		defer func() {
			if !o.rejected {
				t.Fatalf("%s %s: not rejected: %+v", test.event.Name, test.event.Payload, o)
			}
			if app := refusal(t, o.err); app.Type() != test.typ || !strings.Contains(app.Message(), test.text) {
				t.Errorf("%s %s: %s %q, want %s %q", test.event.Name, test.event.Payload, app.Type(), app.Message(), test.typ, test.text)
			}
		}()
	}
	last := send(env, time.Minute, "end", event("Cancel", `{"cause":null}`))
	env.ExecuteWorkflow("Order", input(t, order.DefaultParams()))
	if r := result(t, env); r.State != "Cancelled" || r.Revision != 1 || last.err != nil {
		t.Errorf("%+v, %+v", r, last)
	}
}

// TestSignals sends events without waiting. One that is refused changes nothing, and is counted.
func TestSignals(t *testing.T) {
	env, s := environment(t), &shop{}
	temporal.New(order.Kind{}, s.perform).Register(env)
	for i, e := range []temporal.Event{event("Pack", "{}"), event("Nonsense", "[]"), event("Pay", `{"amount":1}`)} {
		env.RegisterDelayedCallback(func() { env.SignalWorkflow(temporal.SignalEvent, e) }, time.Duration(i+1)*time.Second)
	}
	env.RegisterDelayedCallback(func() {
		value, err := env.QueryWorkflow(temporal.QueryStatus)
		if err != nil {
			t.Fatal(err)
		}
		var status temporal.Status
		if err := value.Get(&status); err != nil || status.Refused != 2 || status.State != "Packing" {
			t.Errorf("%+v (%v)", status, err)
		}
		env.CancelWorkflow()
	}, time.Minute)
	env.ExecuteWorkflow("Order", input(t, order.DefaultParams()))
	if r := result(t, env); r.State != "Cancelled" {
		t.Errorf("%+v", r)
	}
}

// TestInputs starts workflows with what is not a machine of this spec.
func TestInputs(t *testing.T) {
	good := string(input(t, order.DefaultParams()).Snapshot)
	for name, snapshot := range map[string]string{
		"another machine": strings.Replace(good, `"Order"`, `"Door"`, 1),
		"another state":   strings.Replace(good, `"Open"`, `"Shut"`, 1),
		"out of range":    strings.Replace(good, `"left":3`, `"left":7`, 1),
		"not a snapshot":  `[]`,
		"null":            `null`,
	} {
		t.Run(name, func(t *testing.T) {
			if snapshot == good {
				t.Fatal("nothing is replaced")
			}
			env, s := environment(t), &shop{}
			temporal.New(order.Kind{}, s.perform).Register(env)
			env.ExecuteWorkflow("Order", temporal.Input{Snapshot: []byte(snapshot)})
			if app := refusal(t, env.GetWorkflowError()); app.Type() != "fsmgen.Load" || !app.NonRetryable() {
				t.Errorf("%v", app)
			}
		})
	}
	var invalid *temporal.InvalidError
	if _, err := temporal.NewInput(order.Kind{}, order.Params{Tries: 100, Parcels: 1}); !errors.As(err, &invalid) {
		t.Errorf("parameters out of range: %v", err)
	}
}

// TestActivities runs activities that fail, panic, hang, and answer what nobody asked for.
func TestActivities(t *testing.T) {
	quick := workflow.ActivityOptions{
		StartToCloseTimeout: 50 * time.Millisecond,
		RetryPolicy:         &sdk.RetryPolicy{MaximumAttempts: 3},
	}
	for name, test := range map[string]struct {
		charge func(amount, attempt int) (string, error)
		state  string
		mail   string
	}{
		"works at last":    {func(_, attempt int) (string, error) { return "late", unless(attempt >= 3) }, "Packing", "late"},
		"fails each time":  {func(int, int) (string, error) { return "", errors.New("no") }, "Open", "please try again"},
		"fails for good":   {func(int, int) (string, error) { return "", errRefused }, "Open", "please try again"},
		"panics":           {func(int, int) (string, error) { panic("ouch") }, "Open", "please try again"},
		"hangs":            {func(int, int) (string, error) { time.Sleep(70 * time.Millisecond); return "", errors.New("late") }, "Open", "please try again"},
		"answers nonsense": {func(int, int) (string, error) { return "\xff", nil }, "Open", "please try again"},
	} {
		t.Run(name, func(t *testing.T) {
			env, s := environment(t), &shop{charge: test.charge}
			temporal.New(order.Kind{}, s.perform, temporal.WithActivityOptions(quick, "charge")).Register(env)
			pay := send(env, time.Second, "pay", event("Pay", `{"amount":1}`))
			state := ""
			env.RegisterDelayedCallback(func() {
				value, err := env.QueryWorkflow(temporal.QueryStatus)
				if err != nil {
					t.Fatal(err)
				}
				var status temporal.Status
				if err := value.Get(&status); err != nil {
					t.Fatal(err)
				}
				state = status.State
				env.CancelWorkflow()
			}, 5*time.Minute)
			env.ExecuteWorkflow("Order", input(t, order.DefaultParams()))
			result(t, env)
			if pay.err != nil || state != test.state || len(s.done) != 2 || s.done[0] != "mail "+test.mail {
				t.Errorf("%v; state %s, %q", pay.err, state, s.done)
			}
		})
	}
}

func unless(ok bool) error {
	if ok {
		return nil
	}
	return errors.New("not yet")
}

// TestAnswers has outputs that are answered with an event, one that the machine refuses.
func TestAnswers(t *testing.T) {
	env, s := environment(t), &shop{}
	temporal.New(order.Kind{}, func(ctx context.Context, task temporal.Task[order.Output]) (order.Input, error) {
		_, err := s.perform(ctx, task)
		switch o := task.Output.(type) {
		case order.StartChargeOutput:
			return order.ChargeDoneInput{Call: o.Call}, err
		case order.SendOutput:
			if o.Parcel == 1 {
				return order.PayInput{Amount: 1}, err // illegal while the machine packs
			}
			return order.PackInput{}, err
		case order.MailOutput:
			if task.Key != "Order/default-test-workflow-id/2/0" {
				t.Errorf("key %s", task.Key)
			}
			return order.PackInput{}, err
		}
		return nil, err
	}).Register(env)
	send(env, time.Second, "pay", event("Pay", `{"amount":1}`))
	send(env, time.Minute, "pack", event("Pack", ``))
	env.ExecuteWorkflow("Order", input(t, order.Params{Tries: 1, Parcels: 3}))
	r := result(t, env)
	if r.State != "Sent" || len(r.Failures) != 2 || !strings.Contains(r.Failures[0].Text, "illegal in state Packing") || r.Failures[0].Activity != "Send" {
		t.Errorf("%+v", r)
	}
}
