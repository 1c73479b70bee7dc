package temporal_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	commonpb "go.temporal.io/api/common/v1"
	enumspb "go.temporal.io/api/enums/v1"
	failurepb "go.temporal.io/api/failure/v1"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/api/serviceerror"
	updatepb "go.temporal.io/api/update/v1"
	workflowpb "go.temporal.io/api/workflow/v1"
	"go.temporal.io/api/workflowservice/v1"
	sdk "go.temporal.io/sdk/temporal"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/fsmgen/fsmgen/temporal"
	"github.com/fsmgen/fsmgen/temporal/internal/order"
)

// wire is how an error of a workflow travels.
func wire(t *testing.T, err error) *failurepb.Failure {
	t.Helper()
	text, failed := proto.Marshal(sdk.GetDefaultFailureConverter().ErrorToFailure(err))
	if failed != nil {
		t.Fatal(failed)
	}
	f := new(failurepb.Failure)
	if err := proto.Unmarshal(text, f); err != nil {
		t.Fatal(err)
	}
	return f
}

// rejection returns the error with which the workflow of a new order refuses an event.
func rejection(t *testing.T, e temporal.Event) error {
	t.Helper()
	env := environment(t)
	temporal.New(order.Kind{}, new(shop).perform).Register(env)
	got := send(env, time.Second, "the-key", e)
	env.RegisterDelayedCallback(env.CancelWorkflow, time.Minute)
	env.ExecuteWorkflow("Order", input(t, order.DefaultParams()))
	if got.err == nil {
		t.Fatalf("%+v", got)
	}
	return got.err
}

// busy returns the error with which a workflow with a long history refuses an event.
func busy(t *testing.T) error {
	t.Helper()
	env, release := environment(t), make(chan struct{})
	s := &shop{charge: func(int, int) (string, error) { <-release; return "paid", nil }}
	temporal.New(order.Kind{}, s.perform).Register(env)
	env.SetStartTime(time.Now())
	send(env, 5*time.Millisecond, "pay", event("Pay", `{"amount":1}`))
	env.RegisterDelayedCallback(func() { env.SetCurrentHistoryLength(45000) }, 10*time.Millisecond)
	got := send(env, 15*time.Millisecond, "the-key", event("Cancel", `{"cause":null}`))
	env.RegisterDelayedCallback(func() { close(release) }, 20*time.Millisecond)
	env.ExecuteWorkflow("Order", input(t, order.DefaultParams()))
	if got.err == nil {
		t.Fatalf("%+v", got)
	}
	return got.err
}

