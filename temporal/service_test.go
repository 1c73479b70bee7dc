package temporal_test

import (
	"context"
	"net"
	"testing"
	"time"

	commonpb "go.temporal.io/api/common/v1"
	historypb "go.temporal.io/api/history/v1"
	namespacepb "go.temporal.io/api/namespace/v1"
	protocolpb "go.temporal.io/api/protocol/v1"
	taskqueuepb "go.temporal.io/api/taskqueue/v1"
	updatepb "go.temporal.io/api/update/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/worker"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/fsmgen/fsmgen/temporal"
)

// service is a Temporal server of which tests say what it does. It hands workflow tasks to a worker, and takes what the worker makes of them.
type service struct {
	workflowservice.UnimplementedWorkflowServiceServer
	tasks     chan *workflowservice.PollWorkflowTaskQueueResponse
	completed chan *workflowservice.RespondWorkflowTaskCompletedRequest
	failed    chan *workflowservice.RespondWorkflowTaskFailedRequest
	// What the client gets.
	update   func(*workflowservice.UpdateWorkflowExecutionRequest) (*workflowservice.UpdateWorkflowExecutionResponse, error)
	start    func() error
	describe func() (*workflowservice.DescribeWorkflowExecutionResponse, error)
	call     func() error // of other methods
	close    func() (*workflowservice.GetWorkflowExecutionHistoryResponse, error)
}

// serve starts a service, and returns a client of it.
func serve(t *testing.T) (*service, client.Client) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &service{
		tasks:     make(chan *workflowservice.PollWorkflowTaskQueueResponse, 10),
		completed: make(chan *workflowservice.RespondWorkflowTaskCompletedRequest, 10),
		failed:    make(chan *workflowservice.RespondWorkflowTaskFailedRequest, 10),
	}
	server := grpc.NewServer()
	workflowservice.RegisterWorkflowServiceServer(server, s)
	go func() { _ = server.Serve(listener) }()
	c, err := client.Dial(client.Options{HostPort: listener.Addr().String(), Logger: silent{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Close()
		server.Stop()
	})
	return s, c
}

// workWith starts a worker for a workflow.
func workWith(t *testing.T, c client.Client, w *orders) {
	t.Helper()
	work := worker.New(c, "orders", worker.Options{MaxConcurrentWorkflowTaskPollers: 2, MaxConcurrentActivityTaskPollers: 1, WorkerStopTimeout: time.Second})
	w.Register(work)
	if err := work.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(work.Stop)
}

// task hands out a workflow task: a history, and Updates that come with it.
func (s *service) task(t *testing.T, h *historypb.History, updates ...temporal.Event) {
	t.Helper()
	id := h.Events[0].GetWorkflowExecutionStartedEventAttributes().GetOriginalExecutionRunId()
	last := h.Events[len(h.Events)-1].GetEventId()
	out := &workflowservice.PollWorkflowTaskQueueResponse{
		TaskToken: []byte("task"), WorkflowExecution: &commonpb.WorkflowExecution{WorkflowId: "1017", RunId: id}, WorkflowType: &commonpb.WorkflowType{Name: "Order"},
		StartedEventId: last, Attempt: 1, History: h,
	}
	// The tasks before are in the history.
	for _, e := range h.Events[:len(h.Events)-1] {
		if e.GetWorkflowTaskCompletedEventAttributes() != nil {
			out.PreviousStartedEventId = e.GetWorkflowTaskCompletedEventAttributes().GetStartedEventId()
		}
	}
	for _, e := range updates {
		args, err := converter.GetDefaultDataConverter().ToPayloads(e)
		if err != nil {
			t.Fatal(err)
		}
		body, err := anypb.New(&updatepb.Request{
			Meta: &updatepb.Meta{UpdateId: "new-" + e.Name}, Input: &updatepb.Input{Name: temporal.UpdateEvent, Args: args},
		})
		if err != nil {
			t.Fatal(err)
		}
		out.Messages = append(out.Messages, &protocolpb.Message{
			Id: "new-" + e.Name + "/request", ProtocolInstanceId: "new-" + e.Name, Body: body,
			SequencingId: &protocolpb.Message_EventId{EventId: last - 1},
		})
	}
	s.tasks <- out
}

