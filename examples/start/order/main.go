// Order sells something: it stores an order, has the bank charge it, and writes to the customer.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"

	_ "modernc.org/sqlite"

	"github.com/fsmgen/fsmgen/examples/start/order/order"
	"github.com/fsmgen/fsmgen/store"
)

var errRefused = errors.New("the bank refuses")

// shop needs a bank that acts once for each key, however often it is asked.
type shop struct {
	orders *store.Store[*order.Machine, order.Params, order.Input, order.Output]
	charge func(ctx context.Context, key string, cents int) (receipt string, err error)
	void   func(ctx context.Context, key string) error // takes back what was charged, if anything was
	mail   func(id, text string)
}

// deliver acts on what an order emits. After an error, the worker calls it again.
func (s *shop) deliver(ctx context.Context, d store.Delivery[order.Output]) error {
	switch out := d.Output.(type) {
	case order.StartChargeOutput:
		receipt, err := s.charge(ctx, fmt.Sprint(d.ID, "/", out.Call), out.Cents)
		var in order.Input = order.ChargeDoneInput{Call: out.Call, Receipt: receipt}
		if errors.Is(err, errRefused) {
			in = order.ChargeErrorInput{Call: out.Call, Err: err}
		} else if err != nil {
			return err
		}
		_, err = s.orders.Answer(ctx, d, in)
		return err
	case order.StopChargeOutput: // the order no longer waits for the bank
		return s.void(ctx, fmt.Sprint(d.ID, "/", out.Call))
	case order.MailOutput:
		s.mail(d.ID, out.Text)
		return nil
	}
	return fmt.Errorf("nothing to do for %T", d.Output)
}

// sell creates an order, pays it, and works until ctx ends.
func (s *shop) sell(ctx context.Context, db *sql.DB, id string) (err error) {
	if s.orders, err = store.Open(ctx, db, store.SQLite, order.Kind{}); err != nil {
		return err
	}
	defer s.orders.Close()
	if _, err := s.orders.Create(ctx, id, order.DefaultParams()); err != nil {
		return err
	}
	if _, err := s.orders.Do(ctx, id, order.PayInput{}, store.WithKey("click-1")); err != nil { // a second click-1 changes nothing
		return err
	}
	return s.orders.Worker(s.deliver).Run(ctx)
}

func main() {
	db, err := sql.Open("sqlite", "file:orders.db?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_txlock=immediate")
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &shop{
		charge: func(_ context.Context, key string, _ int) (string, error) { return "receipt " + key, nil },
		void:   func(context.Context, string) error { return nil },
		mail:   func(id, text string) { fmt.Println(id, text); stop() },
	}
	if err := s.sell(ctx, db, "1017"); err != nil {
		log.Fatal(err)
	}
}
