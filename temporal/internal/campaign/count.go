package main

import (
	enumspb "go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
)

// count counts the events of a history. Apart from the rest, it counts what a killed worker adds; the budget is about the rest. The rule:
//
//   - A workflow task that has failed or timed out: it was scheduled, it was started, unless it timed out before, and it failed.
//   - The task that repeats one of them, if nothing but Updates asked for it, and all of them are refused. Without the failure, Temporal
//     drops such a task; a repeated task stays.
//
// All other events count, also those of Updates that are refused for other reasons.
func count(h *historypb.History) (events, apart int) {
	caused, repeats := false, false // the task that is under way: by an event, and after a failure
	for i, e := range h.Events {
		switch e.GetEventType() {
		case enumspb.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED:
			switch before := h.Events[i-1].GetEventType(); {
			case before == enumspb.EVENT_TYPE_WORKFLOW_TASK_FAILED, before == enumspb.EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT:
				repeats = true
			default:
				caused, repeats = !byWorkflow(before), false
			}
		case enumspb.EVENT_TYPE_WORKFLOW_TASK_STARTED:
		case enumspb.EVENT_TYPE_WORKFLOW_TASK_FAILED:
			apart += 3
		case enumspb.EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT:
			apart += 2
			if e.GetWorkflowTaskTimedOutEventAttributes().GetStartedEventId() > 0 {
				apart++
			}
		case enumspb.EVENT_TYPE_WORKFLOW_TASK_COMPLETED:
			if repeats && !caused && idle(h, i) {
				apart += 3
			}
		default:
			caused = caused || repeats // an event that has come while a task was repeated
		}
	}
	return len(h.Events) - apart, apart
}

// byWorkflow reports whether an event is what a workflow task has decided, so that a task after it is for Updates.
func byWorkflow(e enumspb.EventType) bool {
	switch e {
	case enumspb.EVENT_TYPE_WORKFLOW_TASK_COMPLETED, enumspb.EVENT_TYPE_TIMER_STARTED, enumspb.EVENT_TYPE_TIMER_CANCELED,
		enumspb.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED, enumspb.EVENT_TYPE_ACTIVITY_TASK_CANCEL_REQUESTED, enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_COMPLETED:
		return true
	}
	return false
}

// idle reports whether the task that is completed at an index has decided nothing.
func idle(h *historypb.History, i int) bool {
	return i+1 == len(h.Events) || !byWorkflow(h.Events[i+1].GetEventType()) && h.Events[i+1].GetEventType() != enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED &&
		h.Events[i+1].GetEventType() != enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED
}

// tasks counts events that no transition explains, without failures.
type tasks struct {
	refused int // of Updates that were accepted and then refused
	idle    int // of tasks for refused Updates
}

func (t *tasks) add(h *historypb.History) {
	caused, repeats := false, false
	for i, e := range h.Events {
		switch e.GetEventType() {
		case enumspb.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED:
			before := h.Events[i-1].GetEventType()
			repeats = before == enumspb.EVENT_TYPE_WORKFLOW_TASK_FAILED || before == enumspb.EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT
			caused = !byWorkflow(before)
		case enumspb.EVENT_TYPE_WORKFLOW_TASK_COMPLETED:
			if !caused && !repeats && idle(h, i) {
				t.idle += 3
			}
		case enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_COMPLETED:
			if e.GetWorkflowExecutionUpdateCompletedEventAttributes().GetOutcome().GetFailure() != nil {
				t.refused += 2
			}
		}
	}
}