func (s *service) GetSystemInfo(context.Context, *workflowservice.GetSystemInfoRequest) (*workflowservice.GetSystemInfoResponse, error) {
	return &workflowservice.GetSystemInfoResponse{Capabilities: &workflowservice.GetSystemInfoResponse_Capabilities{
		SignalAndQueryHeader: true, InternalErrorDifferentiation: true, ActivityFailureIncludeHeartbeat: true, SdkMetadata: true,
	}}, nil
}

func (s *service) DescribeNamespace(context.Context, *workflowservice.DescribeNamespaceRequest) (*workflowservice.DescribeNamespaceResponse, error) {
	return &workflowservice.DescribeNamespaceResponse{NamespaceInfo: &namespacepb.NamespaceInfo{Name: "default"}}, nil
}

func (s *service) PollWorkflowTaskQueue(ctx context.Context, q *workflowservice.PollWorkflowTaskQueueRequest) (*workflowservice.PollWorkflowTaskQueueResponse, error) {
	tasks := s.tasks
	if q.GetTaskQueue().GetNormalName() != "" { // that of the worker's cache
		tasks = nil
	}
	select {
	case t := <-tasks:
		return t, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (s *service) PollActivityTaskQueue(ctx context.Context, _ *workflowservice.PollActivityTaskQueueRequest) (*workflowservice.PollActivityTaskQueueResponse, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func (s *service) RespondWorkflowTaskCompleted(_ context.Context, q *workflowservice.RespondWorkflowTaskCompletedRequest) (*workflowservice.RespondWorkflowTaskCompletedResponse, error) {
	s.completed <- q
	return &workflowservice.RespondWorkflowTaskCompletedResponse{}, nil
}

func (s *service) RespondWorkflowTaskFailed(_ context.Context, q *workflowservice.RespondWorkflowTaskFailedRequest) (*workflowservice.RespondWorkflowTaskFailedResponse, error) {
	s.failed <- q
	return &workflowservice.RespondWorkflowTaskFailedResponse{}, nil
}

func (s *service) ResetStickyTaskQueue(context.Context, *workflowservice.ResetStickyTaskQueueRequest) (*workflowservice.ResetStickyTaskQueueResponse, error) {
	return &workflowservice.ResetStickyTaskQueueResponse{}, nil
}

func (s *service) DescribeTaskQueue(context.Context, *workflowservice.DescribeTaskQueueRequest) (*workflowservice.DescribeTaskQueueResponse, error) {
	return &workflowservice.DescribeTaskQueueResponse{Pollers: []*taskqueuepb.PollerInfo{}}, nil
}

func (s *service) ShutdownWorker(context.Context, *workflowservice.ShutdownWorkerRequest) (*workflowservice.ShutdownWorkerResponse, error) {
	return &workflowservice.ShutdownWorkerResponse{}, nil
}

// next waits for what the worker makes of a task: one of the two is nil.
func (s *service) next(t *testing.T) (*workflowservice.RespondWorkflowTaskCompletedRequest, *workflowservice.RespondWorkflowTaskFailedRequest) {
	t.Helper()
	select {
	case q := <-s.completed:
		return q, nil
	case q := <-s.failed:
		return nil, q
	case <-time.After(20 * time.Second):
		t.Fatal("the worker does not answer")
		return nil, nil
	}
}

func payloads(t *testing.T, value any) *commonpb.Payloads {
	t.Helper()
	out, err := converter.GetDefaultDataConverter().ToPayloads(value)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func fromPayloads(t *testing.T, p *commonpb.Payloads, value any) {
	t.Helper()
	if err := converter.GetDefaultDataConverter().FromPayloads(p, value); err != nil {
		t.Fatal(err)
	}
}

func clientOptions(id string) client.StartWorkflowOptions { return client.StartWorkflowOptions{ID: id} }
