package orchestration_test

import (
	"context"
	"fmt"

	"github.com/fsmgen/fsmgen/machines/orchestration"
)

// console prints where the work goes and what comes of it.
type console struct{}

func (console) Moved(m orchestration.Move) {
	if m.To != m.From { // not within Execute
		fmt.Println(m.Event, "to", m.To)
	}
}
func (console) Asked(orchestration.Asked)        {}
func (console) Delivered(r orchestration.Result) { fmt.Println(" ", r.Text) }
func (console) Advised(text string)              { fmt.Println(" ", text) }

func ExampleOrchestrate() {
	config := orchestration.DefaultConfig()
	config.Params.Offline = true
	providers := orchestration.Providers{Stub: orchestration.Stub()}
	results, err := orchestration.Orchestrate(context.Background(), "find sources; write", config, providers, console{})
	fmt.Println(len(results), "results,", "error:", err)
	// Output:
	// Initialized to Plan
	//   using provider stub (Stub)
	// PlannerAnswered to Execute
	//   stub: find sources
	//   stub: write
	// always to Verify
	// VerifierAnswered to Done
	// 2 results, error: <nil>
}
