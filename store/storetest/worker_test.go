package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

type delivery = store.Delivery[order.Output]

// inbox is a receiver that records deliveries.
type inbox struct {
	mu   sync.Mutex
	all  []delivery
	fail func(delivery) error
}

func (b *inbox) deliver(_ context.Context, d delivery) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.all = append(b.all, d)
	if b.fail != nil {
		return b.fail(d)
	}
	return nil
}

func (b *inbox) list() []delivery {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]delivery(nil), b.all...)
}

// work runs a worker until ready, and stops it.
func work[M json.Marshaler, P, I, O any](
	t testing.TB, s *store.Store[M, P, I, O], deliver func(context.Context, store.Delivery[O]) error, ready func() bool, options ...store.WorkerOption,
) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	fast := []store.WorkerOption{store.WithPoll(5 * time.Millisecond), store.WithBackoff(time.Millisecond, 4*time.Millisecond)}
	go func() { ended <- s.Worker(deliver, append(fast, options...)...).Run(ctx) }()
	until := time.Now().Add(30 * time.Second)
	for !ready() {
		if time.Now().After(until) {
			t.Error("the worker has not done its work")
			break
		}
		time.Sleep(2 * time.Millisecond)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestOutbox delivers outputs: all, in order for each machine, and again after a failure.
func TestOutbox(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		ctx := t.Context()
		var want []string
		for id := range 5 {
			id := fmt.Sprint("a/", id)
			if _, err := s.Create(ctx, id, order.DefaultParams()); err != nil {
				t.Fatal(err)
			}
			for _, in := range []order.Input{order.PayInput{Amount: 7}, order.ChargedInput{Receipt: "r"}, order.PackInput{}} {
				if _, err := s.Do(ctx, id, in); err != nil {
					t.Fatal(err)
				}
			}
			want = append(want, "Order/"+id+"/2/0", "Order/"+id+"/3/0", "Order/"+id+"/3/1", "Order/"+id+"/4/0")
		}
		tried := map[string]int{}
		b := &inbox{fail: func(d delivery) error {
			if tried[d.Key]++; tried[d.Key] != d.Attempt {
				t.Errorf("%s: attempt %d is number %d", d.Key, d.Attempt, tried[d.Key])
			}
			if d.Attempt < 3 && d.Revision == 3 {
				return errors.New("not yet\x00\xff")
			}
			return nil
		}}
		work(t, s, b.deliver, func() bool { return count(t, db, "fsm_outbox") == 0 })
		next := map[string]int{}
		outputs := map[string]order.Output{"2/0": order.ChargeOutput{Amount: 7}, "3/0": order.MailOutput{Text: "r"}, "3/1": order.MailOutput{Text: "thanks", Count: 1}, "4/0": order.SendOutput{Parcel: 1}}
		for _, d := range b.list() {
			place := int(d.Revision-2) + d.N
			if d.Revision == 4 {
				place = 3
			}
			if next[d.ID] != place {
				t.Errorf("%s comes as number %d", d.Key, next[d.ID])
			}
			if d.Revision != 3 || d.Attempt == 3 {
				next[d.ID]++
			}
			if short := fmt.Sprintf("%d/%d", d.Revision, d.N); d.Key != "Order/"+d.ID+"/"+short || d.Output != outputs[short] {
				t.Errorf("%+v", d)
			}
		}
		for _, key := range want {
			n := 1
			if strings.HasSuffix(key, "/3/0") || strings.HasSuffix(key, "/3/1") {
				n = 3
			}
			if tried[key] != n {
				t.Errorf("%s: %d attempts, want %d", key, tried[key], n)
			}
		}
	})
}

