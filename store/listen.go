package store

import (
	"context"
	"time"
)

// Listener receives notifications of PostgreSQL. This package has no driver, and database/sql has no notifications, so the program
// brings it. It must allow concurrent use.
type Listener interface {
	// Listen executes LISTEN for a channel on a connection of its own, and calls hear with the payload of each notification, and with the empty
	// text once it listens. It returns an error when ctx ends or the connection is lost; then it is called again after a while. Hear
	// does not block.
	Listen(ctx context.Context, channel string, hear func(payload string)) error
}

// WithListener has workers hear at once of outputs that other processes emit, and has this process tell them. Without it, a worker sees
// these outputs at its next poll. Each worker uses one more connection, and each transaction that emits outputs
// sends one notification. Set the option in all processes that send events or have workers; it is for PostgreSQL only.
//
// If the listener fails, the worker tells the observers, polls as usual, and calls it again after the time of a poll.
func WithListener(l Listener) Option {
	return func(s *settings) { s.listener = l }
}

// listen calls the listener until ctx ends.
func (w *Worker[M, P, I, O]) listen(ctx context.Context, wake func()) {
	for ctx.Err() == nil {
		err := w.store.set.listener.Listen(ctx, w.store.tables.queue.Channel(), func(payload string) {
			if payload == "" || payload == w.store.name {
				wake()
			}
		})
		if ctx.Err() != nil {
			return
		}
		_, end := w.store.set.watch.start(ctx, Operation{Name: "listen", Kind: w.store.name})
		end(Result{Err: err})
		again := time.NewTimer(w.set.poll)
		select {
		case <-again.C:
		case <-ctx.Done():
		}
		again.Stop()
	}
}
