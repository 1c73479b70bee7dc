package temporal

import (
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/workflow"
)

// leftTime returns the time that a machine can still take, if it is proved.
func (w *Workflow[M, P, I, O]) leftTime(m M) (time.Duration, bool) {
	timed, ok := any(w.kind).(Timed[M])
	if !ok {
		return 0, false
	}
	return timed.LeftTime(m), true
}

// lasts returns an error if the options end the workflow before its machine must have ended. Zero is no timeout.
func (w *Workflow[M, P, I, O]) lasts(m M, o client.StartWorkflowOptions) error {
	left, ok := w.leftTime(m)
	if !ok {
		return nil
	}
	for _, timeout := range []struct {
		option string
		value  time.Duration
	}{{"WorkflowRunTimeout", o.WorkflowRunTimeout}, {"WorkflowExecutionTimeout", o.WorkflowExecutionTimeout}} {
		if timeout.value > 0 && timeout.value < left {
			return &ShortTimeoutError{w.name, o.ID, timeout.option, timeout.value, left}
		}
	}
	return nil
}

// warnShort logs what [Client.StartWith] refuses, for workflows that somebody else has started.
func (w *Workflow[M, P, I, O]) warnShort(ctx workflow.Context, m M) {
	left, ok := w.leftTime(m)
	info := workflow.GetInfo(ctx)
	if ok && info.WorkflowRunTimeout > 0 && info.WorkflowRunTimeout < left {
		workflow.GetLogger(ctx).Warn("the run timeout is shorter than the proved time of the machine",
			"Machine", w.name, "WorkflowRunTimeout", info.WorkflowRunTimeout, "Proved", left)
	}
}
