package layout

import (
	"context"
	"errors"
	"testing"
	"time"
)

// dense returns a graph with an edge from each node to each later one.
func dense(n int) *Graph {
	g := &Graph{}
	for i := range n {
		g.Nodes = append(g.Nodes, Node{Width: 60, Height: 30, Cluster: -1, First: i == 0, Last: i == n-1})
		for k := range i {
			g.Edges = append(g.Edges, Edge{From: k, To: i, Width: 30, Height: 14})
		}
	}
	return g
}

// looks is a context that is canceled when it has been asked some times.
type looks struct {
	context.Context
	left, count int
}

func (l *looks) Err() error {
	if l.count++; l.count > l.left {
		return context.Canceled
	}
	return nil
}

// TestWorkEnds expects a layout to end with its steps, and at the first look at a context that is done, in each phase.
func TestWorkEnds(t *testing.T) {
	const steps = 1 << 30
	g := dense(13)
	whole := NewWork(t.Context(), steps)
	if _, err := Make(whole, g); err != nil {
		t.Fatal(err)
	}
	used := steps - whole.Left()
	if _, err := Make(NewWork(t.Context(), used), g); err != nil {
		t.Errorf("the same steps do not suffice again: %v", err)
	}
	if _, err := Make(NewWork(t.Context(), used-1), g); !errors.Is(err, ErrWork) {
		t.Errorf("%d steps: %v", used-1, err)
	}
	all := &looks{t.Context(), steps, 0}
	if _, err := Make(NewWork(all, steps), g); err != nil {
		t.Fatal(err)
	}
	// A step that spends many looks once.
	if all.count < used/lookAfter/4 {
		t.Errorf("%d looks in %d steps", all.count, used)
	}
	for left := 0; left < all.count; left += 1 + all.count/12 {
		ctx := &looks{t.Context(), left, 0}
		w := NewWork(ctx, steps)
		if l, err := Make(w, g); l != nil || !errors.Is(err, context.Canceled) {
			t.Fatalf("after %d of %d looks: %v", left, all.count, err)
		}
		if ctx.count != left+1 || steps-w.Left() > used {
			t.Errorf("after %d of %d looks: %d looks, %d of %d steps", left, all.count, ctx.count, steps-w.Left(), used)
		}
	}
}

// TestLargeGraph lays out 140 nodes with an edge from each to each later one, which would take hours, and ends as soon as the context is done.
func TestLargeGraph(t *testing.T) {
	g := dense(140)
	if _, err := Make(NewWork(t.Context(), 10_000_000), g); !errors.Is(err, ErrWork) {
		t.Errorf("ten million steps: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var canceled time.Time
	timer := time.AfterFunc(20*time.Millisecond, func() { canceled = time.Now(); cancel() })
	defer timer.Stop()
	_, err := Make(NewWork(ctx, 1<<30), g)
	// On a quiet machine, this is less than 10 ms.
	if late := time.Since(canceled); !errors.Is(err, context.Canceled) || late > 3*time.Second {
		t.Errorf("ended %v after the cancellation: %v", late, err)
	}
}
