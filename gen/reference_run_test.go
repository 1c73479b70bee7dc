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
	"github.com/fsmgen/fsmgen/verify"
)

// TestRuns compiles machines of random charts, and drives them with Run in virtual time: methods of the handler send events, calls
// return, timers expire. What the run does is compared with the reference interpreter: outputs, active states, values, the methods and
// the calls that go on, and how the run ends.
func TestRuns(t *testing.T) {
	sample.Turn(t)
	size, seed := sample.Size(1, 1, 25), sample.Seed(t)
	for done := 0; done < size; done += batch {
		b := &driven{seed: seed + uint64(done)*1000, dir: t.TempDir()}
		b.make(t, min(batch, size-done))
		b.run(t)
		t.Logf("%d machines, %d courses, %d inputs, %d differences; %d courses end where no method is promised", len(b.programs), len(b.courses), b.inputs, b.faults, b.nobody)
	}
}

// driven is a batch of machines that are compiled into one program.
type driven struct {
	seed     uint64
	dir      string
	programs []program
	courses  []course.Timed
	of       []int // the program of each course
	inputs   int
	faults   int
	nobody   int
}

// program is a machine with its generated code.
type program struct {
	seed     uint64
	text     string
	machine  *reference.Machine
	handlers []string // the names of the methods of its handler
}

