package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"go.temporal.io/sdk/client"
	sdk "go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"github.com/fsmgen/fsmgen/temporal"
	"github.com/fsmgen/fsmgen/temporal/internal/order"
)

// orders is the workflow of orders.
type orders = temporal.Workflow[*order.Machine, order.Params, order.Input, order.Output]

// entry is a line of the journal: an output that was performed.
type entry struct {
	Key, What string
}

// even is a bank that refuses even amounts.
func even(amount int64) bool { return amount%2 == 0 }

// newOrders returns the workflow. Its activities write to a journal, and fail at times if they are troubled.
func newOrders(journal *os.File, troubled bool) *orders {
	activities := workflow.ActivityOptions{
		StartToCloseTimeout: 2 * time.Second,
		RetryPolicy:         &sdk.RetryPolicy{InitialInterval: 50 * time.Millisecond, MaximumInterval: time.Second},
	}
	return temporal.New(order.Kind{}, func(_ context.Context, t temporal.Task[order.Output]) (order.Input, error) {
		if troubled {
			time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond)
			if rand.IntN(10) == 0 {
				return nil, fmt.Errorf("attempt %d fails", t.Attempt)
			}
		}
		what, in := "", order.Input(nil)
		switch o := t.Output.(type) {
		case order.StartChargeOutput:
			if even(int64(o.Amount)) {
				return nil, sdk.NewNonRetryableApplicationError("the bank refuses", "bank", nil)
			}
			return order.ChargeDoneInput{Call: o.Call, Receipt: fmt.Sprint("paid ", o.Amount)}, nil
		case order.MailOutput:
			what = "mail " + o.Text
		case order.SendOutput:
			what = fmt.Sprint("send ", o.Parcel)
		}
		if journal != nil {
			line, err := json.Marshal(entry{t.Key, what})
			if err != nil {
				return nil, err
			}
			if _, err := journal.Write(append(line, '\n')); err != nil {
				return nil, err
			}
		}
		if troubled {
			time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond)
		}
		return in, nil
	}, temporal.WithActivityOptions(activities))
}

// work is the process of a worker.
func work(c client.Client, queue, file string) error {
	journal, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	w := worker.New(c, queue, worker.Options{StickyScheduleToStartTimeout: 100 * time.Millisecond})
	newOrders(journal, true).Register(w)
	return w.Run(worker.InterruptCh())
}
