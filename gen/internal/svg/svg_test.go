package svg

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
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

func load(t *testing.T, name string, text []byte) *core.Machine {
	t.Helper()
	s, diags := spec.LoadWith(name, text, spec.OpenFile)
	if s.Machine == nil {
		t.Fatal(diags)
	}
	return s.Machine
}

func read(t *testing.T, file string) *core.Machine {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return load(t, file, text)
}

func TestGolden(t *testing.T) {
	annotated := picture.New(picturetest.Fallback())
	annotated.Annotate(picturetest.Fallback())
	phone := read(t, "../../../verify/testdata/phone.fsm.yaml")
	sideways := picture.New(phone)
	sideways.LeftToRight = true
	pictures := map[string]*picture.Picture{
		"annotated": annotated,
		"phone":     picture.New(phone),
		"sideways":  sideways,
		"regions":   picture.New(load(t, "trip.fsm.yaml", []byte(picturetest.Regions))),
		"run":       picture.NewRun(phone, picture.Run{Transitions: []int{0}, Loop: -1}),
	}
	for _, name := range []string{"fallback", "negotiation", "orchestration", "reservation"} {
		pictures[name] = picture.New(read(t, "../../../machines/"+name+"/"+name+".fsm.yaml"))
	}
	for name, p := range pictures {
		t.Run(name, func(t *testing.T) {
			golden.File(t, filepath.Join("testdata", name+".svg"), image(t, []Part{{Title: name, Picture: p}}))
		})
	}
}

// image returns the image of parts.
func image(t *testing.T, parts []Part) []byte {
	t.Helper()
	data, err := Write(t.Context(), parts)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestEverythingIsDrawn reads images of machines, some with hostile texts, and compares the texts with those of the pictures.
func TestEverythingIsDrawn(t *testing.T) {
	sample.Turn(t)
	list := []*core.Machine{picturetest.Fallback(), picturetest.Call(), picturetest.Endless(), picturetest.Everything()}
	for texts := range slices.Chunk(picturetest.HostileTexts(), 16) {
		list = append(list, picturetest.Torture(texts), picturetest.TortureRegions(texts))
	}
	list = append(list, load(t, "trip.fsm.yaml", []byte(picturetest.Regions)), load(t, "forms.fsm.yaml", []byte(picturetest.Forms)))
	for _, m := range list {
		for _, p := range picturetest.Looks(m) {
			want := picturetest.Spell(p)
			for _, n := range p.Nodes {
				if n.Initial {
					want.Edges = append(want.Edges, "")
				}
			}
			if p.Start >= 0 {
				want.Edges = append(want.Edges, "")
			}
			slices.Sort(want.Edges)
			image := image(t, []Part{{Title: m.Name, Picture: p}})
			if d := cmp.Diff(want, drawn(t, image)); d != "" {
				t.Errorf("%s (-picture +drawn) %s", m.Name, d)
			}
		}
	}
}

// drawn reads the texts of an image. Only elements and attributes that have no effect outside of it are allowed.
func drawn(t *testing.T, image []byte) *picturetest.Texts {
	t.Helper()
	elements := []string{"svg", "g", "title", "desc", "style", "rect", "circle", "path", "text", "tspan", "a"}
	attributes := []string{"xmlns", "class", "width", "height", "viewBox", "role", "transform", "x", "y", "rx", "cx", "cy", "r", "d", "style", "text-anchor", "href", "data-key", "data-layout"}
	var d picturetest.Texts
	var class, said []string
	depth, skip := 0, 0
	in := xml.NewDecoder(bytes.NewReader(image))
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, image)
		}
		switch e := token.(type) {
		case xml.StartElement:
			depth++
			if !slices.Contains(elements, e.Name.Local) {
				t.Errorf("the image has an element %s", e.Name.Local)
			}
			if skip == 0 && (e.Name.Local == "title" || e.Name.Local == "desc" || e.Name.Local == "style") {
				skip = depth
			}
			kind := ""
			for _, a := range e.Attr {
				if !slices.Contains(attributes, a.Name.Local) {
					t.Errorf("the image has an attribute %s", a.Name.Local)
				}
				if a.Value == "more" && skip == 0 {
					skip = depth // the mark for what is omitted
				}
				if a.Name.Local == "class" && e.Name.Local == "g" {
					kind, _, _ = strings.Cut(strings.TrimPrefix(a.Value, "note "), " ")
				}
			}
			class, said = append(class, kind), append(said, "")
		case xml.CharData:
			if skip == 0 && depth > 0 {
				said[depth-1] += string(e)
			}
		case xml.EndElement:
			if skip == depth {
				skip = 0
			}
			depth--
			text := said[depth]
			switch class[depth] {
			case "state", "end":
				d.Nodes = append(d.Nodes, text)
			case "frame", "region":
				d.Blocks = append(d.Blocks, text)
			case "arrow":
				d.Edges = append(d.Edges, text)
			case "note":
				d.Notes = append(d.Notes, text)
			case "about":
				d.About = text
			default:
				if depth > 0 {
					said[depth-1] += text
				}
			}
			class, said = class[:depth], said[:depth]
		}
	}
	d.Nodes, d.Blocks, d.Edges, d.Notes = picturetest.Bare(d.Nodes), picturetest.Bare(d.Blocks), picturetest.Bare(d.Edges), picturetest.Bare(d.Notes)
	d.About = picturetest.Bare([]string{d.About})[0]
	return &d
}

func TestEscape(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{`<a href="x" b='y'>&amp;`, "&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp;"},
		{"]]>", "]]&gt;"},
		{"a\nb\tc", "a b c"},
		{"\x00\x1b\u202e\xff\ufffe\U0001ffff", strings.Repeat("\ufffd", 6)},
		{"é\u00a0漢", "é\u00a0漢"},
	} {
		if got := escape(test.text); got != test.want {
			t.Errorf("escape(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

// FuzzEscape expects well-formed XML for any text.
func FuzzEscape(f *testing.F) {
	for _, text := range picturetest.HostileTexts() {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var back struct {
			Text string `xml:",chardata"`
			Attr string `xml:"a,attr"`
		}
		s := escape(text)
		if err := xml.Unmarshal([]byte(`<x a="`+s+`">`+s+`</x>`), &back); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if back.Text != back.Attr {
			t.Errorf("%q is read as %q and %q", text, back.Text, back.Attr)
		}
	})
}
