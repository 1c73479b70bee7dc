package golang_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/ident"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/sandbox"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
)

// walk is a random run of the oracle.
type walk struct {
	Params []int64
	Start  []int64
	Told   []int64
	Steps  []step
}

type step struct {
	Event  int
	Timer  int   // the timer that raises the event, or -1
	Number int64 // of the call whose result the event is
	Fields []int64
	Salt   int64
	Error  string
	Made   [][]int64 // the steps that the event made
	Seen   []int64
	Told   []int64
}

// TestReplay compiles each machine and replays the walks of the oracle: after every event,
// legal or not, the observable properties are the same. It also runs the packages' own
// tests.
func TestReplay(t *testing.T) {
	if !sample.Long() {
		t.Skip("TestTypedReplay compiles the same machines, with their faces, and takes the same walks; FSMGEN_LONG=1 compiles them alone, as Go 1.22")
	}
	dir := t.TempDir()
	module(t, dir)
	r := sample.Rand(t)
	for _, name := range machines {
		m, names := load(t, name)
		folder := addPackage(t, dir, name, generate(t, m, names, name))
		write(t, filepath.Join(folder, "replay_test.go"), replayer(m, names, name))
		write(t, filepath.Join(folder, "record_test.go"), recordTests(m, names, name))
		walks, err := json.Marshal(walkAll(t, m, r))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, "walks.json"), walks)
	}
	addBounds(t, dir, r)
	run(t, dir, "go", "test", "./...")
}

// BenchmarkSwitch runs the benchmarks of the fallback machine, generated and
// written by hand, and reports the best times and their ratio.
func BenchmarkSwitch(b *testing.B) {
	dir := b.TempDir()
	module(b, dir)
	m, names := load(b, "fallback")
	addPackage(b, dir, "fallback", generate(b, m, names, "fallback"))
	for b.Loop() {
		out := run(b, dir, "go", "test", "-run=^$", "-bench=.", "-benchtime=20000000x", "-count=7", "./fallback")
		best := map[string]float64{}
		for _, match := range regexp.MustCompile(`Benchmark(\w+)\S*\s.*\s([\d.]+) cpu-ns/op`).FindAllStringSubmatch(out, -1) {
			ns, err := strconv.ParseFloat(match[2], 64)
			if err != nil {
				b.Fatal(err)
			}
			if best[match[1]] == 0 || ns < best[match[1]] {
				best[match[1]] = ns
			}
		}
		b.ReportMetric(best["Generated"], "ns/generated")
		b.ReportMetric(best["Handwritten"], "ns/handwritten")
		b.ReportMetric(best["Generated"]/best["Handwritten"], "ratio")
	}
}

// walkAll draws walks until each transition is taken. Of walks beyond the sample, it keeps those that take
// one for the first time.
func walkAll(t *testing.T, m *core.Machine, r *rand.Rand) []walk {
	few := sample.Size(20, 30, 300)
	visited := map[[2]int]bool{}
	taken := func(tr core.Transition) bool { return visited[[2]int{tr.From*1000 + tr.Event, tr.To}] }
	left := func(tr core.Transition) bool { return !taken(tr) }
	var walks []walk
	for tries := 0; tries < few || tries < 20_000 && slices.ContainsFunc(m.Transitions, left); tries++ {
		o, known := newOracle(t, m, r), len(visited)
		w := walk{Params: o.params, Start: o.observe(), Told: o.told}
		for _, made := range o.made {
			visited[[2]int{int(made[0]*1000 + made[1]), int(made[2])}] = true
		}
		for range 40 {
			e := r.IntN(len(m.Events))
			if m.Events[e].Internal {
				e = 0
			}
			if legal := accepted(m, o.State); len(legal) > 0 && r.IntN(4) > 0 {
				e = legal[r.IntN(len(legal))].Event
			}
			fields := make([]int64, len(m.Events[e].Fields))
			for i, f := range m.Events[e].Fields {
				fields[i] = draw(r, f.Type)
				if f.Min != nil { // TestReference has payloads outside of their ranges
					fields[i] = max(fields[i], o.eval(f.Min, nil))
				}
				if f.Max != nil {
					fields[i] = min(fields[i], o.eval(f.Max, nil))
				}
				if f.Type.Kind == expr.Enumerated && r.IntN(8) == 0 {
					fields[i] = int64(len(f.Type.Enum.Values)) + r.Int64N(100)
				}
			}
			from := o.State
			o.salt = r.Int64N(3)
			s := step{Event: e, Timer: -1, Fields: fields, Salt: o.salt}
			if n := len(m.Timers); n > 0 && r.IntN(4) == 0 {
				s.Timer = r.IntN(n)
				e = m.Timers[s.Timer].Event
				if s.Number = o.begun[s.Timer]; r.IntN(8) == 0 {
					s.Number = r.Int64N(s.Number+3) - 1
				}
				s.Event, s.Error = e, o.fire(s.Timer, s.Number)
			} else if call := m.Caller(e); call >= 0 {
				s.Number = o.runs[call]
				if r.IntN(4) == 0 {
					s.Number = r.Int64N(o.started[call]+3) - 1
				}
				s.Error = o.result(e, s.Number, fields)
			} else {
				s.Error = o.step(e, fields)
			}
			s.Made, s.Seen, s.Told = o.made, o.observe(), o.told
			w.Steps = append(w.Steps, s)
			for _, made := range s.Made {
				visited[[2]int{int(made[0]*1000 + made[1]), int(made[2])}] = true
			}
			if len(s.Made) == 0 && (s.Error == "" || s.Error == "rejected") {
				visited[[2]int{from*1000 + e, from}] = true
			}
		}
		if tries < few || len(visited) > known {
			walks = append(walks, w)
		}
	}
	for i, tr := range m.Transitions {
		if left(tr) && tr.Rule != core.Outside {
			t.Errorf("no walk takes %s", m.Label(i))
		}
	}
	return walks
}

