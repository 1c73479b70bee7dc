package explorer

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/internal/browser"
	"github.com/fsmgen/fsmgen/internal/sample"
	machine "github.com/fsmgen/fsmgen/machines/fallback"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/verify"
)

// opened is a page in a browser, with what it has tried that no page may do.
type opened struct {
	*browser.Browser
	t    *testing.T
	url  string
	mu   sync.Mutex
	sins []string
}

// open serves a page and opens it. The server has nothing else.
func open(t *testing.T, page []byte, fragment string) *opened {
	t.Helper()
	o := &opened{t: t}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(page)
	}))
	t.Cleanup(server.Close)
	o.Browser = browser.Start(t, func(method string, params json.RawMessage) { o.event(server.URL, method, params) })
	for _, domain := range []string{"Page", "Network", "Runtime", "Log", "Audits"} {
		o.Must(t, nil, domain+".enable", nil)
	}
	o.url = server.URL + "/" + fragment
	o.Must(t, nil, "Page.navigate", map[string]any{"url": o.url})
	o.until(`document.readyState === "complete" && document.querySelectorAll("#now p").length > 0`)
	return o
}

// event notes requests, dialogs, messages of the console, and violations of the policy.
func (o *opened) event(server, method string, params json.RawMessage) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch method {
	case "Network.requestWillBeSent":
		var r struct{ Request struct{ URL string } }
		_ = json.Unmarshal(params, &r)
		if path, _, _ := strings.Cut(r.Request.URL, "#"); path != server+"/" && path != server+"/favicon.ico" {
			o.sins = append(o.sins, "request of "+r.Request.URL)
		}
	case "Page.javascriptDialogOpening", "Page.windowOpen", "Page.frameAttached", "Runtime.consoleAPICalled", "Runtime.exceptionThrown":
		o.sins = append(o.sins, method+" "+string(params))
	case "Log.entryAdded":
		if !bytes.Contains(params, []byte("favicon")) {
			o.sins = append(o.sins, string(params))
		}
	case "Audits.issueAdded":
		if bytes.Contains(params, []byte("ContentSecurityPolicyIssue")) {
			o.sins = append(o.sins, string(params))
		}
	}
}

// pure checks that the page has done nothing that it may not do.
func (o *opened) pure() {
	o.t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, s := range o.sins {
		o.t.Error(s)
	}
}

// text returns the value of an expression as a text.
func (o *opened) text(expression string) string {
	o.t.Helper()
	var text string
	if err := o.Eval(&text, "String("+expression+")"); err != nil {
		o.t.Fatal(err)
	}
	return text
}

// until waits for a condition.
func (o *opened) until(condition string) {
	o.t.Helper()
	for end := time.Now().Add(20 * time.Second); o.text("!!("+condition+")") != "true"; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			o.t.Fatalf("never: %s\n%s", condition, o.text("document.body.innerText"))
		}
	}
}

// click clicks on an element.
func (o *opened) click(selector string) {
	o.t.Helper()
	o.text(fmt.Sprintf(`(() => { const e = document.querySelector(%q); if (!e) throw new Error("no element"); e.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true})); return ""; })()`, selector))
}

// command types an event.
func (o *opened) command(line string) {
	o.t.Helper()
	o.text(fmt.Sprintf(`(() => { document.querySelector("#command").value = %q; document.querySelector("#prompt").requestSubmit(); return ""; })()`, line))
}

// TestAgreesInBrowser compares the interpreter of the page with internal/interp, in Chromium.
func TestAgreesInBrowser(t *testing.T) {
	sample.Turn(t)
	b := browser.Start(t, func(string, json.RawMessage) {})
	list := cases(t, first(size()), second(size()))
	if err := b.Eval(nil, script(interpreterFiles)+string(read(t, "testdata/play.js"))+"\nglobalThis.play = play; 1"); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for _, c := range list {
		encoded, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var have json.RawMessage
		if err := b.Eval(&have, "play("+string(encoded)+")"); err != nil {
			t.Fatal(err)
		}
		out.Write(have)
		out.WriteByte('\n')
	}
	got := bufio.NewScanner(&out)
	got.Buffer(nil, 1<<30)
	compare(t, list, got)
}

