package drive_test

import (
	"context"
	"testing"

	"github.com/fsmgen/fsmgen/fsm/drive"
)

type liveKey struct{}

// TestLive keeps contexts as they are until they end.
func TestLive(t *testing.T) {
	ctx, cancel := context.WithCancel(context.WithValue(t.Context(), liveKey{}, 1))
	if drive.Live(ctx) != ctx {
		t.Error("a context that has not ended is replaced")
	}
	cancel()
	if live := drive.Live(ctx); live.Err() != nil || live.Value(liveKey{}) != 1 {
		t.Errorf("after the end, it is %v", live)
	}
	var none context.Context
	if live := drive.Live(none); live != nil {
		t.Errorf("of nil, it is %v", live)
	}
}
