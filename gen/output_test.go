package gen_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/verify"
)

// doorSpec has a parameter of each type that exports number.
const doorSpec = `machine: Door
params: {n: {type: int, min: 1, default: 2}, tag: string, kind: Pace}
enums: {Pace: [Slow, Fast]}
go: {faces: [typed, run, snapshot, observe, values, columns, temporal, worst]}
vars: {left: {type: int, min: 0, max: n, init: n, go: Rest}}
events: {Push: {}, Open: {}}
initial: Shut
terminal: {done: [Opened]}
states:
  Shut:
    on:
      Push: [{if: left > 0 && tag != "x" && kind == Slow, set: {left: left - 1}}, {otherwise: ignore}]
      Open: Opened
  Opened: {}
progress: {Shut: left + 1}
`

func load(t *testing.T, file, src string) *spec.Spec {
	t.Helper()
	s, diags := spec.Load(file, []byte(src))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	return s
}

// TestMake makes each output twice from a complete input.
func TestMake(t *testing.T) {
	s := load(t, "dir/door.fsm.yaml", doorSpec)
	texts := []string{"a", "x"}
	in := gen.Input{
		Spec: s, Report: verify.Machine(t.Context(), s.Machine), Package: "door", Link: "door.fsm.yaml",
		Params: []int64{3, 1, 1}, Text: func(n int64) string { return texts[n] },
	}
	if !in.Report.Proved() {
		t.Fatal(in.Report.Summary())
	}
	for _, o := range gen.Outputs() {
		made, err := o.Make(t.Context(), in)
		if err != nil || len(made.Remarks) > 0 {
			t.Errorf("%s: %v, %q", o.Name, err, made.Remarks)
		}
		if nothing := made.Data == nil; nothing != (o.Kind == gen.Regression || o.Name == "refuted") {
			t.Errorf("%s makes nothing: %v", o.Name, nothing)
		}
		if again, err := gen.Make(t.Context(), o.Name, in); err != nil || !bytes.Equal(made.Data, again.Data) {
			t.Errorf("%s: the second time, it makes other bytes: %v", o.Name, err)
		}
	}
	promela, err := gen.Make(t.Context(), "promela", in)
	if err != nil || !strings.Contains(string(promela.Data), `n = 3, tag = "x", kind = Fast`) {
		t.Errorf("%v\n%.300s", err, promela.Data)
	}
	tla, err := gen.Make(t.Context(), "tla-cfg", in)
	if err != nil || !strings.Contains(string(tla.Data), `tag = "x"`) {
		t.Errorf("%v\n%s", err, tla.Data)
	}
}

// TestIncomplete leaves out what outputs need.
func TestIncomplete(t *testing.T) {
	s := load(t, "door.fsm.yaml", doorSpec)
	other := load(t, "door.fsm.yaml", doorSpec)
	report := verify.Machine(t.Context(), s.Machine)
	for _, test := range []struct {
		name string
		in   gen.Input
		want string
	}{
		{"none", gen.Input{Spec: s}, `unknown output "none"`},
		{"dot", gen.Input{}, "the spec has no machine"},
		{"dot", gen.Input{Spec: &spec.Spec{}}, "the spec has no machine"},
		{"dot", gen.Input{Spec: s, View: gen.View{Detail: "much"}}, `unknown detail "much"`},
		{"smtlib", gen.Input{Spec: s}, "smtlib needs a report"},
		{"smtlib", gen.Input{Spec: other, Report: report}, "the report is about another machine"},
		{"card", gen.Input{Spec: s}, "card needs a report"},
		{"machine", gen.Input{Spec: s, Report: report}, "machine needs a package name"},
		{"promela", gen.Input{Spec: s, Params: []int64{1}}, "promela needs a value for each of the 3 parameters, got 1"},
	} {
		made, err := gen.Make(t.Context(), test.name, test.in)
		if made.Data != nil || err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
	if files, err := gen.Files(t.Context(), nil, report, "door"); files != nil || err == nil {
		t.Errorf("files without a spec: %v", err)
	}
}

// TestNoWorstCase has a machine that can emit its output any number of times: there is no file of limits, and the next file says why.
func TestNoWorstCase(t *testing.T) {
	s := load(t, "open.fsm.yaml", `machine: Open
go: {faces: [worst]}
events: {Ping: {}, Stop: {}}
outputs: {Pong: {}}
initial: Waiting
terminal: {done: [Closed]}
states: {Waiting: {on: {Ping: {emit: Pong}, Stop: Closed}}, Closed: {}}
`)
	files, err := gen.Files(t.Context(), s, verify.Machine(t.Context(), s.Machine), "open")
	if err != nil {
		t.Fatal(err)
	}
	said := false
	for _, f := range files {
		if strings.HasSuffix(f.Name, "_fsm_worst.go") || strings.Contains(string(f.Data), "WorstCase()") {
			t.Errorf("%s has a worst case", f.Name)
		}
		for _, r := range f.Remarks {
			said = said || strings.Contains(r, "there is no WorstCase")
		}
	}
	if !said || !slices.Contains(gen.Unwanted(s, files), "open_fsm_worst.go") {
		t.Errorf("an earlier file stays, or nobody says that there is none: %v", said)
	}
}

// TestFiles looks at the names and the marks of the files beside a spec.
func TestFiles(t *testing.T) {
	s := load(t, "dir/door.fsm.yaml", doorSpec)
	files, err := gen.Files(t.Context(), s, verify.Machine(t.Context(), s.Machine), "door")
	if err != nil {
		t.Fatal(err)
	}
	outputs := slices.DeleteFunc(gen.Outputs(gen.Beside), func(o gen.Output) bool { return o.Name == "refuted" }) // the machine is proved
	if len(files) != len(outputs) {
		t.Fatalf("%d files of %d outputs", len(files), len(outputs))
	}
	for i, f := range files {
		if f.Name != "door"+outputs[i].Suffix || f.Name != outputs[i].FileName("dir/door.fsm.yaml") {
			t.Errorf("file %s of %s", f.Name, outputs[i].Name)
		}
		if from := gen.MadeFrom(f.Data); from != "door.fsm.yaml" || !outputs[i].Replaces(f.Data) {
			t.Errorf("%s says that it is made from %q", f.Name, from)
		}
		if strings.Contains(string(f.Data), "NOT PROVED") {
			t.Errorf("%s doubts a proof", f.Name)
		}
	}
	mine := []byte("package door\n")
	for _, o := range gen.Outputs() {
		if marked := o.Kind == gen.Beside || o.Kind == gen.Regression; o.Replaces(mine) == marked {
			t.Errorf("%s would replace a file of the user's: %v", o.Name, marked)
		}
	}
}

// TestUnproved looks for the warning in Go files, and at a regression test.
func TestUnproved(t *testing.T) {
	src, err := os.ReadFile("../verify/testdata/seed000.fsm.yaml")
	if err != nil {
		t.Fatal(err)
	}
	s := load(t, "seed.fsm.yaml", string(src))
	report := verify.Machine(t.Context(), s.Machine)
	files, err := gen.Files(t.Context(), s, report, "seed")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.HasSuffix(f.Name, ".go") != strings.Contains(string(f.Data), "\n// NOT PROVED: see seed.fsm.md.") {
			t.Errorf("%s:\n%.200s", f.Name, f.Data)
		}
	}
	o, _ := gen.Find("counterexample")
	made, err := o.Make(t.Context(), gen.Input{Spec: s, Report: report, Package: "seed"})
	if err != nil || !o.Replaces(made.Data) || !strings.Contains(string(made.Data), "func TestLiteralFallbackEndless") {
		t.Errorf("%v\n%.300s", err, made.Data)
	}
}

