package svg

import (
	"bytes"
	"context"

	"github.com/fsmgen/fsmgen/gen/internal/layout"
	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// rounds are how often an image is drawn at most until it is its own next one: almost always two are enough.
const rounds = 4

// Next returns the image of a picture in which what is in an earlier image stays where it is, and the picture that it shows. If fit
// is true, that has as much detail as is legible in a page. An image is the next one of itself and the same picture: then Next returns
// it unchanged. If earlier is nil, the image depends on the picture alone. The error is [ErrLarge] or that of the context; an image that
// Next has returned is not too large for the next one.
func Next(ctx context.Context, part Part, earlier *Earlier, fit bool) (image []byte, shown *picture.Picture, err error) {
	whole := part
	if part, err = next(ctx, part, earlier, fit); err != nil {
		return nil, nil, err
	}
	image = written([]Part{part})
	for range rounds {
		again, err := next(ctx, whole, Read(image), fit)
		if err != nil {
			return nil, nil, err
		}
		if text := written([]Part{again}); !bytes.Equal(text, image) {
			part, image = again, text
			continue
		}
		return image, part.Picture, nil
	}
	// This image has no ranks, so that the next one is the same.
	if part, err = next(ctx, whole, nil, fit); err != nil {
		return nil, nil, err
	}
	part.drawn.layout.Rows = nil
	return written([]Part{part}), part.Picture, nil
}

// Like returns a part that [Write] draws with what is in an earlier image where it was there, even if the image becomes too wide to be
// legible in a page. If that is nil, the layout is new. The error is [ErrLarge] or that of the context.
func Like(ctx context.Context, part Part, earlier *Earlier) (Part, error) {
	if earlier != nil {
		like := *earlier
		like.anyWidth = true
		earlier = &like
	}
	return next(ctx, part, earlier, false)
}

// next draws one of the images. Each of them has a budget of its own, so that an image that was drawn can be drawn again.
func next(ctx context.Context, part Part, e *Earlier, fit bool) (Part, error) {
	w := newWork(ctx)
	fresh := func() (*drawing, error) {
		if fit && part.Close {
			return closing(ctx, part.Picture)
		}
		if fit {
			return fitted(w, part.Picture)
		}
		return draw(w, part.Picture, 0)
	}
	p := part.Picture
	if e != nil && e.closed == 0 && part.Close && len(p.Nodes) > MostNodes {
		e = nil
	}
	if e != nil && e.closed > 0 {
		if level := e.closed; !fit || !part.Close || level > p.Depth() {
			e = nil // It shows other states.
		} else {
			p = p.Closed(level, e.open(p)...)
		}
	}
	d, err := seeded(w, p, e, fit)
	if err != nil {
		return part, err
	}
	tooHigh := fit && part.Close && d != nil && !d.isFine()
	if d == nil || (!d.isLegible() || tooHigh) && !e.anyWidth {
		f, err := fresh()
		if err != nil {
			return part, err
		}
		if d == nil || f.isLegible() && (!tooHigh || f.isFine() || !d.isLegible()) {
			d = f
		}
	}
	part.drawn = d
	part.Picture = part.drawn.picture
	return part, nil
}

// seeded draws a picture like an earlier image, or returns nil if it has to begin anew: if too little is left, or if the image is no
// longer legible in a page.
func seeded(w *layout.Work, p *picture.Picture, e *Earlier, fit bool) (*drawing, error) {
	if e == nil {
		return nil, nil
	}
	if fit {
		p = p.At(max(e.detail, Most))
	}
	var first *drawing
	jumps := jumpsOf(p, e)
	for _, label := range labelWidths() {
		if label > e.label {
			continue
		}
		f := e.form
		f.label, f.jumps = label, jumps
		d, err := drawWith(w, p, f, e)
		if err != nil || d.graph.Earlier == nil {
			return nil, err
		}
		if d.isLegible() {
			return d, nil
		}
		if first == nil {
			first = d
		}
	}
	if e.anyWidth || e.width > legibleWidth {
		return first, nil
	}
	return nil, nil
}
