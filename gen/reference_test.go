package gen_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/gen"
	"github.com/fsmgen/fsmgen/internal/charts"
	"github.com/fsmgen/fsmgen/internal/course"
	"github.com/fsmgen/fsmgen/internal/reference"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// TestReference compiles machines of random charts, and compares what they do with the reference interpreter, which does not know
// the core machine: verdicts, outputs and calls in order, active states, values, timers that run and when they are due, also after a
// machine has been restored from its snapshot.
func TestReference(t *testing.T) {
	sample.Turn(t)
	size, seed := sample.Size(1, 1, 25), sample.Seed(t)
	for done := 0; done < size; done += batch {
		b := &played{seed: seed + uint64(done)*1000, dir: t.TempDir()}
		b.make(t, min(batch, size-done))
		b.run(t)
		t.Logf("%d machines, %d courses, %d events, %d differences, %d left out as too large, %.1f s to compile, %.1f s to run", len(b.machines), len(b.courses), b.events, b.faults, b.large, b.compiling.Seconds(), b.running.Seconds())
	}
}

// maxCompiled is the number of transitions beyond which a machine is left out: Go compiles one of 4,700 for a quarter of an hour.
const maxCompiled = 1000

// played is a batch of machines that are compiled into one program.
type played struct {
	seed     uint64
	dir      string
	machines []*reference.Machine
	texts    []string
	seeds    []uint64
	courses  []course.Course
	of       []int // the machine of each course
	events   int
	faults   int
	large    int // machines that were left out

	compiling, running time.Duration
}

