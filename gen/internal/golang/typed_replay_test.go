package golang_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
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
)

// TestTypedReplay compiles the faces of each machine and has typed states and
// Run take the walks of the oracle. The packages bring tests of their own as
// well; those of Run need the testing/synctest of Go 1.25. Where TestReplay does
// not run, its tests run here.
func TestTypedReplay(t *testing.T) {
	sample.Turn(t)
	dir := t.TempDir()
	module(t, dir)
	write(t, filepath.Join(dir, "go.mod"), sandbox.Mod(t, "example.com/work"))
	r := sample.Rand(t)
	every := append(slices.Clone(typedMachines), shipped...)
	some := sample.Some(t, every, sample.Size(2, 2, len(every)))
	if !slices.Contains(some, "claim") { // which alone has transitions without an event
		some = append(some, "claim")
	}
	t.Log(some)
	var own []string // machines with calls, whose packages bring tests of Run; TestCallReplay takes walks of others
	for _, name := range some {
		load, walk := load, walkAll
		if slices.Contains(shipped, name) {
			load, walk = loadShipped, walkFar
		}
		m, names := load(t, name)
		folder := addFaces(t, dir, m, names, name)
		if len(m.Calls) > 0 {
			own = append(own, "./"+name)
			continue
		}
		write(t, filepath.Join(folder, "replay_test.go"), bytes.Replace(replayer(m, names, name),
			[]byte("\tcase v.CanUint():\n\t\tv.S"), []byte("\tcase v.CanFloat():\n\t\tv.SetFloat(float64(n))\n\tcase v.CanUint():\n\t\tv.S"), 1))
		write(t, filepath.Join(folder, "record_test.go"), recordTests(m, names, name))
		write(t, filepath.Join(folder, "typed_replay_test.go"), typedReplayer(m, names, name))
		walks, err := json.Marshal(walk(t, m, r))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(folder, "walks.json"), walks)
	}
	// Where TestReplay takes the walks of walkAll, they are not taken again.
	var all, only []string
	for _, name := range some {
		if slices.Contains(own, "./"+name) {
			continue
		}
		if sample.Long() || !slices.Contains(machines, name) {
			only = append(only, "./"+name)
		} else {
			all = append(all, "./"+name)
		}
	}
	if !sample.Long() {
		addBounds(t, dir, r)
		all = append(all, "./bounds")
	}
	run(t, dir, "go", append([]string{"vet", "-tags=faces"}, append(all, only...)...)...)
	if len(all) > 0 {
		run(t, dir, "go", append([]string{"test", "-vet=off", "-tags=faces"}, all...)...)
	}
	if len(only) > 0 {
		run(t, dir, "go", append([]string{"test", "-vet=off", "-tags=faces", "-run=Typed|Run"}, only...)...)
	}
	if len(own) > 0 {
		run(t, dir, "go", append([]string{"test", "-tags=faces"}, own...)...)
	}
}

// walkFar draws walks of legal events, until each state has been left and the
// machine ends or has taken many steps. Of walks beyond the sample, it keeps those that leave a state for the
// first time.
func walkFar(t *testing.T, m *core.Machine, r *rand.Rand) []walk {
	few := sample.Size(50, 100, 800)
	left := map[int]bool{}
	stays := func(s int) bool { return !m.Terminal(s) && !m.Transient(s) && !left[s] }
	var walks []walk
	for tries := 0; tries < few || tries < 50_000 && anyState(m, stays); tries++ {
		o, known := newOracle(t, m, r), len(left)
		w := walk{Params: o.params}
		for len(accepted(m, o.State)) > 0 && len(w.Steps) < 60 {
			left[o.State] = true
			legal := accepted(m, o.State)
			e := legal[r.IntN(len(legal))].Event
			if m.Events[e].Cancellation || m.Events[e].Name == "Cancelled" && r.IntN(10) > 0 {
				continue
			}
			fields := make([]int64, len(m.Events[e].Fields))
			for i, f := range m.Events[e].Fields {
				fields[i] = draw(r, f.Type)
			}
			o.salt = r.Int64N(3)
			w.Steps = append(w.Steps, step{Event: e, Fields: fields, Salt: o.salt, Error: o.step(e, fields)})
		}
		if tries < few || len(left) > known {
			walks = append(walks, w)
		}
	}
	for s := range m.States {
		if stays(s) {
			t.Errorf("%s: no walk leaves %s", m.Name, m.States[s].Name)
		}
	}
	return walks
}

