package explorer

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/charts"
	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// inputJSON is an input of the script under test: values are texts, and those of enums numbers.
type inputJSON struct {
	Event   int      `json:"event"`
	Fields  []string `json:"fields"`
	Answers []string `json:"answers"`
}

// caseJSON is a machine with runs. Want has what internal/interp does, a line for the start and one for each input.
type caseJSON struct {
	Machine *machineJSON  `json:"machine"`
	Params  []string      `json:"params"`
	Runs    [][]inputJSON `json:"runs"`
	Want    [][]string    `json:"-"`
	steps   int
}

// player makes random runs of a machine with internal/interp.
type player struct {
	*rand.Rand
	interp.Machine
	texts []string
}

func (p *player) number(text string) int64 {
	if i := slices.Index(p.texts, text); i >= 0 {
		return int64(i)
	}
	p.texts = append(p.texts, text)
	return int64(len(p.texts) - 1)
}

// value returns a random value of a type; ints are small, or at the ends of Go's int.
func (p *player) value(t expr.Type) int64 {
	switch t.Kind {
	case expr.Bool:
		return p.Int64N(2)
	case expr.Enumerated:
		return p.Int64N(int64(len(t.Enum.Values)))
	case expr.String:
		return p.Int64N(int64(len(p.texts)))
	case expr.Opaque:
		return 0
	}
	switch p.IntN(12) {
	case 0:
		return math.MaxInt64 - p.Int64N(3)
	case 1:
		return math.MinInt64 + p.Int64N(3)
	case 2:
		return p.Int64() - p.Int64()
	}
	return p.Int64N(9) - 3
}

func (p *player) write(t expr.Type, v int64) string {
	if t.Kind == expr.String {
		return p.texts[v]
	}
	return fmt.Sprint(v)
}

// params chooses parameters in their ranges, if some are found.
func (p *player) params() bool {
	for i := range p.Core.Params {
		q := &p.Core.Params[i]
		good := false
		for range 40 {
			v := p.value(q.Type)
			p.Params[i] = v
			env := &expr.Env{Params: p.Params, Intern: p.number}
			within := func(e expr.Expr, is func(v, end int64) bool) bool {
				if e == nil {
					return true
				}
				end, err := expr.Eval(e, env)
				return err == nil && is(v, end)
			}
			if good = within(q.Min, func(v, end int64) bool { return v >= end }) && within(q.Max, func(v, end int64) bool { return v <= end }); good {
				break
			}
		}
		if !good {
			return false
		}
	}
	return true
}

// fault writes an error of the interpreter.
func fault(t *testing.T, err error) string {
	var f *interp.Fault
	if !errors.As(err, &f) {
		t.Fatal(err)
	}
	kind := "overflow"
	if errors.Is(err, expr.ErrDivide) {
		kind = "divide"
	}
	return fmt.Sprintf("fault %s %d %d %d", kind, f.Transition, f.Var, f.Emission)
}

// line writes a configuration, with what a step does.
func (p *player) line(transition int, c interp.Config, outputs []interp.Output, stops, starts []int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d", transition, c.State)
	for i, v := range c.Vars {
		fmt.Fprintf(&b, " %q", p.write(p.Core.Vars[i].Type, v))
	}
	for _, o := range outputs {
		fmt.Fprintf(&b, " emit %d", o.Output)
		for i, v := range o.Values {
			fmt.Fprintf(&b, " %q", p.write(p.Core.Outputs[o.Output].Fields[i].Type, v))
		}
	}
	fmt.Fprintf(&b, " stop %v start %v", stops, starts)
	if progress, err := p.Progress(c); err == nil {
		fmt.Fprintf(&b, " progress %v", progress)
	}
	return b.String()
}

