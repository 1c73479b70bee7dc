package fsmtest

import (
	"context"

	"github.com/fsmgen/fsmgen/fsmtest/internal/subject"
)

// Handler is the handler of a run under test. The handler of a generated test forwards all calls
// to it, with [Next].
type Handler struct{ calls subject.Handling }

// Next forwards a call of the generated handler to h. The argument s is the typed state, and A
// is the interface of the states that may follow it.
func Next[A any](ctx context.Context, h *Handler, s any) (A, error) {
	next, err := h.calls.Next(ctx, s, func(s any) bool {
		_, ok := s.(A)
		return ok
	})
	after, _ := next.(A)
	return after, err
}

// NextPart forwards a call of a method of the generated handler for a part to h. The argument s is what the method receives, and R
// is the type of what it returns.
func NextPart[R any](ctx context.Context, h *Handler, s any) (R, error) {
	reply, err := h.calls.Part(ctx, s)
	r, _ := reply.(R)
	return r, err
}