// TestTooLarge draws a machine that Mermaid has no room for.
func TestTooLarge(t *testing.T) {
	var b strings.Builder
	b.WriteString("machine: Chain\nvars: {n: {type: int, min: 0, max: 9}}\nevents: {Go: {}}\ninitial: S0\nterminal: {done: [End]}\nstates:\n  End: {}\n")
	const states = 900
	for i := range states {
		next := fmt.Sprintf("S%d", i+1)
		if i == states-1 {
			next = "End"
		}
		fmt.Fprintf(&b, "  S%d: {on: {Go: [{if: n * n + n * %d > 1, to: %s, set: {n: 0}}, {to: End}]}}\n", i, i, next)
	}
	s := load(t, "chain.fsm.yaml", b.String())
	for _, o := range gen.Outputs(gen.Diagram) {
		made, err := o.Make(t.Context(), gen.Input{Spec: s, View: gen.View{Detail: "full"}})
		if o.Name == "svg" {
			if err == nil || !strings.Contains(err.Error(), "an SVG image at most 150") {
				t.Errorf("svg: %v", err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		if o.Name == "mermaid" {
			want = 1
		}
		if len(made.Remarks) != want || want == 1 && !strings.HasPrefix(made.Remarks[0], "the diagram of Chain is too large") {
			t.Errorf("%s: %q", o.Name, made.Remarks)
		}
		if made, err = o.Make(t.Context(), gen.Input{Spec: s, View: gen.View{Detail: "events"}}); err != nil || len(made.Remarks) > 0 {
			t.Errorf("%s, names of events only: %v, %q", o.Name, err, made.Remarks)
		}
	}
}

// TestHoles says that an image keeps the places of states that are gone.
func TestHoles(t *testing.T) {
	made := func(states string, earlier ...gen.File) (image gen.File) {
		s := load(t, "walk.fsm.yaml", "machine: Walk\nevents: {Next: {}}\ninitial: A\nterminal: {done: [F]}\nstates: {"+states+"}\n")
		files, err := gen.Files(t.Context(), s, verify.Machine(t.Context(), s.Machine), "walk", earlier...)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if f.Name == "walk.fsm.svg" {
				image = f
			}
		}
		return image
	}
	long := made("A: {on: {Next: B}}, B: {on: {Next: C}}, C: {on: {Next: D}}, D: {on: {Next: E}}, E: {on: {Next: F}}, F: {}")
	if len(long.Data) == 0 || len(long.Remarks) > 0 {
		t.Errorf("without an earlier image: %v", long.Remarks)
	}
	short := made("A: {on: {Next: F}}, F: {}", long)
	if len(short.Remarks) != 1 || !strings.Contains(short.Remarks[0], "fsmgen generate --relayout draws it anew, with ") {
		t.Errorf("with states that are gone: %v", short.Remarks)
	}
	if again := made("A: {on: {Next: F}}, F: {}", short); len(again.Remarks) > 0 {
		t.Errorf("without a change: %v", again.Remarks)
	}
}
