package browsertest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/fsmgen/fsmgen/internal/browser"
)

// versions are the folders of the versions of Mermaid: the one that GitHub
// uses, and the newest.
var versions = []string{"mermaid-11", "mermaid-12"}

//go:embed page.js
var script string

//go:embed layout.js
var layoutScript string

// page is a tab in a test.
type page struct {
	*tab
	// count is of what has been compared.
	count tally
}

// tab is a browser with one version of Mermaid in it.
type tab struct {
	*browser.Browser
	server string

	mu       sync.Mutex
	requests []string
	alarms   []string
}

// tally counts the labels that were to be drawn, and those that were drawn letter
// for letter, up to white space.
type tally struct{ pictures, labels, shown int }

func (c tally) String() string {
	return fmt.Sprintf("%d diagrams, %d labels, %d shown as written, %d failures", c.pictures, c.labels, c.shown, c.labels-c.shown)
}

// drawn is what a diagram looks like, as page.js reads it off.
type drawn struct {
	// Nodes are the texts of states, Blocks those of composite states, Edges
	// those of arrows, and Notes those of notes.
	Nodes, Blocks, Edges, Notes []string
	// Starts and Ends count the markers.
	Starts, Ends int
	// Active is what could run or fetch something.
	Active []string
}

func (p *tab) event(method string, params json.RawMessage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch method {
	case "Network.requestWillBeSent":
		var r struct{ Request struct{ URL string } }
		_ = json.Unmarshal(params, &r)
		p.requests = append(p.requests, r.Request.URL)
	case "Page.javascriptDialogOpening", "Page.windowOpen", "Page.frameNavigated", "Page.frameAttached":
		p.alarms = append(p.alarms, method)
		if method == "Page.javascriptDialogOpening" {
			go func() { _, _ = p.Call("Page.handleJavaScriptDialog", map[string]any{"accept": false}) }()
		}
	}
}

// draw draws a diagram and reads off what it looks like.
func (p *tab) draw(text string) (*drawn, error) {
	quoted, err := json.Marshal(text)
	if err != nil {
		return nil, err
	}
	var d drawn
	if err := p.Eval(&d, "draw("+string(quoted)+")"); err != nil {
		return nil, err
	}
	if len(d.Active) > 0 {
		return &d, fmt.Errorf("the drawing has what can act: %q", d.Active)
	}
	return &d, nil
}

// quiet checks that all the drawing has requested nothing but the page itself,
// and that no script of a diagram has run.
func (p *tab) quiet(t *testing.T) {
	t.Helper()
	var ran []string
	if err := p.Eval(&ran, "ran"); err != nil {
		t.Fatal(err)
	}
	if len(ran) > 0 {
		t.Errorf("scripts of diagrams ran: %q", ran)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range p.requests {
		own := []string{"/", "/mermaid.js", "/marked.js", "/page.js", "/layout.js", "/page.css"}
		if !slices.Contains(own, strings.TrimPrefix(r, p.server)) && !strings.HasPrefix(r, "data:,") {
			t.Errorf("the page requests %s", r)
		}
	}
	navigations := 0
	for _, a := range p.alarms {
		if a != "Page.frameNavigated" {
			t.Errorf("the page does %s", a)
		} else {
			navigations++
		}
	}
	if len(p.requests) < 3 || navigations != 1 {
		t.Errorf("%d requests and %d navigations: the test does not see what the page does", len(p.requests), navigations)
	}
}
