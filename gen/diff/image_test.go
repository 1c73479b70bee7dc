package diff

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/svg"
)

// box matches a state or terminal state of an image, with its name and its place.
var box = regexp.MustCompile(`class="(?:state|end)([^"]*)" data-key="([^"]*)">\n<title>.*</title>\n<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"`)

// TestImageKeepsPlaces edits shipped machines and expects each unchanged state where the image of the old version has it.
func TestImageKeepsPlaces(t *testing.T) {
	for _, test := range []struct {
		machine string
		edit    []string
		marked  string // the classes of what has changed
	}{
		{"fallback", []string{"if: retries < maxRetries,", "if: retries <= maxRetries,"}, "arrow changed"},
		{"reservation", []string{"AskParty", "AskGuests"}, "state changed"},
		{"negotiation", []string{"turns + 1 < maxTurns", "turns + 3 < maxTurns"}, "state changed"},
	} {
		t.Run(test.machine, func(t *testing.T) {
			base := "../../machines/" + test.machine + "/" + test.machine
			src, err := os.ReadFile(base + ".fsm.yaml")
			if err != nil {
				t.Fatal(err)
			}
			image, err := os.ReadFile(base + ".fsm.svg")
			if err != nil {
				t.Fatal(err)
			}
			old := load(t, filepath.Base(base)+".fsm.yaml", string(src), false)
			old.Image = image
			new := load(t, filepath.Base(base)+".fsm.yaml", edit(t, string(src), test.edit), false)
			drawn := compared(t, old, new).SVG()
			wellFormed(t, drawn)
			if !bytes.Contains(drawn, []byte(`class="`+test.marked)) {
				t.Errorf("nothing is %s", test.marked)
			}
			was := middles(image)
			seen := 0
			for name, at := range middles(drawn) {
				if before, ok := was[name]; ok {
					seen++
					// A changed state can be larger, and then push others.
					if dx, dy := at[0]-before[0], at[1]-before[1]; max(dx, -dx) > 10 || max(dy, -dy) > 10 {
						t.Errorf("%s was at %v and is at %v", name, before, at)
					}
				}
			}
			if seen < 4 {
				t.Errorf("%d states are in both images", seen)
			}
		})
	}
}

// middles returns the middles of states by their keys.
func middles(image []byte) map[string][2]int {
	list := make(map[string][2]int)
	for _, m := range box.FindAllStringSubmatch(string(image), -1) {
		var n [4]int
		for i := range n {
			n[i], _ = strconv.Atoi(m[3+i])
		}
		list[m[2]] = [2]int{n[0] + n[2]/2, n[1] + n[3]/2}
	}
	return list
}

func wellFormed(t *testing.T, image []byte) {
	t.Helper()
	in := xml.NewDecoder(bytes.NewReader(image))
	for {
		if _, err := in.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, image)
		}
	}
}

// TestImageMarks expects the classes of all marks, and several machines in one image.
func TestImageMarks(t *testing.T) {
	src := base(t, "")
	d := compared(t, load(t, "old.fsm.yaml", src, false), load(t, "new.fsm.yaml", edit(t, src, []string{
		"          Expire: Ready\n", "          Expire: Resting\n", "  Lost: {}\n", "  Gone: {}\n", "bad: [Lost]", "bad: [Gone]", ": Lost", ": Gone",
		"  Done: {data", "      Resting:\n        on: {Work: Ready, Close: {to: Done, set: {result: last}}}\n  Done: {data",
		"  New: 2*left + 3\n  Ready: 2*left + 2\n  Working: 2*left + 3\nbound: 2*tries + 3\n", "",
		"progress:\n", "",
	}), false))
	if !d.picture.Marked() {
		t.Fatal("nothing is marked")
	}
	image := string(d.SVG())
	for _, class := range []string{"arrow added", "arrow removed", "state added", "arrow same", "state same"} {
		if !strings.Contains(image, `class="`+class) {
			t.Errorf("the image has no %s", class)
		}
	}
	two := images([]*Diff{d, {Action: Invalid}, alone(Added, load(t, "old.fsm.yaml", src, false))})
	wellFormed(t, two)
	if n := strings.Count(string(two), `class="head"`); n != 2 {
		t.Errorf("the image of two machines has %d titles", n)
	}
	if svg.Read(two) != nil || images(nil) != nil {
		t.Error("an image of two machines has places, or one of none is drawn")
	}
}
