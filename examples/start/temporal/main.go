// Temporal moves money between two banks, as a workflow.
package main

import (
	"context"
	"log"
	"time"

	"go.temporal.io/sdk/client"
	sdk "go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"github.com/fsmgen/fsmgen/examples/start/temporal/transfer"
	"github.com/fsmgen/fsmgen/temporal"
)

// banks moves money into a bank, or out of it. A bank acts once for each key, however often it is asked.
type banks func(ctx context.Context, key, bank string, cents int) (ok bool, err error)

// perform makes the calls of the machine, each in an activity.
func (b banks) perform(ctx context.Context, t temporal.Task[transfer.Output]) (transfer.Input, error) {
	switch o := t.Output.(type) {
	case transfer.StartWithdrawOutput:
		ok, err := b(ctx, t.Key, "first", -o.Cents)
		return transfer.WithdrawDoneInput{Call: o.Call, Ok: ok}, err
	case transfer.StartDepositOutput:
		ok, err := b(ctx, t.Key, "second", o.Cents)
		return transfer.DepositDoneInput{Call: o.Call, Ok: ok}, err
	case transfer.StartPutBackOutput:
		ok, err := b(ctx, t.Key, "first", o.Cents)
		return transfer.PutBackDoneInput{Call: o.Call, Ok: ok}, err
	}
	return nil, nil
}

// register registers the workflow and its activities. A call fails for good after five attempts.
func register(r worker.Registry, b banks) {
	options := workflow.ActivityOptions{StartToCloseTimeout: time.Minute, RetryPolicy: &sdk.RetryPolicy{MaximumAttempts: 5}}
	temporal.New(transfer.Kind{}, b.perform, temporal.WithActivityOptions(options, "withdraw", "deposit", "putBack")).Register(r)
}

// move starts a transfer, approves it, and waits for its end.
func move(ctx context.Context, c client.Client, id string) (temporal.Result, error) {
	transfers := temporal.New(transfer.Kind{}, nil).Client(c, "transfers")
	if err := transfers.Start(ctx, id, transfer.Params{Cents: 700}); err != nil {
		return temporal.Result{}, err
	}
	if _, err := transfers.Do(ctx, id, transfer.ApproveInput{By: "ann"}, temporal.WithKey("approval")); err != nil {
		return temporal.Result{}, err
	}
	return transfers.Wait(ctx, id)
}

func main() {
	c, err := client.Dial(client.Options{}) // localhost:7233
	if err != nil {
		log.Fatal(err)
	}
	w := worker.New(c, "transfers", worker.Options{})
	register(w, func(context.Context, string, string, int) (bool, error) { return true, nil })
	if err := w.Start(); err != nil {
		log.Fatal(err)
	}
	result, err := move(context.Background(), c, "1017")
	log.Println(result.State, err)
	w.Stop()
}
