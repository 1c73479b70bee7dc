package drive

import "context"

// Live returns ctx, or, if it has ended, a context with its values that does not end; nil for nil. It is for the steps that Run makes
// by itself, some of them after the end of its context: what the host does then, such as to tell that the run was canceled, must be
// possible.
func Live(ctx context.Context) context.Context {
	if ctx == nil || ctx.Err() == nil {
		return ctx
	}
	return context.WithoutCancel(ctx)
}
