package temporal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/serviceerror"
	"go.temporal.io/sdk/client"
)

// Client sends events to workflows, and reads them. It makes the errors of this package of those of Temporal. Create it with
// [Workflow.Client]. It allows concurrent use.
type Client[M json.Marshaler, P, I, O any] struct {
	w         *Workflow[M, P, I, O]
	client    client.Client
	taskQueue string
}

// Client returns a client for workflows whose workers listen to a task queue.
func (w *Workflow[M, P, I, O]) Client(c client.Client, taskQueue string) *Client[M, P, I, O] {
	return &Client[M, P, I, O]{w, c, taskQueue}
}

// Start starts a workflow for a new machine. If there is or was one with this ID, the error is an [ExistsError].
func (c *Client[M, P, I, O]) Start(ctx context.Context, id string, p P) error {
	in, err := NewInput(c.w.kind, p)
	if err != nil {
		return err
	}
	return c.StartWith(ctx, client.StartWorkflowOptions{ID: id}, in)
}

// StartWith starts a workflow with options and an input, for example with a snapshot that another program has made. A snapshot that
// this version cannot read is a [LoadError]. A timeout of the workflow below the proved time of the machine is a
// [ShortTimeoutError].
func (c *Client[M, P, I, O]) StartWith(ctx context.Context, o client.StartWorkflowOptions, in Input) error {
	m, err := c.w.kind.Restore(in.Snapshot)
	switch {
	case err == nil:
		if err := c.w.lasts(m, o); err != nil {
			return err
		}
	case c.w.set.migrate == nil:
		return &LoadError{c.w.name, err}
	}
	if o.TaskQueue == "" {
		o.TaskQueue = c.taskQueue
	}
	if o.WorkflowIDReusePolicy == enumspb.WORKFLOW_ID_REUSE_POLICY_UNSPECIFIED {
		o.WorkflowIDReusePolicy = enumspb.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE
	}
	o.WorkflowExecutionErrorWhenAlreadyStarted = true
	_, err = c.client.ExecuteWorkflow(ctx, o, c.w.name, in)
	if errors.As(err, new(*serviceerror.WorkflowExecutionAlreadyStarted)) {
		return &ExistsError{c.w.name, o.ID}
	}
	return err
}

// Do sends an event, and returns the machine after it. The options are a key ([WithKey]) and a revision ([AtRevision]). A key makes
// the event safe to repeat: the record of a repetition has Repeated set. The same key with another event is a
// [KeyReusedError]. If the machine refuses the event, the error is a [RefusedError]; nothing is in the history. Do repeats the
// event while the workflow continues as new.
func (c *Client[M, P, I, O]) Do(ctx context.Context, id string, in I, options ...SendOption) (Record, error) {
	e, err := c.w.wire(in)
	if err != nil {
		return Record{}, err
	}
	set := sendingOf(options)
	key := set.key
	e.At = set.at
	const attempts = 100
	for attempt := 1; ; attempt++ {
		record, err := c.do(ctx, id, key, e)
		var missing *serviceerror.NotFound
		var elsewhere *RevisionError
		switch {
		case errors.As(err, &elsewhere):
			elsewhere.ID = id
			return Record{}, elsewhere
		case err == nil && key != "" && record.Sum != e.sum():
			return Record{}, &KeyReusedError{c.w.name, id, key, record.Revision}
		case err == nil:
			return record, nil
		case errors.As(err, &missing):
			if open, err := c.open(ctx, id); err != nil || !open || attempt == attempts {
				return Record{}, c.missing(id, err)
			}
		case errors.As(err, new(*client.WorkflowUpdateServiceTimeoutOrCanceledError)):
			// The server may notice a deadline before ctx does.
			ended := ctx.Err()
			if ended == nil {
				ended = context.DeadlineExceeded
			}
			return Record{}, fmt.Errorf("%w: %w", ended, err)
		case !errors.As(err, new(*BusyError)) || attempt == attempts:
			return Record{}, err
		}
		select {
		case <-time.After(min(time.Duration(attempt)*10*time.Millisecond, time.Second)):
		case <-ctx.Done():
			return Record{}, ctx.Err()
		}
	}
}

