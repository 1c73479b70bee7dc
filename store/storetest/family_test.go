package storetest

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/family"
	"github.com/fsmgen/fsmgen/store/storetest/family/checkout"
	"github.com/fsmgen/fsmgen/store/storetest/family/payment"
)

// partners are the bank and the warehouse. The bank acts once for each key, and refuses the first
// charge of each payment.
type partners struct {
	mu      sync.Mutex
	charged map[string]string // receipts, by key
	refunds map[string]string // receipts, by key
	mails   []string
}

func (p *partners) left(context.Context, string) (int, error) { return 3, nil }

func (p *partners) charge(_ context.Context, key string, cents int) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if strings.HasSuffix(key, "/1/0") {
		return "", family.ErrNoMoney
	}
	if cents != 700 {
		return "", fmt.Errorf("%d cents", cents)
	}
	p.charged[key] = "receipt of " + key
	return p.charged[key], nil
}

func (p *partners) refund(_ context.Context, key, receipt string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refunds[key] = receipt
	return nil
}

func (p *partners) mail(_ context.Context, text string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.mails = append(p.mails, text)
	return nil
}

// household has a shop on a database that can fail.
type household struct {
	t        *testing.T
	shop     *family.Shop
	partners *partners
	plain    database // the same database without faults
	faults   *faults
	clock    *fast
	runs     int
	// What the last run has executed, and whether its fault has happened.
	statements []string
	sprung     bool
}

