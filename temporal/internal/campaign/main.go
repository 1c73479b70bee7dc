package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
)

func main() {
	c := campaign{}
	flag.StringVar(&c.address, "address", "localhost:7233", "address of the server")
	flag.IntVar(&c.workflows, "workflows", 500, "number of workflows")
	flag.IntVar(&c.kills, "kills", 200, "number of times that the worker is killed")
	flag.IntVar(&c.clients, "clients", 50, "number of customers at a time")
	flag.StringVar(&c.spec, "spec", "internal/order/order.fsm.yaml", "spec of the orders")
	flag.StringVar(&c.record, "record", "", "folder for some of the histories")
	flag.StringVar(&c.queue, "queue", fmt.Sprintf("campaign-%d", os.Getpid()), "task queue")
	flag.StringVar(&c.journal, "work", "", "be a worker that writes to this journal")
	bench := flag.Int("bench", 0, "compare the throughput with a workflow by hand: number of workflows of each")
	flag.Parse()
	err := c.dial()
	switch {
	case err != nil:
	case c.journal != "":
		err = work(c.client, c.queue, c.journal)
	case *bench > 0:
		err = c.bench(context.Background(), *bench)
	default:
		err = c.run(context.Background())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "campaign:", err)
		os.Exit(1)
	}
}

// dial connects to the server.
func (c *campaign) dial() (err error) {
	quiet := log.NewStructuredLogger(slog.New(slog.DiscardHandler))
	c.client, err = client.Dial(client.Options{HostPort: c.address, Logger: quiet})
	return err
}
