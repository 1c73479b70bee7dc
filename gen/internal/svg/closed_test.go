package svg

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
)

const parts = 4

// spread returns a picture of frames in frames that is legible only without the states in the inner ones.
func spread(steps int) *picture.Picture {
	p := &picture.Picture{Start: 0, Frame: -1}
	for i := range parts {
		p.Blocks = append(p.Blocks, picture.Block{Name: fmt.Sprint("Part", i), Parent: -1})
	}
	for i := range parts {
		p.Blocks = append(p.Blocks, picture.Block{Name: fmt.Sprint("Inner", i), Parent: i})
	}
	add := func(name string, block int) int {
		p.Nodes = append(p.Nodes, picture.Node{Name: name, Block: block, Outcome: -1})
		return len(p.Nodes) - 1
	}
	for i := range parts {
		first := add(fmt.Sprint("First", i), i)
		for k := range steps {
			n := add(fmt.Sprintf("Step%d_%d", i, k), parts+i)
			join(p, first, n, picture.Label{Event: fmt.Sprintf("choose%dTheStep%d", i, k)})
			join(p, n, first, picture.Label{Event: fmt.Sprintf("leaveTheStep%d", k)})
		}
		if i > 0 {
			join(p, first-1-steps, first, picture.Label{Event: "goOnWithTheNextPart"})
		}
	}
	return p
}

// TestClosed draws a picture that is not legible with the states in all frames.
func TestClosed(t *testing.T) {
	p := spread(9)
	part := Part{Title: "Wide", Picture: p}
	open, shown, err := Next(t.Context(), part, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	if width, height := sizeOf(t, open); width <= legibleWidth && height <= mostHeight || len(shown.Hidden()) > 0 {
		t.Fatalf("the picture is not large enough for this test: %d x %d", width, height)
	}
	part.Close = true
	// An image that is legible no longer, or never was, is drawn anew.
	for i, earlier := range []*Earlier{nil, Read(open)} {
		image, shown, err := Next(t.Context(), part, earlier, true)
		if err != nil {
			t.Fatal(err)
		}
		width, height := sizeOf(t, image)
		t.Logf("%d x %d, without the states in %v", width, height, shown.Hidden())
		if width > legibleWidth || height > mostHeight {
			t.Errorf("the image is %d x %d", width, height)
		}
		// There is room for the states of some frames.
		if n := len(shown.Hidden()); n == 0 || n == parts || !bytes.Contains(image, []byte("thick border")) {
			t.Errorf("closed: %v", shown.Hidden())
		}
		if found, pairs := met(lines(t, image)); found.near+found.heads+found.ports+found.turns > 0 {
			t.Errorf("%+v %v", found, pairs)
		}
		e := Read(image)
		if e == nil || e.closed == 0 {
			t.Fatal("the image does not say what is closed")
		}
		if again, _, _ := Next(t.Context(), part, e, true); !bytes.Equal(image, again) {
			t.Error("the image is not the next one of itself")
		}
		if i > 0 {
			continue
		}
		// Where nothing may be closed, its places are of no use.
		part := part
		part.Close = false
		if fresh, _, _ := Next(t.Context(), part, e, true); !bytes.Equal(fresh, open) {
			t.Error("the image depends on an image with other states")
		}
	}
}

// TestManyClosed draws a picture with too many states for an image, and one with too many outside of frames.
func TestManyClosed(t *testing.T) {
	part := Part{Title: "Many", Picture: spread(40), Close: true}
	if !IsDrawable(part.Picture) || len(part.Picture.Nodes) <= MostNodes {
		t.Fatalf("%d states", len(part.Picture.Nodes))
	}
	image, shown, err := Next(t.Context(), part, nil, true)
	if err != nil || len(shown.Hidden()) != parts {
		t.Fatalf("%v, %v", err, shown)
	}
	if again, _, _ := Next(t.Context(), part, Read(image), true); !bytes.Equal(image, again) {
		t.Error("the image is not the next one of itself")
	}
	// The image of an earlier version without so many states.
	before, _, _ := Next(t.Context(), Part{Title: "Many", Picture: spread(2), Close: true}, nil, true)
	if grown, _, err := Next(t.Context(), part, Read(before), true); err != nil || !bytes.Equal(image, grown) {
		t.Errorf("the image of a machine that has grown: %v", err)
	}
	for i := range MostNodes {
		part.Picture.Nodes = append(part.Picture.Nodes, picture.Node{Name: fmt.Sprint("Other", i), Block: -1, Outcome: -1})
	}
	if IsDrawable(part.Picture) {
		t.Error("too many states outside of frames")
	}
	if _, _, err := Next(t.Context(), part, nil, true); !errors.Is(err, ErrLarge) {
		t.Errorf("the error is %v", err)
	}
}
