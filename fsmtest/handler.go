package fsmtest

import "context"

// Handler is the handler of a run under test. The handler of a generated test hands it all
// calls, with [Next].
type Handler struct{ calls handling }

// handling is what stands behind a Handler.
type handling interface {
	// next makes something of the typed state s. The result must be a state of which fits
	// is true, or nil.
	next(ctx context.Context, s any, fits func(s any) bool) (any, error)
}

// Next hands a call of the generated handler to h: s is the typed state, and A the interface of
// the states that may follow it.
func Next[A any](ctx context.Context, h *Handler, s any) (A, error) {
	next, err := h.calls.next(ctx, s, func(s any) bool {
		_, ok := s.(A)
		return ok
	})
	after, _ := next.(A)
	return after, err
}
