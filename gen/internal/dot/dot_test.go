package dot

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

func machines() []*core.Machine {
	return []*core.Machine{picturetest.Fallback(), picturetest.Call(), picturetest.Endless(), picturetest.Everything()}
}

func TestGolden(t *testing.T) {
	annotated := picture.New(picturetest.Fallback())
	annotated.Annotate(picturetest.Fallback())
	for name, p := range map[string]*picture.Picture{
		"fallback":   picture.New(picturetest.Fallback()),
		"annotated":  annotated,
		"call":       picture.New(picturetest.Call()),
		"everything": picture.New(picturetest.Everything()),
		"regions":    picture.New(load(t, "trip.fsm.yaml", picturetest.Regions)),
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("testdata", name+".dot")
			got := Write(p)
			golden.File(t, file, got)
		})
	}
}

// TestDrawn has Graphviz draw some of the diagrams, or all with FSMGEN_LONG, and
// reads off what it has drawn.
func TestDrawn(t *testing.T) {
	sample.Turn(t)
	graphviz := graphviz(t)
	list := machines()
	for texts := range slices.Chunk(picturetest.HostileTexts(), 16) {
		list = append(list, picturetest.Torture(texts), picturetest.TortureRegions(texts))
	}
	list = append(list, load(t, "trip.fsm.yaml", picturetest.Regions))
	list = append(list, load(t, "forms.fsm.yaml", picturetest.Forms))
	for i, m := range sample.Some(t, list, sample.Size(2, 3, len(list))) {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			for _, p := range picturetest.Looks(m) {
				want := picturetest.Spell(p)
				for _, n := range p.Nodes {
					if n.Initial {
						want.Nodes, want.Edges = append(want.Nodes, ""), append(want.Edges, "")
					}
				}
				if p.Start >= 0 {
					want.Nodes = append(want.Nodes, "")
					want.Edges = append(want.Edges, "")
				}
				for range want.Notes {
					want.Edges = append(want.Edges, "")
				}
				slices.Sort(want.Nodes)
				slices.Sort(want.Edges)
				if d := cmp.Diff(want, drawn(t, graphviz, Write(p))); d != "" {
					t.Errorf("(-picture +drawn) %s\n%s", d, Write(p))
				}
			}
		})
	}
}

func load(t *testing.T, name, text string) *core.Machine {
	t.Helper()
	s, diags := spec.Load(name, []byte(text))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	return s.Machine
}

// graphviz returns the path of dot, or skips the test.
func graphviz(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("dot")
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal("dot is missing: apt-get install graphviz")
	} else if err != nil {
		t.Skip("NOT CHECKED: nothing was drawn, because there is no dot (apt-get install graphviz)")
	}
	return path
}

// drawn draws a diagram and reads the texts of the SVG.
func drawn(t *testing.T, graphviz string, text []byte) *picturetest.Texts {
	t.Helper()
	c := exec.Command(graphviz, "-Tsvg")
	c.Stdin = bytes.NewReader(text)
	var complaints bytes.Buffer
	c.Stderr = &complaints
	svg, err := c.Output()
	if err != nil || complaints.Len() > 0 {
		t.Fatalf("dot: %v %s\n%s", err, complaints.String(), text)
	}
	var d picturetest.Texts
	var class, title, said string
	in := xml.NewDecoder(bytes.NewReader(svg))
	for depth := 0; ; {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			depth++
			switch e.Name.Local {
			case "g":
				class, title, said = "", "", ""
				for _, a := range e.Attr {
					if a.Name.Local == "class" {
						class, _, _ = strings.Cut(a.Value, " ")
					}
				}
			case "svg", "polygon", "polyline", "path", "ellipse":
			case "title":
				if err := in.DecodeElement(&title, &e); err != nil {
					t.Fatal(err)
				}
			case "text":
				var line string
				if err := in.DecodeElement(&line, &e); err != nil {
					t.Fatal(err)
				}
				said += line
			default:
				t.Errorf("the drawing has an element %s", e.Name.Local)
			}
		case xml.EndElement:
			if e.Name.Local != "g" {
				continue
			}
			switch {
			case class == "node" && title == "note":
				d.About = said
			case class == "node" && strings.HasPrefix(title, "note"):
				d.Notes = append(d.Notes, said)
			case class == "node":
				d.Nodes = append(d.Nodes, said)
			case class == "edge":
				d.Edges = append(d.Edges, said)
			case class == "cluster":
				d.Blocks = append(d.Blocks, said)
			}
			class = ""
		}
	}
	d.Nodes, d.Blocks, d.Edges, d.Notes = picturetest.Bare(d.Nodes), picturetest.Bare(d.Blocks), picturetest.Bare(d.Edges), picturetest.Bare(d.Notes)
	d.About = picturetest.Bare([]string{d.About})[0]
	return &d
}