// TestDeadLetters checks outputs that fail too often: they are listed, and can be tried again.
func TestDeadLetters(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		ctx := t.Context()
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		for _, in := range []order.Input{order.PayInput{Amount: 7}, order.ChargedInput{Receipt: "r"}} {
			if _, err := s.Do(ctx, "1", in); err != nil {
				t.Fatal(err)
			}
		}
		// An output that this version does not know.
		if _, err := db.Exec("UPDATE fsm_outbox SET output = 'Shout' WHERE rev = 3 AND n = 1"); err != nil {
			t.Fatal(err)
		}
		b := &inbox{fail: func(d delivery) error {
			if d.Revision == 2 {
				return errors.New("no bank\x00")
			}
			return nil
		}}
		work(t, s, b.deliver, func() bool { return count(t, db, "fsm_outbox WHERE NOT dead") == 0 }, store.WithDeliveries(3))
		var letters []store.DeadLetter
		for l, err := range s.Admin().DeadLetters(ctx, store.Letters{}) {
			if err != nil {
				t.Fatal(err)
			}
			letters = append(letters, l)
		}
		if len(letters) != 2 || letters[0].Key != "Order/1/2/0" || letters[0].Output != "Charge" || string(letters[0].Payload) != `{"amount":7}` ||
			letters[0].Attempts != 3 || letters[0].Error != "no bank\uFFFD" || letters[1].Key != "Order/1/3/1" || !strings.Contains(letters[1].Error, "Shout") {
			t.Fatalf("%+v", letters)
		}
		letters[0].Emitted, letters[0].Failed = time.Time{}, time.Time{}
		if text, err := json.Marshal(letters[0]); err != nil ||
			string(text) != `{"key":"Order/1/2/0","id":"1","revision":2,"n":0,"output":"Charge","payload":{"amount":7},"attempts":3,"error":"no bank�","emitted":"0001-01-01T00:00:00Z"}` {
			t.Errorf("%s, %v", text, err)
		}
		if got := len(b.list()); got != 3+1 {
			t.Errorf("%d deliveries", got)
		}
		var missing *store.NotFoundError
		for _, key := range []string{"", "Order/1/2/1", "Order/1/2", "Order/1/x/0", "Lift/1/2/0", "Order//2/0", "Order/1/2/0 OR 1=1"} {
			if err := s.Admin().Redeliver(ctx, key); !errors.As(err, &missing) || missing.ID != key {
				t.Errorf("%q: %v", key, err)
			}
			if err := s.Admin().Discard(ctx, key); !errors.As(err, &missing) {
				t.Errorf("%q: %v", key, err)
			}
		}
		if err := s.Admin().Redeliver(ctx, "Order/1/2/0"); err != nil {
			t.Fatal(err)
		}
		if err := s.Admin().Redeliver(ctx, "Order/1/2/0"); !errors.As(err, &missing) {
			t.Error(err)
		}
		if err := s.Admin().Discard(ctx, "Order/1/3/1"); err != nil {
			t.Fatal(err)
		}
		b.fail = nil
		work(t, s, b.deliver, func() bool { return count(t, db, "fsm_outbox") == 0 })
		if all := b.list(); len(all) != 5 || all[4].Key != "Order/1/2/0" || all[4].Attempt != 1 {
			t.Errorf("%+v", all)
		}
	})
}

// TestTimers fires timers, with a clock that jumps.
func TestTimers(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		c := newClock()
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now))
		ctx := t.Context()
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		revision := func() int64 {
			rec, err := s.Get(ctx, "1")
			if err != nil {
				t.Fatal(err)
			}
			return rec.Revision
		}
		start := c.Now()
		steps := []struct {
			at       time.Duration
			revision int64
			event    string
		}{
			{59 * time.Minute, 1, ""},
			{time.Hour, 2, "Remind"},
			{-time.Hour, 2, "Remind"}, // The clock is set back.
			{119 * time.Minute, 2, "Remind"},
			{3 * time.Hour, 3, "Remind"},
			{4*time.Hour - time.Second, 3, "Remind"},
			{5 * time.Hour, 4, "Remind"}, // ignored: there were two
			{23 * time.Hour, 4, "Remind"},
			{300 * time.Hour, 5, "Expire"}, // The clock is set forward.
		}
		for _, step := range steps {
			c.now = start.Add(step.at)
			polls := 0
			work(t, s, nil, func() bool { polls++; return revision() == step.revision && polls > 20 })
			if got := revision(); got != step.revision {
				t.Fatalf("%v: revision %d, want %d", step.at, got, step.revision)
			}
			var last store.Entry
			for e, err := range s.History(ctx, "1", 0) {
				if err != nil {
					t.Fatal(err)
				}
				last = e
			}
			if last.Event != step.event || last.Ignored != (last.Revision == 4) || (step.event != "") != (last.Timer != "") {
				t.Errorf("%v: %+v", step.at, last)
			}
		}
		if rec, err := s.Get(ctx, "1"); err != nil || rec.State != "Cancelled" || count(t, db, "fsm_timer") != 0 {
			t.Errorf("%+v, %v", rec, err)
		}
	})
}

