package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.temporal.io/sdk/client"

	"github.com/fsmgen/fsmgen/temporal"
	"github.com/fsmgen/fsmgen/temporal/internal/oracle"
	"github.com/fsmgen/fsmgen/temporal/internal/order"
)

// campaign is a run of many workflows.
type campaign struct {
	address, spec, record, queue, journal string
	workflows, kills, clients             int
	client                                client.Client
	orders                                *temporal.Client[*order.Machine, order.Params, order.Input, order.Output]
	workflow                              *orders
	text                                  []byte
	total                                 int64        // the number of events that all customers will send
	progress, killed                      atomic.Int64 // events that are answered, and kills of the worker
}

// run runs the workflows, and compares what becomes of them.
func (c *campaign) run(ctx context.Context) (err error) {
	if c.text, err = os.ReadFile(c.spec); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "campaign")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	c.journal = filepath.Join(folder, "journal")
	c.workflow = newOrders(nil, false)
	c.orders = c.workflow.Client(c.client, c.queue)
	began := time.Now()
	results := make([]*customer, c.workflows)
	for i := range results {
		results[i] = c.customer(i)
		c.total += int64(results[i].rehearse())
		results[i] = c.customer(i)
	}
	done := make(chan struct{})
	var workers sync.WaitGroup
	workers.Go(func() { c.kill(done) })
	defer func() {
		close(done)
		workers.Wait()
	}()
	var all sync.WaitGroup
	room := make(chan struct{}, c.clients)
	for _, r := range results {
		room <- struct{}{}
		all.Go(func() {
			defer func() { <-room }()
			r.before = c.killed.Load()
			r.err = r.shop(ctx)
			r.after = c.killed.Load()
		})
	}
	all.Wait()
	met := make([]int64, 0, len(results))
	for _, r := range results {
		met = append(met, r.after-r.before)
	}
	slices.Sort(met)
	fmt.Printf("%d workflows, %d events of customers, %v; the worker was killed %d times, while an order ran: %d times at least, %d in the median\n",
		c.workflows, c.progress.Load(), time.Since(began).Round(time.Second), c.killed.Load(), met[0], met[len(met)/2])
	err = c.judge(ctx, results)
	if killed := int(c.killed.Load()); killed != c.kills {
		err = errors.Join(err, fmt.Errorf("the worker was killed %d times, not %d", killed, c.kills))
	}
	return err
}

// kill starts workers and kills them, one at a time. Each lives until the customers have come further: by about the same part of
// the events that are left for each. So the kills are spread over all events, whatever time they take. The last worker lives until the end.
func (c *campaign) kill(done chan struct{}) {
	for ended := false; !ended; {
		worker := exec.Command(os.Args[0], "-address", c.address, "-queue", c.queue, "-work", c.journal)
		worker.Stderr = os.Stderr
		if err := worker.Start(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return
		}
		part := float64(c.total-c.progress.Load()) / float64(int64(c.kills)-c.killed.Load()+1)
		until := c.progress.Load() + max(1, int64(part*(0.5+rand.Float64())))
		for killed := false; !killed && !ended; {
			select {
			case <-done:
				ended = true
			case <-time.After(time.Duration(1+rand.IntN(5)) * time.Millisecond):
				killed = int(c.killed.Load()) < c.kills && c.progress.Load() >= until
			}
		}
		if !ended {
			c.killed.Add(1)
		}
		_ = worker.Process.Kill()
		_ = worker.Wait()
	}
}

// customer sends events to one order.
type customer struct {
	*campaign
	id     string
	params order.Params
	random *rand.Rand
	oracle *oracle.Order
	sent   int
	err    error

	before, after int64 // kills before the order and until its end
}

// customer returns the customer with a number, who always does the same.
func (c *campaign) customer(i int) *customer {
	r := &customer{campaign: c, id: fmt.Sprintf("%s/%d", c.queue, i), random: rand.New(rand.NewPCG(uint64(i), 7))}
	r.params = order.Params{Tries: 1 + r.random.IntN(3), Parcels: 1 + r.random.IntN(4)}
	r.oracle = oracle.New(c.text, r.params, time.Now(), even)
	return r
}