// report loads and verifies a spec.
func report(t *testing.T, file string) *verify.Report {
	t.Helper()
	s, diags := spec.LoadWith(file, read(t, file), spec.OpenFile)
	if s.Machine == nil {
		t.Fatal(diags)
	}
	return verify.Machine(t.Context(), s.Machine)
}

func page(t *testing.T, p Page) []byte {
	t.Helper()
	data, err := Write(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

const fallback = "../../../machines/fallback/fallback.fsm.yaml"

// TestSteps steps through a run of the fallback machine as a person does.
func TestSteps(t *testing.T) {
	sample.Turn(t)
	r := report(t, fallback)
	data := page(t, Page{Report: r})
	if len(data) > 250_000 {
		t.Errorf("the page has %d bytes", len(data))
	}
	t.Logf("the page has %d bytes", len(data))
	o := open(t, data, "")
	defer o.pure()
	state := `document.querySelector("#now strong").textContent`
	value := func(name string) string {
		return o.text(fmt.Sprintf(`[...document.querySelectorAll("#now tr")].find((r) => r.querySelector("th").textContent === %q)?.querySelector(".value").textContent`, name))
	}
	said := `document.querySelector("#said").textContent`
	is := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s is %q, not %q", what, got, want)
		}
	}
	is("the state", o.text(state), "Idle")
	is("the progress", value("progress"), "17")
	if n := o.text(`document.querySelectorAll(".fsm .can").length`); n != "3" {
		t.Errorf("%s arrows can be taken", n)
	}
	o.click(".fsm .can") // the first arrow that can be taken
	is("the state", o.text(state), "Selecting")
	o.command("Selct")
	if got := o.text(said); !strings.HasPrefix(got, `there is no event "Selct"; did you mean Select? there are RequestReceived, Select`) {
		t.Errorf("a typo: %s", got)
	}
	o.command(strings.Repeat("x", 100_000))
	if got := o.text(said); !strings.HasPrefix(got, `there is no event "`+strings.Repeat("x", 60)+`…"; there are RequestReceived, Select`) {
		t.Errorf("a long line: %.300s", got)
	}
	o.command("Success")
	is("what is said", o.text(said), "Success is illegal: Selecting")
	o.command("Select")
	is("the state", o.text(state), "Attempting")
	is("remaining", value("remaining"), "2")
	o.command("Failure class=Transient err=x")
	is("the state", o.text(state), "Retrying")
	o.click("#now .work button") // the timer
	is("the state", o.text(state), "Attempting")
	is("retries", value("retries"), "1")
	o.command("Failure")
	if why := o.text(`[...document.querySelectorAll(".why")].map((e) => e.textContent).join()`); why != "retries < maxRetries does not hold: retries is 1, maxRetries is 1" {
		t.Errorf("why: %s", why)
	}
	if steps := o.text(`document.querySelectorAll("#steps li").length`); steps != "7" {
		t.Errorf("%s entries", steps)
	}
	if dots := o.text(`[...document.querySelectorAll("#plot .dot title")].map((e) => e.textContent.split(": ")[1])`); dots != "17,16,15,14,13,12" {
		t.Errorf("the plot has %s", dots)
	}
	link := o.text("location.hash")
	o.text(`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "u", bubbles: true}))`)
	is("the state after undo", o.text(state), "Attempting")
	o.text(`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "r", bubbles: true}))`)
	is("the state after redo", o.text(state), "Retrying")
	o.text(`(() => { const e = document.querySelector("#param1"); e.value = "2"; e.dispatchEvent(new Event("change")); })()`)
	is("the progress with another parameter", value("progress"), "18")
	o.text(`(() => { const e = document.querySelector("#param1"); e.value = "-1"; e.dispatchEvent(new Event("change")); })()`)
	is("what is said", o.text(said), "maxRetries is -1, below its minimum of 0")
	o.text(`location.hash = ` + fmt.Sprintf("%q", link))
	o.until(`document.querySelector("#param1").value === "1"`)
	is("the state of the link", o.text(state), "Retrying")
	o.text(`location.hash = "#run=%7B%22p%22:[%22-1%22,%221%22],%22s%22:[]%7D"`)
	o.until(`document.querySelector("#said").textContent.includes("below its minimum")`)
	o.click("#runs button")
	is("the state after the longest run", o.text(state), "Exhausted")
	o.click("#restart")
	o.click(`#guards input`) // no provider fits
	o.command("RequestReceived")
	o.command("Select")
	is("what is emitted", o.text(`document.querySelector("#steps .here .output").textContent`), "↗ Skipped(provider: 0)")
}

