package browsertest

import (
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/fsmgen/fsmgen/internal/browser"
)

// tabs are the browsers that tests share, by the version of Mermaid: a page whose scripts are compiled draws faster. They run until
// TestMain ends.
type tabs struct {
	of    map[string]*tab
	stops []func()
}

var shared tabs

func TestMain(m *testing.M) {
	code := m.Run()
	for _, stop := range shared.stops {
		stop()
	}
	os.Exit(code)
}

// open returns the browser that all tests share, or skips the test where something is missing that CI has.
func open(t *testing.T, version string) *page {
	t.Helper()
	if shared.of[version] == nil {
		opened, stop, err := start(version)
		skip(t, err)
		if shared.of == nil {
			shared.of = make(map[string]*tab)
		}
		shared.of[version] = opened
		shared.stops = append(shared.stops, stop)
	}
	p := &page{tab: shared.of[version]}
	if err := p.Eval(nil, "place.replaceChildren(), place.style.cssText = ''"); err != nil {
		t.Fatal(err)
	}
	return p
}

// own returns a browser for this test alone, which may do in it what is noticed later.
func own(t *testing.T, version string) *page {
	t.Helper()
	tab, stop, err := start(version)
	skip(t, err)
	t.Cleanup(stop)
	return &page{tab: tab}
}

// skip ends a test that has no browser.
func skip(t *testing.T, err error) {
	t.Helper()
	switch {
	case errors.Is(err, errMissing) && os.Getenv("CI") == "":
		t.Skip("NOT CHECKED: no diagram was drawn, because ", err)
	case err != nil:
		t.Fatal(err)
	}
}

// errMissing says that something is not installed.
var errMissing = errors.New("it is not there")

// start starts a browser with a version of Mermaid.
func start(version string) (p *tab, stop func(), err error) {
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="page.css"><div id="place"></div><script src="marked.js"></script><script src="mermaid.js"></script><script src="page.js"></script><script src="layout.js"></script>`)
	})
	serve := func(path, text string) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", mime.TypeByExtension(filepath.Ext(path)))
			fmt.Fprint(w, text)
		})
	}
	for path, file := range map[string]string{
		"/mermaid.js": version + "/dist/mermaid.min.js", "/marked.js": "marked/lib/marked.umd.js", "/page.css": "github-markdown-css/github-markdown-light.css",
	} {
		text, err := os.ReadFile(filepath.Join("node_modules", filepath.FromSlash(file)))
		if err != nil {
			return nil, nil, fmt.Errorf("%s (npm ci --ignore-scripts in gen/internal/mermaid/browsertest): %w", file, errMissing)
		}
		serve(path, string(text))
	}
	serve("/page.js", script)
	serve("/layout.js", layoutScript)
	profile, err := os.MkdirTemp("", "fsmgen")
	if err != nil {
		return nil, nil, err
	}
	server := httptest.NewServer(mux)
	p = &tab{server: server.URL}
	b, end, err := browser.Open(profile, p.event)
	stop = func() {
		if end != nil {
			end()
		}
		server.Close()
		_ = os.RemoveAll(profile)
	}
	if errors.Is(err, exec.ErrNotFound) {
		err = fmt.Errorf("%w (%w)", err, errMissing)
	}
	if err == nil {
		p.Browser = b
		err = p.load()
	}
	if err != nil {
		stop()
		return nil, nil, err
	}
	return p, stop, nil
}

// load opens the page with the scripts.
func (p *tab) load() error {
	for _, domain := range []string{"Page", "Network", "Runtime"} {
		if _, err := p.Call(domain+".enable", nil); err != nil {
			return err
		}
	}
	if _, err := p.Call("Page.navigate", map[string]any{"url": p.server + "/"}); err != nil {
		return err
	}
	var ready bool
	if err := p.Eval(&ready, `new Promise(done => { const look = () => window.layout ? done(true) : setTimeout(look, 20); look() })`); err != nil || !ready {
		return fmt.Errorf("the page is not there: %v", err)
	}
	return nil
}
