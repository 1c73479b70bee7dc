package svg

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/internal/sample"
)

const (
	leastText   = 11.0 // pixels, in a column of 900 pixels
	mostHeight  = 2200
	countedSize = 60 // the states of a machine whose image is legible
)

// TestSizes draws the specs of the repository, and expects text that is large enough, and images that are not too high.
func TestSizes(t *testing.T) {
	smallest, highest := 12.0, 0
	for _, m := range machines(t, sample.Size(5, 12, 1000)) {
		if len(picture.New(m.Machine).Nodes) > countedSize {
			continue
		}
		text, height := textSize(t, m.first())
		smallest, highest = min(smallest, text), max(highest, height)
		if text < leastText || height > mostHeight {
			t.Errorf("%s: text of %.1f pixels, %d pixels high", m.Name, text, height)
		}
	}
	t.Logf("the smallest text has %.1f pixels, the highest image %d", smallest, highest)
}

// drawnSize returns the size of the text in a column of 900 pixels, and the height of the image.
func drawnSize(t *testing.T, p *picture.Picture) (text float64, height int) {
	t.Helper()
	image, _, err := Next(t.Context(), Part{Title: "M", Picture: p}, nil, true)
	if err != nil {
		t.Fatal(err)
	}
	return textSize(t, image)
}

// textSize returns the size of the text of an image in a column of 900 pixels, and the height of the image.
func textSize(t *testing.T, image []byte) (text float64, height int) {
	t.Helper()
	width, height := sizeOf(t, image)
	return min(12, 12*900/float64(width)), height
}

// sizeOf returns the size of an image.
func sizeOf(t *testing.T, image []byte) (width, height int) {
	t.Helper()
	in := xml.NewDecoder(bytes.NewReader(image))
	for {
		token, err := in.Token()
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range start.Attr {
			n, _ := strconv.Atoi(a.Value)
			switch a.Name.Local {
			case "width":
				width = n
			case "height":
				height = n
			}
		}
		return width, height
	}
}

// shaped returns pictures of shapes that are hard to draw in a page.
func shaped() map[string]*picture.Picture {
	begin := func() *picture.Picture { return &picture.Picture{Start: 0, Frame: -1} }
	state := func(p *picture.Picture, name string, block int) int {
		p.Nodes = append(p.Nodes, picture.Node{Name: name, Block: block, Outcome: -1})
		return len(p.Nodes) - 1
	}
	lead := func(p *picture.Picture, from, to int, event string) {
		join(p, from, to, picture.Label{Event: event, Guard: "count < limit"})
	}
	list := make(map[string]*picture.Picture)

	p := begin()
	for i := range 9 {
		p.Blocks = append(p.Blocks, picture.Block{Name: fmt.Sprint("Phase", i), Parent: -1})
		for k := range 4 {
			n := state(p, fmt.Sprintf("Step%d%c", i, 'A'+k), i)
			if k > 0 {
				lead(p, n-1, n, "Next")
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 12 {
		if from, to := r.IntN(36), r.IntN(36); from != to {
			lead(p, from, to, fmt.Sprint("Move", i))
		}
	}
	list["frames"] = p

	p = begin()
	state(p, "feature_requested_by_team", -1)
	for i := range 7 {
		n := state(p, "waiting_for_review_of_"+strings.Repeat("somebodys_", i%3+1)+"change", -1)
		lead(p, 0, n, "PM_marks_ready_feat_over_bug_over_chore_over_exp")
		lead(p, n, 0, "reviewerRequestsMoreChangesFromTheAuthors")
	}
	list["names"] = p

	p = begin()
	state(p, "Hub", -1)
	for i := range 24 {
		lead(p, 0, state(p, fmt.Sprint("Leaf", i), -1), fmt.Sprint("Choose", i))
	}
	list["fan"] = p

	p = begin()
	state(p, "Link0", -1)
	for i := range 57 {
		lead(p, i, state(p, fmt.Sprint("Link", i+1), -1), "Next")
	}
	list["chain"] = p
	list["regions"] = parallel(5, 30)
	list["more regions"] = parallel(9, 12)
	return list
}

// TestShapes draws pictures that are too wide or too high in one piece. They are legible, no arrows meet in them, and they stay as they are
// in the next image.
func TestShapes(t *testing.T) {
	for name, p := range shaped() {
		text, height := drawnSize(t, p)
		t.Logf("%s: %d states, text of %.1f pixels, %d pixels high", name, len(p.Nodes), text, height)
		if text < leastText || height > mostHeight {
			t.Errorf("%s: text of %.1f pixels, %d pixels high", name, text, height)
		}
		part := Part{Title: name, Picture: p}
		image, _, err := Next(t.Context(), part, nil, true)
		if err != nil {
			t.Fatal(err)
		}
		if found, pairs := met(lines(t, image)); found.near+found.heads+found.ports+found.turns > 0 {
			t.Errorf("%s: %+v %v", name, found, pairs)
		}
		if e := Read(image); e == nil || len(e.rows) == 0 {
			t.Errorf("%s: the image has no places", name)
		} else if again, _, _ := Next(t.Context(), part, e, true); !bytes.Equal(image, again) {
			t.Errorf("%s: the image is not the next one of itself", name)
		}
	}
}

// TestBroken breaks names where a word in them begins.
func TestBroken(t *testing.T) {
	for text, want := range map[string][]string{
		"PM_marks_ready_feat_over_bug": {"PM_marks_", "ready_feat_", "over_bug"},
		"reviewerRequestsMore":         {"reviewer", "RequestsMore"},
		"Inp.App.Media.Hovered...":     {"Inp.App.", "Media.", "Hovered..."},
		"short":                        {"short"},
		"averyveryverylongword":        {"averyveryverylongword"},
		"HTTPServerError2Seen":         {"HTTPServer", "Error2Seen"},
		"":                             {""},
	} {
		var got []string
		for _, line := range (look{width: 12, broken: true}).breaks([][]span{{{text, "name"}}}) {
			got = append(got, line[0].text)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%q (-want +got)\n%s", text, d)
		}
	}
}