// accepted returns the alternatives of a state for events that can be sent.
func accepted(m *core.Machine, state int) []core.Transition {
	return slices.DeleteFunc(slices.Clone(m.From(state)), func(t core.Transition) bool { return m.Events[t.Event].Internal })
}

func module(t testing.TB, dir string) {
	t.Helper()
	write(t, filepath.Join(dir, "go.mod"), sandbox.Mod(t, "example.com/work"))
	write(t, filepath.Join(dir, "go-money", "v2", "money.go"), []byte(moneySource))
}

// addPackage writes a generated file and the others of its package.
func addPackage(t testing.TB, dir, name string, src []byte) string {
	t.Helper()
	folder := filepath.Join(dir, name)
	write(t, filepath.Join(folder, name+"_fsm.go"), src)
	others, err := filepath.Glob(filepath.Join("testdata", name, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range others {
		if strings.HasSuffix(file, "_fsm.go") {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, filepath.Base(file)), data)
	}
	return folder
}

func write(t testing.TB, file string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func run(t testing.TB, dir, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// replayer writes a test that replays walks.json on the machine of a package.
func replayer(m *core.Machine, n *ident.Names, pkg string) []byte {
	var fire, timers, params, observe bytes.Buffer
	for i, e := range m.Events {
		args := make([]string, len(e.Fields))
		for j, f := range e.Fields {
			args[j] = fmt.Sprintf("sample[%s](f[%d])", typeText(n, m, f.Type), j)
		}
		if e.Result {
			args = append([]string{"int(call)"}, args...)
		}
		if m.Events[i].Eventless {
			fmt.Fprintf(&fire, "\tcase %d:\n\t\tm.%s()\n\t\treturn nil\n", i, n.Events[i].Method)
			continue
		}
		fmt.Fprintf(&fire, "\tcase %d:\n\t\treturn m.%s(%s)\n", i, n.Events[i].Method, strings.Join(args, ", "))
	}
	for i, p := range m.Params {
		fmt.Fprintf(&params, "\t\t%s: sample[%s](v[%d]),\n", n.Fields[i], typeText(n, m, p.Type), i)
	}
	if m.Rank > 1 {
		fmt.Fprint(&observe, "\tfor _, p := range m.Progress() {\n\t\tout = append(out, number(p))\n\t}\n")
	} else if m.Rank == 1 {
		fmt.Fprint(&observe, "\tout = append(out, number(m.Progress()))\n")
	}
	for i, v := range m.Vars {
		if v.State < 0 {
			fmt.Fprintf(&observe, "\tout = append(out, number(m.%s()), 1)\n", n.Vars[i].Getter)
			continue
		}
		fmt.Fprintf(&observe, "\tif v, ok := m.%s(); true {\n\t\tout = append(out, number(v), number(ok))\n\t}\n", n.Vars[i].Getter)
	}
	for i, name := range n.Calls {
		values := "n"
		for j := range m.Calls[i].Args {
			values += fmt.Sprintf(", x%d", j)
		}
		fmt.Fprintf(&observe, "\tif %s, ok := m.%s(); true {\n\t\tif ok != slices.Contains(m.Calls(), %s) {\n\t\t\tpanic(\"two answers whether a call runs\")\n\t\t}\n", values, name.Running, name.Const)
		for _, v := range append(strings.Split(values, ", "), "ok") {
			fmt.Fprintf(&observe, "\t\tout = append(out, number(%s))\n", v)
		}
		fmt.Fprint(&observe, "\t}\n")
	}
	for i, name := range n.Timers {
		fmt.Fprintf(&timers, "\tcase %d:\n\t\treturn m.Fire(%s, int(call))\n", i, name)
	}
	sent := ""
	if n.Send != "" { // which every other event goes through
		sent = "\tif sends++; sends%2 == 0 && timer < 0 {\n\t\treturn m." + n.Send + "(" + n.Event + "(event))\n\t}\n"
	}
	host, made := replayHost(m, n), "params(w.Params)"
	if host != "" {
		made += ", host"
	}
	imports := ""
	if bytes.Contains(fire.Bytes(), []byte("http.")) {
		imports += "\t\"net/http\"\n"
	}
	if bytes.Contains(fire.Bytes(), []byte("money.")) {
		imports += fmt.Sprintf("\tmoney %q\n", moneyPath)
	}
	r := strings.NewReplacer("PKG", pkg, "IMPORTS", imports, "SENT", sent, "FIRE", fire.String(), "TIMERS", timers.String(), "HOST", host, "MADE", made, "EVENTLESS", strconv.FormatBool(m.Eventless() >= 0), "PARAMS", params.String(), "OBSERVE", observe.String(),
		"$Machine", n.Machine, "$Params", n.Params, "$Illegal", n.Illegal, "$Payload", payloadName(m, n),
		"$Rejected", rejectedName(m, n), "$StaleCall", cmp.Or(n.StaleCall, "noStaleCallError"), "$Stale", cmp.Or(n.StaleTimer, "noStaleError"), "$Events", n.EventList, "$New", n.New,
		"$State", n.State, "$Event", n.Event, "WORDS", fmt.Sprintf("%#v", words))
	return []byte(r.Replace(replayText))
}

// payloadName is the error type, or any other in machines without that error.
func payloadName(m *core.Machine, n *ident.Names) string {
	for _, e := range m.Events {
		for _, f := range e.Fields {
			if f.Type.Kind == expr.Enumerated {
				return n.Payload
			}
		}
	}
	return "noPayloadError"
}

// rejectedName is the error type, or any other in machines without that error.
func rejectedName(m *core.Machine, n *ident.Names) string {
	for _, t := range m.Transitions {
		if t.Effect == core.Reject {
			return n.Rejected
		}
	}
	return "noRejectedError"
}

func typeText(n *ident.Names, m *core.Machine, t expr.Type) string {
	if t.Duration {
		return "time.Duration"
	}
	switch t.Kind {
	case expr.Enumerated:
		for i, e := range m.Enums {
			if e == t.Enum {
				return n.Enums[i].Type
			}
		}
	case expr.Opaque:
		return regexp.MustCompile(`[a-z./0-9-]*/(v\d\.)?`).ReplaceAllStringFunc(t.Go.Text, func(path string) string {
			if strings.HasSuffix(path, "v2.") {
				return "money."
			}
			return ""
		})
	}
	return t.String()
}

const replayText = `package PKG

import (
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"slices"
	"testing"
	"time"
IMPORTS)

type noPayloadError struct {
	Event $Event
	Field string
	Value int
}

func (*noPayloadError) Error() string { return "" }

type noRejectedError struct{}

func (*noRejectedError) Error() string { return "" }

type noStaleCallError struct {
	State $State
	Call, Number int
}

func (*noStaleCallError) Error() string { return "" }

type noStaleError struct{}

func (*noStaleError) Error() string { return "" }

// recorder is the host. It records its calls, and checks that each timer stops before it
// starts again.
type recorder struct {
	t       *testing.T
	salt    int64
	told    []int64
	running map[int64]bool
}

func (h *recorder) start(timer, number int64, d time.Duration) {
	if h.running[timer] {
		h.t.Errorf("timer %d starts, which runs", timer)
	}
	h.running[timer] = true
	h.told = append(h.told, 3, timer, number, int64(d))
}

func (h *recorder) stop(timer, number int64) {
	if !h.running[timer] {
		h.t.Errorf("timer %d stops, which does not run", timer)
	}
	h.running[timer] = false
	h.told = append(h.told, 1, timer, number)
}

func (h *recorder) stopCall(call, number int64) {
	h.told = append(h.told, 5, call, number)
}

HOST

var words = WORDS

var sends int

func TestReplay(t *testing.T) {
	data, err := os.ReadFile("walks.json")
	if err != nil {
		t.Fatal(err)
	}
	var walks []struct {
		Params, Start, Told []int64
		Steps               []struct {
			Event, Timer int
			Number       int64
			Fields       []int64
			Salt         int64
			Error        string
			Made         [][]int64
			Seen, Told   []int64
		}
	}
	if err := json.Unmarshal(data, &walks); err != nil {
		t.Fatal(err)
	}
	for i, w := range walks {
		host := &recorder{t: t, running: map[int64]bool{}}
		m, err := $New(MADE)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(host.told, w.Told) {
			t.Fatalf("walk %d begins by telling %v, want %v", i, host.told, w.Told)
		}
		if got := observe(m); !slices.Equal(got, w.Start) {
			t.Fatalf("walk %d begins with %v, want %v", i, got, w.Start)
		}
		r := &record{t: t, host: host}
		r.watch(m, i)
		for j, s := range w.Steps {
			before, late := m.State(), r.late(j)
			host.salt, host.told = s.Salt, nil
			err := fire(m, s.Event, s.Timer, s.Number, s.Fields)
			if i%2 > 0 {
				r.check(s.Made)
			}
			if late != nil {
				late.host.salt = s.Salt
				if err2 := fire(late.machine, s.Event, s.Timer, s.Number, s.Fields); !reflect.DeepEqual(err, err2) {
					t.Fatalf("walk %d, step %d: error %v, and %v of a machine that was not at rest", i, j, err, err2)
				}
				want := append(late.told, host.told...)
				if got, want2 := observe(late.machine), observe(m); !slices.Equal(late.host.told, want) || !slices.Equal(got, want2) {
					t.Fatalf("walk %d, step %d: told %v and seen %v by a machine that was not at rest, want %v and %v", i, j, late.host.told, got, want, want2)
				}
			}
			if !slices.Equal(host.told, s.Told) {
				t.Fatalf("walk %d, step %d, event %v %v: told %v, want %v", i, j, $Events()[s.Event], s.Fields, host.told, s.Told)
			}
			var illegal *$Illegal
			var payload *$Payload
			var rejected *$Rejected
			var stale *$Stale
			var staleCall *$StaleCall
			switch {
			case s.Error == "late" && errors.As(err, &staleCall) && staleCall.State == before && int64(staleCall.Number) == s.Number:
			case s.Error == "rejected" && errors.As(err, &rejected), s.Error == "stale" && errors.As(err, &stale):
			case s.Error == "" && err != nil, s.Error != "" && err == nil:
				t.Fatalf("walk %d, step %d: error %v, want %q", i, j, err, s.Error)
			case s.Error == "illegal" && (!errors.As(err, &illegal) || illegal.State != before || int(illegal.Event) != s.Event):
				t.Fatalf("walk %d, step %d: error %v, want an illegal transition", i, j, err)
			case s.Error != "" && s.Error != "illegal" && (!errors.As(err, &payload) || payload.Field != s.Error || int(payload.Event) != s.Event):
				t.Fatalf("walk %d, step %d: error %v, want a refusal of %s", i, j, err, s.Error)
			}
			if got := observe(m); !slices.Equal(got, s.Seen) {
				t.Fatalf("walk %d, step %d, event %v %v: seen %v, want %v", i, j, $Events()[s.Event], s.Fields, got, s.Seen)
			}
			if j%3 == 0 {
				m = r.again(m)
				r.watch(m, i)
			}
		}
	}
	if lates == 0 && EVENTLESS {
		t.Error("no machine was restored between two steps")
	}
}

func params(v []int64) $Params {
	return $Params{
PARAMS	}
}

func fire(m *$Machine, event, timer int, call int64, f []int64) error {
	switch timer {
TIMERS	}
SENT	switch event {
FIRE	}
	panic("unreachable")
}

func observe(m *$Machine) []int64 {
	out := []int64{number(m.State()), number(m.Outcome())}
	for _, e := range $Events() {
		out = append(out, number(m.Can(e)))
	}
OBSERVE	return out
}

// number returns the oracle's number for a value.
func number(x any) int64 {
	v := reflect.ValueOf(x)
	switch {
	case !v.IsValid() || v.IsZero():
		return 0
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return int64(v.Uint())
	case v.Kind() == reflect.String:
		return int64(slices.Index(words, v.String()))
	}
	return 1
}

// sample returns a value of a type for which number returns n.
func sample[T any](n int64) T {
	var x T
	if p, ok := any(&x).(*error); ok && n != 0 {
		*p = errors.New("sample")
		return x
	}
	fill(reflect.ValueOf(&x).Elem(), n)
	return x
}

func fill(v reflect.Value, n int64) {
	switch {
	case v.Kind() == reflect.String:
		v.SetString(words[n])
	case v.CanInt():
		v.SetInt(n)
	case v.CanUint():
		v.SetUint(uint64(n))
	case n == 0:
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case v.Kind() == reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
	case v.Kind() == reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), nil))
	case v.Kind() == reflect.Array:
		fill(v.Index(0), n)
	case v.Kind() == reflect.Interface:
		v.Set(reflect.ValueOf(true))
	case v.Kind() == reflect.Struct && v.Field(0).CanSet():
		fill(v.Field(0), n)
	case v.Type().String() == "time.Time":
		v.Set(reflect.ValueOf(time.Unix(1, 0)))
	default:
		panic("no sample of " + v.Type().String())
	}
}
`