func newHousehold(t *testing.T, d store.Dialect) *household {
	dsn := "file:" + filepath.Join(t.TempDir(), "test.db") + sqliteSettings
	if d == store.PostgreSQL {
		dsn = server.Database(t)
	}
	f := &faults{}
	db := openFaulty(t, d, dsn, f)
	h := &household{t: t, plain: openFaulty(t, d, dsn, &faults{}), faults: f, clock: newFast()}
	h.clock.rate = 20 // A claim whose answer is lost ends by the clock of the database, long before the warehouse is too late.
	h.partners = &partners{charged: map[string]string{}, refunds: map[string]string{}}
	options := []store.Option{store.WithClock(h.clock.Now), store.WithAttempts(3)}
	payments, err := store.Open(t.Context(), db.DB, d, payment.Kind{}, append(options, store.WithEnds())...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(payments.Close)
	h.shop = &family.Shop{
		Checkouts: openCheckouts(t, db, options...), Payments: payments,
		Left: h.partners.left, Charge: h.partners.charge, Refund: h.partners.refund, Mail: h.partners.mail,
	}
	return h
}

// run takes a checkout to its end, with a fault, and returns its ID. If cancelled is a state of its payment, the
// customer cancels when the payment is there, if that is not too late.
func (h *household) run(at *trap, cancelled string) string {
	h.runs++
	t := h.t
	id := fmt.Sprint("c", h.runs)
	h.faults.set(at)
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	var workers sync.WaitGroup
	options := []store.WorkerOption{store.WithPoll(time.Millisecond), store.WithBackoff(2*time.Millisecond, 20*time.Millisecond), store.WithDeliveries(1000), store.WithTimeout(time.Second)}
	workers.Go(func() {
		if err := h.shop.Checkouts.Worker(h.shop.Checkout, options...).Run(ctx); err != nil {
			t.Error(err)
		}
	})
	workers.Go(func() {
		if err := h.shop.Payments.Worker(h.shop.Payment, options...).Run(ctx); err != nil {
			t.Error(err)
		}
	})
	defer workers.Wait()
	defer cancel()
	h.insist(ctx, func() error {
		_, err := h.shop.Checkouts.Create(ctx, id, checkout.Params{})
		if errors.As(err, new(*store.ExistsError)) {
			return nil
		}
		return err
	})
	h.insist(ctx, func() error {
		_, err := h.shop.Checkouts.Do(ctx, id, checkout.OrderInput{Item: "tea"}, store.WithKey("order"))
		return err
	})
	if cancelled != "" {
		h.until(ctx, func() bool {
			return h.count("fsm_machine WHERE id = $1 AND (state = $2 OR outcome <> '')", id+"/1", cancelled) == 1
		})
		h.insist(ctx, func() error {
			_, err := h.shop.Checkouts.Do(ctx, id, checkout.CancelInput{}, store.WithKey("cancel"))
			return err
		})
		h.until(ctx, func() bool { return h.count("fsm_outbox WHERE kind = 'Checkout' AND id = $1", id) == 0 }) // The payment is stopped.
	} else {
		h.until(ctx, func() bool {
			return h.count("fsm_machine WHERE id = $1 AND (state = 'Waiting' OR outcome <> '')", id+"/1") == 1
		})
	}
	h.clock.forward(2 * time.Minute)
	h.until(ctx, func() bool {
		return h.count("fsm_machine WHERE id IN ($1, $2) AND outcome <> ''", id, id+"/1") == 2 && h.count("fsm_outbox WHERE id IN ($1, $2)", id, id+"/1") == 0
	})
	h.statements, h.sprung = h.faults.statements(), h.faults.wasSprung()
	h.faults.set(nil)
	return id
}

// insist repeats what a client does until it succeeds.
func (h *household) insist(ctx context.Context, do func() error) {
	h.t.Helper()
	for {
		err := do()
		if err == nil || errors.As(err, new(*store.RefusedError)) { // The payment was faster than the customer.
			return
		}
		if ctx.Err() != nil {
			h.t.Fatal(err)
		}
	}
}

func (h *household) until(ctx context.Context, ready func() bool) {
	h.t.Helper()
	for !ready() {
		if ctx.Err() != nil {
			h.t.Fatalf("it does not end, with the fault %+v", h.faults.trap)
		}
		time.Sleep(time.Millisecond)
	}
}

func (h *household) count(tableWhere string, args ...any) (n int) {
	h.t.Helper()
	if err := h.plain.QueryRow(place(h.plain, "SELECT COUNT(*) FROM "+tableWhere), args...).Scan(&n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// check checks that the checkout has one child, which was charged at most once, and whose result has
// reached the checkout once, or has been refunded.
func (h *household) check(id string) {
	t, ctx := h.t, context.Background()
	parent, err := h.shop.Checkouts.Get(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	child, err := h.shop.Payments.Get(ctx, id+"/1")
	if err != nil {
		t.Fatal(err)
	}
	if n := h.count("fsm_machine WHERE kind = 'Payment' AND id LIKE $1", id+"/%"); n != 1 {
		t.Errorf("%d payments", n)
	}
	h.partners.mu.Lock()
	defer h.partners.mu.Unlock()
	var receipts []string
	for key, receipt := range h.partners.charged {
		if strings.HasPrefix(key, "Payment/"+id+"/") {
			receipts = append(receipts, receipt)
		}
	}
	if len(receipts) > 1 || (len(receipts) == 1) != (child.Outcome == "paid") {
		t.Errorf("the payment ends as %s, with the receipts %q", child.Outcome, receipts)
	}
	receipt, sold := parent.Machine.Receipt()
	refund, refunded := h.partners.refunds[id+"/1"]
	switch {
	case sold && (refunded || !slices.Equal(receipts, []string{receipt})):
		t.Errorf("sold with the receipt %q, of %q, refunded %v", receipt, receipts, refunded)
	case !sold && refunded != (child.Outcome == "paid"), refunded && refund != receipts[0]:
		t.Errorf("not sold: the payment ends as %s, refunded %v %q", child.Outcome, refunded, refund)
	}
	events := map[string]int{}
	for e, err := range h.shop.Checkouts.History(ctx, id, 0) {
		if err != nil {
			t.Fatal(err)
		}
		events[e.Event]++
	}
	if sold {
		events["Cancel"]++ // the other way out of Paying
	}
	if events["stockDone"] != 1 || events["PaymentPaid"]+events["PaymentRefused"]+events["Cancel"] != 1+events["PaymentPaid"] {
		t.Errorf("the checkout ends as %s, with the events %v", parent.Outcome, events)
	}
}

// TestFamily takes a parent and its child to their ends.
func TestFamily(t *testing.T) {
	for _, d := range []store.Dialect{store.SQLite, store.PostgreSQL} {
		t.Run(d.String(), func(t *testing.T) {
			h := newHousehold(t, d)
			h.clock.rate = 0 // The bank has time.
			for cancelled, want := range map[string]string{"": "sold paid", "Waiting": "failed refused"} {
				id := h.run(nil, cancelled)
				h.check(id)
				parent, err := h.shop.Checkouts.Get(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				child, err := h.shop.Payments.Get(t.Context(), id+"/1")
				if got := parent.Outcome + " " + child.Outcome; err != nil || got != want {
					t.Errorf("cancelled in %q: %s, want %s, %v", cancelled, got, want, err)
				}
			}
		})
	}
}

// TestFamilyFaults makes statements fail, in each way, while both live.
func TestFamilyFaults(t *testing.T) {
	for _, d := range []store.Dialect{store.SQLite, store.PostgreSQL} {
		t.Run(d.String(), func(t *testing.T) {
			h := newHousehold(t, d)
			h.check(h.run(nil, ""))
			h.check(h.run(nil, "Waiting"))
			var traps []*trap
			for _, text := range h.statements {
				for nth := 1; nth <= 4; nth++ { // both kinds use the same statements
					for e := range effects {
						traps = append(traps, &trap{statement: text, nth: nth, effect: e})
					}
				}
			}
			sprung := 0
			chosen := sample.Some(t, traps, sample.Size(6, 20, len(traps)))
			for i, at := range chosen {
				id := h.run(at, []string{"", "Waiting", "Trying"}[i%3])
				if h.sprung {
					sprung++
				}
				if h.check(id); t.Failed() {
					t.Fatalf("fault %v at execution %d of %s", at.effect, at.nth, at.statement)
				}
			}
			t.Logf("%d of %d faults, of which %d happened; %d refunds", len(chosen), len(traps), sprung, len(h.partners.refunds))
			if sprung < len(chosen)/4 {
				t.Errorf("only %d of %d faults happened", sprung, len(chosen))
			}
		})
	}
}