// run makes a random run. Most of its events are those that the state lists.
func (p *player) run(t *testing.T, length int) (inputs []inputJSON, want []string) {
	m := p.Core
	now, err := p.Initial()
	var outputs []interp.Output
	if err == nil {
		outputs, err = p.Opening(now)
	}
	if err != nil {
		return nil, []string{fault(t, err)}
	}
	want = append(want, p.line(-1, now, outputs, nil, m.Begins()))
	for range length {
		in := interp.Input{Answers: make([]int64, len(m.Asks))}
		for i := range in.Answers {
			in.Answers[i] = p.Int64N(2)
		}
		in.Event = p.IntN(len(m.Events))
		if listed := m.From(now.State); len(listed) > 0 && p.IntN(8) > 0 {
			in.Event = listed[p.IntN(len(listed))].Event
		}
		if e := m.Eventless(); e >= 0 && p.IntN(4) > 0 {
			if next, err := p.Choose(now, interp.Input{Event: e, Answers: in.Answers}); err != nil || next >= 0 {
				in.Event = e
			}
		}
		for _, f := range m.Events[in.Event].Fields {
			in.Fields = append(in.Fields, p.value(f.Type))
		}
		written := inputJSON{Event: in.Event, Fields: []string{}, Answers: []string{}}
		for i, v := range in.Fields {
			written.Fields = append(written.Fields, p.write(m.Events[in.Event].Fields[i].Type, v))
		}
		for _, v := range in.Answers {
			written.Answers = append(written.Answers, fmt.Sprint(v))
		}
		inputs = append(inputs, written)
		s, err := p.Step(now, in)
		if err != nil {
			want = append(want, fault(t, err))
			continue
		}
		now = s.Next
		want = append(want, p.line(s.Transition, now, s.Outputs, s.Stops, s.Starts))
		if m.Terminal(now.State) && p.IntN(3) > 0 {
			break
		}
	}
	return inputs, want
}

// play makes runs of a machine, with several choices of parameters, until they have enough steps.
func play(t *testing.T, r *rand.Rand, m *core.Machine, steps int) (out []caseJSON) {
	if len(m.Events) == 0 {
		return nil
	}
	encoded := encode(m, m, m.Bound)
	for total, tries := 0, 0; total < steps && tries < 200; tries++ {
		p := &player{Rand: r, texts: []string{"", "a", "b", "other"}}
		p.Machine = interp.Machine{Core: m, Params: make([]int64, len(m.Params)), Intern: p.number}
		if !p.params() {
			continue
		}
		c := caseJSON{Machine: encoded, Params: []string{}}
		for i, v := range p.Params {
			c.Params = append(c.Params, p.write(m.Params[i].Type, v))
		}
		for range 4 {
			inputs, want := p.run(t, 30)
			c.Runs, c.Want = append(c.Runs, inputs), append(c.Want, want)
			c.steps += len(inputs)
		}
		total += c.steps
		out = append(out, c)
	}
	return out
}

// machines returns machines for tests: those of the repository, and random ones.
func machines(t *testing.T, r *rand.Rand, n int) (out []*core.Machine) {
	t.Helper()
	var files []string
	for _, pattern := range []string{"../../../machines/*/*.fsm.yaml", "../../../verify/testdata/*.fsm.yaml", "../../../internal/spectest/testdata/*.fsm.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	files = append([]string{"testdata/arithmetic.fsm.yaml", "testdata/timers.fsm.yaml"}, files[:min(len(files), n/2)]...)
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, diags := spec.LoadWith(file, src, spec.OpenFile)
		if s.Machine == nil {
			t.Fatalf("%s: %v", file, diags)
		}
		out = append(out, s.Machine)
	}
	for tries := 0; len(out) < n && tries < 50*n; tries++ {
		if tries%4 == 3 {
			if s, _ := charts.New(r).Load(); s.Machine != nil {
				out = append(out, s.Machine)
			}
			continue
		}
		text := spectest.Random(r, spectest.All)
		if tries%3 == 0 {
			text = spectest.Sound(r, spectest.All)
		}
		if s, _ := spec.LoadWith("random.fsm.yaml", []byte(text), spectest.Open); s.Machine != nil {
			out = append(out, s.Machine)
		}
	}
	return out
}

