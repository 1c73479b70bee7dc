package layout

import (
	"context"
	"errors"
)

// ErrWork is the error for a graph whose layout is more work than allowed.
var ErrWork = errors.New("the layout is too much work")

const (
	lookAfter = 1 << 15 // steps between two looks at the context: much less than a millisecond
	itemSteps = 500     // steps for a bend or a border, which need memory
)

// Work is what layouts may still do, in steps. A step is a small amount of work that does not depend on the computer: a link or an arc
// that is looked at. A nil Work has no limit.
type Work struct {
	ctx        context.Context
	left, look int
	err        error
}

// NewWork returns work of some steps, which ends early when the context is done.
func NewWork(ctx context.Context, steps int) *Work {
	return &Work{ctx: ctx, left: steps, look: steps, err: ctx.Err()}
}

// Left returns the steps that remain, or 0 if there is no limit.
func (w *Work) Left() int {
	if w == nil {
		return 0
	}
	return w.left
}

// Err returns why the work has ended: [ErrWork], or the error of the context. It returns nil if the work can go on.
func (w *Work) Err() error {
	if w == nil {
		return nil
	}
	return w.err
}

// lacks reports whether the work has ended, and ends it if fewer steps remain than are needed.
func (w *Work) lacks(steps int) bool {
	if w != nil && w.err == nil && w.left < steps {
		w.err = ErrWork
	}
	return w.Err() != nil
}

// spent takes steps and reports whether the work has ended. Then all loops of a layout end, and what they have made is of no use.
func (w *Work) spent(steps int) bool {
	if w == nil {
		return false
	}
	if w.err != nil {
		return true
	}
	if w.left -= steps; w.left < 0 {
		w.err = ErrWork
	} else if w.look-w.left >= lookAfter {
		w.look, w.err = w.left, w.ctx.Err()
	}
	return w.err != nil
}