// TestReplaysRefuted opens a machine that is refuted, and replays the endless run.
func TestReplaysRefuted(t *testing.T) {
	sample.Turn(t)
	r := report(t, "../../../verify/testdata/seed000.fsm.yaml")
	o := open(t, page(t, Page{Report: r}), "")
	defer o.pure()
	if got := o.text(`document.querySelector(".verdicts .refuted").textContent`); got != "terminates: refuted" {
		t.Errorf("the verdict is %s", got)
	}
	o.click("#runs .bad")
	if got := o.text(`document.querySelectorAll("#steps .failure").length`); got != "1" {
		t.Errorf("%s entries repeat", got)
	}
	first := o.text(`[...document.querySelectorAll("#steps .failure")][0].closest("li").previousSibling?.querySelector(".to").textContent`)
	last := o.text(`document.querySelector("#steps .here .to").textContent`)
	if !strings.HasPrefix(first, "→ ") || !strings.HasSuffix(last, first) {
		t.Errorf("the run repeats from %q and ends in %q", first, last)
	}
}

// TestOld takes the same events in an older version.
func TestOld(t *testing.T) {
	sample.Turn(t)
	load := func(text string) *verify.Report {
		s, diags := spec.Load("door.fsm.yaml", []byte(text))
		if s.Machine == nil {
			t.Fatal(diags)
		}
		return verify.Machine(t.Context(), s.Machine)
	}
	const door = `
machine: Door
vars: {count: {type: int, min: 0, max: 9}}
events: {Open: {environment: true}, Shut: {environment: true}}
initial: Closed
states:
  Closed: {on: {Open: {if: count < 9, to: Ajar, set: {count: count + 1}}}}
  Ajar: {on: {Shut: Closed}}
`
	// The new version has a state between the two.
	locked := strings.NewReplacer("Open: {if", "Shut: Locked, Open: {if", "  Ajar", "  Locked: {on: {Open: Ajar}}\n  Ajar").Replace(door)
	o := open(t, page(t, Page{Report: load(locked), Old: load(strings.ReplaceAll(door, "count + 1", "count + 2"))}), "")
	defer o.pure()
	o.command("Open")
	if got := o.text(`document.querySelector("#steps .here .differs").textContent`); got != "old: Ajar, count = 2" {
		t.Errorf("the old version: %s", got)
	}
	if got := o.text(`document.querySelectorAll(".fsm .now").length`); got != "2" {
		t.Errorf("%s states are marked", got)
	}
	// What both have is in the same place of both pictures.
	const places = `JSON.stringify([...document.querySelectorAll("svg.fsm")].map((svg) => {
		const { x, y, width, height } = svg.getBoundingClientRect();
		return [width, height, ...["Closed", "Ajar"].flatMap((name) => {
			const box = svg.querySelector('[data-key="' + name + '"]').getBoundingClientRect();
			return [box.x - x, box.y - y].map(Math.round);
		})].map(Math.round).join(" ");
	}))`
	var at []string
	if err := json.Unmarshal([]byte(o.text(places)), &at); err != nil || len(at) != 2 || at[0] != at[1] {
		t.Errorf("the states are at %q: %v", at, err)
	}
}

