package svg

import (
	"context"
	"errors"
	"slices"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

// MostNodes is the number of nodes that are laid out in seconds: the time grows faster than its square.
const MostNodes = 150

// mostOpened are the closed frames that are opened at most to see whether there is room.
const mostOpened = 3

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
	if err != nil || best.closed == 0 || !best.isFine() {
		return best, err
	}
	return opening(ctx, p, best)
}

// opening returns a drawing with as few closed frames as there is room for, and as much detail as before. Those with the fewest states are
// opened first.
func opening(ctx context.Context, p *picture.Picture, best *drawing) (*drawing, error) {
	var open []int
	tries := 0
	for _, b := range smallest(p, best.picture.Hidden()) {
		less := p.Closed(best.closed, append(slices.Clip(open), b)...)
		if len(less.Nodes) > MostNodes {
			continue
		}
		if tries++; tries > mostOpened {
			break
		}
		d, err := fitted(newWork(ctx), less)
		if errors.Is(err, ErrLarge) {
			continue
		} else if err != nil {
			return nil, err
		}
		if d.closed = best.closed; d.isFine() && d.picture.Detail <= best.picture.Detail {
			best, open = d, append(open, b)
		}
	}
	return best, nil
}

// smallest returns the blocks with some names, those with the fewest nodes first.
func smallest(p *picture.Picture, names []string) (list []int) {
	count := make([]int, len(p.Blocks))
	for i := range p.Nodes {
		for b := p.Nodes[i].Block; b >= 0; b = p.Blocks[b].Parent {
			count[b]++
		}
	}
	for b := range p.Blocks {
		if !p.Blocks[b].Region && slices.Contains(names, p.Blocks[b].Name) {
			list = append(list, b)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return count[a] - count[b] })
	return list
}

// open returns the blocks of a picture that are open in an earlier image in which others are closed.
func (e *Earlier) open(p *picture.Picture) (list []int) {
	d := &drawing{picture: p}
	for b, key := range d.keys().blocks {
		if _, ok := e.frames[key]; ok {
			list = append(list, b)
		}
	}
	return list
}

// IsDrawable reports whether a picture has few enough nodes for an image, if need be with closed frames.
func IsDrawable(p *picture.Picture) bool {
	return len(p.Nodes) <= MostNodes || p.Depth() > 0 && len(p.Closed(1).Nodes) <= MostNodes
}

// isFine reports whether a page has room for a drawing.
func (d *drawing) isFine() bool { return d.isLegible() && d.height() <= tallest }
