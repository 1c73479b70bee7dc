package browsertest

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen/internal/picture/picturetest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

const root = "../../../.."

var arrow = regexp.MustCompile(`(?m)^ *(\w+|\[\*\]) --> `)

var fence = regexp.MustCompile("(?ms)^ *```([a-z]+)\n(.*?)^ *```$")

// shipped returns the machines of the repository's specs and of the specs in
// its documents, and the diagrams in its documents.
func shipped(t *testing.T) (machines map[string]*core.Machine, diagrams map[string]string) {
	t.Helper()
	machines, diagrams = make(map[string]*core.Machine), make(map[string]string)
	open := func(from, path string) (string, []byte, error) {
		name := filepath.Join(filepath.Dir(from), path)
		text, err := os.ReadFile(filepath.Join(root, name))
		return name, text, err
	}
	load := func(name string, text []byte) {
		if s, _ := spec.LoadWith(name, text, open); s.Machine != nil {
			machines[name+" "+s.Machine.Name] = s.Machine
		}
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != root) {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, ".fsm.yaml") && !strings.HasSuffix(path, ".md") {
			return nil
		}
		text, err := os.ReadFile(path)
		name := strings.TrimPrefix(filepath.ToSlash(path), root+"/")
		switch filepath.Ext(path) {
		case ".yaml":
			load(name, text)
		case ".md":
			for _, m := range fence.FindAllSubmatch(text, -1) {
				switch string(m[1]) {
				case "yaml":
					load(name, m[2])
				case "mermaid":
					diagrams[fmt.Sprintf("%s %d", name, len(diagrams))] = string(m[2])
				}
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(machines) < 10 || len(diagrams) < 1 {
		t.Fatalf("only %d machines and %d diagrams were found", len(machines), len(diagrams))
	}
	return machines, diagrams
}

// TestShipped draws every machine of the repository, the shipped ones in every form, and every
// diagram that stands in a document: the shipped ones in each version, the others in one.
func TestShipped(t *testing.T) {
	for i, v := range versions {
		t.Run(v, func(t *testing.T) {
			p := open(t, v)
			machines, diagrams := shipped(t)
			for j, name := range slices.Sorted(maps.Keys(machines)) {
				if j%len(versions) != i && !strings.HasPrefix(name, "machines/") {
					continue
				}
				m := machines[name]
				t.Run(name, func(t *testing.T) {
					list := picturetest.Looks(m)
					if !strings.HasPrefix(name, "machines/") {
						list = list[1:2] // with notes: it has all that the plain one has
					}
					for _, pic := range list {
						p.same(t, pic)
					}
				})
			}
			for j, name := range slices.Sorted(maps.Keys(diagrams)) {
				if j%len(versions) != i {
					continue
				}
				text := diagrams[name]
				t.Run(name, func(t *testing.T) {
					d, err := p.draw(text)
					if err != nil {
						t.Fatalf("%v\n%s", err, text)
					}
					if arrows := len(arrow.FindAllString(text, -1)); len(d.Edges) != arrows {
						t.Errorf("%d edges for %d arrows\n%s", len(d.Edges), arrows, text)
					}
				})
			}
			p.quiet(t)
			t.Logf("%s: %d machines, %d diagrams in documents; %v", v, len(machines), len(diagrams), p.count)
		})
	}
}

// TestTestMachines draws the machines on which all diagrams are tested.
func TestTestMachines(t *testing.T) {
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			p := open(t, v)
			for _, m := range []*core.Machine{picturetest.Fallback(), picturetest.Call(), picturetest.Endless(), picturetest.Everything()} {
				t.Run(m.Name, func(t *testing.T) {
					for _, pic := range picturetest.Looks(m) {
						p.same(t, pic)
					}
				})
			}
			p.quiet(t)
		})
	}
}
