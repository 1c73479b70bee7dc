package temporal_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/workflow"

	"github.com/fsmgen/fsmgen/temporal"
	"github.com/fsmgen/fsmgen/temporal/internal/order"
)

func errorsAs(err error, target any) bool { return err != nil && errors.As(err, target) }

// decode reads the input with which a workflow continues as new.
func decode(t *testing.T, again *workflow.ContinueAsNewError, in *temporal.Input) {
	t.Helper()
	if again.WorkflowType.Name != "Order" {
		t.Errorf("it continues as %s", again.WorkflowType.Name)
	}
	if err := converter.GetDefaultDataConverter().FromPayloads(again.Input, in); err != nil {
		t.Fatal(err)
	}
}

// TestHistoryLimits has long histories: beyond the soft limit, the workflow continues as new when no activity runs; beyond the hard one,
// it also refuses Updates.
func TestHistoryLimits(t *testing.T) {
	given := []temporal.Option{temporal.WithHistoryLimits(10000, 40000)}
	for _, test := range []struct {
		length, size int
		state        string
		busy         bool
		options      []temporal.Option
	}{
		{9999, 1000, "Sent", false, given},
		{10001, 1000, "Packing", false, given},
		{10001, 1000, "Sent", false, nil}, // The budget says that one run suffices.
		{40001, 1000, "Packing", true, nil},
		{100, 11 << 20, "Packing", false, nil},
		{45000, 1000, "Packing", true, given},
		{100, 45 << 20, "Packing", true, nil},
	} {
		t.Run(fmt.Sprint(test.length, " ", test.size, " ", len(test.options)), func(t *testing.T) {
			env, release := environment(t), make(chan struct{})
			s := &shop{charge: func(int, int) (string, error) { <-release; return "paid", nil }}
			temporal.New(order.Kind{}, s.perform, test.options...).Register(env)
			env.SetStartTime(time.Now())
			send(env, 5*time.Millisecond, "pay", event("Pay", `{"amount":1}`))
			env.RegisterDelayedCallback(func() {
				env.SetCurrentHistoryLength(test.length)
				env.SetCurrentHistorySize(test.size)
			}, 10*time.Millisecond)
			other := event("Pack", `{}`) // illegal while the bank works
			if test.busy {
				other = event("Cancel", `{"cause":null}`)
			}
			refused := send(env, 15*time.Millisecond, "more", other)
			env.RegisterDelayedCallback(func() { close(release) }, 20*time.Millisecond)
			send(env, time.Minute, "pack", event("Pack", `{}`))
			env.ExecuteWorkflow("Order", input(t, order.Params{Tries: 1, Parcels: 1}))
			in, again := continued(t, env)
			switch {
			case !again && test.state != "Sent":
				t.Fatalf("it has ended: %v", env.GetWorkflowError())
			case again && test.state == "Sent":
				t.Fatalf("it continues with %s", in.Snapshot)
			case again && !strings.Contains(string(in.Snapshot), `"state":"`+test.state+`"`):
				t.Errorf("it continues with %s", in.Snapshot)
			}
			if app := refusal(t, refused.err); (app.Type() == "fsmgen.Busy") != test.busy {
				t.Errorf("%v", app)
			}
		})
	}
}

// TestKeys repeats Updates in later runs of the workflow.
func TestKeys(t *testing.T) {
	in := input(t, order.DefaultParams())
	var sum uint64
	for part := range 3 {
		env, s := environment(t), &shop{}
		temporal.New(order.Kind{}, s.perform).Register(env)
		pay := send(env, time.Second, "pay", event("Pay", `{"amount":1}`))
		env.RegisterDelayedCallback(func() { env.SignalWorkflow(temporal.SignalContinue, nil) }, time.Minute)
		env.ExecuteWorkflow("Order", in)
		var again bool
		if in, again = continued(t, env); !again || len(in.Keys) != 1 || in.Keys[0].Key != "pay" || in.Revision != 2 {
			t.Fatalf("%d: %+v (%v)", part, in, env.GetWorkflowError())
		}
		if part == 0 {
			if pay.err != nil || pay.record.Revision != 1 || pay.record.Sum == 0 {
				t.Fatalf("%+v", pay)
			}
			sum = pay.record.Sum
			continue
		}
		var record temporal.Record
		if app := refusal(t, pay.err); app.Type() != "fsmgen.Unchanged" || app.Details(&record) != nil || !record.Repeated || record.Revision != 1 || record.Sum != sum {
			t.Errorf("%d: %v, %+v", part, app, record)
		}
	}
}

