package temporal

import (
	"fmt"

	enumspb "go.temporal.io/api/enums/v1"
	"go.temporal.io/sdk/workflow"
)

// child is a call that another workflow is.
type child[I, O any] struct {
	workflow string
	begin    func(start O) (Input, error)
	end      func(start O, result Result) (I, error)
}

// Child makes a call a child workflow, of a kind whose workflow is also registered. begin returns its input, as [NewInput] does, and
// end the result of the call. Both run in the workflow, so they must be functions of their arguments. When nobody waits for
// the result any longer, the child is canceled, so its machine gets its cancellation event.
func (w *Workflow[M, P, I, O]) Child(call, workflow string, begin func(start O) (Input, error), end func(start O, result Result) (I, error)) {
	w.children[call] = child[I, O]{workflow, begin, end}
}

// startChild starts a child workflow.
func (r *run[M, P, I, O]) startChild(ctx workflow.Context, call string, c child[I, O], s *started, p Pending) {
	start, err := r.w.kind.ReadOutput(p.Name, p.Payload)
	var in Input
	if err == nil {
		in, err = c.begin(start)
	}
	if err != nil {
		r.fail(call, p.Key, err)
		delete(r.running, call)
		return
	}
	id := fmt.Sprintf("%s/%s/%d", workflow.GetInfo(ctx).WorkflowExecution.ID, call, s.number)
	future := workflow.ExecuteChildWorkflow(workflow.WithChildOptions(ctx, workflow.ChildWorkflowOptions{
		WorkflowID: id, ParentClosePolicy: enumspb.PARENT_CLOSE_POLICY_REQUEST_CANCEL,
	}), c.workflow, in)
	r.results.await(call, future, s, func(ctx workflow.Context) {
		var result Result
		var answer *Event
		err := future.Get(ctx, &result)
		if s.stopped {
			return
		}
		if err == nil {
			var in I
			if in, err = c.end(start, result); err == nil {
				answer, err = r.w.answer(in)
			}
		}
		r.answerCall(ctx, call, s, p, answer, err)
	})
}
