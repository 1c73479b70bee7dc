package browsertest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/diff"
	"github.com/fsmgen/fsmgen/gen/internal/mermaid"
	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/screenshot"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// folder holds the pictures of the documents.
const folder = root + "/docs/pictures"

// maxPicture bounds a picture, in bytes.
const maxPicture = 100_000

// pictures are the Mermaid texts of which the documents have pictures.
func pictures(t *testing.T) map[string]string {
	t.Helper()
	list := make(map[string]string)
	for _, name := range []string{"fallback", "negotiation", "orchestration", "reservation"} {
		s, _ := side(t, "machines/"+name+"/"+name+".fsm.yaml")
		list[name] = string(mermaid.Pages(s.Spec.Machine)[0].Text())
	}
	list["diff"] = string(change(t).Mermaid())
	return list
}

// pages are the texts of Markdown documents of whose first screens the documents have pictures.
func pages(t *testing.T) map[string]string {
	t.Helper()
	card, err := os.ReadFile(filepath.Join(root, "machines/fallback/fallback.fsm.md"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, ok := strings.Cut(string(card), "\n## States\n")
	if !ok {
		t.Fatal("the card has no states")
	}
	const image = "fallback.fsm.svg"
	drawn, err := os.ReadFile(filepath.Join(root, "machines/fallback", image))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(first, "]("+image+")") {
		t.Fatal("the card has no image")
	}
	first = strings.Replace(first, "]("+image+")", "](data:image/svg+xml;base64,"+base64.StdEncoding.EncodeToString(drawn)+")", 1)
	return map[string]string{"card": first, "comment": string(diff.Markdown([]*diff.Diff{retry(t)}))}
}

// retry compares the fallback machine with one that has a wrong condition for retries.
func retry(t *testing.T) *diff.Diff {
	t.Helper()
	const path = "machines/fallback/fallback.fsm.yaml"
	old, _ := side(t, path)
	text, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	s, diags := spec.Load(filepath.Base(path), bytes.Replace(text, []byte("if: retries < maxRetries,"), []byte("if: retries <= maxRetries,"), 1))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	d, err := diff.Compare(t.Context(), old, &diff.Side{Spec: s, Report: verify.Machine(t.Context(), s.Machine)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// change compares the fallback machine before and after its providers gained capabilities.
func change(t *testing.T) *diff.Diff {
	t.Helper()
	old, _ := side(t, "gen/internal/mermaid/browsertest/testdata/fallback_before.fsm.yaml")
	new, _ := side(t, "gen/internal/mermaid/browsertest/testdata/fallback_after.fsm.yaml")
	d, err := diff.Compare(t.Context(), old, new)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// side loads and verifies a spec.
func side(t *testing.T, path string) (*diff.Side, *verify.Report) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	s, diags := spec.LoadWith(filepath.Join(root, path), text, spec.OpenFile)
	if s.Machine == nil {
		t.Fatal(diags)
	}
	report := verify.Machine(t.Context(), s.Machine)
	return &diff.Side{Spec: s, Report: report}, report
}

// dark are the pictures that are there in both of GitHub's themes.
var dark = map[string]bool{"fallback": true, "diff": true}

// TestPictures holds the pictures in the documents to the machines: each has
// in it the text that it was drawn from. With -update it draws them.
func TestPictures(t *testing.T) {
	var p *page
	if golden.Update() {
		p = open(t, versions[0])
		if err := os.MkdirAll(folder, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	want := make(map[string]bool)
	all := pictures(t)
	documents := pages(t)
	maps.Copy(all, documents)
	for name, text := range all {
		for _, theme := range []string{"default", "dark"} {
			if theme == "dark" && !dark[name] {
				continue
			}
			file := name + strings.TrimPrefix("_"+theme, "_default") + ".png"
			want[file] = true
			if golden.Update() && !current(filepath.Join(folder, file), text) {
				call := "show"
				if documents[name] != "" {
					call = "showPage"
				}
				data, err := p.shoot(call, text, theme)
				if err != nil {
					t.Fatalf("%s: %v", file, err)
				}
				if err := os.WriteFile(filepath.Join(folder, file), data, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			data, err := os.ReadFile(filepath.Join(folder, file))
			if err != nil {
				t.Errorf("%v (draw it with go test -run TestPictures -update .)", err)
				continue
			}
			if len(data) > maxPicture {
				t.Errorf("%s has %d bytes", file, len(data))
			}
			drawn, err := screenshot.Source(data)
			if err != nil {
				t.Errorf("%s: %v", file, err)
			} else if drawn != text {
				t.Errorf("%s is stale: it was drawn from another text (draw it with go test -run TestPictures -update .)", file)
			}
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		switch e.Name() {
		case "explorer.png", "explorer-closed.png", "playground.png": // tests of the explorer and the playground hold those to the pages
			continue
		case "cookbook": // TestCookbook of cmd/fsmgen holds those to the pages
			continue
		}
		if filepath.Ext(e.Name()) != ".svg" && !want[e.Name()] { // TestImages of cmd/fsmgen holds those to the machines
			t.Errorf("%s is no picture of the documents", e.Name())
		}
	}
}

// current reports whether there is a picture of a text.
func current(path, text string) bool {
	data, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	drawn, err := screenshot.Source(data)
	return err == nil && drawn == text
}

// screen is the height of the pictures of pages, in pixels.
const screen = 1500

// shoot calls a function of the page that shows a text, and takes a picture of the beginning of that, with the
// text inside.
func (p *page) shoot(call, text, theme string) ([]byte, error) {
	quoted, err := json.Marshal(text)
	if err != nil {
		return nil, err
	}
	var box struct{ Width, Height float64 }
	if err := p.Eval(&box, fmt.Sprintf("%s(%s, %q)", call, quoted, theme)); err != nil {
		return nil, err
	}
	answer, err := p.Call("Page.captureScreenshot", map[string]any{
		"format": "png", "captureBeyondViewport": true,
		"clip": map[string]any{"x": 0, "y": 0, "width": box.Width, "height": min(box.Height, screen), "scale": 1},
	})
	if err != nil {
		return nil, err
	}
	var shot struct{ Data string }
	if err := json.Unmarshal(answer, &shot); err != nil {
		return nil, err
	}
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		return nil, err
	}
	data, err = screenshot.Compress(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return screenshot.WithSource(data, text), nil
}
