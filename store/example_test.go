package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"log"
	"time"

	"github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/store"
)

// questions answers the guard and the delays that the program decides.
type questions struct{}

func (questions) Fits(int) bool { return true }

func (questions) Attempt() time.Duration { return time.Minute }

func (questions) Backoff(int) time.Duration { return time.Second }

func (questions) Patience() time.Duration { return time.Minute }

// kind is what a store needs to know of a machine. It is generated: go: {faces: [snapshot, values]}.
var kind = fallback.Kind{Questions: questions{}}

// Open creates the tables. The program imports a driver, for example modernc.org/sqlite or github.com/jackc/pgx/v5/stdlib.
func ExampleOpen() {
	ctx := context.Background()
	db, err := sql.Open("sqlite", "file:requests.db?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_txlock=immediate")
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	requests, err := store.Open(ctx, db, store.SQLite, kind)
	if err != nil {
		log.Fatal(err)
	}
	defer requests.Close()
	rec, err := requests.Create(ctx, "1017", fallback.Params{Providers: 2, MaxRetries: 1})
	fmt.Println(rec.State, rec.Revision, err)
}

// With a key, a request that is repeated has the effect of one.
func ExampleStore_Do() {
	ctx := context.Background()
	db, err := sql.Open("pgx", "postgres://localhost/requests")
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	requests, err := store.Open(ctx, db, store.PostgreSQL, kind)
	if err != nil {
		log.Fatal(err)
	}
	rec, err := requests.Do(ctx, "1017", fallback.SelectInput{}, store.WithKey("click-7"))
	fmt.Println(rec.State, store.Status(err)) // the state after the event, and the HTTP status
	for rec, err := range requests.List(ctx, store.Running(), store.Limit(10)) {
		fmt.Println(rec.ID, rec.State, err)
	}
}

// A worker fires the timers that are due, and delivers outputs until its function returns nil.
func ExampleStore_Worker() {
	ctx := context.Background()
	db, err := sql.Open("pgx", "postgres://localhost/requests")
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	requests, err := store.Open(ctx, db, store.PostgreSQL, kind)
	if err != nil {
		log.Fatal(err)
	}
	err = requests.Worker(func(_ context.Context, d store.Delivery[fallback.Output]) error {
		switch out := d.Output.(type) {
		case fallback.FailedOutput:
			log.Print(d.Key, " provider ", out.Provider, " has failed: ", out.Err)
		case fallback.SkippedOutput:
			log.Print(d.Key, " provider ", out.Provider, " is left out")
		}
		return nil
	}).Run(ctx)
	fmt.Println(err)
}