// TestCarried continues as new with outputs and Signals that are not handled yet: none is lost or done twice, and a timer
// whose event the machine has ignored does not fire again.
func TestCarried(t *testing.T) {
	env, s := environment(t), &shop{}
	temporal.New(order.Kind{}, s.perform).Register(env)
	in := input(t, order.Params{Tries: 1, Parcels: 5})
	in.Outputs = []temporal.Pending{{Event: event("Mail", `{"text":"from before"}`), Key: "0/7"}}
	in.Events = []temporal.Event{event("Pay", `{"amount":1}`)}
	send(env, time.Minute, "first", event("Pack", ``))
	send(env, 35*time.Minute, "note", event("Note", `{"text":"stop"}`)) // after Lost, which is ignored
	env.RegisterDelayedCallback(func() { env.SignalWorkflow(temporal.SignalContinue, nil) }, 40*time.Minute)
	env.ExecuteWorkflow("Order", in)
	if got := fmt.Sprint(s.done); got != "[mail from before mail paid 1 send 1 mail stop]" && got != "[mail paid 1 mail from before send 1 mail stop]" {
		t.Error(got)
	}
	if r := result(t, env); r.State != "Cancelled" {
		t.Errorf("%+v", r)
	}

	env, s = environment(t), &shop{}
	temporal.New(order.Kind{}, s.perform).Register(env)
	in = input(t, order.DefaultParams())
	in.Events = []temporal.Event{event("Pay", `{"amount":1}`)}
	env.RegisterDelayedCallback(func() { env.SignalWorkflow(temporal.SignalContinue, nil) }, 40*time.Minute)
	env.ExecuteWorkflow("Order", in)
	next, again := continued(t, env)
	if !again || len(next.Fired) != 1 || next.Fired[0].Timer != "Packing.Lost" {
		t.Fatalf("%+v", next)
	}
}

// TestMigration continues with a snapshot of another version.
func TestMigration(t *testing.T) {
	old := input(t, order.DefaultParams())
	text := strings.Replace(string(old.Snapshot), `"Open"`, `"Opened"`, 1)
	migrate := func(snapshot []byte) ([]byte, error) {
		if !strings.Contains(string(snapshot), `"Opened"`) {
			return nil, errors.New("not a snapshot of the earlier version")
		}
		return []byte(strings.Replace(string(snapshot), `"Opened"`, `"Open"`, 1)), nil
	}
	env, s := environment(t), &shop{}
	temporal.New(order.Kind{}, s.perform, temporal.WithMigration(migrate)).Register(env)
	send(env, time.Second, "cancel", event("Cancel", `{"cause":null}`))
	env.ExecuteWorkflow("Order", temporal.Input{Snapshot: []byte(text)})
	if r := result(t, env); r.State != "Cancelled" {
		t.Errorf("%+v", r)
	}
	env = environment(t)
	temporal.New(order.Kind{}, s.perform, temporal.WithMigration(migrate)).Register(env)
	env.ExecuteWorkflow("Order", temporal.Input{Snapshot: []byte(strings.Replace(text, "Opened", "Ajar", 1))})
	if app := refusal(t, env.GetWorkflowError()); app.Type() != "fsmgen.Load" || !strings.Contains(app.Message(), "earlier version") {
		t.Errorf("%v", app)
	}
}

// TestNewVersion continues as new when there is a new version of the worker.
func TestNewVersion(t *testing.T) {
	env, s := environment(t), &shop{}
	temporal.New(order.Kind{}, s.perform, temporal.WithVersioning(workflow.VersioningBehaviorPinned)).Register(env)
	env.RegisterDelayedCallback(func() { env.SetTargetWorkerDeploymentVersionChanged(true) }, time.Second)
	send(env, time.Minute, "pay", event("Pay", `{"amount":1}`))
	env.ExecuteWorkflow("Order", input(t, order.DefaultParams()))
	var again *workflow.ContinueAsNewError
	if !errorsAs(env.GetWorkflowError(), &again) {
		t.Fatal(env.GetWorkflowError())
	}
	if again.InitialVersioningBehavior != workflow.ContinueAsNewVersioningBehaviorAutoUpgrade {
		t.Errorf("it continues with %v", again.InitialVersioningBehavior)
	}
}

// TestNoFunction has outputs that nobody performs.
func TestNoFunction(t *testing.T) {
	env := environment(t)
	temporal.New(order.Kind{}, temporal.Perform[order.Input, order.Output](nil)).Register(env)
	send(env, time.Second, "pay", event("Cancel", `{"cause":null}`))
	env.ExecuteWorkflow("Order", input(t, order.DefaultParams()))
	if r := result(t, env); len(r.Failures) != 1 || !strings.Contains(r.Failures[0].Text, "no function") {
		t.Errorf("%+v", r)
	}
}
