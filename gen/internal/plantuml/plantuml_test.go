package plantuml

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/fsmgen/fsmgen/gen/internal/picture"
	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/internal/golden"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

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
			file := filepath.Join("testdata", name+".puml")
			got := Write(p)
			golden.File(t, file, got)
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

// pictures returns all that is drawn in the tests.
func pictures(t *testing.T) []*picture.Picture {
	t.Helper()
	machines := []*core.Machine{picturetest.Fallback(), picturetest.Call(), picturetest.Endless(), picturetest.Everything()}
	for texts := range slices.Chunk(picturetest.HostileTexts(), 16) {
		machines = append(machines, picturetest.Torture(texts), picturetest.TortureRegions(texts))
	}
	machines = append(machines, load(t, "forms.fsm.yaml", picturetest.Forms), load(t, "trip.fsm.yaml", picturetest.Regions))
	var list []*picture.Picture
	for _, m := range machines {
		list = append(list, picturetest.Looks(m)...)
	}
	return list
}

var (
	codePoint = regexp.MustCompile(`<U\+([0-9A-F]{4,5})>`)
	state     = regexp.MustCompile(`^ *state "([^"]*)" as ([nb]\d+)(?: #[\w#;:.]+)?( \{)?$`)
	row       = regexp.MustCompile(`^ *(n\d+) : (.*)$`)
	arrow     = regexp.MustCompile(`^ *(?:\[\*\]|[nb]\d+) (?:-->|-\[#bf3989,bold\]->) (?:n\d+|\[\*\])(?: : (.*))?$`)
	note      = regexp.MustCompile(`^note (?:right of n\d+|as about)$`)
	link      = regexp.MustCompile(`(?m)^link \S+ to \S+-->`)
	markup    = regexp.MustCompile("[\"<&#%!$'*_~^|{}\\\\@`:;-]|//|\\[\\[|==|\\.\\.")
)

// parse reads the language that [Write] writes, and no more, back into what a
// drawing must say. It fails where a sign is left that PlantUML could act on.
func parse(t *testing.T, text string) *picturetest.Texts {
	t.Helper()
	decode := func(s string) string {
		s = strings.ReplaceAll(s, `\n`, "\n")
		if rest := codePoint.ReplaceAllString(s, ""); markup.MatchString(rest) {
			t.Errorf("%q is left in %s", markup.FindString(rest), rest)
		}
		return codePoint.ReplaceAllStringFunc(s, func(c string) string {
			var r rune
			fmt.Sscanf(c, "<U+%X>", &r)
			return string(r)
		})
	}
	var d picturetest.Texts
	at := make(map[string]int)
	var noted []string
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		switch {
		case noted != nil && line == "end note":
			if noted[0] == "note as about" {
				d.About = strings.Join(noted[1:], "")
			} else {
				d.Notes = append(d.Notes, strings.Join(noted[1:], ""))
			}
			noted = nil
		case noted != nil:
			noted = append(noted, decode(line))
		case note.MatchString(line):
			noted = []string{line}
		case state.MatchString(line):
			m := state.FindStringSubmatch(line)
			if m[2][0] == 'b' {
				d.Blocks = append(d.Blocks, decode(m[1]))
			} else {
				at[m[2]] = len(d.Nodes)
				d.Nodes = append(d.Nodes, decode(m[1]))
			}
		case row.MatchString(line):
			m := row.FindStringSubmatch(line)
			d.Nodes[at[m[1]]] += decode(m[2])
		case arrow.MatchString(line):
			d.Edges = append(d.Edges, decode(arrow.FindStringSubmatch(line)[1]))
		case strings.TrimSpace(line) == "}", strings.TrimSpace(line) == "--", line == "@startuml", line == "@enduml", line == "hide empty description", line == "left to right direction":
		default:
			t.Errorf("line %q is of no kind that is known to work", line)
		}
	}
	d.Nodes, d.Blocks, d.Edges, d.Notes = picturetest.Bare(d.Nodes), picturetest.Bare(d.Blocks), picturetest.Bare(d.Edges), picturetest.Bare(d.Notes)
	d.About = picturetest.Bare([]string{d.About})[0]
	return &d
}

// expect adds the markers to what a picture says.
func expect(p *picture.Picture) *picturetest.Texts {
	want := picturetest.Spell(p)
	for _, n := range p.Nodes {
		if n.Outcome >= 0 || n.Final {
			want.Edges = append(want.Edges, "")
		}
		if n.Initial {
			want.Edges = append(want.Edges, "")
		}
	}
	if p.Start >= 0 {
		want.Edges = append(want.Edges, "")
	}
	slices.Sort(want.Edges)
	return want
}

// TestParsed reads the diagrams back with a parser of its own.
func TestParsed(t *testing.T) {
	for _, p := range pictures(t) {
		text := string(Write(p))
		if d := cmp.Diff(expect(p), parse(t, text)); d != "" {
			t.Errorf("(-picture +text) %s\n%s", d, text)
		}
	}
}

// TestDrawn has PlantUML draw the diagrams, all in one run, and compares all
// letters that it has drawn, and the number of its arrows.
func TestDrawn(t *testing.T) {
	plantuml, err := exec.LookPath("plantuml")
	if err != nil {
		t.Skip("NOT CHECKED: nothing was drawn, because there is no plantuml (apt-get install plantuml); TestParsed has looked at the text")
	}
	dir := t.TempDir()
	list := pictures(t)
	args := []string{"-tsvg", "-charset", "UTF-8"}
	for i, p := range list {
		args = append(args, fmt.Sprintf("%d.puml", i))
		if err := os.WriteFile(filepath.Join(dir, args[len(args)-1]), Write(p), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command(plantuml, args...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("plantuml: %v\n%s", err, out)
	}
	for i, p := range list {
		svg, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%d.svg", i)))
		if err != nil {
			t.Fatal(err)
		}
		want := expect(p)
		letters := slices.Concat(want.Nodes, want.Blocks, want.Edges, want.Notes, []string{want.About})
		if d := cmp.Diff(sorted(strings.Join(letters, "")), sorted(said(t, svg))); d != "" {
			t.Errorf("%d (-picture +drawn) %s\n%s", i, d, Write(p))
		}
		arrows := 0
		for _, link := range link.FindAllString(string(svg), -1) {
			if !strings.Contains(link, "GMN") { // that of a note
				arrows++
			}
		}
		if arrows != len(want.Edges) {
			t.Errorf("%d: %d arrows, want %d\n%s", i, arrows, len(want.Edges), Write(p))
		}
	}
}

// said returns all text of a drawing.
func said(t *testing.T, svg []byte) string {
	t.Helper()
	var all strings.Builder
	in := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return picturetest.Bare([]string{all.String()})[0]
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch e.Name.Local {
		case "text":
			var line string
			if err := in.DecodeElement(&line, &e); err != nil {
				t.Fatal(err)
			}
			all.WriteString(line)
		case "a", "script", "image", "foreignObject":
			t.Errorf("the drawing has an element %s", e.Name.Local)
		}
	}
}

// sorted puts the letters of a text in order: a drawing says in which place a
// text stands by where it draws it.
func sorted(text string) string {
	letters := []rune(text)
	slices.Sort(letters)
	return string(letters)
}
