package explorer

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/svg"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify"
)

// trip has a composite state in another one, and one beside them.
const trip = `machine: Trip
events: {Go: {environment: true}, Deeper: {environment: true}, Stop: {environment: true}}
ignore: [Go, Deeper, Stop]
initial: Start
states:
  Start: {on: {Go: Outer}}
  Outer:
    initial: First
    on: {Stop: Side}
    states:
      First: {on: {Go: Inner}}
      Inner:
        initial: Deep
        on: {Go: First}
        states:
          Deep: {on: {Deeper: Deepest}}
          Deepest: {on: {Deeper: Deep}}
  Side:
    initial: Left
    states:
      Left: {on: {Go: Right}}
      Right: {on: {Go: Left, Stop: Start}}
`

func reportOf(t *testing.T, text string) *verify.Report {
	t.Helper()
	s, diags := spec.Load("trip.fsm.yaml", []byte(text))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	return verify.Machine(t.Context(), s.Machine)
}

// press presses a key as a person does.
func (o *opened) press(key string, code int, text string) {
	o.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		o.Must(o.t, nil, "Input.dispatchKeyEvent", map[string]any{"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text})
		text = ""
	}
}

// point clicks on the middle of an element with the mouse.
func (o *opened) point(selector string) {
	o.t.Helper()
	var at struct{ X, Y float64 }
	if err := o.Eval(&at, fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.scrollIntoView({block: "center", inline: "center"}); const r = e.getBoundingClientRect(); return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()`, selector)); err != nil {
		o.t.Fatal(err)
	}
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		o.Must(o.t, nil, "Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at.X, "y": at.Y, "button": "left", "clickCount": 1})
	}
}

const (
	// shownNames are the states and frames of the picture: those that are closed have a plus, and the active ones a star.
	shownNames = `[...document.querySelectorAll(".fsm .name")].filter((e) => e.closest("[data-node]:not(.any), [data-block]")).map((e) => { const g = e.closest("g"); const b = g.querySelector(".fold"); return e.textContent + (b && b.getAttribute("aria-expanded") === "false" ? "+" : "") + (g.classList.contains("now") ? "*" : ""); }).sort().join(" ")`
	focusedOn  = `document.activeElement.getAttribute("aria-label")`
	saidNow    = `document.querySelector("#said").textContent`
)

// TestFold closes and opens composite states with the mouse, the keyboard, and the button, in the middle of a run.
func TestFold(t *testing.T) {
	sample.Turn(t)
	data := page(t, Page{Report: reportOf(t, trip)})
	o := open(t, data, "")
	defer o.pure()
	is := func(expression, want string) {
		t.Helper()
		if got := o.text(expression); got != want {
			t.Errorf("%s is %q, not %q", expression, got, want)
		}
	}
	is(shownNames, "Deep Deepest First Inner Left Outer Right Side Start*")
	o.point(`.fold[aria-label="Inner"]`)
	is(shownNames, "First Inner+ Left Outer Right Side Start*")
	is(saidNow, "Inner is closed")
	// A run into the closed state does not open it. Its state says so, and that an event leads on inside.
	o.command("Go")
	o.command("Go")
	is(shownNames, "First Inner+* Left Outer Right Side Start")
	is(`document.querySelector("#now strong").textContent`, "Deep")
	is(`[...document.querySelectorAll(".within")].map((e) => e.querySelector(".name").textContent)`, "Inner")
	is(`document.querySelector(".fsm .last [d]") !== null`, "true")
	o.command("Deeper")
	is(shownNames, "First Inner+* Left Outer Right Side Start")
	is(`document.querySelector("#now strong").textContent`, "Deepest")
	is(`document.querySelectorAll(".fsm .last").length`, "0")
	// The one around it is closed and opened with the keyboard.
	o.text(`document.querySelector('.fold[aria-label="Outer"]').focus()`)
	o.press("Enter", 13, "\r")
	is(shownNames, "Left Outer+* Right Side Start")
	is(focusedOn, "Outer, the active state is inside")
	is(saidNow, "Outer is closed")
	o.press(" ", 32, " ")
	is(shownNames, "First Inner+* Left Outer Right Side Start")
	is(focusedOn, "Outer")
	o.press("Tab", 9, "")
	if got := o.text(focusedOn); got != "Side" {
		t.Errorf("after Outer comes %q", got)
	}
	// Undo and the link keep what is closed.
	o.click("#undo")
	is(shownNames, "First Inner+* Left Outer Right Side Start")
	link := o.text("location.hash")
	o.point("#fold")
	is(`document.querySelector("#fold").textContent`, "Close all")
	is(shownNames, "Deep* Deepest First Inner Left Outer Right Side Start")
	o.text(`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "c", bubbles: true}))`)
	is(shownNames, "Outer+* Side+ Start")
	is(saidNow, "all composite states are closed")
	o.text(fmt.Sprintf("location.hash = %q", link))
	o.until(shownNames + ` === "First Inner+* Left Outer Right Side Start"`)
	is(`document.querySelector("#fold").textContent`, "Open all")
	o.click("#restart")
	is(shownNames, "First Inner+ Left Outer Right Side Start*")
	if got := o.text("location.hash"); !strings.Contains(got, "Outer%2FInner") {
		t.Errorf("the address of the beginning is %s", got)
	}
	o.text(`location.hash = location.hash.replace("Outer%2FInner", "%3Cb%3E")`)
	o.until(shownNames + ` === "Deep Deepest First Inner Left Outer Right Side Start*"`)
}

// TestFoldOld closes a composite state in both versions.
func TestFoldOld(t *testing.T) {
	sample.Turn(t)
	old := strings.NewReplacer("Deepest: {on: {Deeper: Deep}}", "Deepest: {on: {Deeper: Last}}\n          Last: {on: {Deeper: Deep}}").Replace(trip)
	o := open(t, page(t, Page{Report: reportOf(t, trip), Old: reportOf(t, old)}), "")
	defer o.pure()
	for _, line := range []string{"Go", "Go", "Deeper"} {
		o.command(line)
	}
	o.point(`.version:last-child .fold[aria-label="Inner"]`)
	if got := o.text(`[...document.querySelectorAll(".version")].map((v) => v.querySelectorAll(".fsm .now .fold[aria-expanded=false]").length + " " + v.querySelectorAll("[data-key=Last]").length)`); got != "1 0,1 0" {
		t.Errorf("closed in the versions: %s", got)
	}
}

// unpack returns the pictures of a page with closed states.
func unpack(t *testing.T, folds *foldsJSON) (list []foldJSON) {
	t.Helper()
	packed, err := base64.StdEncoding.DecodeString(folds.Pictures)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestFolds compares all pictures of machines: each set of closed states has one, each transition has an arrow or is in a closed state, and each
// state and frame has its place.
func TestFolds(t *testing.T) {
	files := map[string]int{"../proptest/testdata/errand/errand.fsm.yaml": 17, fallback: 1, "../../../machines/negotiation/negotiation.fsm.yaml": 0}
	if sample.Long() {
		files["../../../machines/orchestration/orchestration.fsm.yaml"] = 4
	}
	for file, want := range files {
		s, _ := spec.LoadWith(file, read(t, file), spec.OpenFile)
		drawn, err := drawn(t.Context(), []*verify.Report{{Machine: s.Machine}})
		if err != nil {
			t.Fatal(err)
		}
		if want == 0 {
			if drawn.folds != nil {
				t.Errorf("%s: something can be closed", file)
			}
			continue
		}
		list := unpack(t, drawn.folds)
		if len(list) != want {
			t.Errorf("%s has %d pictures, want %d", file, len(list), want)
		}
		if name := example(s.Machine); !slices.ContainsFunc(s.Machine.Events, func(e core.Event) bool { return e.Name == name }) {
			t.Errorf("%s: the example of an event is %s", file, name)
		}
		all := slices.Sorted(slices.Values(slices.Concat(drawn.edges[0]...)))
		seen := make(map[string]bool)
		for _, f := range list {
			face := f.Faces[0]
			if key := fmt.Sprint(f.Closed); seen[key] {
				t.Errorf("%s: two pictures of %s", file, key)
			} else {
				seen[key] = true
			}
			have := slices.Concat(face.Edges...)
			for node, inside := range face.Inside {
				have = append(have, inside...)
				if !slices.Contains(face.Boxes, node) {
					t.Errorf("%s %v: transitions inside of %d", file, f.Closed, node)
				}
			}
			if slices.Sort(have); !slices.Equal(have, all) {
				t.Errorf("%s %v: the transitions are %v, want %v", file, f.Closed, have, all)
			}
			for k, frame := range drawn.folds.Frames {
				closed, block, box := slices.Contains(f.Closed, k), face.Blocks[k], face.Boxes[k]
				if closed != (box >= 0) || box >= 0 && block >= 0 {
					t.Errorf("%s %v: %s is block %d and node %d", file, f.Closed, frame.Name, block, box)
				}
				for what, at := range map[string]int{"block": block, "node": box} {
					if has := strings.Contains(face.SVG, fmt.Sprintf(` data-%s="%d"`, what, at)); has != (at >= 0) {
						t.Errorf("%s %v: %s %d of %s: %t", file, f.Closed, what, at, frame.Name, has)
					}
				}
			}
		}
	}
}

// TestFoldLimits draws a machine with more composite states than can be closed in all ways: the largest are closed.
func TestFoldLimits(t *testing.T) {
	p := &picture.Picture{Start: 0, Frame: -1}
	for b := range 8 {
		p.Blocks = append(p.Blocks, picture.Block{Name: fmt.Sprint("Part", b), Parent: -1})
		for i := range b + 1 {
			p.Nodes = append(p.Nodes, picture.Node{Name: fmt.Sprintf("S%d_%d", b, i), Block: b, Outcome: -1})
		}
	}
	frames, list, err := folded(t.Context(), []svg.Part{{Picture: p, Keys: true}})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range frames {
		names = append(names, f.Name)
	}
	if !slices.Equal(names, []string{"Part7", "Part6", "Part5", "Part4", "Part3"}) || len(list) != mostFolds-1 {
		t.Errorf("%v can be closed, in %d pictures", names, len(list))
	}
}
