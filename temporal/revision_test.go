package temporal_test

import (
	"context"
	"testing"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	updatepb "go.temporal.io/api/update/v1"
	"go.temporal.io/api/workflowservice/v1"

	"github.com/fsmgen/fsmgen/temporal"
	"github.com/fsmgen/fsmgen/temporal/internal/order"
	"github.com/fsmgen/fsmgen/temporal/internal/visit"
)

// at is an event of a sender who expects a revision.
func at(revision int64, e temporal.Event) temporal.Event {
	e.At = &revision
	return e
}

// TestRevision sends events that expect a revision: the validator refuses those that expect another one, so nothing is in the history.
func TestRevision(t *testing.T) {
	env, s := environment(t), &shop{}
	temporal.New(order.Kind{}, s.perform).Register(env)
	early := send(env, time.Second, "early", at(1, event("Pay", `{"amount":1}`)))
	illegal := send(env, 2*time.Second, "illegal", at(0, event("Pack", ``)))
	pay := send(env, 3*time.Second, "pay", at(0, event("Pay", `{"amount":1}`))) // and the bank answers
	again := send(env, time.Minute, "old", at(9, event("Pay", `{"amount":1}`)))
	stale := send(env, 2*time.Minute, "stale", at(0, event("Pack", ``)))
	pack := send(env, 3*time.Minute, "pack", at(2, event("Pack", ``)))
	in := input(t, order.Params{Tries: 1, Parcels: 1})
	in.Keys = []temporal.Key{{Key: "old"}}
	env.ExecuteWorkflow("Order", in)
	if r := result(t, env); r.State != "Sent" || r.Revision != 3 {
		t.Errorf("%+v", r)
	}
	for _, o := range []*outcome{early, stale} {
		if app := refusal(t, o.err); !o.rejected || app.Type() != "fsmgen.Revision" {
			t.Errorf("%+v: %v", o, app)
		}
	}
	if app := refusal(t, illegal.err); app.Type() != "fsmgen.Refused" {
		t.Errorf("%v", app)
	}
	if app := refusal(t, again.err); app.Type() != "fsmgen.Unchanged" {
		t.Errorf("the repetition: %v", app)
	}
	if pay.err != nil || pack.err != nil || pack.record.Revision != 3 {
		t.Errorf("%+v, %+v", pay, pack)
	}
}

// TestRevisionAsks does so where activities make the steps.
func TestRevisionAsks(t *testing.T) {
	env, asked := environment(t), 0
	temporal.New(visit.Kind{Questions: calendar{&asked}}, func(context.Context, temporal.Task[visit.Output]) (visit.Input, error) {
		return nil, nil
	}).Register(env)
	planned := event("Planned", `{"day":"Weekday"}`)
	wrong := send(env, time.Second, "wrong", at(5, planned))
	right := send(env, 2*time.Second, "right", at(0, planned))
	last := send(env, 3*time.Second, "last", at(right.record.Revision+1, event("Met", `{}`)))
	in, err := temporal.NewInput(visit.Kind{Questions: calendar{&asked}}, visit.DefaultParams())
	if err != nil {
		t.Fatal(err)
	}
	env.ExecuteWorkflow("Visit", in)
	if r := result(t, env); r.State != "Done" || r.Revision != 2 {
		t.Errorf("%+v", r)
	}
	if app := refusal(t, wrong.err); !wrong.rejected || app.Type() != "fsmgen.Revision" || right.err != nil || last.err != nil {
		t.Errorf("%+v, %+v, %+v", wrong, right, last)
	}
}

// TestRevisionWithResult has such an Update in the workflow task of a result, which the machine takes first.
func TestRevisionWithResult(t *testing.T) {
	for revision, want := range map[int64]string{
		1: `temporal: Order "" is at revision 2, not at 1 as expected`,
		2: "Packing or Sent at 3",
	} {
		s, c := serve(t)
		workWith(t, c, temporal.New(order.Kind{}, new(shop).perform))
		s.task(t, until(t, "Order.charge"), at(revision, event("Pack", ``)))
		completed, failed := s.next(t)
		if failed != nil {
			t.Fatal(failed.GetFailure())
		}
		var got []string
		for _, m := range completed.GetMessages() {
			body, err := m.GetBody().UnmarshalNew()
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, told(t, body))
		}
		if len(got) != 2 || got[0] != "accept" || got[1] != want {
			t.Errorf("at %d: %q, want %q", revision, got, want)
		}
	}
}

// TestRevisionError has a client get the error, with the ID.
func TestRevisionError(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	env := environment(t)
	w := temporal.New(order.Kind{}, new(shop).perform)
	w.Register(env)
	wrong := send(env, time.Second, "wrong", at(7, event("Pay", `{"amount":1}`)))
	env.RegisterDelayedCallback(env.CancelWorkflow, time.Minute)
	env.ExecuteWorkflow("Order", input(t, order.DefaultParams()))

	s, c := serve(t)
	var sent temporal.Event
	s.update = func(q *workflowservice.UpdateWorkflowExecutionRequest) (*workflowservice.UpdateWorkflowExecutionResponse, error) {
		fromPayloads(t, q.GetRequest().GetInput().GetArgs(), &sent)
		return &workflowservice.UpdateWorkflowExecutionResponse{
			UpdateRef: &updatepb.UpdateRef{WorkflowExecution: q.GetWorkflowExecution(), UpdateId: q.GetRequest().GetMeta().GetUpdateId()},
			Stage:     enumspb.UPDATE_WORKFLOW_EXECUTION_LIFECYCLE_STAGE_COMPLETED,
			Outcome:   &updatepb.Outcome{Value: &updatepb.Outcome_Failure{Failure: wire(t, wrong.err)}},
		}, nil
	}
	got := as[*temporal.RevisionError](t)(w.Client(c, "orders").Do(ctx, "1017", order.PayInput{Amount: 1}, temporal.AtRevision(7)))
	if want := (temporal.RevisionError{Machine: "Order", ID: "1017", Expected: 7, Found: 0}); *got != want {
		t.Errorf("%+v", got)
	}
	if sent.At == nil || *sent.At != 7 {
		t.Errorf("the client sends %+v", sent)
	}
}
