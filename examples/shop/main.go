// Shop is a web shop whose orders are state machines in a database.
//
// An order goes from the basket to the door, or back. Package order is generated from
// order/order.fsm.yaml; package store keeps the orders, with their history, timers, and outputs.
// The bank and the warehouse are simulated; the carrier is you.
//
// Usage:
//
//	shop [-addr host:port] [-db file | -db postgres://...] [-old number]
//
// Without -db, orders are in shop.db in the current folder. Several processes can use the same
// database. -old first stores some orders as version 1 of the program did; this version
// continues them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/fsmgen/fsmgen/examples/shop/order"
	"github.com/fsmgen/fsmgen/store"
)

// orders are the machines in the database.
type orders = store.Store[*order.Machine, order.Params, order.Input, order.Output]

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stderr))
}

// run runs the program until ctx is done, and returns its exit status.
func run(ctx context.Context, args []string, stderr io.Writer) int {
	flags := flag.NewFlagSet("shop", flag.ContinueOnError)
	flags.SetOutput(stderr)
	addr := flags.String("addr", "localhost:8080", "the address of the web server")
	source := flags.String("db", "shop.db", "a SQLite file, or a postgres:// address")
	old := flags.Int("old", 0, "the number of orders to store as version 1 did")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if flags.NArg() > 0 || *old < 0 {
		fmt.Fprintln(stderr, "shop: want only flags, and -old at least 0; see shop -help")
		return 2
	}
	if err := serve(ctx, *addr, *source, *old, slog.New(slog.NewTextHandler(stderr, nil))); err != nil {
		fmt.Fprintf(stderr, "shop: %v\n", err)
		return 1
	}
	return 0
}

// serve serves pages and works off timers and outputs, until ctx is done.
func serve(ctx context.Context, addr, source string, old int, log *slog.Logger) error {
	db, dialect, err := open(source)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := seed(ctx, db, dialect, old); err != nil {
		return err
	}
	shop, err := store.Open(ctx, db, dialect, order.Kind{}, store.WithLogger(log))
	if err != nil {
		return err
	}
	defer shop.Close()
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Printf("the shop is at http://%v\n", listener.Addr())

	server := newServer(handler(shop, addr, log), log)
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return shop.Worker(partners{shop}.deliver).Run(ctx) })
	group.Go(func() error {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		return server.Shutdown(grace)
	})
	return group.Wait()
}
