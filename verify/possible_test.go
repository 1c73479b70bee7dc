package verify_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/diag"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// TestPossible gives random specs random claims of what stays possible, and compares each verdict with the runs that the
// interpreter of these tests finds for small parameters.
func TestPossible(t *testing.T) {
	specs := sample.Size(6, 10, 60)
	first := sample.Seed(t)
	count := map[string]int{}
	for i := range specs {
		seed := first + uint64(i)
		random := rand.New(rand.NewPCG(seed, 41))
		text := claiming(random)
		if seed%4 == 0 {
			text = spectest.Random(random, []spectest.Features{spectest.All, spectest.Regions}[random.IntN(2)])
			text = claimed(random, text)
		}
		s, diags := spec.LoadWith("random.fsm.yaml", []byte(text), spectest.Open)
		if s.Machine == nil {
			first := slices.IndexFunc(diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
			if seed%4 != 0 && !slices.Contains([]diag.Code{diag.CodeUnreachable, diag.CodeNoExit}, diags[first].Code) {
				t.Fatalf("seed %d: %v in\n%s", seed, diags, text)
			}
			count["invalid "+string(diags[first].Code)]++
			continue
		}
		r := verify.Machine(context.Background(), s.Machine)
		if r.Contradiction != nil {
			t.Fatalf("seed %d: %v in\n%s", seed, r.Contradiction, text)
		}
		for k := range r.Obligations {
			if o := &r.Obligations[k]; o.Kind == verify.KindPossible {
				known, fault := judged(r, o, rand.New(rand.NewPCG(seed, 42)))
				if fault != "" {
					t.Fatalf("seed %d: %s is %s, but %s in\n%s", seed, s.Machine.Goals[o.Goal].Text(), o.Status, fault, text)
				}
				count[string(o.Status)+", "+known]++
			}
		}
		if r.Trap != nil {
			count["traps"]++
			if fault := trapped(r, rand.New(rand.NewPCG(seed, 43))); fault != "" {
				t.Fatalf("seed %d: %s in\n%s", seed, fault, text)
			}
		}
	}
	t.Logf("%d specs: %v", specs, count)
	for _, kind := range []string{"proved, holds", "refuted, violated", "traps"} {
		if specs >= 300 && count[kind] < 20 {
			t.Errorf("only %d claims are %s: the test is too weak", count[kind], kind)
		}
	}
}

// claimed adds random claims to a spec.
func claimed(random *rand.Rand, text string) string {
	s, _ := spec.LoadWith("random.fsm.yaml", []byte(text), spectest.Open)
	if s.Machine == nil {
		return text
	}
	var names []string
	for i := range s.Machine.States {
		names = append(names, s.Machine.States[i].Name)
		for _, r := range s.Machine.States[i].Regions {
			for _, leaf := range r.Leaves {
				if !leaf.None {
					names = append(names, leaf.Name)
				}
			}
		}
	}
	pick := func() string { return names[random.IntN(len(names))] }
	if random.IntN(3) == 0 {
		return text + "\npossible: [" + pick() + "]\n"
	}
	return text + "\npossible: {" + pick() + ": [" + pick() + "]}\n"
}

// claiming returns a small random spec with a claim, or without one.
func claiming(random *rand.Rand) string {
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	chance := func(percent int) bool { return random.IntN(100) < percent }
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("machine: Random")
	line("params: {n: {type: int, min: %s, max: %s}}", pick("0", "1"), pick("2", "9", "1000"))
	line("vars: {x: {type: int, min: 0, max: %s}, y: {type: int, min: 0, max: 3}, f: bool}", pick("n", "5"))
	line("guards: {ready: {}}")
	line("calls: {work: {done: {k: int}}}")
	line("outputs: {Note: {}}")
	events := b.Len()
	line("initial: S0")
	states := 2 + random.IntN(3)
	ends := chance(50)
	var names []string
	for i := range states {
		names = append(names, fmt.Sprintf("S%d", i))
	}
	if ends {
		line("terminal: {done: [Done]}")
	}
	all := slices.Clone(names)
	if ends {
		all = append(all, "Done")
	}
	switch {
	case chance(25):
	case chance(35):
		line("possible: [%s]", pick(all...))
	default:
		from := pick(names...)
		to := slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == from })
		line("possible: {%s: [%s]}", from, pick(to...))
	}
	guard := func(payload bool) string {
		list := []string{"x > 0", "x < n", "x == n", "y == 2", "y < 3", "f", "!f", "ready", "!ready && f", "x >= y", "f && x < n", "y > 0 || f"}
		if payload {
			list = append(list, "event.k > x", "event.k == n", "event.k >= 0 && event.k <= n", "event.k == x + 1")
		}
		return pick(list...)
	}
	alternative := func(payload bool) string {
		var parts []string
		if chance(70) {
			parts = append(parts, `if: "`+guard(payload)+`"`)
		} else {
			parts = append(parts, `if: "ready"`)
		}
		if chance(55) {
			parts = append(parts, "to: "+pick(all...))
		}
		if chance(65) {
			sets := []string{"x: 0", `x: "min(x + 1, n, 5)"`, `x: "max(x - 1, 0)"`, "y: 0", `y: "min(y + 1, 3)"`, "f: true", "f: \"!f\"", "f: false", `x: "min(n, 5)"`}
			if payload {
				sets = append(sets, `x: "max(0, min(event.k, n, 5))"`)
			}
			parts = append(parts, "set: {"+pick(sets...)+"}")
		}
		if chance(15) {
			parts = append(parts, "emit: Note")
		}
		if len(parts) == 1 {
			parts = append(parts, "set: {f: f}")
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	handler := func(payload bool) string {
		var list []string
		for range 1 + random.IntN(2) {
			list = append(list, alternative(payload))
		}
		return "[" + strings.Join(append(list, pick("{otherwise: ignore}", "{otherwise: reject}")), ", ") + "]"
	}
	line("states:")
	for i, s := range names {
		line("  %s:", s)
		next := all[(i+1)%len(all)]
		line("    on:")
		line("      A: [%s, %s]", alternative(false), next)
		if chance(70) {
			line("      B: %s", handler(true))
		}
		if chance(40) {
			line("      C: %s", handler(false))
		}
		switch {
		case chance(20):
			line("    invoke: {call: work, on: {done: [%s, %s], error: %s}}", `{if: "event.k > 0", to: `+pick(all...)+`}`, pick("{otherwise: ignore}", pick(all...)), pick(`{otherwise: ignore}`, pick(all...)))
		case chance(25):
			line("      T: [%s, %s]", `{if: "`+guard(false)+`", to: `+pick(all...)+`}`, pick("{otherwise: ignore}", "{set: {f: true}}"))
			line("    after: {5s: T}")
		}
	}
	if ends {
		line("  Done: {}")
	}
	declared := "events: {A: {environment: true}, B: {environment: true, k: int}, C: {}}"
	if strings.Contains(b.String(), "after:") {
		declared = "events: {A: {environment: true}, B: {environment: true, k: int}, C: {}, T: {internal: true}}"
	}
	return b.String()[:events] + declared + "\n" + b.String()[events:]
}

// situation is a configuration, with the timers and calls that run.
type situation struct {
	state int
	vars  []int64
	live  string
}

// landscape is what can be reached with some parameters, and how.
type landscape struct {
	all  []situation
	next [][]int
	// whole is false of those whose steps may be incomplete.
	whole []bool
	// done reports that all situations were found.
	done bool
}

// landscape explores from a configuration with all answers and many payloads.
func (w *witness) landscape(params []int64, state int, vars []int64, live string, most int) *landscape {
	m := w.m
	l := &landscape{all: []situation{{state, vars, live}}, done: true}
	key := func(s situation) string { return fmt.Sprint(s.state, s.vars, s.live) }
	known := map[string]int{key(l.all[0]): 0}
	for id := 0; id < len(l.all); id++ {
		at := l.all[id]
		var next []int
		whole := true
		for event := range m.Events {
			if len(m.On(at.state, event)) == 0 || !w.comes(at, event) {
				continue
			}
			for _, in := range w.inputs(event, params, at) {
				t, after, err := w.step(at.state, event, in)
				if err != nil || t < 0 {
					continue
				}
				to := situation{m.Transitions[t].To, after, w.lives(at, t)}
				k, ok := known[key(to)]
				if !ok && len(l.all) < most {
					k, ok = len(l.all), true
					known[key(to)] = k
					l.all = append(l.all, to)
				}
				if !ok {
					whole, l.done = false, false
					continue
				}
				next = append(next, k)
			}
		}
		l.next = append(l.next, next)
		l.whole = append(l.whole, whole)
	}
	return l
}

// inputs lists all answers and many payloads of an event.
func (w *witness) inputs(event int, params []int64, at situation) (list []scene) {
	m := w.m
	lists := [][]int64{nil}
	product := func(values []int64) {
		var out [][]int64
		for _, l := range lists {
			for _, v := range values {
				out = append(out, append(slices.Clone(l), v))
			}
		}
		if len(out) > 400 {
			w.random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
			out = out[:400]
		}
		lists = out
	}
	for range m.Asks {
		product([]int64{0, 1})
	}
	for _, f := range m.Events[event].Fields {
		var values []int64
		switch f.Type.Kind {
		case expr.Bool:
			values = []int64{0, 1}
		case expr.Enumerated:
			for v := range f.Type.Enum.Values {
				values = append(values, int64(v))
			}
		case expr.String:
			for v := range w.texts {
				values = append(values, int64(v))
			}
		case expr.Int:
			for v := int64(-1); v <= 10; v++ {
				values = append(values, v)
			}
		default:
			values = []int64{0}
		}
		product(values)
	}
	for _, l := range lists {
		list = append(list, scene{params: params, vars: at.vars, answers: l[:len(m.Asks)], fields: l[len(m.Asks):]})
	}
	return list
}

// comes reports whether an event can come: its call or its timer runs, if it has one.
func (w *witness) comes(at situation, event int) bool {
	m := w.m
	timed := false
	for i := range m.Timers {
		if m.Timers[i].Event == event {
			timed = true
			if slices.Contains(m.Timers[i].States, at.state) && strings.Contains(at.live, fmt.Sprintf("t%d;", i)) {
				return true
			}
		}
	}
	if m.Events[event].Internal && !m.Events[event].Eventless {
		return !timed
	}
	for i := range m.Invocations {
		if slices.Contains(m.Calls[m.Invocations[i].Call].Results, event) {
			if slices.Contains(m.Invocations[i].States, at.state) && strings.Contains(at.live, fmt.Sprintf("c%d;", i)) {
				return true
			}
		}
	}
	return !m.Events[event].Result
}

// lives returns the timers and calls that run after a transition.
func (w *witness) lives(at situation, transition int) string {
	m := w.m
	t := &m.Transitions[transition]
	var b strings.Builder
	for i := range m.Timers {
		runs := strings.Contains(at.live, fmt.Sprintf("t%d;", i)) && slices.Contains(m.Timers[i].States, t.To) && m.Timers[i].Event != t.Event
		if runs || slices.Contains(t.Starts, i) {
			fmt.Fprintf(&b, "t%d;", i)
		}
	}
	for i := range m.Invocations {
		runs := strings.Contains(at.live, fmt.Sprintf("c%d;", i)) && slices.Contains(m.Invocations[i].States, t.To) && !slices.Contains(m.Calls[m.Invocations[i].Call].Results, t.Event)
		if runs || slices.Contains(t.Invokes, i) {
			fmt.Fprintf(&b, "c%d;", i)
		}
	}
	return b.String()
}

// living returns the timers and calls that start with the machine.
func (w *witness) living() string {
	var b strings.Builder
	for _, i := range w.m.Begins() {
		fmt.Fprintf(&b, "t%d;", i)
	}
	for _, i := range w.m.Invoked() {
		fmt.Fprintf(&b, "c%d;", i)
	}
	return b.String()
}

// leads reports for each situation whether a run leads to one that satisfies at.
func (l *landscape) leads(at func(situation) bool) []bool {
	good := make([]bool, len(l.all))
	for again := true; again; {
		again = false
		for id := len(l.all) - 1; id >= 0; id-- {
			if !good[id] && (at(l.all[id]) || slices.ContainsFunc(l.next[id], func(k int) bool { return good[k] })) {
				good[id], again = true, true
			}
		}
	}
	return good
}

// judged compares the verdict on a claim with what can be reached for small parameters. known says what these show.
func judged(r *verify.Report, o *verify.Obligation, random *rand.Rand) (known, fault string) {
	m := r.Machine
	g := &m.Goals[o.Goal]
	w := newWitness(m, r, random)
	holds := func(x expr.Expr, params []int64, s situation) bool {
		return w.holds(x, scene{params: params, vars: s.vars})
	}
	if o.Status == verify.Refuted {
		if err := o.Run.Replay(m); err != nil {
			return "", err.Error()
		}
		params, end := o.Run.Params, situation{o.Run.State(m), o.Run.End(), ""}
		if !holds(g.Here[end.state], params, end) {
			return "", "the claim is not about the end of the run"
		}
		l := w.landscape(params, end.state, end.vars, w.everything(), 400)
		if slices.Contains(l.leads(func(s situation) bool { return holds(g.At[s.state], params, s) }), true) {
			return "", "a run leads on from the end of the run"
		}
		if o.Closed == nil {
			return "", "there is no closed set"
		}
		return "violated", ""
	}
	known = "holds"
	choices := slices.DeleteFunc(w.choices(), func(params []int64) bool {
		return slices.ContainsFunc(params, func(v int64) bool { return v > 9 || v < -9 })
	})
	for _, params := range choices[:min(len(choices), 3)] {
		start, ok := w.start(params)
		if !ok {
			continue
		}
		l := w.landscape(params, m.Initial, start, w.living(), 600)
		good := l.leads(func(s situation) bool { return holds(g.At[s.state], params, s) })
		// What may lead to situations that were not looked at may lead to the goal.
		open := l.leads(func(s situation) bool { return false })
		for id := range l.all {
			open[id] = !l.whole[id]
		}
		for again := true; again; {
			again = false
			for id := range l.all {
				if !open[id] && slices.ContainsFunc(l.next[id], func(k int) bool { return open[k] }) {
					open[id], again = true, true
				}
			}
		}
		for id, s := range l.all {
			if holds(g.Here[s.state], params, s) && !good[id] && !open[id] {
				known = "violated"
				if o.Status == verify.Proved {
					return "", fmt.Sprintf("no run leads on from %s with %v, %v, %q", m.States[s.state].Name, params, s.vars, s.live)
				}
			}
		}
	}
	return known, ""
}

// everything says that each timer and each call runs.
func (w *witness) everything() string {
	var b strings.Builder
	for i := range w.m.Timers {
		fmt.Fprintf(&b, "t%d;", i)
	}
	for i := range w.m.Invocations {
		fmt.Fprintf(&b, "c%d;", i)
	}
	return b.String()
}

// start returns the values at the start.
func (w *witness) start(params []int64) ([]int64, bool) {
	s := scene{params: params, vars: make([]int64, len(w.m.Vars))}
	for i, v := range w.m.Vars {
		if v.Init != nil {
			x, _, err := w.value(v.Init, s)
			if err != nil || !w.fits(x) {
				return nil, false
			}
			s.vars[i] = x.Int64()
		}
	}
	return s.vars, true
}

// trapped looks for a way out of a trap.
func trapped(r *verify.Report, random *rand.Rand) string {
	m := r.Machine
	w := newWitness(m, r, random)
	if err := r.Trap.Run.Replay(m); err != nil {
		return err.Error()
	}
	end := r.Trap.Run.State(m)
	l := w.landscape(r.Trap.Run.Params, end, r.Trap.Run.End(), w.everything(), 400)
	for _, s := range l.all {
		if m.Terminal(s.state) {
			return "a run leads from the trap to an end"
		}
		if len(m.Outcomes) == 0 && s.state != end {
			return "a run leads from the trap to another state"
		}
	}
	if len(m.Outcomes) > 0 {
		return ""
	}
	for id, s := range l.all {
		for event := range m.Events {
			for _, in := range w.inputs(event, r.Trap.Run.Params, s) {
				if len(m.On(s.state, event)) == 0 {
					continue
				}
				t, _, err := w.step(s.state, event, in)
				if err == nil && t >= 0 && (len(m.Transitions[t].Emits) > 0 || len(m.Transitions[t].Invokes) > 0) {
					return fmt.Sprintf("something happens in the trap: %s, in situation %d", m.Label(t), id)
				}
			}
		}
	}
	return ""
}