// TestTimerFails keeps a timer whose machine cannot be loaded, and fires it later.
func TestTimerFails(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		c := newClock()
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now))
		ctx := t.Context()
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		var snapshot string
		if err := db.QueryRow("SELECT snapshot FROM fsm_machine").Scan(&snapshot); err != nil {
			t.Fatal(err)
		}
		set := func(text string) {
			if _, err := db.Exec(place(db, "UPDATE fsm_machine SET snapshot = $1"), text); err != nil {
				t.Fatal(err)
			}
		}
		set("{}")
		c.now = c.now.Add(2 * time.Hour)
		work(t, s, nil, func() bool {
			return count(t, db, "fsm_timer WHERE attempts = 1 AND error LIKE 'store: cannot load%'") == 1
		})
		c.now = c.now.Add(time.Hour)
		work(t, s, nil, func() bool { return count(t, db, "fsm_timer WHERE attempts >= 2") == 1 })
		set(snapshot)
		c.now = c.now.Add(time.Hour)
		work(t, s, nil, func() bool { return count(t, db, "fsm_history WHERE timer = 'Draft.Remind'") == 1 })
		if got := count(t, db, "fsm_timer WHERE attempts = 0 AND error = ''"); got != 2 {
			t.Errorf("%d timers", got)
		}
	})
}

// slow is an order whose steps of timers take longer than a worker allows.
type slow struct{ order.Kind }

func (k slow) Fire(m *order.Machine, timer string, now time.Time) ([]order.Output, bool, error) {
	time.Sleep(300 * time.Millisecond)
	return k.Kind.Fire(m, timer, now)
}

// TestTimerSlow has a step that takes longer than the worker allows: its error is stored, and it is tried again after a while.
func TestTimerSlow(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		c := newClock()
		s, err := store.Open(t.Context(), db.DB, db.dialect, slow{order.Kind{Questions: stock(always)}}, store.WithClock(c.Now))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		if _, err := s.Create(t.Context(), "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		c.now = c.now.Add(2 * time.Hour)
		work(t, s, nil, func() bool {
			return count(t, db, "fsm_timer WHERE attempts = 1 AND error LIKE '%deadline exceeded%'") == 1
		},
			store.WithTimeout(200*time.Millisecond), store.WithBackoff(time.Hour, time.Hour))
		if got := count(t, db, "fsm_history WHERE timer <> ''"); got != 0 {
			t.Errorf("%d timers have fired", got)
		}
		c.now = c.now.Add(time.Hour)
		work(t, s, nil, func() bool { return count(t, db, "fsm_history WHERE timer = 'Draft.Remind'") == 1 }, store.WithTimeout(10*time.Second))
	})
}

// TestStaleTimers checks rows of timers that their machine does not run, and one whose state had
// another name.
func TestStaleTimers(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		c := newClock()
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(c.Now))
		ctx := t.Context()
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{
			"INSERT INTO fsm_timer (kind, id, timer, rev, due, next) SELECT kind, id, 'Packing.Lost', 1, created, created FROM fsm_machine",
			"INSERT INTO fsm_timer (kind, id, timer, rev, due, next) SELECT kind, '2', 'Packing.Lost', 1, created, created FROM fsm_machine",
			"UPDATE fsm_timer SET timer = 'New.Remind' WHERE timer = 'Draft.Remind'",
		} {
			if _, err := db.Exec(text); err != nil {
				t.Fatal(err)
			}
		}
		c.now = c.now.Add(time.Second)
		work(t, s, nil, func() bool { return count(t, db, "fsm_timer") == 2 })
		if got := count(t, db, "fsm_history"); got != 1 {
			t.Errorf("%d revisions", got)
		}
		c.now = c.now.Add(time.Hour)
		work(t, s, nil, func() bool { return count(t, db, "fsm_history WHERE timer = 'Draft.Remind'") == 1 })
		if got := count(t, db, "fsm_timer WHERE timer IN ('Draft.Remind', 'Open.Expire')"); got != 2 || count(t, db, "fsm_timer") != 2 {
			t.Errorf("%d timers", got)
		}
	})
}

// TestGracefulStop stops a worker while it delivers: Run waits, and the success is stored.
func TestGracefulStop(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)})
		if _, err := s.Create(t.Context(), "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Do(t.Context(), "1", order.PayInput{}); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		entered, leave, ended := make(chan struct{}), make(chan struct{}), make(chan error)
		w := s.Worker(func(ctx context.Context, d delivery) error {
			close(entered)
			<-leave
			return ctx.Err()
		})
		go func() { ended <- w.Run(ctx) }()
		<-entered
		cancel()
		select {
		case <-ended:
			t.Error("Run does not wait for the delivery")
		case <-time.After(50 * time.Millisecond):
		}
		close(leave)
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if got := count(t, db, "fsm_outbox"); got != 0 {
			t.Error("the success is not stored")
		}
	})
}

