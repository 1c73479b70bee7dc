package svg

import (
	"bytes"
	"strings"
	"testing"
)

// TestPacked draws a wide region after three narrow ones: these are side by side, above it.
func TestPacked(t *testing.T) {
	p := parallel(4, 10)
	p.Edges[3].Labels[0].Event = strings.Repeat("x", 95)
	image := nextOf(t, p, nil)
	e := Read(image)
	if e == nil || e.width > legibleWidth {
		t.Fatalf("the image is not legible: %+v", e)
	}
	var frames []int
	for _, name := range []string{"Part0", "Part1", "Part2", "Part3"} {
		frames = append(frames, e.frames["Both/"+name].Min.Y)
	}
	if frames[0] != frames[1] || frames[1] != frames[2] || frames[2] >= frames[3] {
		t.Errorf("the regions begin at %v", frames)
	}
	if found, pairs := met(lines(t, image)); found.near+found.heads+found.ports+found.turns > 0 {
		t.Errorf("%+v %v", found, pairs)
	}
	if !bytes.Equal(nextOf(t, p, e), image) {
		t.Error("the image is not the next one of itself")
	}
	// A region that is new is in the last line, and a damaged image is not believed.
	if next := nextOf(t, parallel(5, 10), e); Read(next) == nil {
		t.Error("the next image has no places")
	}
	for _, hostile := range []string{"pack=0", "pack=", "pack=-1", "pack=99999"} {
		if text := bytes.Replace(image, []byte("pack=8"), []byte(hostile), 1); bytes.Equal(text, image) || Read(text) != nil {
			t.Errorf("%s is believed", hostile)
		}
	}
}
