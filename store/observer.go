package store

import (
	"context"
	"log/slog"
	"time"
)

// Observer sees the operations of a store. It fits a tracer of OpenTelemetry: Start starts a
// span with the attributes of the operation, and the function that it returns sets its
// status and ends it. It must allow concurrent use.
type Observer interface {
	// Start is called at the begin of an operation. The operation continues with the
	// context that it returns, and calls end, which is not nil, once.
	Start(ctx context.Context, op Operation) (_ context.Context, end func(Result))
}

// Operation is what a store or a worker does.
type Operation struct {
	// Name is create, do, answer, fire (the event of a timer), refresh, deliver (an output), poll (a
	// worker looks for timers and outputs), or listen (the listener of a worker has failed).
	Name string
	// Kind and ID are the machine; a poll and a listen have no ID.
	Kind, ID string
	// Event is the event of do, answer, and fire.
	Event string
	// Key is the key of do, of deliver, and of the delivery that answer answers, or empty.
	Key string
	// Timer is the timer of fire.
	Timer string
	// Output is the output of deliver.
	Output string
	// Attempt counts the deliveries of an output, and the attempts to fire a timer, from 1.
	Attempt int
}

// Result is how an operation ended.
type Result struct {
	// Err is nil after a success.
	Err error
	// Revision is the revision of the machine after create, do, answer, fire, and refresh.
	Revision int64
	// From and To are the states before and after create, do, answer, fire, and refresh.
	From, To string
	// Ignored means that the state ignores the event.
	Ignored bool
	// Repeated means that the machine had accepted the event before.
	Repeated bool
	// Stale means that the event was the result of a call that no longer runs. For deliver, it means that the output starts
	// such a call, and was not delivered.
	Stale bool
	// Attempts is the number of transactions that were tried.
	Attempts int
	// Uncommitted means that the transaction is the program's, as that of DoTx is: it may still be rolled back.
	Uncommitted bool
	// Dead means that an output has failed for the last time.
	Dead bool
}

// observers is a list of observers.
type observers []Observer

// start starts all of them, and returns a function that ends them in the reverse order.
func (o observers) start(ctx context.Context, op Operation) (context.Context, func(Result)) {
	if len(o) == 0 {
		return ctx, func(Result) {}
	}
	ends := make([]func(Result), len(o))
	for i, each := range o {
		ctx, ends[i] = each.Start(ctx, op)
	}
	return ctx, func(r Result) {
		for i := len(ends) - 1; i >= 0; i-- {
			ends[i](r)
		}
	}
}

// Log returns an observer that logs the end of each operation: successes at the level
// Debug, what the store or the machine refuses at Info, failures at Warn, and dead letters at Error. Polls are logged only
// if they fail. Of a long ID or key, it logs the beginning.
func Log(l *slog.Logger) Observer { return logger{l} }

type logger struct{ log *slog.Logger }

func (l logger) Start(ctx context.Context, op Operation) (context.Context, func(Result)) {
	begin := time.Now()
	return ctx, func(r Result) {
		level := slog.LevelDebug
		switch {
		case r.Dead:
			level = slog.LevelError
		case refusal(r.Err):
			level = slog.LevelInfo
		case r.Err != nil:
			level = slog.LevelWarn
		case op.Name == "poll":
			return
		}
		if !l.log.Enabled(ctx, level) {
			return
		}
		attrs := []slog.Attr{slog.String("kind", op.Kind)}
		text := func(key, value string) {
			if value != "" {
				attrs = append(attrs, slog.String(key, value))
			}
		}
		text("id", short(op.ID))
		text("event", op.Event)
		text("key", short(op.Key))
		text("timer", op.Timer)
		text("output", op.Output)
		text("from", r.From)
		text("to", r.To)
		if r.Revision != 0 {
			attrs = append(attrs, slog.Int64("revision", r.Revision))
		}
		if op.Attempt > 1 {
			attrs = append(attrs, slog.Int("attempt", op.Attempt))
		}
		if r.Attempts > 1 {
			attrs = append(attrs, slog.Int("attempts", r.Attempts))
		}
		for _, flag := range []struct {
			name string
			set  bool
		}{{"ignored", r.Ignored}, {"repeated", r.Repeated}, {"stale", r.Stale}, {"dead", r.Dead}} {
			if flag.set {
				attrs = append(attrs, slog.Bool(flag.name, true))
			}
		}
		attrs = append(attrs, slog.Duration("duration", time.Since(begin)))
		if r.Err != nil {
			attrs = append(attrs, slog.Any("error", r.Err))
		}
		l.log.LogAttrs(ctx, level, "store: "+op.Name, attrs...)
	}
}

// refusal reports whether an error is due to what a client has sent, so that it needs no attention.
func refusal(err error) bool {
	status := Status(err)
	return status >= 400 && status < 500
}
