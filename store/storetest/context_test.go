package storetest

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/store"
	"github.com/fsmgen/fsmgen/store/storetest/order"
)

// contextual is a kind as it is generated for guards that take contexts. It notes the steps whose context is that of the caller.
type contextual struct {
	order.Kind
	told func(step string)
}

type callerKey struct{}

func (k contextual) ApplyContext(ctx context.Context, m *order.Machine, in order.Input, now time.Time) ([]order.Output, bool, error) {
	if ctx.Value(callerKey{}) == true && ctx.Err() == nil {
		k.told(k.EventName(in))
	}
	return k.Apply(m, in, now)
}

func (k contextual) FireContext(ctx context.Context, m *order.Machine, timer string, now time.Time) ([]order.Output, bool, error) {
	if ctx.Value(callerKey{}) == true && ctx.Err() == nil {
		k.told(timer)
	}
	return k.Fire(m, timer, now)
}

// TestContexts hands the contexts of callers and of a worker to a kind that takes them.
func TestContexts(t *testing.T) {
	each(t, func(t *testing.T, db database) {
		var told []string
		ctx := context.WithValue(t.Context(), callerKey{}, true)
		c := newClock()
		s, err := store.Open(ctx, db.DB, db.dialect, contextual{order.Kind{Questions: stock(always)}, func(step string) { told = append(told, step) }}, store.WithClock(c.Now))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		if _, err := s.Create(ctx, "1", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Do(ctx, "1", order.PayInput{Amount: 7}); err != nil {
			t.Fatal(err)
		}
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.DoTx(ctx, tx, "1", order.CancelInput{}); err == nil {
			err = tx.Commit()
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Create(ctx, "2", order.DefaultParams()); err != nil {
			t.Fatal(err)
		}
		c.now = c.now.Add(time.Hour)
		working, stop := context.WithCancel(ctx)
		defer stop()
		done := make(chan error, 1)
		go func() {
			done <- s.Worker(func(context.Context, store.Delivery[order.Output]) error { return nil }).Run(working)
		}()
		for {
			if rec, err := s.Get(ctx, "2"); err != nil || rec.Revision > 1 {
				break
			}
			time.Sleep(time.Millisecond)
		}
		stop()
		<-done
		if want := []string{"Pay", "Cancel", "Draft.Remind"}; !slices.Equal(told, want) {
			t.Errorf("the contexts of %q arrive, want %q", told, want)
		}
	})
}