// cases returns n machines with runs of about the given number of steps each.
func cases(t *testing.T, n, steps int) (out []caseJSON) {
	t.Helper()
	r := sample.Rand(t)
	for _, m := range machines(t, r, n) {
		out = append(out, play(t, r, m, steps)...)
	}
	return out
}

// compare compares what the script does with what internal/interp does.
func compare(t *testing.T, list []caseJSON, got *bufio.Scanner) {
	t.Helper()
	names := map[*machineJSON]bool{}
	steps, faults, wrong := 0, 0, 0
	for i, c := range list {
		names[c.Machine] = true
		steps += c.steps
		if !got.Scan() {
			t.Fatalf("the script ends after %d of %d cases: %v", i, len(list), got.Err())
		}
		var have [][]string
		if err := json.Unmarshal(got.Bytes(), &have); err != nil {
			t.Fatalf("case %d: %v: %s", i, err, got.Text())
		}
		for r, want := range c.Want {
			for s, line := range want {
				if strings.HasPrefix(line, "fault ") {
					faults++
				}
				if r >= len(have) || s >= len(have[r]) || have[r][s] != line {
					if wrong++; wrong < 5 {
						t.Errorf("%s, run %d, step %d: the script has\n%s\ninternal/interp has\n%s", c.Machine.Name, r, s, at(have, r, s), line)
					}
				}
			}
		}
	}
	t.Logf("%d steps of %d machines, %d of them with a fault; %d differ", steps, len(names), faults, wrong)
	if steps < len(list) || faults == 0 {
		t.Errorf("only %d steps of %d machines, %d of them with a fault", steps, len(names), faults)
	}
}

func at(list [][]string, r, s int) string {
	if r < len(list) && s < len(list[r]) {
		return list[r][s]
	}
	return "nothing"
}

// size returns the number of machines and the number of steps of each; FSMGEN_SIZE is the number of steps of all.
func size() (machines, steps int) {
	total := sample.Size(1500, 2000, 10_000)
	machines = max(10, total/490)
	return machines, (total + machines - 1) / machines
}

func lines(t *testing.T, list []caseJSON) []byte {
	t.Helper()
	var in bytes.Buffer
	e := json.NewEncoder(&in)
	for _, c := range list {
		if err := e.Encode(c); err != nil {
			t.Fatal(err)
		}
	}
	return in.Bytes()
}

// node runs files of the script and more in Node.js, with standard input.
func node(t *testing.T, names []string, more string, in []byte) []byte {
	t.Helper()
	program, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("there is no node")
		}
		t.Skip("NOT CHECKED: there is no node (apt-get install nodejs)")
	}
	file := filepath.Join(t.TempDir(), "test.js")
	if err := os.WriteFile(file, []byte(script(names)+more), 0o644); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, file)
	c.Stdin = bytes.NewReader(in)
	var problems bytes.Buffer
	c.Stderr = &problems
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, problems.Bytes())
	}
	return out
}

// each calls a function of the script with the JSON in each line of standard input.
const each = `
require("readline").createInterface({input: process.stdin}).on("line", (line) => console.log(JSON.stringify(%s(JSON.parse(line)))));
`

// TestAgreesInNode compares the interpreter of the page with internal/interp, in Node.js.
func TestAgreesInNode(t *testing.T) {
	list := cases(t, first(size()), second(size()))
	out := node(t, interpreterFiles, string(read(t, "testdata/play.js"))+fmt.Sprintf(each, "play"), lines(t, list))
	got := bufio.NewScanner(bytes.NewReader(out))
	got.Buffer(nil, 1<<30)
	compare(t, list, got)
}

func first(a, _ int) int  { return a }
func second(_, b int) int { return b }

func read(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
