package fsmtest

import "context"

// Handler is the handler of a run under test. The handler of a generated test forwards all calls
// to it, with [Next].
type Handler struct{ calls handling }

// handling is the implementation of a Handler.
type handling interface {
	// next handles the typed state s. The result must be nil, or a state for which fits is
	// true.
	next(ctx context.Context, s any, fits func(s any) bool) (any, error)
	// part handles what a method for a part receives. The result is nil, or what a method of s returns.
	part(ctx context.Context, s any) (any, error)
}

// Next forwards a call of the generated handler to h. The argument s is the typed state, and A
// is the interface of the states that may follow it.
func Next[A any](ctx context.Context, h *Handler, s any) (A, error) {
	next, err := h.calls.next(ctx, s, func(s any) bool {
		_, ok := s.(A)
		return ok
	})
	after, _ := next.(A)
	return after, err
}