// rehearse returns the number of events that the customer will send, as the interpreter says.
func (c *customer) rehearse() int {
	for !c.ended() {
		in := c.next()
		e, err := json.Marshal(in)
		if err != nil {
			panic(err)
		}
		c.oracle.Send(time.Now(), order.Kind{}.EventName(in), e)
		c.sent++
	}
	return c.sent
}

func (c *customer) ended() bool { return c.oracle.State() == "Sent" || c.oracle.State() == "Cancelled" }

// shop sends random events until the order has ended.
func (c *customer) shop(ctx context.Context) error {
	in, err := temporal.NewInput(order.Kind{}, c.params)
	if err != nil {
		return err
	}
	options := client.StartWorkflowOptions{ID: c.id, WorkflowTaskTimeout: 2 * time.Second}
	if err := c.repeat(ctx, func() error { return c.orders.StartWith(ctx, options, in) }); err != nil && !errors.As(err, new(*temporal.ExistsError)) {
		return err
	}
	for !c.ended() {
		in := c.next()
		e, err := json.Marshal(in)
		if err != nil {
			return err
		}
		revision := c.oracle.Revision
		accepted, ignored := c.oracle.Send(time.Now(), order.Kind{}.EventName(in), e)
		c.sent++
		var record temporal.Record
		key := fmt.Sprintf("%s/%d", c.id, c.sent)
		err = c.repeat(ctx, func() (err error) {
			record, err = c.orders.Do(ctx, c.id, in, temporal.WithKey(key))
			return err
		})
		switch refused := errors.As(err, new(*temporal.RefusedError)); {
		case err != nil && !refused:
			return fmt.Errorf("%s: %w", e, err)
		case refused == accepted:
			return fmt.Errorf("%T %s: %v, accepted by the interpreter: %v, in %s", in, e, err, accepted, c.oracle.State())
		case accepted && !ignored && record.Revision != revision+1:
			return fmt.Errorf("%T %s leads to %+v, not to revision %d", in, e, record, revision+1)
		}
		if err := c.settle(ctx); err != nil {
			return err
		}
		c.progress.Add(1)
	}
	return nil
}

// next returns an event, in the end the one that ends the order.
func (c *customer) next() order.Input {
	switch n := c.random.IntN(10); {
	case c.sent > 30:
		return order.CancelInput{}
	case n < 4:
		return order.PayInput{Amount: c.random.IntN(6)}
	case n < 8:
		return order.PackInput{}
	default:
		return order.NoteInput{Text: "hello"}
	}
}

// settle waits until the bank has answered.
func (c *customer) settle(ctx context.Context) error {
	for wait := 10 * time.Millisecond; wait < time.Minute; wait = wait * 5 / 4 {
		var s temporal.Status
		err := c.repeat(ctx, func() (err error) {
			s, err = c.orders.Status(ctx, c.id)
			return err
		})
		if err != nil {
			return err
		}
		if s.Revision == c.oracle.Revision && s.State == c.oracle.State() {
			return nil
		}
		time.Sleep(min(wait, time.Second))
	}
	return fmt.Errorf("the order does not come to %s", c.oracle.State())
}

// repeat repeats what fails because no worker runs.
func (c *customer) repeat(ctx context.Context, f func() error) error {
	const patience = 10 * time.Minute
	for began := time.Now(); ; {
		err := f()
		if err == nil || time.Since(began) > patience || !passing(err) {
			return err
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// passing reports whether an error is not an answer.
func passing(err error) bool {
	for _, answer := range []any{new(*temporal.RefusedError), new(*temporal.InvalidError), new(*temporal.LoadError), new(*temporal.ExistsError), new(*temporal.NotFoundError), new(*temporal.EndedError), new(*temporal.KeyReusedError)} {
		if errors.As(err, answer) {
			return false
		}
	}
	return true
}

// performed reads the journal: what was performed, by key.
func (c *campaign) performed() (map[string][]string, error) {
	f, err := os.Open(c.journal)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := map[string][]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var e entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return nil, err
		}
		out[e.Key] = append(out[e.Key], e.What)
	}
	return out, nil
}
