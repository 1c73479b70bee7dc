package main

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"google.golang.org/protobuf/proto"

	"github.com/fsmgen/fsmgen/temporal/internal/order"
)

// parcels is the number of parcels of each order of the bench.
const parcels = 6

// bench runs orders in rounds, in turn as generated machines and by hand, and compares the throughput and the latency of events.
func (c *campaign) bench(ctx context.Context, workflows int) error {
	w := worker.New(c.client, c.queue, worker.Options{})
	orders := newOrders(nil, false)
	orders.Register(w)
	registerHand(w)
	if err := w.Start(); err != nil {
		return err
	}
	defer w.Stop()
	c.orders = orders.Client(c.client, c.queue)
	kinds := []struct {
		name string
		run  func(ctx context.Context, id string) ([]time.Duration, error)
	}{{"generated", c.generated}, {"by hand", c.byHand}}
	const rounds = 61
	var took, busy [2][]float64
	var latencies [2][]time.Duration
	for round := range rounds {
		for k := range kinds {
			which := (k + round) % 2
			began, used := time.Now(), cpu()
			found, err := c.round(ctx, fmt.Sprintf("%s/%d/%d", c.queue, round, which), workflows, kinds[which].run)
			if err != nil {
				return err
			}
			if round > 0 { // The first one warms up.
				took[which] = append(took[which], time.Since(began).Seconds())
				latencies[which] = append(latencies[which], found...)
				busy[which] = append(busy[which], (cpu() - used).Seconds())
			}
		}
	}
	pairs(took, "throughput beside the workflow by hand")
	if busy[0][0] > 0 { // otherwise, the system does not tell
		pairs(busy, "events per second of CPU of the worker and its clients, beside the same")
	}
	for which, k := range kinds {
		slices.Sort(took[which])
		slices.Sort(latencies[which])
		n := len(latencies[which])
		fmt.Printf("%-9s  %.0f events/s in the median round, latency of an event: median %v, 95 %% %v\n", k.name,
			float64(workflows*(parcels+1))/took[which][len(took[which])/2], latencies[which][n/2].Round(100*time.Microsecond), latencies[which][n*95/100].Round(100*time.Microsecond))
	}
	for which, k := range kinds {
		h, err := c.history(ctx, fmt.Sprintf("%s/%d/%d/0", c.queue, rounds-1, which))
		if err != nil {
			return err
		}
		fmt.Printf("%-9s  a history of %d events, %d bytes\n", k.name, len(h.Events), proto.Size(h))
	}
	return nil
}

// pairs prints how the two kinds compare, in pairs of rounds.
func pairs(rounds [2][]float64, what string) {
	var ratios []float64
	for i := range rounds[0] {
		ratios = append(ratios, rounds[1][i]/rounds[0][i])
	}
	slices.Sort(ratios)
	n := len(ratios)
	fmt.Printf("%s, in %d pairs of rounds: median %.2f, quartiles %.2f and %.2f, from %.2f to %.2f\n",
		what, n, ratios[n/2], ratios[n/4], ratios[n*3/4], ratios[0], ratios[n-1])
}

// round runs some workflows side by side.
func (c *campaign) round(ctx context.Context, prefix string, workflows int, run func(context.Context, string) ([]time.Duration, error)) (all []time.Duration, err error) {
	var mu sync.Mutex
	var done sync.WaitGroup
	room := make(chan struct{}, 10)
	for i := range workflows {
		room <- struct{}{}
		done.Go(func() {
			defer func() { <-room }()
			found, failed := run(ctx, fmt.Sprintf("%s/%d", prefix, i))
			mu.Lock()
			defer mu.Unlock()
			all = append(all, found...)
			if failed != nil {
				err = failed
			}
		})
	}
	done.Wait()
	return all, err
}

// timed measures f, which is repeated until the bank has answered.
func timed(f func() error) (time.Duration, error) {
	for attempt := 0; ; attempt++ {
		began := time.Now()
		err := f()
		if err == nil || attempt == 1000 {
			return time.Since(began), err
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func (c *campaign) generated(ctx context.Context, id string) (all []time.Duration, err error) {
	if err := c.orders.Start(ctx, id, order.Params{Tries: 1, Parcels: parcels}); err != nil {
		return nil, err
	}
	for i := range parcels + 1 {
		in := order.Input(order.PackInput{})
		if i == 0 {
			in = order.PayInput{Amount: 7}
		}
		d, err := timed(func() error { _, err := c.orders.Do(ctx, id, in); return err })
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	result, err := c.orders.Wait(ctx, id)
	if err == nil && result.State != "Sent" {
		err = fmt.Errorf("%s ends in %s", id, result.State)
	}
	return all, err
}

func (c *campaign) byHand(ctx context.Context, id string) (all []time.Duration, err error) {
	run, err := c.client.ExecuteWorkflow(ctx, client.StartWorkflowOptions{ID: id, TaskQueue: c.queue}, "hand", parcels)
	if err != nil {
		return nil, err
	}
	for i := range parcels + 1 {
		o := client.UpdateWorkflowOptions{WorkflowID: id, UpdateName: "pack", WaitForStage: client.WorkflowUpdateStageCompleted}
		if i == 0 {
			o.UpdateName, o.Args = "pay", []any{7}
		}
		d, err := timed(func() error {
			h, err := c.client.UpdateWorkflow(ctx, o)
			if err != nil {
				return err
			}
			var state string
			return h.Get(ctx, &state)
		})
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	var state string
	return all, run.Get(ctx, &state)
}
