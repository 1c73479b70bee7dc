package explorer

import (
	"strconv"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/screenshot"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// seen are expressions about the picture on a page.
const (
	// textSize is the size of the smallest text of the picture on the screen, in pixels.
	textSize = `(() => { const svg = document.querySelector("svg.fsm"); return svg.getBoundingClientRect().width / svg.viewBox.baseVal.width * Math.min(...[...svg.querySelectorAll("text")].map((e) => parseFloat(getComputedStyle(e).fontSize))); })()`
	// inView tells whether an active state is inside of its box.
	inView = `(() => { const box = document.querySelector(".drawing").getBoundingClientRect(); const r = document.querySelector(".fsm .now").getBoundingClientRect(); return r.left >= box.left && r.right <= box.right && r.top >= box.top && r.bottom <= box.bottom; })()`
	width  = `document.querySelector("svg.fsm").getBoundingClientRect().width`
)

func pixels(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestView opens a large machine on a telephone: its text can be read, and the picture follows the run, zooms, and fits.
func TestView(t *testing.T) {
	sample.Turn(t)
	o := open(t, page(t, Page{Report: report(t, "../../../machines/orchestration/orchestration.fsm.yaml")}), "")
	defer o.pure()
	for _, line := range []string{"Initialized fault=Sound preferred=true", "PlannerAnswered count=2"} {
		o.command(line)
	}
	o.click(`.fold[aria-label="Execute"]`)
	screenshot.Hold(t, o.Browser, "../../../docs/pictures/explorer-closed.png", 1280, 860)
	o.click(`.fold[aria-label^="Execute"]`)
	o.click("#restart")
	o.telephone()
	o.until(textSize + ` >= 11`)
	for _, line := range []string{"", "Initialized fault=Sound preferred=true", "Cancelled"} {
		if line != "" {
			o.command(line)
		}
		if o.text(inView) != "true" {
			t.Errorf("after %q, the active state is out of view", line)
		}
	}
	o.legibleOnTelephone("in a run")
	before := pixels(t, o.text(width))
	o.click("#larger")
	if got := pixels(t, o.text(width)); got < 1.2*before {
		t.Errorf("larger: %f, was %f", got, before)
	}
	o.text(`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "-", bubbles: true}))`)
	o.text(`document.querySelector(".drawing").dispatchEvent(new WheelEvent("wheel", {deltaY: 100, ctrlKey: true, bubbles: true, cancelable: true}))`)
	if got := pixels(t, o.text(width)); got > before {
		t.Errorf("smaller: %f, was %f", got, before)
	}
	o.click("#fit")
	if got := pixels(t, o.text(width)); got != before {
		t.Errorf("fit: %f, was %f", got, before)
	}
	o.click("#fit") // once more: all of it
	if got := pixels(t, o.text(width)); got > 390 {
		t.Errorf("the picture as a whole is %f wide", got)
	}
	o.click("#fit")
	o.text(`(() => { const f = document.querySelector("#follow"); f.checked = false; f.dispatchEvent(new Event("change")); const box = document.querySelector(".drawing"); box.scrollTop = box.scrollLeft = 0; document.querySelector("#undo").click(); })()`)
	if got := o.text(`document.querySelector(".drawing").scrollTop`); got != "0" {
		t.Errorf("the picture follows although it must not: %s", got)
	}
	if got := o.text(`document.querySelectorAll(".fsm text:not([aria-hidden])").length`); got != "0" {
		t.Errorf("%s texts of the picture are read aloud", got)
	}
	if got := o.text(`document.querySelector("#states [aria-current]").textContent`); !strings.HasPrefix(got, "Plan") || !strings.Contains(got, "active; in Working, Planning") {
		t.Errorf("the active state of the list is %q", got)
	}
	testNarrow(t, o)
}

// TestPurse shows the time and the costs of a run, as far as they are known.
func TestPurse(t *testing.T) {
	sample.Turn(t)
	const text = `machine: Job
params: {n: {type: int, min: 1, max: 9, default: 2}}
vars: {tries: {type: int, min: 0, max: n}}
delays: {pause: {max: 5s}, free: {doc: Free is up to the program.}}
events: {Again: {internal: true}, Open: {internal: true}, Next: {}}
outputs: {Bill: {cents: int}}
calls: {work: {}}
initial: Working
terminal: {success: [Done], failure: [Lost]}
costs: {cents: {work: 10, Bill: with.cents, max: 10 * n + 13}}
states:
  Working:
    invoke: {call: work, timeout: 10s * n, on: {done: {to: Checked, emit: {Bill: {cents: 3}}}, error: [{if: tries + 1 < n, to: Waiting, set: {tries: tries + 1}}, {to: Lost}]}}
  Waiting: {after: {pause: Again}, on: {Again: Working}}
  Checked: {after: {free: Open}, on: {Open: Done, Next: Done}}
  Done: {}
  Lost: {}
`
	s, diags := spec.Load("job.fsm.yaml", []byte(text))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	o := open(t, page(t, Page{Report: verify.Machine(t.Context(), s.Machine)}), "")
	defer o.pure()
	value := func(name string) string {
		return o.text(`[...document.querySelectorAll("#now tr")].find((r) => r.querySelector("th").textContent === "` + name + `")?.textContent`)
	}
	is := func(step, clock, cents string) {
		t.Helper()
		if got := value("clock"); got != "clock"+clock+"timers that fired" {
			t.Errorf("%s: %s", step, got)
		}
		if got := value("cents"); got != "cents"+cents+"cost, at most 33" {
			t.Errorf("%s: %s", step, got)
		}
	}
	is("start", "0s", "10")
	o.click("#now p.work button") // the timeout
	is("timeout", "20s", "10")
	o.click("#now p.work button") // the pause, at its longest
	is("pause", "25s", "20")
	o.command("workDone")
	is("done", "25s", "23")
	o.click("#now p.work button") // a delay that only the program knows
	is("free", "at least 25s", "23")
	o.click("#undo")
	is("undo", "25s", "23")
}
