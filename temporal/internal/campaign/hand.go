package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

// handOrder is an order as one would write it by hand, for the comparison: what the bench needs of the spec, with a validator, a timer in
// each state, and activities for the same outputs.
func handOrder(ctx workflow.Context, parcels int) (string, error) {
	state, packed := "Open", 0
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: 2 * time.Second})
	var mails []string
	var stop workflow.CancelFunc
	wait := func(d time.Duration) {
		if stop != nil {
			stop()
		}
		var timed workflow.Context
		timed, stop = workflow.WithCancel(ctx)
		timer := workflow.NewTimer(timed, d)
		workflow.Go(ctx, func(ctx workflow.Context) {
			if timer.Get(ctx, nil) == nil {
				state = "Cancelled"
			}
		})
	}
	wait(24 * time.Hour)
	allowed := func(in string, message string) error {
		if state != in {
			return errors.New(message + " is illegal in " + state)
		}
		return nil
	}
	err := errors.Join(
		workflow.SetQueryHandler(ctx, "state", func() (string, error) { return state, nil }),
		workflow.SetUpdateHandlerWithOptions(ctx, "pay", func(_ workflow.Context, amount int) (string, error) {
			state = "Paying"
			wait(10 * time.Minute)
			charged := workflow.ExecuteActivity(ctx, "hand.charge", amount)
			workflow.Go(ctx, func(ctx workflow.Context) {
				var receipt string
				if charged.Get(ctx, &receipt) != nil {
					state = "Cancelled"
					return
				}
				state = "Packing"
				mails = append(mails, receipt)
				wait(30 * time.Minute)
			})
			return state, nil
		}, workflow.UpdateHandlerOptions{Validator: func(amount int) error {
			if amount <= 0 {
				return errors.New("no amount")
			}
			return allowed("Open", "pay")
		}}),
		workflow.SetUpdateHandlerWithOptions(ctx, "pack", func(workflow.Context) (string, error) {
			packed++
			mails = append(mails, fmt.Sprint("parcel ", packed))
			if packed == parcels {
				state = "Sent"
				stop()
			} else {
				wait(30 * time.Minute)
			}
			return state, nil
		}, workflow.UpdateHandlerOptions{Validator: func() error { return allowed("Packing", "pack") }}),
	)
	if err != nil {
		return "", err
	}
	for {
		if err := workflow.Await(ctx, func() bool { return len(mails) > 0 || state == "Sent" || state == "Cancelled" }); err != nil {
			return "", err
		}
		for len(mails) > 0 {
			text := mails[0]
			mails = mails[1:]
			if err := workflow.ExecuteActivity(ctx, "hand.mail", text).Get(ctx, nil); err != nil {
				return "", err
			}
		}
		if (state == "Sent" || state == "Cancelled") && workflow.AllHandlersFinished(ctx) {
			return state, nil
		}
	}
}

// registerHand registers the workflow by hand.
func registerHand(w worker.Worker) {
	w.RegisterWorkflowWithOptions(handOrder, workflow.RegisterOptions{Name: "hand"})
	w.RegisterActivityWithOptions(func(_ context.Context, amount int) (string, error) { return fmt.Sprint("paid ", amount), nil }, activity.RegisterOptions{Name: "hand.charge"})
	w.RegisterActivityWithOptions(func(context.Context, string) error { return nil }, activity.RegisterOptions{Name: "hand.mail"})
}
