package svg

import (
	"context"
	"errors"
)

// Size is the size of an image in pixels.
type Size struct{ Width, Height int }

// much is the part of an image by which another one has to be smaller to be worth a word: a quarter.
const much = 4

// Holes compares an image that [Next] has made to be legible, like an earlier one, with a new layout. If something of the earlier image is gone,
// and a new layout is smaller by a quarter, it returns the sizes of both. Otherwise, both are zero. The error is that of the context.
func Holes(ctx context.Context, part Part, earlier *Earlier, image []byte) (kept, anew Size, err error) {
	now := Read(image)
	if earlier == nil || now == nil || !earlier.hasMore(now) {
		return Size{}, Size{}, nil
	}
	fresh, _, err := Next(ctx, part, nil, true)
	if errors.Is(err, ErrLarge) {
		return Size{}, Size{}, nil
	}
	if err != nil {
		return Size{}, Size{}, err
	}
	other := Read(fresh)
	if other == nil || much*other.width*other.height > (much-1)*now.width*now.height {
		return Size{}, Size{}, nil
	}
	return Size{now.width, now.height}, Size{other.width, other.height}, nil
}

// hasMore reports whether an image has a state, a frame, or an arrow that another one does not have.
func (e *Earlier) hasMore(than *Earlier) bool {
	for key := range e.centers {
		if _, ok := than.centers[key]; !ok {
			return true
		}
	}
	for key := range e.frames {
		if _, ok := than.frames[key]; !ok {
			return true
		}
	}
	for key := range e.routes {
		if _, ok := than.routes[key]; !ok {
			return true
		}
	}
	return false
}