// TestWorkers runs several workers, each with its own connections, while clients send events:
// without a crash, each output is delivered once.
func TestWorkers(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithAttempts(1000))
		ctx, cancel := context.WithCancel(t.Context())
		b := &inbox{}
		var workers, clients sync.WaitGroup
		for range 3 {
			workers.Go(func() {
				w := open(t, db, order.Kind{Questions: stock(always)})
				if err := w.Worker(b.deliver, store.WithPoll(5*time.Millisecond)).Run(ctx); err != nil {
					t.Error(err)
				}
			})
		}
		const n = 20
		for i := range n {
			clients.Go(func() {
				id := fmt.Sprint(i)
				if _, err := s.Create(t.Context(), id, order.DefaultParams()); err != nil {
					t.Error(err)
				}
				for _, in := range []order.Input{order.PayInput{Amount: i}, order.ChargedInput{Receipt: id}, order.PackInput{}} {
					if _, err := s.Do(t.Context(), id, in); err != nil {
						t.Error(err)
					}
				}
			})
		}
		clients.Wait()
		for until := time.Now().Add(30 * time.Second); count(t, db, "fsm_outbox") > 0 && time.Now().Before(until); {
			time.Sleep(5 * time.Millisecond)
		}
		cancel()
		workers.Wait()
		seen := map[string]int{}
		for _, d := range b.list() {
			seen[d.Key]++
		}
		for i := range n {
			for _, rest := range []string{"2/0", "3/0", "3/1", "4/0"} {
				if key := fmt.Sprintf("Order/%d/%s", i, rest); seen[key] != 1 {
					t.Errorf("%s is delivered %d times", key, seen[key])
				}
			}
		}
	})
}

// TestWorkerSettings checks settings that Run refuses.
func TestWorkerSettings(t *testing.T) {
	s := open(t, openSQLite(t, t.TempDir()+"/test.db"), order.Kind{Questions: stock(always)})
	for _, option := range []store.WorkerOption{store.WithPoll(0), store.WithTimeout(-1), store.WithParallel(0), store.WithDeliveries(0), store.WithOutput("Mail", -1), store.WithBackoff(0, 1), store.WithBackoff(1, 0)} {
		if err := s.Worker(nil, option).Run(t.Context()); err == nil {
			t.Error("no error")
		}
	}
	for _, options := range [][]store.WorkerOption{{store.WithOnly()}, {store.WithOutput("Mail", 0), store.WithOnly()}} {
		if err := s.Worker((&inbox{}).deliver, options...).Run(t.Context()); err == nil {
			t.Error("a worker that delivers nothing is no error")
		}
	}
}

// beforeFire calls a function before each timer that a store fires.
type beforeFire func()

func (f beforeFire) Start(ctx context.Context, op store.Operation) (context.Context, func(store.Result)) {
	if op.Name == "fire" {
		f()
	}
	return ctx, func(store.Result) {}
}

// TestFiredTwice has two workers claim a timer, because the clock of one is ahead; the machine ignores its
// event, and so is as before.
func TestFiredTwice(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		now, ahead := newClock(), newClock()
		other := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(ahead.Now))
		fired := func() bool { return count(t, db, "fsm_history WHERE timer = 'Packing.Lost'") > 0 }
		first := beforeFire(func() { work(t, other, nil, fired) })
		s := open(t, db, order.Kind{Questions: stock(always)}, store.WithClock(now.Now), store.WithObserver(first))
		ctx := t.Context()
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		for _, in := range []order.Input{order.PayInput{Amount: 1}, order.ChargedInput{Receipt: "r"}} {
			if _, err := s.Do(ctx, "1", in); err != nil {
				t.Fatal(err)
			}
		}
		now.now, ahead.now = now.now.Add(time.Hour), ahead.now.Add(2*time.Hour)
		work(t, s, nil, fired)
		if got := count(t, db, "fsm_history WHERE timer = 'Packing.Lost'"); got != 1 || count(t, db, "fsm_timer") != 0 {
			t.Errorf("the timer has fired %d times", got)
		}
	})
}