func anyState(m *core.Machine, is func(int) bool) bool {
	for s := range m.States {
		if is(s) {
			return true
		}
	}
	return false
}

// addFaces writes the three files of a machine and the others of its package.
func addFaces(t testing.TB, dir string, m *core.Machine, names *ident.Names, name string) string {
	t.Helper()
	all := faces(t, m, names, name)
	folder := addPackage(t, dir, name, all["_fsm.go"])
	for suffix, src := range all {
		write(t, filepath.Join(folder, name+suffix), src)
	}
	return folder
}

// BenchmarkTyped runs the fallback machine in place and by typed states, and
// reports the best times.
func BenchmarkTyped(b *testing.B) {
	dir := b.TempDir()
	module(b, dir)
	m, names := load(b, "fallback")
	addFaces(b, dir, m, names, "fallback")
	for b.Loop() {
		out := run(b, dir, "go", "test", "-run=^$", "-bench=Generated|Typed", "-benchmem", "-benchtime=10000000x", "-count=5", "./fallback")
		best := map[string]float64{}
		for _, match := range regexp.MustCompile(`Benchmark(\w+)\S*\s.*\s([\d.]+) cpu-ns/op.*\s(\d+) allocs/op`).FindAllStringSubmatch(out, -1) {
			ns, err := strconv.ParseFloat(match[2], 64)
			if err != nil {
				b.Fatal(err)
			}
			if best[match[1]] == 0 || ns < best[match[1]] {
				best[match[1]] = ns
				b.ReportMetric(ns, "ns/"+match[1])
			}
			allocations, err := strconv.ParseFloat(match[3], 64)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(allocations, "allocs/"+match[1])
		}
	}
}

