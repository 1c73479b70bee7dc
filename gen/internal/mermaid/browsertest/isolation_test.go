package browsertest

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestSees checks that the tests detect what no diagram may do: requests, calls of the page,
// and active content.
func TestSees(t *testing.T) {
	p := own(t, versions[0])
	var done bool
	if err := p.Eval(&done, `(async () => { alert(1); await fetch('https://evil.example/x').catch(() => {}); return true })()`); err != nil {
		t.Fatal(err)
	}
	var ran []string
	if err := p.Eval(&ran, "ran"); err != nil || !slices.Equal(ran, []string{"alert(1)"}) {
		t.Errorf("ran %q, %v", ran, err)
	}
	p.mu.Lock()
	if !slices.Contains(p.requests, "https://evil.example/x") {
		t.Errorf("requests %q", p.requests)
	}
	p.mu.Unlock()
	loose := `mermaid.initialize({startOnLoad: false, securityLevel: 'loose'}); true`
	if err := p.Eval(&done, loose); err != nil {
		t.Fatal(err)
	}
	d, err := p.draw("stateDiagram-v2\n[*] --> A\nA --> B : <img src=x>\n")
	if err == nil || d == nil || len(d.Active) == 0 {
		t.Errorf("an image is not seen: %+v, %v", d, err)
	}
}

// TestLock checks that the lock file pins the versions and names no registry:
// each machine has its own.
func TestLock(t *testing.T) {
	text, err := os.ReadFile("package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	var lock struct {
		Packages map[string]struct{ Version, Resolved, Integrity string }
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		t.Fatal(err)
	}
	for name, p := range lock.Packages {
		if p.Resolved != "" || strings.Contains(p.Version, "/") {
			t.Errorf("%s comes from %s%s", name, p.Version, p.Resolved)
		}
		if name != "" && !strings.HasPrefix(p.Integrity, "sha512-") {
			t.Errorf("%s has no checksum", name)
		}
	}
	for name, want := range map[string]string{"mermaid-11": "11.17.2", "mermaid-12": "12.3.0"} {
		if got := lock.Packages["node_modules/"+name].Version; got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}
