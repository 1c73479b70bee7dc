package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/browser"
)

// visit is the site in a browser.
type visit struct {
	*testing.T
	*browser.Browser
	url string
}

// open serves the site below a folder, as GitHub Pages does, and opens a browser in which no page may break its policy, log an
// error, or ask another server.
func open(t *testing.T) visit {
	t.Helper()
	dir := t.TempDir()
	if err := run(t.Context(), "..", filepath.Join(dir, "fsmgen"), false); err != nil {
		t.Fatal(err)
	}
	files := http.NewServeMux()
	files.Handle("/", http.FileServer(http.Dir(dir)))
	files.HandleFunc("/favicon.ico", func(http.ResponseWriter, *http.Request) {}) // browsers ask for it when they open a picture
	server := httptest.NewServer(files)
	t.Cleanup(server.Close)
	var mu sync.Mutex
	var sins []string
	b := browser.Start(t, func(method string, params json.RawMessage) {
		mu.Lock()
		defer mu.Unlock()
		switch method {
		case "Runtime.exceptionThrown", "Page.javascriptDialogOpening", "Log.entryAdded":
			sins = append(sins, method+" "+string(params))
		case "Network.requestWillBeSent":
			var r struct{ Request struct{ URL string } }
			_ = json.Unmarshal(params, &r)
			if !strings.HasPrefix(r.Request.URL, server.URL+"/fsmgen/") && r.Request.URL != server.URL+"/favicon.ico" {
				sins = append(sins, "request of "+r.Request.URL)
			}
		}
	})
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		for _, s := range sins {
			t.Error(s)
		}
	})
	for _, domain := range []string{"Page", "Network", "Runtime", "Log"} {
		b.Must(t, nil, domain+".enable", nil)
	}
	return visit{t, b, server.URL + "/fsmgen/"}
}

func (v visit) text(expression string) (text string) {
	v.Helper()
	if err := v.Eval(&text, "String("+expression+")"); err != nil {
		v.Fatal(err)
	}
	return text
}

func (v visit) until(condition string) {
	v.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
		var holds string
		// A page that is being left gives errors.
		if err := v.Eval(&holds, "String(!!("+condition+"))"); err == nil && holds == "true" {
			return
		}
		if time.Now().After(end) {
			v.Fatalf("never: %s\n%s", condition, v.text("document.body?.innerText"))
		}
	}
}

func (v visit) goTo(page string) {
	v.Helper()
	if path.Base(page) == "index.html" {
		page = strings.TrimSuffix(page, "index.html") // the server sends there
	}
	v.Must(v, nil, "Page.navigate", map[string]any{"url": v.url + page})
	v.until(`document.readyState === "complete" && location.href === ` + quoted(v.url+page))
}

func (v visit) key(name string) {
	v.Helper()
	for _, kind := range []string{"rawKeyDown", "keyUp"} {
		code := map[string]int{"Enter": 13, "ArrowDown": 40}[name]
		v.Must(v, nil, "Input.dispatchKeyEvent", map[string]any{"type": kind, "key": name, "code": name, "windowsVirtualKeyCode": code})
	}
}

func quoted(s string) string {
	text, _ := json.Marshal(s) // strings have a form in JSON
	return string(text)
}