// typedReplayer writes a test that replays walks.json on typed states and by
// Run. It uses what replayer writes.
func typedReplayer(m *core.Machine, n *ident.Names, pkg string) []byte {
	var names, script, delays bytes.Buffer
	for i := range m.Events {
		fmt.Fprintf(&names, "%q, ", n.Events[i].Method)
	}
	for i, method := range n.Run.Methods {
		if method != "" {
			fmt.Fprintf(&script, "func (h *script) %s(_ context.Context, s %s) (%s, error) { return play[%[3]s](h, s) }\n\n",
				method, n.Typed.In[i], n.Typed.After[i])
		}
	}
	fields := func(from string) string {
		out := ""
		for i, e := range m.Events {
			args := make([]string, len(e.Fields))
			for j, f := range e.Fields {
				args[j] = fmt.Sprintf("reflect.ValueOf(sample[%s](%s[%d])", typeText(n, m, f.Type), from, j)
				if f.Type.Go != nil { // which may be a nil interface
					args[j] = fmt.Sprintf("valueOf(sample[%s](%s[%d])", typeText(n, m, f.Type), from, j)
				}
				args[j] += ")"
			}
			out += fmt.Sprintf("\tcase %d:\n\t\treturn []reflect.Value{%s}\n", i, strings.Join(args, ", "))
		}
		return out
	}
	quiet, made, ran := "", "params(v)", "params(v)"
	if n.Host != "" {
		quiet = "&untimed{host}"
		made += ", " + quiet
		if n.Run.Host != "" {
			ran += ", " + quiet
		}
	}
	if n.TimerSet != "" {
		fmt.Fprintf(&delays, "func (untimed) Now() time.Time { return time.Time{} }\n\nfunc (untimed) StartTimer(%s, int, time.Duration) {}\n\nfunc (untimed) StopTimer(%[1]s, int) {}\n\n", n.Timer)
		for i, d := range m.Delays {
			if n.Delays[i].Method == "" {
				continue
			}
			var args []string
			for _, f := range d.Args {
				args = append(args, typeText(n, m, f.Type))
			}
			fmt.Fprintf(&delays, "func (untimed) %s(%s) time.Duration { return time.Hour }\n\n", n.Delays[i].Method, strings.Join(args, ", "))
		}
	}
	end, bound := "_, err", "limit := math.MaxInt"
	if n.Typed.Ended == "" {
		end = "err"
	}
	if m.Bound != nil && !m.Reactive() {
		bound = "limit := params(w.Params).MaxTransitions()"
	}
	var imports string
	for name, path := range map[string]string{"http": "net/http", "money": moneyPath} {
		if strings.Contains(fields("f"), name+".") {
			imports += fmt.Sprintf("\t%s %q\n", name, path)
		}
	}
	r := strings.NewReplacer("PKG", pkg, "IMPORTS", imports, "NAMES", names.String(), "ARGUMENTS", fields("f"), "SCRIPT", script.String(),
		"DELAYS", delays.String(), "MADE", made, "RAN", ran, "END", end, "BOUND", bound, "FINITE", strconv.FormatBool(n.Typed.Ended != ""),
		"$Machine", n.Machine, "$Typed", n.Typed.Any, "$New", n.New, "$Stale", n.Typed.Stale, "$RunError", n.Run.Error, "$Run", n.Run.Run,
		"$Handler", n.Run.Handler)
	return []byte(r.Replace(typedReplayText))
}

