package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// sold is the event that leads from Paying to two mails.
var sold = order.ChargedInput{Receipt: "r"}

// TestSlowOutput has many charges hang, more than a worker delivers at the same time. Mails do not wait for them.
func TestSlowOutput(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		const charges, mails = 20, 5
		for i := range mails {
			pay(t, s, fmt.Sprint("mail", i))
		}
		deliverAll(t, db, s)
		for i := range charges {
			pay(t, s, fmt.Sprint("hangs", i))
		}
		release := make(chan struct{})
		b := &inbox{}
		go func() {
			defer close(release)
			for end := time.Now().Add(20 * time.Second); len(b.list()) < 2*mails && time.Now().Before(end); {
				time.Sleep(2 * time.Millisecond)
			}
			if n := len(b.list()); n != 2*mails {
				t.Errorf("%d mails are delivered while charges hang", n)
			}
		}()
		sent := false
		work(t, s, func(ctx context.Context, d delivery) error {
			if _, slow := d.Output.(order.ChargeOutput); slow {
				<-release
				return nil
			}
			return b.deliver(ctx, d)
		}, func() bool {
			if !sent && count(t, db, "fsm_queue WHERE busy") == 4 {
				for i := range mails {
					send(t, s, fmt.Sprint("mail", i), sold)
				}
				sent = true
			}
			return sent && count(t, db, "fsm_outbox") == 0
		})
	})
}

// TestLimits delivers outputs of several names with limits of their own: no more of each run at the same time, and a limit is
// used up.
func TestLimits(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		for i := range 12 {
			id := fmt.Sprint(i)
			pay(t, s, id)
			if i%2 == 0 {
				send(t, s, id, sold, order.PackInput{})
			}
		}
		var mu sync.Mutex
		now, most := map[string]int{}, map[string]int{}
		deliver := func(_ context.Context, d delivery) error {
			name := order.Kind{}.OutputName(d.Output)
			mu.Lock()
			now[name]++
			most[name] = max(most[name], now[name])
			mu.Unlock()
			time.Sleep(20 * time.Millisecond)
			mu.Lock()
			defer mu.Unlock()
			now[name]--
			return nil
		}
		done := func() bool { return count(t, db, "fsm_outbox") == 0 }
		work(t, s, deliver, done, store.WithParallel(3), store.WithOutput("Charge", 5), store.WithOutput("Send", 1))
		if most["Charge"] != 5 || most["Mail"] > 3 || most["Mail"] < 2 || most["Send"] != 1 {
			t.Errorf("at the same time: %v", most)
		}
	})
}

// TestOwnWorkers divides outputs among workers: each delivers what it is for, in the order of each machine.
func TestOwnWorkers(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		const machines = 5
		for i := range machines {
			id := fmt.Sprint(i)
			pay(t, s, id)
			send(t, s, id, sold, order.PackInput{})
		}
		all := &inbox{}
		only := func(names string) func(context.Context, delivery) error {
			return func(ctx context.Context, d delivery) error {
				if name := (order.Kind{}).OutputName(d.Output); !strings.Contains(names, name) {
					t.Errorf("the worker for %s has %s", names, d.Key)
				}
				return all.deliver(ctx, d)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		run := func(names string, options ...store.WorkerOption) {
			wg.Go(func() {
				if err := s.Worker(only(names), append(options, store.WithPoll(5*time.Millisecond))...).Run(ctx); err != nil {
					t.Error(err)
				}
			})
		}
		run("Charge Send", store.WithOutput("Charge", 2), store.WithOutput("Send", 2), store.WithOnly())
		run("Mail", store.WithOutput("Charge", 0), store.WithOutput("Send", 0))
		for end := time.Now().Add(30 * time.Second); count(t, db, "fsm_outbox") > 0 && time.Now().Before(end); {
			time.Sleep(2 * time.Millisecond)
		}
		cancel()
		wg.Wait()
		got := map[string]string{}
		for _, d := range all.list() {
			got[d.ID] += fmt.Sprint(d.Revision, "/", d.N, " ")
		}
		for id, list := range got {
			if list != "2/0 3/0 3/1 4/0 " {
				t.Errorf("%s has the deliveries %s", id, list)
			}
		}
		if len(got) != machines {
			t.Errorf("%d machines", len(got))
		}
	})
}

// misnamed is the rows of the queue that have another name than that of the first output of their machine.
const misnamed = `fsm_queue q WHERE q.output <> (SELECT o.output FROM fsm_outbox o WHERE o.kind = q.kind AND o.id = q.id AND NOT o.dead
ORDER BY o.rev, o.n LIMIT 1)`

// TestHeads checks the name in the queue as outputs are delivered, fail, die, and come back.
func TestHeads(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		ctx := t.Context()
		s := open(t, db, order.Kind{Questions: stock(always)})
		pay(t, s, "1")
		send(t, s, "1", sold, order.PackInput{})
		step := func(want string, options ...store.WorkerOption) {
			t.Helper()
			var tried atomic.Bool
			work(t, s, func(_ context.Context, d delivery) error {
				tried.Store(true)
				if d.Revision == 2 || options != nil {
					return errors.New("no")
				}
				return nil
			}, func() bool { return tried.Load() && count(t, db, "fsm_queue WHERE busy") == 0 }, append(options, store.WithDeliveries(1))...)
			name := ""
			if err := db.QueryRow("SELECT output FROM fsm_queue").Scan(&name); err != nil || name != want {
				t.Errorf("the first output is %s, want %s: %v", name, want, err)
			}
			if n := count(t, db, misnamed); n != 0 {
				t.Errorf("%d rows have the wrong name", n)
			}
		}
		hold := []store.WorkerOption{store.WithOnly(), store.WithOutput("Charge", 1)}
		step("Mail", hold...) // The charge dies.
		if err := s.Admin().Redeliver(ctx, "Order/1/2/0"); err != nil {
			t.Fatal(err)
		}
		if n := count(t, db, "fsm_queue WHERE output = 'Charge'"); n != 1 || count(t, db, misnamed) != 0 {
			t.Errorf("the charge does not come first")
		}
		step("Mail", hold...)
		step("Send", store.WithOnly(), store.WithOutput("Mail", 1)) // Both mails die.
		for _, key := range []string{"Order/1/3/1", "Order/1/3/0"} {
			if err := s.Admin().Redeliver(ctx, key); err != nil {
				t.Fatal(err)
			}
		}
		if n := count(t, db, "fsm_queue WHERE output = 'Mail' AND rev = 3"); n != 1 || count(t, db, misnamed) != 0 {
			t.Errorf("the mails do not come first")
		}
		deliverAll(t, db, s)
		if n := count(t, db, "fsm_queue"); n != 0 {
			t.Errorf("%d machines wait", n)
		}
	})
}