// make writes the program for n machines.
func (b *played) make(t *testing.T, n int) {
	t.Helper()
	write := func(name string, data []byte) {
		t.Helper()
		name = filepath.Join(b.dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var table strings.Builder
	var imports []string
	known := known(t, b.seed, (n+1)/2)
	for at := b.seed; len(b.machines) < n; at++ {
		c := charts.New(rand.New(rand.NewPCG(at, 1)))
		if len(known) > 0 {
			c, known = known[0], known[1:]
		}
		s, m := loadChart(t, c, at, "snapshot, values")
		if m == nil {
			continue
		}
		if len(s.Machine.Transitions) > maxCompiled {
			b.large++
			continue
		}
		i := len(b.machines)
		pkg := fmt.Sprintf("m%d", i)
		if !b.plan(t, m, at, i) {
			continue
		}
		canceled, cancel := context.WithCancel(context.Background())
		cancel() // nothing needs to be proved
		report := verify.Machine(canceled, s.Machine)
		asks := "{}"
		for _, face := range []string{"machine", "values"} {
			f, err := gen.Make(t.Context(), face, gen.Input{Spec: s, Report: report, Package: pkg})
			if err != nil {
				t.Fatalf("seed %d: %v in\n%s", at, err, c.Text)
			}
			write(pkg+"/"+face+".go", f.Data)
			if bytes.Contains(f.Data, []byte("\tQuestions Questions\n")) {
				asks = "{Questions: q}"
			}
		}
		imports = append(imports, fmt.Sprintf("import %s %q", pkg, "sandbox/"+pkg))
		fmt.Fprintf(&table, "\tfunc(c Course) []Seen { q := &questions{}; return play[*%[1]s.Machine, %[1]s.Params, %[1]s.Input, %[1]s.Output](%[1]s.Kind%[2]s, q, c) },\n", pkg, asks)
		b.machines, b.texts, b.seeds = append(b.machines, m), append(b.texts, c.Text), append(b.seeds, at)
	}
	module(t, write)
	program, err := os.ReadFile("testdata/reference/play.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	write("main.go", program)
	write("table.go", []byte("package main\n\n"+strings.Join(imports, "\n")+"\n\nvar machines = []func(Course) []Seen{\n"+table.String()+"}\n"))
}

// known returns some of the specs for which something else than the reference was made once.
func known(t *testing.T, seed uint64, n int) (list []charts.Chart) {
	t.Helper()
	files, err := filepath.Glob("../internal/reference/testdata/*.fsm.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	rand.New(rand.NewPCG(seed, 2)).Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	for _, name := range files[:min(n, len(files))] {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, charts.Chart{Text: string(text)})
	}
	return list
}

// loadChart loads a chart as a spec with these faces and as a machine of the reference, or returns nil if it does not load.
func loadChart(t *testing.T, c charts.Chart, at uint64, faces string) (*spec.Spec, *reference.Machine) {
	t.Helper()
	c.Text = machineName.ReplaceAllString(c.Text, "$0\ngo: {faces: ["+faces+"]}")
	s, diags := c.Load()
	if diags.HasErrors() {
		return nil, nil
	}
	file, children, err := c.Syntax()
	if err != nil {
		t.Fatalf("seed %d: %v", at, err)
	}
	m, err := reference.New(file, children)
	if err != nil {
		t.Fatalf("seed %d: %v in\n%s", at, err, c.Text)
	}
	return s, m
}

// plan makes the courses of a machine. It is false if none goes beyond the start.
func (b *played) plan(t *testing.T, m *reference.Machine, at uint64, machine int) bool {
	t.Helper()
	before := len(b.courses)
	for i := range 12 {
		c, err := course.New(m, rand.New(rand.NewPCG(at, uint64(i))), 15)
		if err != nil {
			t.Fatalf("seed %d: %v", at, err)
		}
		if len(c.Seen) > 1 {
			c.Inputs = c.Inputs[:len(c.Seen)-1] // an endless step would not end
			b.courses, b.of = append(b.courses, c), append(b.of, machine)
		}
	}
	return len(b.courses) > before
}

// sent is an input as the program reads it.
type sent struct {
	Event, Timer, Call string
	Payload            map[string]any
	Nonce              uint64
	Again              bool
}

// run compiles the program, and compares what it writes.
func (b *played) run(t *testing.T) {
	t.Helper()
	began := time.Now()
	build := exec.Command("go", "build", "-gcflags=-l -dwarf=false", "-o", "play", ".")
	build.Dir = b.dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	b.compiling, began = time.Since(began), time.Now()
	var in, out, errs bytes.Buffer
	encoder := json.NewEncoder(&in)
	for i, c := range b.courses {
		m := b.machines[b.of[i]]
		params := map[string]any{}
		for k, p := range m.Params() {
			params[strings.ToUpper(p.Name[:1])+p.Name[1:]] = toJSON(m, p.Type, c.Params[k])
		}
		var inputs []sent
		for _, x := range c.Inputs {
			b.events++
			s := sent{Event: x.Event, Timer: x.Timer, Nonce: x.Nonce, Again: x.Nonce&3 == 3, Payload: map[string]any{}}
			if _, call, ok := strings.Cut(x.Call, "."); ok {
				s.Call = call
			}
			fields, _ := m.Fields(x.Event)
			for k, f := range fields {
				s.Payload[f.Name] = toJSON(m, f.Type, x.Fields[k])
			}
			inputs = append(inputs, s)
		}
		if err := encoder.Encode(map[string]any{"Machine": b.of[i], "Params": params, "Inputs": inputs}); err != nil {
			t.Fatal(err)
		}
	}
	play := exec.Command(filepath.Join(b.dir, "play"))
	play.Stdin, play.Stdout, play.Stderr = &in, &out, &errs
	if err := play.Run(); err != nil {
		t.Fatalf("%v\n%s", err, errs.Bytes())
	}
	b.running = time.Since(began)
	decoder := json.NewDecoder(&out)
	reported := map[int]bool{}
	for i, c := range b.courses {
		var list []observed
		if err := decoder.Decode(&list); err != nil {
			t.Fatal(err)
		}
		if d := b.differs(b.machines[b.of[i]], c, list); d != "" {
			if b.faults++; !reported[b.of[i]] {
				t.Errorf("seed %d: %s\n%s", b.seeds[b.of[i]], d, b.texts[b.of[i]])
			}
			reported[b.of[i]] = true
		}
	}
}

// toJSON returns a value as JSON has it.
func toJSON(m *reference.Machine, t expr.Type, v int64) any {
	switch t.Kind {
	case expr.Bool:
		return v == 1
	case expr.Enumerated:
		return t.Enum.Values[v]
	case expr.String:
		return m.String(v)
	case expr.Opaque:
		return nil
	}
	return v
}

// fromJSON returns a value that JSON has.
func fromJSON(m *reference.Machine, t expr.Type, v any) int64 {
	switch v := v.(type) {
	case bool:
		if v {
			return 1
		}
	case float64:
		return int64(v)
	case string:
		if t.Kind == expr.Enumerated {
			return int64(slices.Index(t.Enum.Values, v))
		}
		return m.Intern(v)
	}
	return 0
}