// do sends an event once.
func (c *Client[M, P, I, O]) do(ctx context.Context, id, key string, e Event) (Record, error) {
	h, err := c.client.UpdateWorkflow(ctx, client.UpdateWorkflowOptions{
		UpdateID: key, WorkflowID: id, UpdateName: UpdateEvent, Args: []any{e}, WaitForStage: client.WorkflowUpdateStageCompleted,
	})
	var record Record
	if err == nil {
		err = h.Get(ctx, &record)
	}
	if err == nil {
		return record, nil
	}
	same, err := decode(err)
	if same != nil {
		return *same, nil
	}
	return Record{}, err
}

// open reports whether a workflow runs. The error is a NotFoundError if there is none.
func (c *Client[M, P, I, O]) open(ctx context.Context, id string) (bool, error) {
	d, err := c.client.DescribeWorkflowExecution(ctx, id, "")
	if errors.As(err, new(*serviceerror.NotFound)) {
		return false, &NotFoundError{c.w.name, id}
	}
	if err != nil {
		return false, err
	}
	return d.GetWorkflowExecutionInfo().GetStatus() == enumspb.WORKFLOW_EXECUTION_STATUS_RUNNING, nil
}

// missing returns the error for a workflow that takes no events.
func (c *Client[M, P, I, O]) missing(id string, err error) error {
	if err != nil {
		return err
	}
	return &EndedError{c.w.name, id}
}

// Signal sends an event and does not wait. The machine may refuse it; then only [Status.Refused] tells.
func (c *Client[M, P, I, O]) Signal(ctx context.Context, id string, in I) error {
	e, err := c.w.wire(in)
	if err != nil {
		return err
	}
	err = c.client.SignalWorkflow(ctx, id, "", SignalEvent, e)
	if errors.As(err, new(*serviceerror.NotFound)) {
		_, err = c.open(ctx, id)
		return c.missing(id, err)
	}
	return err
}

// Cancel asks the workflow to cancel: its machine gets the cancellation event.
func (c *Client[M, P, I, O]) Cancel(ctx context.Context, id string) error {
	err := c.client.CancelWorkflow(ctx, id, "")
	if errors.As(err, new(*serviceerror.NotFound)) {
		_, err = c.open(ctx, id)
		return c.missing(id, err)
	}
	return err
}

// Status returns what the workflow tells of its machine, also after its end.
func (c *Client[M, P, I, O]) Status(ctx context.Context, id string) (Status, error) {
	var s Status
	return s, c.query(ctx, id, QueryStatus, &s)
}

// Get returns a copy of the machine.
func (c *Client[M, P, I, O]) Get(ctx context.Context, id string) (M, error) {
	var s Snapshot
	if err := c.query(ctx, id, QuerySnapshot, &s); err != nil {
		var none M
		return none, err
	}
	m, err := c.w.kind.Restore(s.Snapshot)
	if err != nil {
		return m, &LoadError{c.w.name, err}
	}
	return m, nil
}

func (c *Client[M, P, I, O]) query(ctx context.Context, id, query string, into any) error {
	value, err := c.client.QueryWorkflow(ctx, id, "", query)
	if errors.As(err, new(*serviceerror.NotFound)) {
		return &NotFoundError{c.w.name, id}
	}
	if err != nil {
		return err
	}
	return value.Get(into)
}

// Wait waits for the end, and returns the result. If the workflow could not load its machine, the error is a [LoadError].
func (c *Client[M, P, I, O]) Wait(ctx context.Context, id string) (Result, error) {
	var r Result
	err := c.client.GetWorkflow(ctx, id, "").Get(ctx, &r)
	if errors.As(err, new(*serviceerror.NotFound)) {
		return r, &NotFoundError{c.w.name, id}
	}
	_, err = decode(err)
	return r, err
}
