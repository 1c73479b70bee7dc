package temporal_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/fsmgen/fsmgen/temporal"
	"github.com/fsmgen/fsmgen/temporal/internal/order"
)

// recorded returns the histories that the campaign has recorded on a server, while it killed the worker.
func recorded(t *testing.T) map[string]*historypb.History {
	t.Helper()
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 3 {
		t.Fatalf("%d histories (%v)", len(files), err)
	}
	out := map[string]*historypb.History{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		h := &historypb.History{}
		if err := protojson.Unmarshal(text, h); err != nil {
			t.Fatal(err)
		}
		out[file] = h
	}
	return out
}

// replay replays a history with a workflow function.
func replay(t *testing.T, h *historypb.History, f any) error {
	t.Helper()
	r := worker.NewWorkflowReplayer()
	r.RegisterWorkflowWithOptions(f, workflow.RegisterOptions{Name: "Order"})
	return r.ReplayWorkflowHistoryWithOptions(silent{}, h, worker.ReplayWorkflowHistoryOptions{})
}

// TestReplay replays histories of a server: the code that would continue these workflows must do what it has done.
func TestReplay(t *testing.T) {
	w := temporal.New(order.Kind{}, new(shop).perform)
	for file, h := range recorded(t) {
		if err := replay(t, h, w.Run); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestReplayVersions replays histories with another version of the machine, which emits its outputs in another way. Alone, it does
// not fit; behind GetVersion it does, because the histories began before.
func TestReplayVersions(t *testing.T) {
	earlier := temporal.New(order.Kind{}, new(shop).perform)
	current := temporal.New(changed{}, new(shop).perform)
	broken := 0
	for file, h := range recorded(t) {
		if replay(t, h, current.Run) != nil {
			broken++
		}
		versions := func(ctx workflow.Context, in temporal.Input) (temporal.Result, error) {
			if workflow.GetVersion(ctx, "order", workflow.DefaultVersion, 1) == workflow.DefaultVersion {
				return earlier.Run(ctx, in)
			}
			return current.Run(ctx, in)
		}
		if err := replay(t, h, versions); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	if broken == 0 {
		t.Error("the other version fits all histories")
	}
}

// changed is an order that sends no mails.
type changed struct{ order.Kind }

func (c changed) Apply(m *order.Machine, in order.Input, now time.Time) ([]order.Output, bool, error) {
	outputs, ignored, err := c.Kind.Apply(m, in, now)
	var left []order.Output
	for _, o := range outputs {
		if _, mail := o.(order.MailOutput); !mail {
			left = append(left, o)
		}
	}
	return left, ignored, err
}

// TestBudget compares the lengths of recorded histories with their budgets: without workflow tasks that failed because the worker
// was killed, they must be within them.
func TestBudget(t *testing.T) {
	start, each := order.Kind{}.HistoryCost()
	w := temporal.New(order.Kind{}, new(shop).perform)
	for file, h := range recorded(t) {
		events, updates := 0, 0
		for _, e := range h.Events {
			events++
			switch e.GetEventType() {
			case enumspb.EVENT_TYPE_WORKFLOW_TASK_FAILED:
				events -= 3
			case enumspb.EVENT_TYPE_WORKFLOW_TASK_TIMED_OUT:
				events -= 2
				if e.GetWorkflowTaskTimedOutEventAttributes().GetStartedEventId() > 0 {
					events--
				}
			case enumspb.EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED:
				updates++
			}
		}
		var in temporal.Input
		started := h.Events[0].GetWorkflowExecutionStartedEventAttributes()
		if err := converter.GetDefaultDataConverter().FromPayloads(started.GetInput(), &in); err != nil {
			t.Fatal(err)
		}
		m, err := order.Kind{}.Restore(in.Snapshot)
		if err != nil {
			t.Fatal(err)
		}
		budget, ok := w.Budget(m)
		if !ok || budget != start+each*m.Params().MaxTransitions() || events > budget || updates == 0 {
			t.Errorf("%s: %d events, %d Updates, the budget is %d", file, events, updates, budget)
		}
		if !strings.Contains(file, "order") || events < 10 {
			t.Errorf("%s has %d events", file, events)
		}
	}
}
