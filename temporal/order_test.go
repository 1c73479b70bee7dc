package temporal_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"go.temporal.io/sdk/log"
	sdk "go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"

	"github.com/fsmgen/fsmgen/temporal"
	"github.com/fsmgen/fsmgen/temporal/internal/order"
)

// orders is the workflow of orders.
type orders = temporal.Workflow[*order.Machine, order.Params, order.Input, order.Output]

// shop acts on what orders emit, and records it.
type shop struct {
	mu   sync.Mutex
	done []string // outputs in order, with keys
	// charge is what the bank does.
	charge func(amount, attempt int) (receipt string, err error)
}

// errRefused is a final answer of the bank.
var errRefused = sdk.NewNonRetryableApplicationError("the bank refuses", "bank", nil)

func (s *shop) perform(_ context.Context, t temporal.Task[order.Output]) (order.Input, error) {
	switch o := t.Output.(type) {
	case order.StartChargeOutput:
		if s.charge == nil {
			return order.ChargeDoneInput{Call: o.Call, Receipt: fmt.Sprint("paid ", o.Amount)}, nil
		}
		receipt, err := s.charge(o.Amount, t.Attempt)
		if err != nil {
			return nil, err
		}
		return order.ChargeDoneInput{Call: o.Call, Receipt: receipt}, nil
	case order.MailOutput:
		s.record("mail %s", o.Text)
	case order.SendOutput:
		s.record("send %d", o.Parcel)
	}
	return nil, nil
}

func (s *shop) record(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done = append(s.done, fmt.Sprintf(format, args...))
}

// environment is a test environment without logs.
func environment(t *testing.T) *testsuite.TestWorkflowEnvironment {
	t.Helper()
	var suite testsuite.WorkflowTestSuite
	suite.SetLogger(silent{})
	env := suite.NewTestWorkflowEnvironment()
	env.SetTestTimeout(20 * time.Second)
	return env
}

type silent struct{}

func (silent) Debug(string, ...any) {}
func (silent) Info(string, ...any)  {}
func (silent) Warn(string, ...any)  {}
func (silent) Error(string, ...any) {}

var _ log.Logger = silent{}

// input is the input of a new order.
func input(t *testing.T, p order.Params) temporal.Input {
	t.Helper()
	in, err := temporal.NewInput(order.Kind{}, p)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// outcome is what an Update has led to.
type outcome struct {
	record            temporal.Record
	err               error
	rejected, accepts bool
}

// callbacks record the outcome of an Update.
func (o *outcome) callbacks() *testsuite.TestUpdateCallback {
	return &testsuite.TestUpdateCallback{
		OnAccept: func() { o.accepts = true },
		OnReject: func(err error) { o.rejected, o.err = true, err },
		OnComplete: func(value any, err error) {
			o.err = err
			if record, ok := value.(temporal.Record); ok {
				o.record = record
			}
		},
	}
}

// send sends an event after a delay.
func send(env *testsuite.TestWorkflowEnvironment, after time.Duration, id string, e temporal.Event) *outcome {
	o := new(outcome)
	env.RegisterDelayedCallback(func() { env.UpdateWorkflow(temporal.UpdateEvent, id, o.callbacks(), e) }, after)
	return o
}

func event(name, payload string) temporal.Event {
	return temporal.Event{Name: name, Payload: []byte(payload)}
}

// result returns the result of a workflow.
func result(t *testing.T, env *testsuite.TestWorkflowEnvironment) temporal.Result {
	t.Helper()
	if !env.IsWorkflowCompleted() {
		t.Fatal("the workflow has not ended")
	}
	var r temporal.Result
	if err := env.GetWorkflowError(); err != nil {
		t.Fatal(err)
	}
	if err := env.GetWorkflowResult(&r); err != nil {
		t.Fatal(err)
	}
	return r
}

func refusal(t *testing.T, err error) *sdk.ApplicationError {
	t.Helper()
	var app *sdk.ApplicationError
	if !errors.As(err, &app) {
		t.Fatalf("the error is %v (%T)", err, err)
	}
	return app
}

// TestSent runs an order to its success.
func TestSent(t *testing.T) {
	env, s := environment(t), &shop{}
	w := temporal.New(order.Kind{}, s.perform)
	w.Register(env)
	pay := send(env, time.Hour, "1", event("Pay", `{"amount":7}`))
	first := send(env, 2*time.Hour, "2", event("Pack", ``))
	env.RegisterDelayedCallback(func() {
		value, err := env.QueryWorkflow(temporal.QueryStatus)
		if err != nil {
			t.Fatal(err)
		}
		var status temporal.Status
		if err := value.Get(&status); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(status.State, status.Possible, " ", status.Progress, " ", status.Left); got != "Packing[Pack Note Cancel] [1] 1" {
			t.Error(got)
		}
	}, 2*time.Hour+time.Minute)
	env.RegisterDelayedCallback(func() { env.SignalWorkflow(temporal.SignalEvent, event("Pack", "{}")) }, 2*time.Hour+2*time.Minute)
	env.ExecuteWorkflow("Order", input(t, order.Params{Tries: 2, Parcels: 2}))
	r := result(t, env)
	if r.State != "Sent" || r.Outcome != "sent" || r.Revision != 4 {
		t.Errorf("%+v", r)
	}
	if got := fmt.Sprint(s.done); got != "[mail paid 7 send 1 send 2]" {
		t.Error(got)
	}
	if pay.err != nil || first.err != nil || pay.record.State != "Paying" || first.record.State != "Packing" {
		t.Errorf("%+v, %+v", pay, first)
	}
}
