package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/browser"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/screenshot"
)

// edits mend the published fallback machine: it counts retries in a variable that Retrying does not set back, and claims the bound
// that follows. Its progress function is left out, and found.
var edits = [][2]string{
	{"init: providers}", "init: providers}\n  retries: {type: int, min: 0, max: maxRetries}"},
	{"set: {remaining: remaining - 1}", "set: {remaining: remaining - 1, retries: 0}"},
	{"to: Retrying, set: {retryCount: 1}", "to: Retrying"},
	{"    data: {retryCount: {type: int, min: 0}}\n", ""},
	{"{if: retryCount < maxRetries, to: Attempting}", "{if: retries < maxRetries, to: Attempting, set: {retries: retries + 1}}"},
	{"progress:\n  Idle:       2*providers + 1\n  Selecting:  2*remaining + 1\n  Attempting: 2*remaining\n  Retrying:   2*remaining\n", ""},
	{"bound: 2*providers + 1", "bound: providers*(2*maxRetries + 3) + 2"},
}

// TestPlayground builds the playground, opens it in a browser from a plain file server, and mends a refuted machine by typing.
func TestPlayground(t *testing.T) {
	if !sample.Long() {
		t.Skip("compiles fsmgen to WebAssembly: FSMGEN_LONG=1 runs it")
	}
	dir := t.TempDir()
	if err := build(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)
	var mu sync.Mutex
	var sins []string
	frame := 0 // where scripts of the explorer run
	b := browser.Start(t, func(method string, params json.RawMessage) {
		mu.Lock()
		defer mu.Unlock()
		switch method {
		case "Runtime.exceptionThrown", "Page.javascriptDialogOpening", "Log.entryAdded":
			sins = append(sins, method+" "+string(params))
		case "Runtime.executionContextCreated":
			var c struct {
				Context struct {
					ID     int
					Origin string
				}
			}
			if json.Unmarshal(params, &c) == nil && c.Context.Origin != server.URL {
				frame = c.Context.ID
			}
		case "Network.requestWillBeSent":
			var r struct{ Request struct{ URL string } }
			_ = json.Unmarshal(params, &r)
			if !strings.HasPrefix(r.Request.URL, server.URL) && !strings.HasPrefix(r.Request.URL, "blob:"+server.URL) && !strings.HasPrefix(r.Request.URL, "data:") {
				sins = append(sins, "request of "+r.Request.URL)
			}
		}
	})
	for _, domain := range []string{"Page", "Network", "Runtime", "Log"} {
		b.Must(t, nil, domain+".enable", nil)
	}
	b.Must(t, nil, "Page.navigate", map[string]any{"url": server.URL + "/"})
	text := func(expression string) (text string) {
		t.Helper()
		if err := b.Eval(&text, "String("+expression+")"); err != nil {
			t.Fatal(err)
		}
		return text
	}
	until := func(condition string) {
		t.Helper()
		for end := time.Now().Add(2 * time.Minute); text("!!("+condition+")") != "true"; time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("never: %s\n%s", condition, text("document.body?.innerText"))
			}
		}
	}
	verdict := func(word string) {
		t.Helper()
		until(fmt.Sprintf(`document.querySelector("#verdict")?.textContent === %q`, word))
	}
	verdict("refuted") // the first example
	if got := text(`document.querySelector("#findings button").textContent`); !strings.Contains(got, "Request does not end: a run of 2 steps loops back to step 1 [FSM401]") {
		t.Errorf("the first finding is %s", got)
	}
	text(`(() => { const e = document.querySelector("#examples"); e.value = "2"; e.onchange(); })()`)
	until(`document.querySelector("#work").textContent === "LiteralFallback"`)
	verdict("refuted")
	if got := text(`document.querySelector("#findings button").textContent`); !strings.Contains(got, "a run of 4 steps loops back to step 3 [FSM401]") {
		t.Errorf("the first finding is %s", got)
	}
	if got := text(`document.querySelectorAll("#marks .error").length`); got == "0" {
		t.Error("no finding is marked in the spec")
	}
	until(`document.querySelector("#diagram img").complete`)
	screenshot.Hold(t, b, "../docs/pictures/playground.png", 1280, 860)
	for _, e := range edits {
		if got := text(fmt.Sprintf(`(() => { const s = document.querySelector("#source"); const at = s.value.indexOf(%q); s.focus(); s.setSelectionRange(at, at + %d); return at; })()`, e[0], len(e[0]))); got == "-1" {
			t.Fatalf("the spec has no %q", e[0])
		}
		if e[1] == "" {
			for _, kind := range []string{"keyDown", "keyUp"} {
				b.Must(t, nil, "Input.dispatchKeyEvent", map[string]any{"type": kind, "key": "Backspace", "code": "Backspace", "windowsVirtualKeyCode": 8})
			}
		} else {
			b.Must(t, nil, "Input.insertText", map[string]any{"text": e[1]})
		}
	}
	verdict("proved")
	if got := text(`document.querySelector("#summary").textContent`); !strings.Contains(got, "tight: some run takes that many") {
		t.Errorf("the proof is\n%s", got)
	}
	if got := text(`document.querySelector("#text").textContent`); !strings.HasPrefix(got, "// Code generated by fsmgen from machine.fsm.yaml; DO NOT EDIT.") {
		t.Errorf("the Go code is\n%.200s", got)
	}
	until(`document.querySelector("#diagram img").naturalWidth > 200`)
	text(`document.querySelector("#tab-explore").click()`)
	inFrame := func(expression string) string {
		mu.Lock()
		id := frame
		mu.Unlock()
		var answer struct{ Result struct{ Value string } }
		text, err := b.Call("Runtime.evaluate", map[string]any{"contextId": id, "returnByValue": true, "expression": "String(" + expression + ")"})
		if err == nil {
			err = json.Unmarshal(text, &answer)
		}
		if err != nil {
			return err.Error()
		}
		return answer.Result.Value
	}
	frameHas := func(expression, want string) {
		t.Helper()
		for end := time.Now().Add(10 * time.Second); inFrame(expression) != want; time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("in the explorer, %s is %q, want %q", expression, inFrame(expression), want)
			}
		}
	}
	frameHas(`!!document.querySelector("#events button")`, "true")
	inFrame(`document.querySelector("#events button").click()`)
	frameHas(`document.querySelector("#now strong").textContent`, "Selecting")
	// The explorer keeps its run in its address, and can neither read nor change the playground.
	frameHas(`location.hash !== ""`, "true")
	frameHas(`(() => { try { return parent.document.title; } catch (e) { return origin + " " + e.name; } })()`, "null SecurityError")
	// A spec with an error, and then without.
	text(`(() => { const s = document.querySelector("#source"); s.value = s.value.replace("RequestReceived: Selecting", "RequestReceived: <b>"); s.oninput(); })()`)
	verdict("errors")
	if got := text(`document.querySelectorAll("#diagram.stale img").length`); got != "1" {
		t.Errorf("%s pictures stay, dimmed", got)
	}
	testLimits(t, b, text, until)
	mu.Lock()
	defer mu.Unlock()
	for _, s := range sins {
		t.Error(s)
	}
}
