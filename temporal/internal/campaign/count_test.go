package main

import (
	"strings"
	"testing"

	enumspb "go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
)

// letters are short names of events.
var letters = map[rune]enumspb.EventType{
	'w': enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_STARTED, 's': enumspb.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED, 'b': enumspb.EVENT_TYPE_WORKFLOW_TASK_STARTED,
	'c': enumspb.EVENT_TYPE_WORKFLOW_TASK_COMPLETED, 'f': enumspb.EVENT_TYPE_WORKFLOW_TASK_FAILED, 't': enumspb.EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT,
	'u': enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED, 'd': enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_COMPLETED,
	'a': enumspb.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED, 'r': enumspb.EVENT_TYPE_ACTIVITY_TASK_STARTED, 'e': enumspb.EVENT_TYPE_ACTIVITY_TASK_COMPLETED,
	'x': enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED,
}

// TestCount counts short histories by hand.
func TestCount(t *testing.T) {
	for text, want := range map[string][2]int{ // apart; in the rest, of tasks for refused Updates
		"w sbc x":                     {0, 0},
		"w sbc sbc ud a":              {0, 0},
		"w sbt sbc x":                 {3, 0}, // The start asked for the task.
		"w st sbc x":                  {2, 0}, // It was never started.
		"w sbc sbf sbc ud a re sbc":   {3, 0}, // The repetition accepts the Update.
		"w sbc sbf sbc":               {6, 0}, // It refuses it.
		"w sbc sbf sbt sbc":           {9, 0},
		"w sbc a re sbf sbc":          {3, 0}, // A result asked for it.
		"w sbc a sbf re sbc":          {3, 0}, // A result came before the repetition,
		"w sbc a sbf s re bc":         {3, 0}, // or during it.
		"w sbc sbc a re sbc":          {0, 0}, // The second task decides something.
		"w sbc sbc sbc ud a":          {0, 3}, // The second one was for a refused Update.
		"w sbc a sbc re sbc":          {0, 3},
		"w sbc ud a sbf sbc re sbc x": {6, 0},
	} {
		h := &historypb.History{}
		for _, letter := range strings.ReplaceAll(text, " ", "") {
			e := &historypb.HistoryEvent{EventId: int64(len(h.Events) + 1), EventType: letters[letter]}
			if letter == 't' {
				e.Attributes = &historypb.HistoryEvent_WorkflowTaskTimedOutEventAttributes{WorkflowTaskTimedOutEventAttributes: &historypb.WorkflowTaskTimedOutEventAttributes{}}
				if last := h.Events[len(h.Events)-1]; last.EventType == enumspb.EVENT_TYPE_WORKFLOW_TASK_STARTED {
					e.GetWorkflowTaskTimedOutEventAttributes().StartedEventId = last.EventId
				}
			}
			h.Events = append(h.Events, e)
		}
		events, apart := count(h)
		var kept tasks
		kept.add(h)
		if got := [2]int{apart, kept.idle}; got != want || events+apart != len(h.Events) {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}
