package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/fsmgen/fsmgen/store/internal/queue"
)

// Delivery is an output that a worker delivers.
type Delivery[O any] struct {
	// Key names the output, KIND/ID/REVISION/N; it is the same in each attempt. It is for the receiver of the action,
	// and can be longer than an ID; [Store.Answer] needs none.
	Key string
	// ID and Revision are the machine, and the event that has emitted the output.
	ID       string
	Revision int64
	// N is the number of the output among those of the event, from 0.
	N int
	// Output is nil if Outcome is not empty.
	Output O
	// Outcome is empty, except for the end of a machine ([WithEnds]).
	Outcome string
	// Attempt counts the attempts, from 1.
	Attempt int
}

// outputKey returns the key of an output. The kind is a name, so keys are unique whatever
// the ID contains.
func outputKey(kind, id string, rev int64, n int) string {
	return fmt.Sprintf("%s/%s/%d/%d", kind, id, rev, n)
}

// call calls the program, unless the output is the start of a call that no longer runs.
func (w *Worker[M, P, I, O]) call(ctx context.Context, key string, c queue.Claim) (stale bool, err error) {
	if c.Attempt > w.set.attempts {
		return false, fmt.Errorf("store: the process ended during attempt %d, the last one", c.Attempt-1)
	}
	d := Delivery[O]{Key: key, ID: c.ID, Revision: c.Rev, N: c.N, Attempt: c.Attempt}
	if c.Output == endName {
		d.Outcome, err = readEnd(c.Payload)
	} else {
		d.Output, err = w.store.kind.ReadOutput(c.Output, c.Payload)
	}
	if err != nil {
		return false, fmt.Errorf("store: cannot read the output %s: %w", c.Output, err)
	}
	ctx, cancel := context.WithTimeout(ctx, w.set.timeout)
	defer cancel()
	if stale, err = w.store.stopped(ctx, d); err != nil || stale {
		return stale, err
	}
	return false, w.deliver(ctx, d)
}

// storable returns the text of an error as databases accept it.
func storable(text string) string {
	const limit = 2000
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
	if len(text) > limit {
		text = strings.ToValidUTF8(text[:limit], "") + "…"
	}
	return text
}
