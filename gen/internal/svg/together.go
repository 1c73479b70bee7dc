package svg

import (
	"github.com/fsmgen/fsmgen/gen/internal/layout"
	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// Together returns two versions of a picture for [Write] with what is in both in the same place, and images of the same size. They are as legible
// in a page as both of them in one picture would be.
func Together(p, q Part) (first, second Part) {
	image, shown := Next(Part{Picture: picture.Union(p.Picture, q.Picture)}, nil, true)
	places := Read(image)
	p.Picture, q.Picture = p.Picture.At(shown.Detail), q.Picture.At(shown.Detail)
	first, second = Like(p, places), Like(q, places)
	a, b := first.drawn.layout, second.drawn.layout
	first.least = layout.Point{X: max(a.Width, b.Width), Y: max(a.Height, b.Height)}
	second.least = first.least
	return first, second
}
