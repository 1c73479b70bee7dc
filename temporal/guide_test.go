package temporal_test

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"github.com/fsmgen/fsmgen/machines/agentloop"
	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/machines/orchestration"
	"github.com/fsmgen/fsmgen/temporal"
	"github.com/fsmgen/fsmgen/temporal/internal/order"
)

// work and buy are what programs need, and perform is what a program does, as in docs/temporal.md.
func work(client client.Client) error {
	w := temporal.New(order.Kind{}, perform)
	worker := worker.New(client, "orders", worker.Options{})
	w.Register(worker)
	if err := worker.Start(); err != nil {
		return err
	}
	return nil
}

func buy(ctx context.Context, client client.Client, requestID string) error {
	orders := temporal.New(order.Kind{}, nil).Client(client, "orders")
	if err := orders.Start(ctx, "1017", order.DefaultParams()); err != nil {
		return err
	}
	record, err := orders.Do(ctx, "1017", order.PayInput{Amount: 7}, temporal.WithKey(requestID))
	return fmt.Errorf("%v: %w", record, err)
}

var (
	bank interface {
		Charge(ctx context.Context, key string, amount int) (receipt string, err error)
	}
	post interface {
		Mail(ctx context.Context, key, text string) error
	}
)

func perform(ctx context.Context, t temporal.Task[order.Output]) (order.Input, error) {
	switch o := t.Output.(type) {
	case order.StartChargeOutput: // a call, whose result is the next event
		receipt, err := bank.Charge(ctx, t.Key, o.Amount)
		return order.ChargeDoneInput{Call: o.Call, Receipt: receipt}, err
	case order.MailOutput:
		return nil, post.Mail(ctx, t.Key, o.Text)
	}
	return nil, nil
}

var earlier, current *orders

func orderWorkflow(ctx workflow.Context, in temporal.Input) (temporal.Result, error) {
	if workflow.GetVersion(ctx, "order", workflow.DefaultVersion, 1) == workflow.DefaultVersion {
		return earlier.Run(ctx, in) // for the histories that began before
	}
	return current.Run(ctx, in)
}

// TestGuide compares the Go of docs/temporal.md with the functions above, which the tests compile, and its table of budgets with the
// machines.
func TestGuide(t *testing.T) {
	_, _, _ = work, buy, orderWorkflow
	page, err := os.ReadFile("../docs/temporal.md")
	if err != nil {
		t.Fatal(err)
	}
	here, err := os.ReadFile("guide_test.go")
	if err != nil {
		t.Fatal(err)
	}
	plain := func(text string) string {
		return regexp.MustCompile(`(?m)^[ \t]+`).ReplaceAllString(strings.TrimSpace(text), "")
	}
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(blocks) != 4 {
		t.Errorf("the page has %d blocks of Go", len(blocks))
	}
	for _, b := range blocks {
		if !strings.Contains(plain(string(here)), plain(b[1])) {
			t.Errorf("the tests do not have\n%s", b[1])
		}
	}
	for name, kind := range map[string]interface {
		HistoryCost() (start, transition int)
	}{"Order": order.Kind{}, "AgentLoop": agentloop.Kind{}, "Fallback": fallback.Kind{}, "Orchestration": orchestration.Kind{}} {
		start, transition := kind.HistoryCost()
		if row := fmt.Sprintf("| %s | %d | %d |", name, start, transition); !strings.Contains(string(page), row) {
			t.Errorf("the page does not have %s", row)
		}
	}
}