// TestSearch finds pages by words in their titles, headings, and texts, with the keyboard only.
func TestSearch(t *testing.T) {
	v := open(t)
	for query, want := range map[string]string{
		"circuit breaker":         "docs/cookbook/breaker.html",
		"FSM401":                  "docs/codes.html#fsm401",
		"timeouts":                "docs/howto/timeouts.html",
		"dead letters":            "docs/actions.html#dead-letters",
		"switches not exhaustive": "docs/generated-code.html#switches-that-are-not-exhaustive",
	} {
		v.goTo("docs/howto/money.html")
		v.text(`document.dispatchEvent(new KeyboardEvent("keydown", {key: "/"}))`)
		if id := v.text(`document.activeElement.id`); id != "search" {
			t.Fatalf("the key / leads to %q", id)
		}
		v.Must(t, nil, "Input.insertText", map[string]any{"text": query})
		v.until(`document.querySelector("#results a mark")`)
		v.key("ArrowDown")
		v.until(`document.querySelector("#results a[aria-selected=true]")?.id === document.querySelector("#search").getAttribute("aria-activedescendant")`)
		v.key("Enter")
		v.until(`location.href === ` + quoted(v.url+want))
	}
	v.goTo("index.html")
	v.text(`document.querySelector("#search").focus()`)
	v.Must(t, nil, "Input.insertText", map[string]any{"text": "<img src=x onerror=alert(1)> zebra"})
	v.until(`document.querySelector("#results p")`)
	// Text of a page that looks like markup is text in the results.
	v.text(`(() => { const s = document.querySelector("#search"); s.value = "<nil> stale"; s.dispatchEvent(new Event("input")); })()`)
	v.until(`document.querySelector("#results small")?.textContent.includes("<nil>")`)
}

// TestDark compares the colors of a page for readers who prefer light or dark pages.
func TestDark(t *testing.T) {
	v := open(t)
	v.goTo("docs/howto/timeouts.html")
	v.text(`document.querySelector("#search").focus()`)
	v.Must(t, nil, "Input.insertText", map[string]any{"text": "timer"})
	v.until(`document.querySelector("mark")`)
	colors := map[string]string{}
	for _, scheme := range []string{"light", "dark"} {
		v.Must(t, nil, "Emulation.setEmulatedMedia", map[string]any{"features": []map[string]any{{"name": "prefers-color-scheme", "value": scheme}}})
		for _, part := range []string{"body backgroundColor", "body color", "pre backgroundColor", "pre .nt color", "pre .c color", "a color", "mark backgroundColor"} {
			at := strings.LastIndex(part, " ")
			look := v.text(`getComputedStyle(document.querySelector(` + quoted(part[:at]) + `)).` + part[at+1:])
			if before := colors[part]; before == look {
				t.Errorf("%s is %s in both schemes", part, look)
			}
			colors[part] = look
		}
	}
}

// TestNarrow opens each page on a telephone: nothing is wider than the screen unless it scrolls.
func TestNarrow(t *testing.T) {
	v := open(t)
	v.Must(t, nil, "Emulation.setDeviceMetricsOverride", map[string]any{"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true})
	var pages []entry
	text, err := os.ReadFile(filepath.Join("..", "docs", "README.md"))
	if err != nil || len(text) == 0 {
		t.Fatal(err)
	}
	if err := json.Unmarshal(site(t)["search.json"], &pages); err != nil || len(pages) < 80 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	for _, p := range pages {
		v.goTo(p.URL)
		const wide = `(() => {
			const inside = (e) => { for (let p = e.parentElement; p && p !== document.body; p = p.parentElement) if (/auto|scroll|hidden/.test(getComputedStyle(p).overflowX)) return true; return false; };
			const out = [...document.querySelectorAll("body *")].filter((e) => e.className !== "skip" && e.id !== "found" && e.getBoundingClientRect().right > 390.5 && !inside(e));
			return document.documentElement.scrollWidth > 390 || out.length > 0 ? document.documentElement.scrollWidth + " " + out.map((e) => e.outerHTML.slice(0, 120)).join(" ") : "";
		})()`
		if got := v.text(wide); got != "" {
			t.Errorf("%s is too wide: %.500s", p.URL, got)
		}
		if got := v.text(`[...document.images].filter((i) => i.naturalWidth === 0).map((i) => i.src).join(" ")`); got != "" {
			t.Errorf("%s has pictures that are not shown: %s", p.URL, got)
		}
	}
}

// TestPicture opens a picture in full, and goes to the next page.
func TestPicture(t *testing.T) {
	v := open(t)
	v.goTo("index.html")
	v.text(`document.querySelector("a.picture").click()`)
	v.until(`location.href.endsWith(".svg") && document.documentElement.tagName === "svg"`)
	v.goTo("index.html")
	v.text(`document.querySelector("a[rel=next]").click()`)
	v.until(`location.href === ` + quoted(v.url+"docs/"))
}