// TestClient sends events to a service that answers as a workflow does, so that each error travels as on a server.
func TestClient(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	s, c := serve(t)
	w := temporal.New(order.Kind{}, new(shop).perform)
	orders := w.Client(c, "orders")
	var asked *workflowservice.UpdateWorkflowExecutionRequest
	answer := func(outcome *updatepb.Outcome) {
		s.update = func(q *workflowservice.UpdateWorkflowExecutionRequest) (*workflowservice.UpdateWorkflowExecutionResponse, error) {
			asked = q
			return &workflowservice.UpdateWorkflowExecutionResponse{
				UpdateRef: &updatepb.UpdateRef{WorkflowExecution: q.GetWorkflowExecution(), UpdateId: q.GetRequest().GetMeta().GetUpdateId()},
				Stage:     enumspb.UPDATE_WORKFLOW_EXECUTION_LIFECYCLE_STAGE_COMPLETED, Outcome: outcome,
			}, nil
		}
	}
	failure := func(err error) *updatepb.Outcome {
		return &updatepb.Outcome{Value: &updatepb.Outcome_Failure{Failure: wire(t, err)}}
	}
	do := func(in order.Input) (temporal.Record, error) {
		return orders.Do(ctx, "1017", in, temporal.WithKey("the-key"))
	}

	answer(failure(rejection(t, event("Pack", ""))))
	refused := as[*temporal.RefusedError](t)(do(order.PackInput{}))
	if want := (temporal.RefusedError{Machine: "Order", Event: "Pack", State: "Open", Kind: "IllegalTransitionError", Text: "order: event Pack is illegal in state Open"}); *refused != want {
		t.Errorf("%+v", refused)
	}
	var e temporal.Event
	fromPayloads(t, asked.GetRequest().GetInput().GetArgs(), &e)
	if asked.GetRequest().GetMeta().GetUpdateId() != "the-key" || asked.GetRequest().GetInput().GetName() != "event" || e.Name != "Pack" {
		t.Errorf("the client sends %v", asked)
	}

	answer(failure(rejection(t, event("Pay", `{"amount":"7"}`))))
	if invalid := as[*temporal.InvalidError](t)(do(order.PackInput{})); invalid.Machine != "Order" || !strings.Contains(invalid.Reason, "cannot unmarshal") {
		t.Errorf("%+v", invalid)
	}
	// An event that changes nothing is no error.
	note, ignored := order.NoteInput{Text: "hello"}, rejection(t, event("Note", `{"text":"hello"}`))
	answer(failure(ignored))
	if r, err := do(note); err != nil || !r.Ignored || r.State != "Open" {
		t.Errorf("%+v, %v", r, err)
	}
	if reused := as[*temporal.KeyReusedError](t)(do(order.NoteInput{Text: "bye"})); reused.Key != "the-key" || reused.ID != "1017" {
		t.Errorf("%+v", reused)
	}
	// A workflow that is about to continue as new is asked again.
	answer(failure(busy(t)))
	refuse, tries := s.update, 0
	s.update = func(q *workflowservice.UpdateWorkflowExecutionRequest) (*workflowservice.UpdateWorkflowExecutionResponse, error) {
		if tries++; tries == 3 {
			answer(failure(ignored))
		}
		return refuse(q)
	}
	if r, err := do(note); err != nil || !r.Ignored || tries != 3 {
		t.Errorf("%+v, %v after %d tries", r, err, tries)
	}
	// The service does not answer in time.
	short, stop := context.WithTimeout(ctx, 50*time.Millisecond)
	late := make(chan struct{})
	leave := sync.OnceFunc(func() { close(late) })
	s.update = func(*workflowservice.UpdateWorkflowExecutionRequest) (*workflowservice.UpdateWorkflowExecutionResponse, error) {
		<-short.Done()
		leave()
		return nil, errors.New("too late")
	}
	if _, err := orders.Do(short, "1017", note, temporal.WithKey("the-key")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
	stop()
	<-late

	ended, missing := enumspb.WORKFLOW_EXECUTION_STATUS_COMPLETED, error(nil)
	s.describe = func() (*workflowservice.DescribeWorkflowExecutionResponse, error) {
		if missing != nil {
			return nil, missing
		}
		return &workflowservice.DescribeWorkflowExecutionResponse{WorkflowExecutionInfo: &workflowpb.WorkflowExecutionInfo{Status: ended}}, nil
	}
	gone := status.Convert(serviceerror.NewNotFound("no workflow").(interface{ Status() *status.Status }).Status().Err()).Err()
	s.update = func(*workflowservice.UpdateWorkflowExecutionRequest) (*workflowservice.UpdateWorkflowExecutionResponse, error) {
		return nil, gone
	}
	s.call = func() error { return gone }
	as[*temporal.EndedError](t)(do(note))
	as[*temporal.EndedError](t)(0, orders.Signal(ctx, "1017", note))
	as[*temporal.EndedError](t)(0, orders.Cancel(ctx, "1017"))
	as[*temporal.NotFoundError](t)(orders.Status(ctx, "1017"))
	as[*temporal.NotFoundError](t)(orders.Get(ctx, "1017"))
	missing = gone
	as[*temporal.NotFoundError](t)(do(note))
	as[*temporal.NotFoundError](t)(0, orders.Signal(ctx, "1017", note))
	as[*temporal.NotFoundError](t)(0, orders.Cancel(ctx, "1017"))

	s.start = func() error {
		return serviceerror.NewWorkflowExecutionAlreadyStarted("there is one", "", "run").(interface{ Status() *status.Status }).Status().Err()
	}
	as[*temporal.ExistsError](t)(0, orders.Start(ctx, "1017", order.DefaultParams()))
	as[*temporal.InvalidError](t)(0, orders.Start(ctx, "1017", order.Params{Tries: 100}))
	as[*temporal.LoadError](t)(0, orders.StartWith(ctx, clientOptions("1017"), temporal.Input{Snapshot: []byte("null")}))

	s.close = func() (*workflowservice.GetWorkflowExecutionHistoryResponse, error) { return nil, gone }
	as[*temporal.NotFoundError](t)(orders.Wait(ctx, "1017"))
	env := environment(t)
	w.Register(env)
	env.ExecuteWorkflow("Order", temporal.Input{Snapshot: []byte("null")})
	last := &historypb.HistoryEvent{EventType: enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_FAILED, Attributes: &historypb.HistoryEvent_WorkflowExecutionFailedEventAttributes{
		WorkflowExecutionFailedEventAttributes: &historypb.WorkflowExecutionFailedEventAttributes{Failure: wire(t, unwrapped(env.GetWorkflowError()))},
	}}
	s.close = func() (*workflowservice.GetWorkflowExecutionHistoryResponse, error) {
		return &workflowservice.GetWorkflowExecutionHistoryResponse{History: &historypb.History{Events: []*historypb.HistoryEvent{last}}}, nil
	}
	as[*temporal.LoadError](t)(orders.Wait(ctx, "1017"))
}

// unwrapped is the error that a workflow function has returned.
func unwrapped(err error) error {
	var app *sdk.ApplicationError
	if errors.As(err, &app) {
		return app
	}
	return err
}

// as demands an error of a type.
func as[E error](t *testing.T) func(_ any, err error) E {
	return func(_ any, err error) (target E) {
		t.Helper()
		if !errors.As(err, &target) {
			t.Fatalf("%v (%T) is not a %T", err, err, target)
		}
		return target
	}
}

func (s *service) UpdateWorkflowExecution(_ context.Context, q *workflowservice.UpdateWorkflowExecutionRequest) (*workflowservice.UpdateWorkflowExecutionResponse, error) {
	return s.update(q)
}

func (s *service) StartWorkflowExecution(context.Context, *workflowservice.StartWorkflowExecutionRequest) (*workflowservice.StartWorkflowExecutionResponse, error) {
	return &workflowservice.StartWorkflowExecutionResponse{RunId: "run"}, s.start()
}

func (s *service) DescribeWorkflowExecution(context.Context, *workflowservice.DescribeWorkflowExecutionRequest) (*workflowservice.DescribeWorkflowExecutionResponse, error) {
	return s.describe()
}

func (s *service) SignalWorkflowExecution(context.Context, *workflowservice.SignalWorkflowExecutionRequest) (*workflowservice.SignalWorkflowExecutionResponse, error) {
	return &workflowservice.SignalWorkflowExecutionResponse{}, s.call()
}

func (s *service) RequestCancelWorkflowExecution(context.Context, *workflowservice.RequestCancelWorkflowExecutionRequest) (*workflowservice.RequestCancelWorkflowExecutionResponse, error) {
	return &workflowservice.RequestCancelWorkflowExecutionResponse{}, s.call()
}

func (s *service) QueryWorkflow(context.Context, *workflowservice.QueryWorkflowRequest) (*workflowservice.QueryWorkflowResponse, error) {
	return &workflowservice.QueryWorkflowResponse{QueryResult: &commonpb.Payloads{}}, s.call()
}

func (s *service) GetWorkflowExecutionHistory(context.Context, *workflowservice.GetWorkflowExecutionHistoryRequest) (*workflowservice.GetWorkflowExecutionHistoryResponse, error) {
	return s.close()
}
