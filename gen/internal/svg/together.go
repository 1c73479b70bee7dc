package svg

import (
	"context"

	"github.com/fsmgen/fsmgen/gen/internal/layout"
	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// Alone returns a part for [Write] with as much detail as is legible in a page, if that is possible. It also returns the steps of its layout, which
// are the same on each computer. The error is [ErrLarge] or that of the context.
func Alone(ctx context.Context, p Part) (laid Part, steps int, err error) {
	w := newWork(ctx)
	if p.drawn, err = fitted(w, p.Picture); err != nil {
		return p, budget - w.Left(), err
	}
	p.Picture = p.drawn.picture
	return p, budget - w.Left(), nil
}

// Together returns two versions of a picture for [Write] with what is in both in the same place, and images of the same size. They are as legible
// in a page as both of them in one picture would be. It also returns the steps of the layout of both in one picture. The error is [ErrLarge] or that
// of the context.
func Together(ctx context.Context, p, q Part) (first, second Part, steps int, err error) {
	both, steps, err := Alone(ctx, Part{Picture: picture.Union(p.Picture, q.Picture)})
	if err != nil {
		return p, q, steps, err
	}
	places := Read(written([]Part{both}))
	p.Picture, q.Picture = p.Picture.At(both.Picture.Detail), q.Picture.At(both.Picture.Detail)
	if first, err = Like(ctx, p, places); err != nil {
		return p, q, steps, err
	}
	if second, err = Like(ctx, q, places); err != nil {
		return p, q, steps, err
	}
	a, b := first.drawn, second.drawn
	first.least = layout.Point{X: max(a.layout.Width, b.layout.Width), Y: max(a.height(), b.height())}
	second.least = first.least
	return first, second, steps, nil
}
