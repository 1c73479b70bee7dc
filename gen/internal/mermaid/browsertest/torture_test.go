package browsertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/spec"
)

// documents holds the figures of the torture set.
const documents = root + "/docs/diagrams.md"

// TestHostile draws hostile texts in every place, and looks for them letter by
// letter. The figures are those of the documents.
func TestHostile(t *testing.T) {
	page, err := os.ReadFile(documents)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			p := open(t, v)
			for texts := range slices.Chunk(picturetest.HostileTexts(), 8) {
				m := picturetest.Torture(texts)
				t.Run(fmt.Sprintf("%q", texts[0]), func(t *testing.T) {
					full := picture.New(m)
					full.Annotate(m)
					p.same(t, full)
					p.same(t, full.At(picture.Events))
				})
			}
			p.quiet(t)
			t.Logf("%s: %d hostile texts, %v", v, len(picturetest.HostileTexts()), p.count)
			row := fmt.Sprintf("| %s | %d | %d | %d | %d | %d |", pinned(t, v), len(picturetest.HostileTexts()), p.count.pictures, p.count.labels, p.count.shown, p.count.labels-p.count.shown)
			if !bytes.Contains(page, []byte("\n"+row+"\n")) {
				t.Errorf("%s does not have the figures: %s", documents, row)
			}
		})
	}
}

// pinned returns the version of Mermaid that the lock file has in a folder.
func pinned(t *testing.T, folder string) string {
	t.Helper()
	text, err := os.ReadFile("package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	var lock struct {
		Packages map[string]struct{ Version string }
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		t.Fatal(err)
	}
	return lock.Packages["node_modules/"+folder].Version
}

// TestForms draws a spec with every form of guard and name.
func TestForms(t *testing.T) {
	s, diags := spec.Load("forms.fsm.yaml", []byte(picturetest.Forms))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			p := open(t, v)
			for _, pic := range picturetest.Looks(s.Machine) {
				p.same(t, pic)
			}
			p.quiet(t)
		})
	}
}

// TestRegions draws states with regions, in all forms and with hostile texts.
func TestRegions(t *testing.T) {
	s, diags := spec.Load("trip.fsm.yaml", []byte(picturetest.Regions))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			p := open(t, v)
			for _, pic := range picturetest.Looks(s.Machine) {
				p.same(t, pic)
			}
			for texts := range slices.Chunk(picturetest.HostileTexts(), 8) {
				p.same(t, picture.New(picturetest.TortureRegions(texts)))
			}
			p.quiet(t)
		})
	}
}
