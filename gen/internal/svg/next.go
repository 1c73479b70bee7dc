package svg

import (
	"bytes"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// rounds are how often an image is drawn at most until it is its own next one: almost always two are enough.
const rounds = 4

// Next returns the image of a picture in which what is in an earlier image stays where it is, and the picture that it shows. If fit
// is true, that has as much detail as is legible in a page. An image is the next one of itself and the same picture: then Next returns
// it unchanged. If earlier is nil, the image depends on the picture alone.
func Next(part Part, earlier *Earlier, fit bool) (image []byte, shown *picture.Picture) {
	part, whole := next(part, earlier, fit), part
	image = Write([]Part{part})
	for range rounds {
		again := next(whole, Read(image), fit)
		if text := Write([]Part{again}); !bytes.Equal(text, image) {
			part, image = again, text
			continue
		}
		return image, part.Picture
	}
	// This image has no ranks, so that the next one is the same.
	part = next(whole, nil, fit)
	part.drawn.layout.Rows = nil
	return Write([]Part{part}), part.Picture
}

// Like returns a part that [Write] draws with what is in an earlier image where it was there, even if the image becomes too wide to be
// legible in a page. If that is nil, the layout is new.
func Like(part Part, earlier *Earlier) Part {
	if earlier != nil {
		like := *earlier
		like.anyWidth = true
		earlier = &like
	}
	return next(part, earlier, false)
}

// next draws one of the images.
func next(part Part, e *Earlier, fit bool) Part {
	fresh := func() *drawing {
		if fit {
			return fitted(part.Picture)
		}
		return draw(part.Picture)
	}
	d := seeded(part.Picture, e, fit)
	if d == nil || !d.isLegible() && !e.anyWidth {
		if f := fresh(); d == nil || f.isLegible() {
			d = f
		}
	}
	part.drawn = d
	part.Picture = part.drawn.Picture
	return part
}

// seeded draws a picture like an earlier image, or returns nil if it has to begin anew: if too little is left, or if the image is no
// longer legible in a page.
func seeded(p *picture.Picture, e *Earlier, fit bool) *drawing {
	if e == nil {
		return nil
	}
	if fit {
		p = p.At(e.detail)
	}
	var first *drawing
	for _, label := range labelWidths() {
		if label > e.label {
			continue
		}
		d := drawWith(p, label, e.columns, e)
		if d.graph.Earlier == nil {
			return nil
		}
		if d.isLegible() {
			return d
		}
		if first == nil {
			first = d
		}
	}
	if e.anyWidth || e.width > legibleWidth {
		return first
	}
	return nil
}
