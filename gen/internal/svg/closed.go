package svg

import (
	"context"
	"errors"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// MostNodes is the number of nodes that are laid out in seconds: the time grows faster than its square.
const MostNodes = 150

// closing returns the picture of a page, in which the innermost frames are closed if the text would be too small otherwise, or the image too
// high, or if there is too much for an image. Each try has a budget of its own.
func closing(ctx context.Context, p *picture.Picture) (best *drawing, err error) {
	err = ErrLarge
	if len(p.Nodes) <= MostNodes {
		if best, err = fitted(newWork(ctx), p); err != nil && !errors.Is(err, ErrLarge) {
			return nil, err
		}
	}
	for level := p.Depth(); level > 0 && (best == nil || !best.isFine()); level-- {
		less := p.Closed(level)
		if len(less.Nodes) > MostNodes {
			continue
		}
		d, failed := fitted(newWork(ctx), less)
		if errors.Is(failed, ErrLarge) {
			continue
		} else if failed != nil {
			return nil, failed
		}
		d.closed = level
		if best == nil || d.isFine() || !best.isLegible() && d.layout.Width < best.layout.Width {
			best, err = d, nil
		}
	}
	return best, err
}

// IsDrawable reports whether a picture has few enough nodes for an image, if need be with closed frames.
func IsDrawable(p *picture.Picture) bool {
	return len(p.Nodes) <= MostNodes || p.Depth() > 0 && len(p.Closed(1).Nodes) <= MostNodes
}

// isFine reports whether a page has room for a drawing.
func (d *drawing) isFine() bool { return d.isLegible() && d.height() <= tallest }
