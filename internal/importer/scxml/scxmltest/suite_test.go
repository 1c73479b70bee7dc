package scxmltest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/importer/scxml"
	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/diag"
)

// suite is the folder of the tests.
const suite = "node_modules/@scion-scxml/test-framework/test"

// document is a document of the suite.
type document struct {
	folder, name string
	// script is nil if the suite has none, as for documents that another one loads.
	script *script
	// spec and machine are nil if the importer refuses the document, because of needs.
	spec    []byte
	loaded  *spec.Spec
	machine *core.Machine
	needs   []string
}

// script are events with the states of the machine: those at the start, and those after each event. Nothing else takes time.
type script struct {
	Initial []string `json:"initialConfiguration"`
	Events  []struct {
		Event struct {
			Name string `json:"name"`
		} `json:"event"`
		// After is how many milliseconds pass before the event.
		After int      `json:"after"`
		Next  []string `json:"nextConfiguration"`
	} `json:"events"`
	// Legacy are the states by SCION's former algorithm, if they differ.
	Legacy *script `json:"legacySemantics"`
}

// former are the documents whose script contradicts the Recommendation: it expects that a transition from a region to itself
// does not leave the parallel state, which is not a compound state (procedure findLCCA). The states of the former algorithm are
// those of the Recommendation there.
var former = []string{"more-parallel/test10", "more-parallel/test10b"}

// documents imports the documents of the suite, in order. A document that the importer refuses for another reason than
// a feature that specs lack is an error, and so is a spec that does not load.
func documents(t *testing.T) []*document {
	t.Helper()
	files, err := filepath.Glob(suite + "/*/*.scxml")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 && os.Getenv("CI") != "" {
		t.Fatal("the suite is missing; CI needs it (npm ci --ignore-scripts)")
	}
	if len(files) == 0 {
		t.Skip("NOT TESTED: the suite is missing (npm ci --ignore-scripts installs it)")
	}
	var list []*document
	for _, file := range files {
		d := &document{folder: filepath.Base(filepath.Dir(file)), name: strings.TrimSuffix(filepath.Base(file), ".scxml")}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(strings.TrimSuffix(file, ".scxml") + ".json"); err == nil {
			d.script = new(script)
			if err := json.Unmarshal(text, d.script); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if slices.Contains(former, d.path()) {
				d.script = d.script.Legacy
			}
		} else if !os.IsNotExist(err) {
			t.Fatal(err)
		}
		d.importFrom(t, src)
		list = append(list, d)
	}
	return list
}

func (d *document) path() string { return d.folder + "/" + d.name }

// importFrom imports the document, or notes what it needs.
func (d *document) importFrom(t *testing.T, src []byte) {
	t.Helper()
	out, diags := scxml.Read(d.path()+".scxml", src, 1).Spec()
	if out == nil {
		for _, f := range diags {
			if f.Severity != diag.Error {
				continue
			}
			need, _, ok := strings.Cut(f.Message, " cannot be imported")
			if f.Code != diag.CodeNotYet || !ok {
				t.Errorf("%s: %s", f.Span, f.Message)
			}
			if need = strings.TrimSuffix(need, ","); !slices.Contains(d.needs, need) {
				d.needs = append(d.needs, need)
			}
		}
		return
	}
	d.spec = out
	d.loaded, diags = spec.Load("machine.fsm.yaml", out)
	if d.machine = d.loaded.Machine; d.machine == nil {
		t.Errorf("%s: %v\n%s", d.path(), diags, out)
	}
}

// original returns the text of the document for a name of the spec: its documentation begins with it if they differ.
func original(name, doc string) string {
	if doc != "" {
		return doc
	}
	return name
}

// split returns the ids of the document that a state of the spec stands for: several, if it is a parallel state in which nothing
// happens.
func split(text string) []string {
	text, _, _ = strings.Cut(text, before)
	return strings.Split(text, " and ")
}

// event returns the event of the spec that stands for an event of a script: itself, its longest beginning that the
// document mentions, or any other event. It is -1 for an event that the document has no transitions for.
func (d *document) event(sent string) int {
	find := func(text string) int {
		return slices.IndexFunc(d.machine.Events, func(e core.Event) bool { return !e.Internal && original(e.Name, e.Doc) == text })
	}
	for text := sent; text != ""; {
		if i := find(text); i >= 0 {
			return i
		}
		text = text[:max(0, strings.LastIndexByte(text, '.'))]
	}
	return find("any other event")
}

// before is in the names of states, in a spec that has one for each configuration, in which only what the machine has sent to itself
// is left.
const before = " before sent "

// waits reports whether only what the machine has sent to itself is left.
func (d *document) waits(c interp.Config) bool {
	return strings.Contains(d.machine.States[c.State].Doc, before)
}

// active returns the ids of the active states of the document that have no states inside, sorted.
func (d *document) active(c interp.Config) (list []string) {
	s := &d.machine.States[c.State]
	for _, region := range s.Regions {
		leaf := &region.Leaves[c.Vars[region.Var]]
		list = append(list, original(leaf.Name, leaf.Doc))
	}
	if list == nil {
		list = split(original(s.Name, s.Doc))
	}
	slices.Sort(list)
	return list
}

// run is what an execution of a script shows: the active states and the outputs, at the start and after each event.
type run []seen

type seen struct {
	States  []string
	Outputs []string
}

// compare compares a run with the script. Before a machine handles what it has sent to itself, SCION already shows the state:
// passed lists the states in which that was so, at the start and after each event.
func (d *document) compare(t *testing.T, how string, r run, passed [][][]string) {
	t.Helper()
	want := [][]string{d.script.Initial}
	for _, e := range d.script.Events {
		want = append(want, e.Next)
	}
	if len(r) != len(want) {
		t.Errorf("%s, %s: %d configurations, want %d", d.path(), how, len(r), len(want))
		return
	}
	for i := range want {
		at := "at the start"
		if i > 0 {
			at = "after " + d.script.Events[i-1].Event.Name
		}
		states := slices.Sorted(slices.Values(want[i]))
		if !slices.Equal(states, r[i].States) && (i == len(want)-1 || !slices.ContainsFunc(passed[i], func(at []string) bool { return slices.Equal(at, states) })) {
			t.Errorf("%s, %s: %s the machine is in %s, want %v\n%s", d.path(), how, at, r[i].States, want[i], d.spec)
			return
		}
	}
}
