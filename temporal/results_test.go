package temporal_test

import (
	"strings"
	"testing"

	enumspb "go.temporal.io/api/enums/v1"
	failurepb "go.temporal.io/api/failure/v1"
	historypb "go.temporal.io/api/history/v1"
	updatepb "go.temporal.io/api/update/v1"
	"google.golang.org/protobuf/proto"

	"github.com/fsmgen/fsmgen/temporal"
	"github.com/fsmgen/fsmgen/temporal/internal/order"
)

// until returns the start of a recorded history, in which the bank accepts the first payment, with the workflow task that has the result of
// an activity.
func until(t *testing.T, activity string) *historypb.History {
	t.Helper()
	for _, h := range recorded(t) {
		names, updates := map[int64]string{}, 0
		for i, e := range h.Events {
			if a := e.GetActivityTaskScheduledEventAttributes(); a != nil {
				names[e.GetEventId()] = a.GetActivityType().GetName()
			}
			if e.GetEventType() == enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED {
				updates++
			}
			if e.GetEventType() == enumspb.EVENT_TYPE_ACTIVITY_TASK_FAILED || updates > 1 && activity == "Order.charge" {
				break
			}
			a := e.GetActivityTaskCompletedEventAttributes()
			if a != nil && names[a.GetScheduledEventId()] == activity && h.Events[i+1].GetEventType() == enumspb.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED &&
				h.Events[i+2].GetEventType() == enumspb.EVENT_TYPE_WORKFLOW_TASK_STARTED {
				return &historypb.History{Events: h.Events[:i+3]}
			}
		}
	}
	t.Fatalf("no history has a result of %s", activity)
	return nil
}

// TestUpdateWithResult has an Update in the workflow task of a result, which the SDK hands out first: the machine takes the result before
// it tries the event. An output without an answer changes nothing, so then a refused event leaves nothing in the history.
func TestUpdateWithResult(t *testing.T) {
	for name, test := range map[string]struct {
		activity string
		updates  []temporal.Event
		want     string
	}{
		"legal after it":   {"Order.charge", []temporal.Event{event("Pack", ``)}, "accept; Packing or Sent at 3"},
		"illegal after it": {"Order.charge", []temporal.Event{event("Pay", `{"amount":1}`)}, "accept; order: event Pay is illegal in state Packing"},
		"two":              {"Order.charge", []temporal.Event{event("Pack", ``), event("Pay", `{"amount":1}`)}, "accept; Packing or Sent at 3; reject: order: event Pay is illegal in state"},
		"malformed":        {"Order.charge", []temporal.Event{event("Pack", `[]`)}, "reject: temporal: Order: the event"},
		"no answer":        {"Order.Mail", []temporal.Event{event("Pay", `{"amount":1}`)}, "reject: order: event Pay is illegal in state "},
	} {
		t.Run(name, func(t *testing.T) {
			s, c := serve(t)
			workWith(t, c, temporal.New(order.Kind{}, new(shop).perform))
			s.task(t, until(t, test.activity), test.updates...)
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
			for i, want := range strings.Split(test.want, "; ") {
				if i >= len(got) || !strings.HasPrefix(got[i], want) {
					t.Fatalf("%q, want %s", got, test.want)
				}
			}
		})
	}
}

// told is what a message of an Update says.
func told(t *testing.T, m proto.Message) string {
	t.Helper()
	failure := func(f *failurepb.Failure) string { return f.GetMessage() }
	switch m := m.(type) {
	case *updatepb.Acceptance:
		return "accept"
	case *updatepb.Rejection:
		return "reject: " + failure(m.GetFailure())
	case *updatepb.Response:
		if f := m.GetOutcome().GetFailure(); f != nil {
			return failure(f)
		}
		var record temporal.Record
		fromPayloads(t, m.GetOutcome().GetSuccess(), &record)
		if record.State != "Packing" && record.State != "Sent" || record.Revision != 3 {
			t.Errorf("%+v", record)
		}
		return "Packing or Sent at 3"
	}
	t.Fatalf("%T", m)
	return ""
}

// TestUnreadableRun has a run that continued with a snapshot that this version cannot read: the workflow task fails, so that it is tried again,
// and the worker lives on. A workflow that starts with such a snapshot fails for good.
func TestUnreadableRun(t *testing.T) {
	s, c := serve(t)
	workWith(t, c, temporal.New(order.Kind{}, new(shop).perform))
	begin := func(snapshot, before string) *historypb.History {
		h := proto.Clone(&historypb.History{Events: until(t, "Order.charge").Events[:3]}).(*historypb.History)
		started := h.Events[0].GetWorkflowExecutionStartedEventAttributes()
		started.Input = payloads(t, temporal.Input{Snapshot: []byte(snapshot)})
		started.ContinuedExecutionRunId = before
		return h
	}
	good := string(input(t, order.DefaultParams()).Snapshot)
	bad := strings.Replace(good, `"Open"`, `"Shut"`, 1)
	for range 2 {
		s.task(t, begin(bad, "the-run-before"))
		if _, failed := s.next(t); failed == nil || !strings.Contains(failed.GetFailure().GetMessage(), "cannot load Order") {
			t.Errorf("the task ends with %v", failed)
		}
	}
	s.task(t, begin(bad, ""))
	completed, _ := s.next(t)
	if f := completed.GetCommands(); len(f) != 1 || f[0].GetFailWorkflowExecutionCommandAttributes().GetFailure().GetApplicationFailureInfo().GetType() != "fsmgen.Load" {
		t.Errorf("%v", completed)
	}
	s.task(t, begin(good, "the-run-before"))
	completed, _ = s.next(t)
	if f := completed.GetCommands(); len(f) != 1 || f[0].GetStartTimerCommandAttributes() == nil {
		t.Errorf("%v", completed)
	}
}