// make writes the program for n machines.
func (b *driven) make(t *testing.T, n int) {
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
	var table, methods strings.Builder
	var imports []string
	known := known(t, b.seed, (n+1)/4)
	for at := b.seed; len(b.programs) < n; at++ {
		c := charts.New(rand.New(rand.NewPCG(at, 1)))
		switch {
		case len(known) > 0:
			c, known = known[0], known[1:]
		case at%2 == 0:
			c = charts.Beside(rand.New(rand.NewPCG(at, 1)))
		}
		s, m := loadChart(t, c, at, "typed, run, snapshot")
		if m == nil || len(s.Machine.Transitions) > maxCompiled || !b.plan(t, m, at) {
			continue
		}
		pkg := fmt.Sprintf("m%d", len(b.programs))
		canceled, cancel := context.WithCancel(context.Background())
		cancel() // nothing needs to be proved
		report := verify.Machine(canceled, s.Machine)
		code := &hooks{pkg: pkg}
		for _, face := range []string{"machine", "typed", "run"} {
			f, err := gen.Make(t.Context(), face, gen.Input{Spec: s, Report: report, Package: pkg})
			if err != nil {
				t.Fatalf("seed %d: %v in\n%s", at, err, c.Text)
			}
			write(pkg+"/"+face+".go", f.Data)
			code.read(t, f.Data)
		}
		p := program{seed: at, text: c.Text, machine: m}
		imports = append(imports, fmt.Sprintf("import %s %q", pkg, "sandbox/"+pkg))
		p.handlers = code.write(t, &table, &methods)
		b.programs = append(b.programs, p)
	}
	module(t, write)
	text, err := os.ReadFile("testdata/reference/run.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	write("run_test.go", text)
	write("table_test.go", []byte("package main\n\nimport (\n\"context\"\n\"encoding/json\"\n)\n\n"+strings.Join(imports, "\n")+
		"\n\nvar machines = []run{\n"+table.String()+"}\n\n"+methods.String()))
}

// plan makes the courses of the next machine. It is false if none goes beyond the start.
func (b *driven) plan(t *testing.T, m *reference.Machine, at uint64) bool {
	t.Helper()
	before := len(b.courses)
	for i := range 12 {
		c, err := course.NewTimed(m, rand.New(rand.NewPCG(at, uint64(i))), 15, duration)
		if err != nil {
			t.Fatalf("seed %d: %v", at, err)
		}
		if len(c.Inputs) > 0 {
			b.courses, b.of = append(b.courses, c), append(b.of, len(b.programs))
		}
	}
	return len(b.courses) > before
}

// duration is how long the program lets a timer run.
func duration(t reference.Timer) time.Duration {
	switch {
	case t.Delay == "brief":
		return 5 * time.Millisecond
	case strings.HasPrefix(t.Delay, "slow"):
		return time.Duration(t.Args[0]+100) * time.Millisecond
	}
	d, err := time.ParseDuration(t.Delay)
	if err != nil {
		return time.Duration(t.Args[0]) // of an expression
	}
	return d
}

// told is an input as the program reads it.
type told struct {
	At                         time.Duration
	Event, Timer, Call, Result string
	Values                     []any
	Nonce                      uint64
}

// run compiles the program, and compares what it writes.
func (b *driven) run(t *testing.T) {
	t.Helper()
	build := exec.Command("go", "test", "-c", "-vet=off", "-gcflags=-l -dwarf=false", "-o", "play", ".")
	build.Dir = b.dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	var in bytes.Buffer
	encoder := json.NewEncoder(&in)
	for i, c := range b.courses {
		if err := encoder.Encode(b.told(i, c)); err != nil {
			t.Fatal(err)
		}
	}
	seen := filepath.Join(b.dir, "seen")
	play := exec.Command(filepath.Join(b.dir, "play"))
	play.Dir, play.Stdin, play.Env = b.dir, &in, append(os.Environ(), "SEEN="+seen)
	if out, err := play.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	data, err := os.ReadFile(seen)
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	reported := map[int]bool{}
	for i, c := range b.courses {
		var list []look
		if err := decoder.Decode(&list); err != nil {
			t.Fatal(err)
		}
		if d := b.differs(&b.programs[b.of[i]], c, list); d != "" {
			if b.faults++; !reported[b.of[i]] {
				t.Errorf("seed %d: %s\n%s", b.programs[b.of[i]].seed, d, b.programs[b.of[i]].text)
			}
			reported[b.of[i]] = true
		}
	}
}

// told is a course as the program reads it.
func (b *driven) told(i int, c course.Timed) any {
	m := b.programs[b.of[i]].machine
	params := map[string]any{}
	for k, p := range m.Params() {
		params[strings.ToUpper(p.Name[:1])+p.Name[1:]] = toJSON(m, p.Type, c.Params[k])
	}
	inputs := []told{}
	for k, x := range c.Inputs {
		b.inputs++
		in := told{At: c.At[k], Event: x.Event, Timer: x.Timer, Result: x.Result, Nonce: x.Nonce}
		if _, call, ok := strings.Cut(x.Call, "."); ok {
			in.Call = call
		}
		if fields, _ := m.Fields(x.Event); x.Result != "error" {
			for f := range fields {
				in.Values = append(in.Values, toJSON(m, fields[f].Type, x.Fields[f]))
			}
		}
		inputs = append(inputs, in)
	}
	return map[string]any{"Machine": b.of[i], "Params": params, "Inputs": inputs}
}

// look is what the program sees of a run.
type look struct {
	State          string
	Active         []string
	Outputs, Calls []called
	Early          bool
	Methods        []string
	Snapshot       json.RawMessage
	Since          int
	Ended          bool
	Outcome, Error string
}

// called is an output or a call, with its arguments.
type called struct {
	Name string
	Args []any
}

// differs says what differs from a course, or returns "".
func (b *driven) differs(p *program, c course.Timed, list []look) string {
	run := fmt.Sprintf("start%v", c.Params)
	for i, want := range c.Seen {
		if i > 0 {
			run += fmt.Sprintf(", %s after %v", c.Inputs[i-1].String(), c.At[i-1])
		}
		if i >= len(list) {
			return fmt.Sprintf("%s\n  the program has seen %d of %d: %+v", run, len(list), len(c.Seen), list)
		}
		got := list[i]
		if got.Error == "nobody" && !c.Promised[i-1] && c.Inputs[i-1].Call == "" {
			b.nobody++
			return ""
		}
		expected, actual := p.expects(want, got), p.sees(got)
		if expected != actual || got.Early || got.Error != "" {
			return fmt.Sprintf("%s\n  reference: %s\n  run:       %s\n  early: %t, error: %s\n  snapshot: %s", run, expected, actual, got.Early, got.Error, got.Snapshot)
		}
	}
	if len(list) > len(c.Seen) {
		return fmt.Sprintf("%s\n  %s", run, list[len(list)-1].Error)
	}
	return ""
}

// expects describes what the reference has seen in the form of sees.
func (p *program) expects(s course.Seen, got look) string {
	if s.Outcome != "" {
		return fmt.Sprintf("(%s) = %s", strings.Join(outputsOf(s), " "), s.Outcome)
	}
	var methods, calls []string
	for _, name := range s.Active {
		if method := strings.ToUpper(name[:1]) + name[1:]; slices.Contains(p.handlers, method) {
			methods = append(methods, method)
		}
	}
	for _, name := range s.Runs {
		if _, call, ok := strings.Cut(name, "."); ok && strings.Contains(call, "[") {
			calls = append(calls, call)
		}
	}
	return status(outputsOf(s), s.Active, values(s, s.Active), methods, calls)
}

// sees describes what the program has seen.
func (p *program) sees(l look) string {
	var did, calls []string
	for _, o := range l.Outputs {
		fields, _ := p.machine.OutputFields(o.Name)
		did = append(did, o.Name+p.arguments(fields, o.Args))
	}
	if l.Ended {
		return fmt.Sprintf("(%s) = %s", strings.Join(did, " "), l.Outcome)
	}
	for _, c := range l.Calls {
		fields, _ := p.machine.Arguments(c.Name)
		calls = append(calls, c.Name+p.arguments(fields, c.Args))
	}
	active := l.Active
	if active == nil {
		active = p.machine.Around(l.State)
		slices.Sort(active)
	}
	vars, err := stored(p.machine, l.State, l.Snapshot)
	if err != nil {
		return err.Error()
	}
	return status(did, active, vars, l.Methods, calls)
}

// arguments prints values as the reference does.
func (p *program) arguments(fields []reference.Field, args []any) string {
	list := []int64{}
	for i, f := range fields {
		list = append(list, fromJSON(p.machine, f.Type, args[i]))
	}
	return fmt.Sprint(list)
}

func status(did, active []string, vars map[string]int64, methods, calls []string) string {
	slices.Sort(methods)
	slices.Sort(calls)
	return fmt.Sprintf("%s, methods %v, calls %v", sentence("", did, active, vars, nil, ""), methods, calls)
}
