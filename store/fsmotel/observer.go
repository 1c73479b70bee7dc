// Package fsmotel has an observer of package store that makes spans of OpenTelemetry:
//
//	orders, err := store.Open(ctx, db, store.PostgreSQL, order.Kind{}, store.WithObserver(fsmotel.New(otel.Tracer("orders"))))
//
// Each operation is a span, such as "do Order" or "deliver Order", and what the program does meanwhile, such as a delivery, is inside of it. A
// poll of a worker is a span only if it fails.
//
// A step of a machine is an event of its span, named fsm.step. fsmgen conform --otlp checks these steps against the spec. It knows
// that traces are sampled. The steps of DoTx have fsm.uncommitted, because the program may roll its transaction back. Conform leaves
// them out.
package fsmotel

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/fsmgen/fsmgen/store"
)

// New returns an observer that starts its spans with a tracer.
func New(t trace.Tracer) store.Observer { return observer{t} }

type observer struct{ tracer trace.Tracer }

// Start implements store.Observer.
func (o observer) Start(ctx context.Context, op store.Operation) (context.Context, func(store.Result)) {
	if op.Name == "poll" {
		return ctx, func(r store.Result) {
			if r.Err != nil {
				_, span := o.start(ctx, op)
				end(span, op, r)
			}
		}
	}
	ctx, span := o.start(ctx, op)
	return ctx, func(r store.Result) { end(span, op, r) }
}

// start starts the span of an operation.
func (o observer) start(ctx context.Context, op store.Operation) (context.Context, trace.Span) {
	attributes := texts("fsm.machine", op.Kind, "fsm.id", op.ID, "fsm.event", op.Event, "fsm.timer", op.Timer, "fsm.output", op.Output, "fsm.key", op.Key)
	if op.Attempt > 0 {
		attributes = append(attributes, attribute.Int("fsm.attempt", op.Attempt))
	}
	return o.tracer.Start(ctx, op.Name+" "+op.Kind, trace.WithAttributes(attributes...))
}

// end sets what has become of an operation, and ends its span.
func end(span trace.Span, op store.Operation, r store.Result) {
	if r.Err != nil {
		span.RecordError(r.Err)
		// What a client has sent wrongly is no failure of this program.
		if status := store.Status(r.Err); status < 400 || status >= 500 {
			span.SetStatus(codes.Error, op.Name+" failed")
		}
	}
	for name, set := range map[string]bool{"fsm.repeated": r.Repeated, "fsm.stale": r.Stale, "fsm.dead": r.Dead} {
		if set {
			span.SetAttributes(attribute.Bool(name, true))
		}
	}
	if r.Attempts > 1 {
		span.SetAttributes(attribute.Int("fsm.attempts", r.Attempts))
	}
	if r.Err == nil && r.Revision > 0 && !r.Repeated && !r.Stale && op.Name != "deliver" {
		attributes := append(texts("fsm.machine", op.Kind, "fsm.id", op.ID, "fsm.event", op.Event, "fsm.timer", op.Timer, "fsm.from", r.From, "fsm.to", r.To),
			attribute.Int64("fsm.revision", r.Revision))
		for name, set := range map[string]bool{"fsm.ignored": r.Ignored, "fsm.uncommitted": r.Uncommitted} {
			if set {
				attributes = append(attributes, attribute.Bool(name, true))
			}
		}
		span.AddEvent("fsm.step", trace.WithAttributes(attributes...))
	}
	span.End()
}

// texts returns attributes, given as names and values, without those that are empty.
func texts(pairs ...string) (found []attribute.KeyValue) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			found = append(found, attribute.String(pairs[i], pairs[i+1]))
		}
	}
	return found
}
