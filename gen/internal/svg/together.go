package svg

import (
	"context"

	"github.com/fsmgen/fsmgen/gen/internal/layout"
	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// Together returns two versions of a picture for [Write] with what is in both in the same place, and images of the same size. They are as legible
// in a page as both of them in one picture would be. The error is [ErrLarge] or that of the context.
func Together(ctx context.Context, p, q Part) (first, second Part, err error) {
	image, shown, err := Next(ctx, Part{Picture: picture.Union(p.Picture, q.Picture)}, nil, true)
	if err != nil {
		return p, q, err
	}
	places := Read(image)
	p.Picture, q.Picture = p.Picture.At(shown.Detail), q.Picture.At(shown.Detail)
	if first, err = Like(ctx, p, places); err != nil {
		return p, q, err
	}
	if second, err = Like(ctx, q, places); err != nil {
		return p, q, err
	}
	a, b := first.drawn, second.drawn
	first.least = layout.Point{X: max(a.layout.Width, b.layout.Width), Y: max(a.height(), b.height())}
	second.least = first.least
	return first, second, nil
}