// nothing is a host whose timers never end.
type nothing struct{ machine.Host }

func (nothing) Now() time.Time                               { return time.Time{} }
func (nothing) StartTimer(machine.Timer, int, time.Duration) {}
func (nothing) StopTimer(machine.Timer, int)                 {}
func (nothing) Patience() time.Duration                      { return time.Minute }

// TestCoverage shows what traces take.
func TestCoverage(t *testing.T) {
	sample.Turn(t)
	// The first step is written by an observer of the generated code.
	var traces string
	m, err := machine.New(machine.Params{Providers: 3, MaxRetries: 1}, nothing{})
	if err != nil {
		t.Fatal(err)
	}
	m.Observe(nil, func(s machine.Step) {
		line, err := json.Marshal(s)
		if err != nil {
			t.Error(err)
		}
		traces += string(line) + "\n"
	})
	if err := m.RequestReceived(nil); err != nil {
		t.Fatal(err)
	}
	traces += `{"from":"Selecting","event":"Select","to":"Attempting"}
{"From":"Selecting","Event":"Select","To":"Attempting"}
{"From":"Nowhere","Event":"<b>","To":"Idle"}
nonsense
`
	o := open(t, page(t, Page{Report: report(t, fallback), Traces: []byte(traces)}), "")
	defer o.pure()
	if got := o.text(`document.querySelector("#coverage .sum").textContent`); got != "3 of 18 transitions in 4 steps." {
		t.Errorf("coverage: %s", got)
	}
	if got := o.text(`document.querySelector("#coverage .alarm").textContent`); got != "1 step is not of this machine, and 1 line has no step." {
		t.Errorf("faults: %s", got)
	}
	if got := o.text(`[document.querySelectorAll(".fsm .covered").length, document.querySelectorAll(".fsm .missed").length]`); got != "2,10" {
		t.Errorf("arrows: %s", got)
	}
}

// TestHostile opens machines whose texts look like markup and scripts, with a hostile run in the address.
func TestHostile(t *testing.T) {
	sample.Turn(t)
	texts := picturetest.HostileTexts()
	for _, m := range []*core.Machine{picturetest.Torture(texts[:40]), picturetest.TortureRegions(texts[:30])} {
		o := open(t, page(t, Page{Report: &verify.Report{Machine: m}, Traces: []byte("</script><script>alert(1)</script>\n<!--")}), "#run="+"%3Cscript%3Ealert(1)%3C/script%3E")
		if got := o.text(`[...document.scripts].length + " " + document.querySelectorAll("iframe, object, embed, a, base, link, main img").length`); got != "2 0" {
			t.Errorf("scripts, and elements that load something: %s", got)
		}
		if got := o.text(`document.querySelector("h1").textContent`); got != m.Name {
			t.Errorf("the name is %q", got)
		}
		for range 3 {
			o.text(`document.querySelector("#events form, #now button")?.dispatchEvent(new Event("submit", {cancelable: true}))`)
		}
		o.pure()
	}
	data := page(t, Page{Report: &verify.Report{Machine: picturetest.Torture(texts)}})
	if n := bytes.Count(bytes.ToLower(data), []byte("<script")); n != 2 {
		t.Errorf("the page has %d times <script", n)
	}
}

// TestPolicy checks that the policy of the page stops a script and a request that are not its own.
func TestPolicy(t *testing.T) {
	sample.Turn(t)
	o := open(t, page(t, Page{Report: report(t, fallback)}), "")
	o.text(`(() => { const s = document.createElement("script"); s.textContent = "globalThis.ran = 1"; document.body.append(s); })()`)
	if got := o.text("globalThis.ran"); got != "undefined" {
		t.Error("another script has run")
	}
	var refused bool
	if err := o.Eval(&refused, `fetch("/x").then(() => false, () => true)`); err != nil || !refused {
		t.Errorf("a request was made: %v", err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.sins) == 0 {
		t.Error("the test does not see violations")
	}
}
