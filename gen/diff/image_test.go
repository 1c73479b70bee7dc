package diff

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/svg"
)

// box matches a state or terminal state of an image, with its name and its place.
var box = regexp.MustCompile(`class="(?:state|end)([^"]*)" data-key="([^"]*)">\n<title>.*</title>\n<rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"`)

// moved says how many states of an image are elsewhere in the image of a change, and how far at most.
func moved(t *testing.T, before, drawn []byte) string {
	t.Helper()
	wellFormed(t, drawn)
	was, count, all, most := middles(before), 0, 0, 0
	for name, at := range middles(drawn) {
		if from, ok := was[name]; ok {
			all++
			if dx, dy := at[0]-from[0], at[1]-from[1]; dx != 0 || dy != 0 {
				count++
				most = max(most, dx, -dx, dy, -dy)
			}
		}
	}
	text := fmt.Sprintf("%d of %d", count, all)
	if count > 0 {
		text += fmt.Sprintf(", by %d px at most", most)
	}
	return text
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
	image := drawn(t, d)
	for _, class := range []string{"arrow added", "arrow removed", "state added", "arrow same", "state same"} {
		if !strings.Contains(image, `class="`+class) {
			t.Errorf("the image has no %s", class)
		}
	}
	two := imagesOf(t, d, &Diff{Action: Invalid}, alone(Added, load(t, "old.fsm.yaml", src, false)))
	wellFormed(t, two)
	if n := strings.Count(string(two), `class="head"`); n != 2 {
		t.Errorf("the image of two machines has %d titles", n)
	}
	if svg.Read(two) != nil || imagesOf(t) != nil {
		t.Error("an image of two machines has places, or one of none is drawn")
	}
}

func drawn(t *testing.T, d *Diff) string {
	t.Helper()
	return string(imagesOf(t, d))
}

func imagesOf(t *testing.T, list ...*Diff) []byte {
	t.Helper()
	data, err := images(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestImageSaysWhat expects the conditions of a guard whose name stays, and a note if nothing in the picture differs.
func TestImageSaysWhat(t *testing.T) {
	const src = `
machine: Count
vars: {n: {type: int, min: 0, max: 9}}
guards: {enough: n > 5}
events: {Step: {environment: true}, Again: {environment: true}}
initial: A
terminal: {done: [Z]}
states:
  A: {on: {Step: {if: enough, to: Z}, Again: {if: enough, set: {n: n - 1}}}}
  Z: {}
`
	old := load(t, "count.fsm.yaml", src, true)
	image := drawn(t, compared(t, old, load(t, "count.fsm.yaml", strings.Replace(src, "n > 5", "n > 6", 1), true)))
	for _, want := range []string{"was [n &gt; 5]", "now [n &gt; 6]"} {
		if got := strings.Count(image, ">\u00a0\u00a0"+want+"<"); got != 2 { // on the arrow, and in the state
			t.Errorf("%q is there %d times\n%s", want, got, image)
		}
	}
	image = drawn(t, compared(t, old, load(t, "count.fsm.yaml", strings.Replace(src, "max: 9", "max: 8", 1), true)))
	if !strings.Contains(image, "No state or arrow differs: 1 variable") {
		t.Errorf("there is no note\n%s", image)
	}
}
