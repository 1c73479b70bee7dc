package scxmltest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/sandbox"
	"github.com/fsmgen/fsmgen/verify"
)

// generate generates a machine for each document, in one program, and plays the scripts on them. The generated code imports
// only the standard library.
func generate(t *testing.T, list []*document) map[string]run {
	t.Helper()
	dir := t.TempDir()
	var imports, calls strings.Builder
	for i, d := range list {
		pkg := fmt.Sprintf("m%d", i)
		files := []string{"machine"}
		if d.drives() {
			d.machine.Faces.Typed, d.machine.Faces.Run = true, true
			files = append(files, "typed", "run")
		}
		for _, name := range files {
			made, err := gen.Make(t.Context(), name, gen.Input{Spec: d.loaded, Report: &verify.Report{Machine: d.machine}, Package: pkg, Link: "machine.fsm.yaml"})
			if err != nil {
				t.Fatalf("%s: %v", d.path(), err)
			}
			write(t, filepath.Join(dir, pkg, name+"_fsm.go"), string(made.Data))
		}
		names, diags := ident.Assign(d.machine, "")
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		write(t, filepath.Join(dir, pkg, "play.go"), player(d, names, pkg))
		fmt.Fprintf(&imports, "\t%q\n", "play/"+pkg)
		fmt.Fprintf(&calls, "\t\t%q: %s.Play,\n", d.path(), pkg)
		if d.drives() {
			write(t, filepath.Join(dir, pkg, "drive.go"), driver(d, names, pkg))
			fmt.Fprintf(&calls, "\t\t%q: %s.Drive,\n", driven+d.path(), pkg)
		}
	}
	write(t, filepath.Join(dir, "go.mod"), string(sandbox.Mod(t, "play")))
	write(t, filepath.Join(dir, "main.go"), fmt.Sprintf(program, imports.String(), calls.String()))
	c := exec.Command("go", "run", ".")
	c.Dir, c.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	var runs map[string]run
	if err := json.Unmarshal(out, &runs); err != nil {
		t.Fatal(err)
	}
	return runs
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// program plays all scripts.
const program = `package main

import (
	"encoding/json"
	"os"

%s)

func main() {
	runs := make(map[string]any)
	for name, play := range map[string]func() []map[string]any{
%s	} {
		runs[name] = play()
	}
	if err := json.NewEncoder(os.Stdout).Encode(runs); err != nil {
		panic(err)
	}
}
`

// clocks is the program of a machine: its outputs, and the timers that run, in the order in which they were started.
const clocks = `
type host struct {
	outputs []string
	now     time.Time
	timers  []int
	starts  []int
	due     []time.Time
}

// wait lets time pass, and fires the timers that are due.
func (h *host) wait(d time.Duration, fire func(timer, start int)) {
	until := h.now.Add(d)
	for {
		first := -1
		for i, at := range h.due {
			if !at.After(until) && (first < 0 || at.Before(h.due[first])) {
				first = i
			}
		}
		if first < 0 {
			h.now = until
			return
		}
		timer, start := h.timers[first], h.starts[first]
		h.now = h.due[first]
		h.stop(timer)
		fire(timer, start)
	}
}

func (h *host) stop(timer int) {
	if i := slices.Index(h.timers, timer); i >= 0 {
		h.timers, h.starts, h.due = slices.Delete(h.timers, i, i+1), slices.Delete(h.starts, i, i+1), slices.Delete(h.due, i, i+1)
	}
}
`

// hosts are the methods for timers, whose type it takes.
const hosts = `
func (h *host) Now() time.Time { return h.now }

func (h *host) StartTimer(t %[1]s, start int, d time.Duration) {
	h.timers, h.starts, h.due = append(h.timers, int(t)), append(h.starts, start), append(h.due, h.now.Add(d))
}

func (h *host) StopTimer(t %[1]s, _ int) { h.stop(int(t)) }
`

// player is a function in the package of a generated machine that plays the script of its document.
func player(d *document, names *ident.Names, pkg string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\n\t\"slices\"\n\t\"time\"\n)\n%s", pkg, clocks)
	arguments := "Params{}"
	if len(d.machine.Outputs)+len(d.machine.Timers) > 0 {
		arguments += ", &h"
	}
	for i, o := range names.Outputs {
		fmt.Fprintf(&b, "func (h *host) %s() { h.outputs = append(h.outputs, %q) }\n", o.Method, d.machine.Outputs[i].Name)
	}
	if len(d.machine.Timers) > 0 {
		fmt.Fprintf(&b, hosts, names.Timer)
	}
	b.WriteString(`
// ids are the active states of the document in each state.
var ids = map[State][]string{
`)
	for i, s := range d.machine.States {
		fmt.Fprintf(&b, "\t%s: %#v,\n", names.States[i], split(original(s.Name, s.Doc)))
	}
	b.WriteString("}\n\n// see returns what a machine shows, and its outputs since the last call.\nfunc (h *host) see(m *Machine) map[string]any {\n\tactive := slices.Clone(ids[m.State()])\n\tswitch m.State() {\n")
	for i, s := range d.machine.States {
		if len(s.Regions) > 0 {
			fmt.Fprintf(&b, "\t\tcase %s:\n\t\t\tactive = nil\n", names.States[i])
		}
		for _, region := range s.Regions {
			var leaves []string
			for _, leaf := range region.Leaves {
				leaves = append(leaves, original(leaf.Name, leaf.Doc))
			}
			fmt.Fprintf(&b, "\t\t\tif at, ok := m.%s(); ok {\n\t\t\t\tactive = append(active, %#v[at])\n\t\t\t}\n", names.Vars[region.Var].Getter, leaves)
		}
	}
	b.WriteString("\t}\n\tslices.Sort(active)\n\tseen := map[string]any{\"States\": active, \"Outputs\": h.outputs}\n\th.outputs = nil\n\treturn seen\n}\n")
	fmt.Fprintf(&b, `
func Play() (run []map[string]any) {
	var h host
	m, err := New(%s)
	if err != nil {
		panic(err)
	}
	run = append(run, h.see(m))
`, arguments)
	for _, e := range d.script.Events {
		if len(d.machine.Timers) > 0 {
			fmt.Fprintf(&b, "\th.wait(%d * time.Millisecond, func(timer, start int) { _ = m.Fire(%s(timer), start) }) // it can be illegal here, too\n", e.After, names.Timer)
		}
		if i := d.event(e.Event.Name); i >= 0 {
			fmt.Fprintf(&b, "\t_ = m.Send(%s) // an event that is illegal here changes nothing\n", names.Events[i].Const)
		}
		b.WriteString("\trun = append(run, h.see(m))\n")
	}
	b.WriteString("\treturn run\n}\n")
	return b.String()
}
