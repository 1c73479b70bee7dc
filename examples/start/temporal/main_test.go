package main

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"go.temporal.io/sdk/testsuite"

	"github.com/fsmgen/fsmgen/examples/start/temporal/transfer"
	"github.com/fsmgen/fsmgen/temporal"
)

func TestTransfer(t *testing.T) {
	for name, test := range map[string]struct {
		approved time.Duration
		refuses  string // a bank
		down     string // a bank
		want     string // the last state and what each bank has got
	}{
		"approved": {time.Hour, "", "", "Done map[first:-700 second:700]"},
		"too late": {50 * time.Hour, "", "", "Dropped map[]"},
		"refused":  {time.Hour, "second", "", "Undone map[first:0]"},
		"poor":     {time.Hour, "first", "", "Dropped map[]"},
		"down":     {time.Hour, "", "second", "Stuck map[first:-700]"},
	} {
		t.Run(name, func(t *testing.T) {
			got := map[string]int{}
			var suite testsuite.WorkflowTestSuite
			env := suite.NewTestWorkflowEnvironment() // its clock does not wait
			register(env, func(_ context.Context, _, bank string, cents int) (bool, error) {
				if bank == test.down {
					return false, errors.New("no answer")
				}
				if bank == test.refuses {
					return false, nil
				}
				got[bank] += cents
				return true, nil
			})
			in, err := temporal.NewInput(transfer.Kind{}, transfer.Params{Cents: 700})
			if err != nil {
				t.Fatal(err)
			}
			approval := temporal.Event{Name: "Approve", Payload: []byte(`{"by": "ann"}`)}
			env.RegisterDelayedCallback(func() { env.UpdateWorkflowNoRejection(temporal.UpdateEvent, "1", t, approval) }, test.approved)
			env.ExecuteWorkflow("Transfer", in)
			var result temporal.Result
			if err := env.GetWorkflowResult(&result); err != nil {
				t.Fatal(err)
			}
			if end := fmt.Sprint(result.State, " ", got); end != test.want {
				t.Errorf("%s, want %s", end, test.want)
			}
		})
	}
}