const typedReplayText = `package PKG

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
IMPORTS)

var _ = math.MaxInt
var _ time.Duration

var methods = []string{NAMES}

type typedWalk struct {
	Params []int64
	Steps  []typedStep
}

type typedStep struct {
	Event, Timer int
	Number       int64
	Fields       []int64
	Salt         int64
	Error        string
}

func walks(t *testing.T) (all []typedWalk) {
	data, err := os.ReadFile("walks.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	for i, w := range all { // without what only timers raise
		all[i].Steps = slices.DeleteFunc(w.Steps, func(s typedStep) bool { return strings.HasPrefix(methods[s.Event], "raise") })
	}
	return all
}

// untimed is a recorder that is not told of timers, whose delays are long.
type untimed struct{ *recorder }

DELAYS

func arguments(event int, f []int64) []reflect.Value {
	switch event {
ARGUMENTS	}
	panic("unreachable")
}

// valueOf keeps the type of a nil interface.
func valueOf[T any](x T) reflect.Value { return reflect.ValueOf(&x).Elem() }

// sendTyped calls the method of an event on a typed state. The bool is false if it
// has none.
func sendTyped(s $Typed, event int, f []int64) ($Typed, error, bool) {
	method := reflect.ValueOf(s).MethodByName(methods[event])
	if !method.IsValid() {
		return nil, nil, false
	}
	out := method.Call(arguments(event, f))
	next, _ := out[0].Interface().($Typed)
	err, _ := out[1].Interface().(error)
	return next, err, true
}

// TestTypedReplay sends the events of each walk to typed states and to a
// machine, which always agree. A state that the machine has left refuses them.
func TestTypedReplay(t *testing.T) {
	for i, w := range walks(t) {
		v := w.Params
		host := &recorder{}
		m, err := $New(MADE)
		if err != nil {
			t.Fatal(err)
		}
		typedHost := host
		host = &recorder{}
		other, err := $New(MADE)
		if err != nil {
			t.Fatal(err)
		}
		s := m.In()
		for j, step := range w.Steps {
			typedHost.salt, host.salt = step.Salt, step.Salt
			typedHost.told, host.told = nil, nil
			before, steps := observe(m), m.steps
			next, got, legal := sendTyped(s, step.Event, step.Fields)
			want := fire(other, step.Event, -1, step.Number, step.Fields)
			if !legal {
				if want == nil {
					t.Fatalf("walk %d, step %d: %v has no %s", i, j, s.State(), methods[step.Event])
				}
				continue
			}
			if !reflect.DeepEqual(got, want) || !slices.Equal(typedHost.told, host.told) || !slices.Equal(observe(m), observe(other)) {
				t.Fatalf("walk %d, step %d: the typed state says %v, the machine %v", i, j, got, want)
			}
			if got != nil {
				if !slices.Equal(before, observe(m)) || s != m.In() {
					t.Fatalf("walk %d, step %d: %v changes the machine", i, j, got)
				}
				continue
			}
			if next != m.In() || next.Machine() != m || next.State() != m.State() {
				t.Fatalf("walk %d, step %d: the event returns %v, the machine is in %v", i, j, next.State(), m.State())
			}
			if (s == next) != (steps == m.steps) {
				t.Fatalf("walk %d, step %d: the state before is %v, after %d and %d transitions", i, j, s.State(), steps, m.steps)
			}
			if s != next {
				now := m.In()
				_, err, _ := sendTyped(s, step.Event, step.Fields)
				var stale *$Stale
				if !errors.As(err, &stale) || stale.State != s.State() || stale.Now != m.State() || now != m.In() || !slices.Equal(observe(m), observe(other)) {
					t.Fatalf("walk %d, step %d: the error of a stale state is %v", i, j, err)
				}
			}
			s = next
		}
	}
}

// script is a handler that sends the events of a walk, those that are legal.
type script struct {
	t     *testing.T
	host  *recorder
	walk  typedWalk
	calls int
	next  int
	m     *$Machine
}

var errOver = errors.New("the walk is over")

// play sends events until one of them is a transition.
func play[After any](h *script, s $Typed) (after After, err error) {
	h.calls++
	h.m = s.Machine()
	for h.next < len(h.walk.Steps) {
		step := h.walk.Steps[h.next]
		h.next++
		h.host.salt = step.Salt
		steps := h.m.steps
		next, err, _ := sendTyped(s, step.Event, step.Fields)
		if err == nil && h.m.steps != steps {
			return next.(After), nil
		}
	}
	return after, errOver
}

SCRIPT
var _ $Handler = (*script)(nil)

// TestRunReplay runs the walks, up to their ends or that of the machine.
func TestRunReplay(t *testing.T) {
	ended := 0
	for i, w := range walks(t) {
		v := w.Params
		host := &recorder{}
		h := &script{t: t, host: host, walk: w}
		END := $Run(context.Background(), RAN, h)
		told := host.told
		host = &recorder{}
		other, err2 := $New(MADE)
		if err2 != nil {
			t.Fatal(err2)
		}
		for _, step := range w.Steps[:h.next] {
			host.salt = step.Salt
			fire(other, step.Event, -1, step.Number, step.Fields)
		}
		var stopped *$RunError
		switch {
		case err == nil && other.State().Terminal():
			ended++
		case !errors.Is(err, errOver) || !errors.As(err, &stopped) || stopped.At != h.m.In():
			t.Fatalf("walk %d: the run ends with %v, the machine is in %v", i, err, other.State())
		}
		if !slices.Equal(told, host.told) || !slices.Equal(observe(h.m), observe(other)) {
			t.Fatalf("walk %d: Run ends in %v having told %v, want %v and %v", i, observe(h.m), told, observe(other), host.told)
		}
		BOUND
		if h.calls > limit {
			t.Fatalf("walk %d: %d calls of the handler, and at most %d transitions", i, h.calls, limit)
		}
	}
	if ended == 0 && FINITE {
		t.Error("no walk ends the machine")
	}
}
`
