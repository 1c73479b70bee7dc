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
	"sync"
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
	done := make(chan struct{})
	killed := make(chan struct{}, c.kills)
	var workers sync.WaitGroup
	workers.Go(func() { c.kill(killed, done) })
	defer func() {
		close(done)
		workers.Wait()
	}()
	began := time.Now()
	results := make([]*customer, c.workflows)
	var all sync.WaitGroup
	room := make(chan struct{}, c.clients)
	for i := range results {
		room <- struct{}{}
		results[i] = &customer{campaign: c, id: fmt.Sprintf("%s/%d", c.queue, i), random: rand.New(rand.NewPCG(uint64(i), 7))}
		all.Go(func() {
			defer func() { <-room }()
			results[i].err = results[i].shop(ctx)
		})
	}
	all.Wait()
	events := time.Since(began)
	fmt.Printf("%d workflows in %v, the worker was killed %d times\n", c.workflows, events.Round(time.Second), len(killed))
	return c.judge(ctx, results)
}

// kill starts workers and kills them. The last one lives until the end.
func (c *campaign) kill(killed, done chan struct{}) {
	for {
		worker := exec.Command(os.Args[0], "-address", c.address, "-queue", c.queue, "-work", c.journal)
		worker.Stderr = os.Stderr
		if err := worker.Start(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return
		}
		life := time.Duration(200+rand.IntN(1500)) * time.Millisecond
		if len(killed) == c.kills {
			life = time.Hour
		}
		ended := false
		select {
		case <-done:
			ended = true
		case <-time.After(life):
			killed <- struct{}{}
		}
		_ = worker.Process.Kill()
		_ = worker.Wait()
		if ended {
			return
		}
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
	early  int // events that came before the answer of the bank was handled
	err    error
}

// shop sends random events until the order has ended.
func (c *customer) shop(ctx context.Context) error {
	c.params = order.Params{Tries: 1 + c.random.IntN(3), Parcels: 1 + c.random.IntN(4)}
	c.oracle = oracle.New(c.text, c.params, time.Now(), even)
	in, err := temporal.NewInput(order.Kind{}, c.params)
	if err != nil {
		return err
	}
	options := client.StartWorkflowOptions{ID: c.id, WorkflowTaskTimeout: time.Second}
	if err := c.repeat(ctx, func() error { return c.orders.StartWith(ctx, options, in) }); err != nil && !errors.As(err, new(*temporal.ExistsError)) {
		return err
	}
	for c.oracle.State() != "Sent" && c.oracle.State() != "Cancelled" {
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
			err = c.repeat(ctx, func() (err error) {
				record, err = c.orders.Do(ctx, c.id, key, in)
				return err
			})
			return err
		})
		for range 100 {
			if !accepted || !errors.As(err, new(*temporal.RefusedError)) {
				break
			}
			// A query can be ahead of an Update: Temporal handles Updates before the results of activities that
			// came before them, if one workflow task has both.
			c.early++
			time.Sleep(20 * time.Millisecond)
			record, err = c.orders.Do(ctx, c.id, key, in)
		}
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
	for range 3000 {
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
		time.Sleep(10 * time.Millisecond)
	}
	return fmt.Errorf("the order does not come to %s", c.oracle.State())
}

// repeat repeats what fails because no worker runs.
func (c *customer) repeat(ctx context.Context, f func() error) error {
	for attempt := 1; ; attempt++ {
		err := f()
		if err == nil || attempt == 300 || !passing(err) {
			return err
		}
		select {
		case <-time.After(50 * time.Millisecond):
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
