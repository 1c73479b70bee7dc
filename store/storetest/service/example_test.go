package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/service/order"
)

func Example_transaction() {
	db, orders := exampleStore()
	ctx := context.Background()
	_, err := orders.Create(ctx, "1017", order.DefaultParams())
	fmt.Println(err)
	_, err = db.ExecContext(ctx, "CREATE TABLE payments (id TEXT PRIMARY KEY, cents INTEGER)")
	fmt.Println(err)

	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer tx.Rollback() // does nothing after the commit
	rec, err := orders.DoTx(ctx, tx, "1017", order.PayInput{}, store.WithKey("click-1"))
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO payments VALUES (?, ?)", rec.ID, rec.Machine.Params().Cents); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rec.State, rec.Revision, tx.Commit())
	// Output:
	// <nil>
	// <nil>
	// Paying 2 <nil>
}

func Example_many() {
	_, orders := exampleStore()
	ctx := context.Background()
	for _, id := range []string{"1017", "1018"} {
		_, err := orders.Create(ctx, id, order.DefaultParams())
		fmt.Println(err)
	}
	records, err := orders.DoMany(ctx, []store.Sent[order.Input]{
		{ID: "1018", Input: order.CancelInput{}, Options: []store.SendOption{store.WithKey("click-1")}},
		{ID: "1017", Input: order.PayInput{}, Options: []store.SendOption{store.WithKey("click-1")}},
	})
	fmt.Println(err)
	for _, rec := range records {
		fmt.Println(rec.ID, rec.State, rec.Revision)
	}
	// Output:
	// <nil>
	// <nil>
	// <nil>
	// 1018 Cancelled 2
	// 1017 Paying 2
}

func Example_timers() {
	now := time.Now()
	_, orders := exampleStore(store.WithClock(func() time.Time { return now }))
	ctx := context.Background()
	rec, err := orders.Create(ctx, "1017", order.DefaultParams())
	due, runs := rec.Machine.Due(order.TimerOpenExpire)
	fmt.Println(due.Sub(rec.Created), runs, err)

	now = now.Add(25 * time.Hour)
	working, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	err = orders.Worker(func(_ context.Context, d store.Delivery[order.Output]) error {
		fmt.Printf("%s %+v\n", d.Key, d.Output)
		stop()
		return nil
	}).Run(working)
	fmt.Println(err)
	for e, err := range orders.History(ctx, "1017", 0) {
		fmt.Println(e.Revision, e.Event, e.Timer, e.From, e.To, err)
	}
	// Output:
	// 24h0m0s true <nil>
	// Order/1017/2/0 {Text:You have not paid in time.}
	// <nil>
	// 1    Open <nil>
	// 2 Expire Open.Expire Open Cancelled <nil>
}

func Example_deadLetters() {
	_, orders := exampleStore()
	ctx := context.Background()
	_, err := orders.Create(ctx, "1017", order.DefaultParams())
	fmt.Println(err)
	_, err = orders.Do(ctx, "1017", order.PayInput{}, store.WithKey("click-1"))
	fmt.Println(err)

	working, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	err = orders.Worker(func(_ context.Context, d store.Delivery[order.Output]) error {
		if d.Attempt == 2 {
			stop()
		}
		return errors.New("the bank does not answer")
	}, store.WithDeliveries(2), store.WithBackoff(time.Millisecond, time.Millisecond)).Run(working)
	fmt.Println(err)
	for letter, err := range orders.Admin().DeadLetters(ctx, store.Letters{}) {
		fmt.Println(letter.Key, letter.Output, letter.Attempts, letter.Error, err)
		fmt.Println(orders.Admin().Redeliver(ctx, letter.Key)) // or Discard
	}
	// Output:
	// <nil>
	// <nil>
	// <nil>
	// Order/1017/2/0 Charge 2 the bank does not answer <nil>
	// <nil>
}

func Example_callback() {
	_, orders := exampleStore()
	ctx := context.Background()
	_, err := orders.Create(ctx, "1017", order.DefaultParams())
	fmt.Println(err)
	_, err = orders.Do(ctx, "1017", order.PayInput{}, store.WithKey("click-1"))
	fmt.Println(err)

	type origin struct {
		ID       string
		Revision int64
		N        int
	}
	payments := map[string]origin{} // a table of the program, by the reference of the bank
	working, stop := context.WithTimeout(ctx, 10*time.Second)
	defer stop()
	err = orders.Worker(func(_ context.Context, d store.Delivery[order.Output]) error {
		payments["bank-77"] = origin{d.ID, d.Revision, d.N}
		stop()
		return nil // delivered: the bank has the request, and will call back
	}).Run(working)
	fmt.Println(err)

	from := payments["bank-77"] // The bank calls, perhaps twice.
	for range 2 {
		d := store.Delivery[order.Output]{ID: from.ID, Revision: from.Revision, N: from.N}
		rec, err := orders.Answer(ctx, d, order.ChargedInput{})
		fmt.Println(rec.State, rec.Repeated, err)
	}
	// Output:
	// <nil>
	// <nil>
	// <nil>
	// Paid false <nil>
	// Paid true <nil>
}

func Example_operations() {
	now := time.Now()
	_, orders := exampleStore(store.WithClock(func() time.Time { return now }))
	ctx := context.Background()
	for _, id := range []string{"1017", "1018"} {
		_, err := orders.Create(ctx, id, order.DefaultParams())
		fmt.Println(err)
	}
	_, err := orders.Do(ctx, "1018", order.CancelInput{})
	fmt.Println(err)

	now = now.Add(100 * 24 * time.Hour)
	counts, err := orders.Admin().Counts(ctx, time.Hour)
	fmt.Println(err)
	for _, c := range counts.Machines {
		fmt.Println(c.State, c.Machines, c.Older)
	}
	for _, c := range counts.Timers {
		fmt.Println(c.Timer, c.Timers, c.Late)
	}
	removed, err := orders.Admin().Retain(ctx, store.Retention{Ended: now.AddDate(0, 0, -90), History: now.AddDate(-1, 0, 0)})
	fmt.Println(removed.Machines, removed.Entries, err)
	// Output:
	// <nil>
	// <nil>
	// <nil>
	// <nil>
	// Cancelled 1 [1]
	// Open 1 [1]
	// Open.Expire 1 1
	// 1 0 <nil>
}
