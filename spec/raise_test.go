package spec_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/fsmgen/fsmgen/internal/interp"
	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
)

// raising is a random spec that raises events, in two forms: with `raise`, and with outputs in its
// place, so that a test can keep the queue.
type raising struct {
	random *rand.Rand
	states []string
}

var raisable = []string{"X", "Y"}

// events returns a random list of raised events, as `raise: [...]` or as outputs.
func (r *raising) events(outputs bool, list []string) string {
	if !outputs {
		return "[" + strings.Join(list, ", ") + "]"
	}
	var names []string
	for _, e := range list {
		names = append(names, "Raise"+e)
	}
	return "[" + strings.Join(names, ", ") + "]"
}

func (r *raising) some() (list []string) {
	for r.random.IntN(3) == 0 && len(list) < 3 {
		list = append(list, raisable[r.random.IntN(len(raisable))])
	}
	return list
}

// texts returns both forms of a spec.
func (r *raising) texts() [2]string {
	var b [2]strings.Builder
	write := func(format string, args ...any) {
		for i := range b {
			fmt.Fprintf(&b[i], format, args...)
		}
	}
	raise := func(key, output string, list []string, end string) {
		if len(list) > 0 {
			b[0].WriteString(key + r.events(false, list) + end)
			b[1].WriteString(output + r.events(true, list) + end)
		}
	}
	write("machine: M\nvars: {n: {type: int, min: 0, max: 6}}\nevents: {Go: {}, Stop: {}, ")
	b[0].WriteString("X: {internal: true}, Y: {internal: true}}\n")
	b[1].WriteString("X: {}, Y: {}}\noutputs: {RaiseX: {}, RaiseY: {}}\n")
	write("initial: S0\nterminal: {done: [End]}\nignore: [Y]\non: {Stop: End}\nstates:\n")
	for _, s := range r.states {
		write("  %s:\n", s)
		if entry := r.some(); len(entry) > 0 {
			b[0].WriteString("    raise: {entry: " + r.events(false, entry) + "}\n")
			b[1].WriteString("    entry: " + r.events(true, entry) + "\n")
		}
		if r.random.IntN(3) == 0 {
			write("    always: {if: n > %d, to: %s", 1+r.random.IntN(4), r.states[r.random.IntN(len(r.states))])
			raise(", raise: ", ", emit: ", r.some(), "")
			write(", set: {n: n - 1}}\n")
		}
		write("    on:\n")
		for _, e := range []string{"Go", "X", "Y"} {
			if e != "Go" && r.random.IntN(3) == 0 {
				if e == "X" {
					write("      X: {set: {n: 0}}\n")
				}
				continue
			}
			write("      %s:\n", e)
			if r.random.IntN(2) == 0 {
				write("        - {if: n > %d, to: %s", r.random.IntN(4), r.states[r.random.IntN(len(r.states))])
				raise(", raise: ", ", emit: ", r.some(), "")
				write("}\n")
			}
			write("        - {to: %s, set: {n: \"min(n + 1, 6)\"}", r.states[r.random.IntN(len(r.states))])
			raise(", raise: ", ", emit: ", r.some(), "")
			write("}\n")
		}
	}
	write("  End: {}\n")
	return [2]string{b[0].String(), b[1].String()}
}

// queued runs a machine that emits an output for each event that it raises.
type queued struct {
	m      *interp.Machine
	now    interp.Config
	queue  []string
	steps  int
	failed bool
}

func (q *queued) event(name string) int {
	return slices.IndexFunc(q.m.Core.Events, func(e core.Event) bool { return e.Name == name })
}

func (q *queued) note(outputs []interp.Output) {
	for _, o := range outputs {
		q.queue = append(q.queue, strings.TrimPrefix(q.m.Core.Outputs[o.Output].Name, "Raise"))
	}
}

// take sends an event, and reports whether a transition is taken.
func (q *queued) take(event int) bool {
	if event < 0 || q.m.Core.Terminal(q.now.State) {
		return false
	}
	s, err := q.m.Step(q.now, interp.Input{Event: event})
	if err != nil {
		q.failed = true
	}
	if err != nil || s.Transition < 0 || q.m.Core.Transitions[s.Transition].Effect != core.Take {
		return false
	}
	q.now = s.Next
	q.steps++
	q.note(s.Outputs)
	return true
}

// settle takes steps without an event first, and then the first raised one.
func (q *queued) settle() {
	for q.steps < 100 {
		if q.take(q.m.Core.Eventless()) {
			continue
		}
		if len(q.queue) == 0 || q.m.Core.Terminal(q.now.State) {
			q.queue = nil
			return
		}
		next := q.queue[0]
		q.queue = q.queue[1:]
		q.take(q.event(next))
	}
}

// TestQueue compares machines that raise events with machines that emit outputs, which a loop puts
// into a queue: by the rules of SCXML, `always` comes first, then the queue, then events.
func TestQueue(t *testing.T) {
	random := sample.Rand(t)
	compared, raised := 0, 0
	for range sample.Size(60, 100, 1200) {
		r := &raising{random: random, states: []string{"S0", "S1", "S2", "S3"}[:2+random.IntN(3)]}
		texts := r.texts()
		a, _ := spec.Load("a.fsm.yaml", []byte(texts[0]))
		b, _ := spec.Load("b.fsm.yaml", []byte(texts[1]))
		if a.Machine == nil || b.Machine == nil || variable(a.Machine, "raised") < 0 {
			continue
		}
		if compare(t, random, a.Machine, b.Machine, texts[0]) {
			raised++
		}
		compared++
	}
	if compared < 3 || raised < 2 {
		t.Errorf("only %d machines, %d with raised events", compared, raised)
	}
}

// compare drives both forms with the same events. It reports whether an event was raised.
func compare(t *testing.T, random *rand.Rand, a, b *core.Machine, text string) (raised bool) {
	t.Helper()
	ia, ib := &interp.Machine{Core: a}, &interp.Machine{Core: b}
	now, err := ia.Initial()
	if err != nil {
		t.Fatal(err)
	}
	left, _ := ib.Initial()
	q := &queued{m: ib, now: left}
	opening, _ := ib.Opening(left)
	q.note(opening)
	p := &queued{m: ia, now: now}
	for range 12 {
		raised = raised || len(q.queue) > 0
		p.steps, q.steps = 0, 0
		p.settle()
		q.settle()
		if p.failed != q.failed {
			t.Fatalf("one form fails:\n%s", text)
		}
		if p.failed || p.steps >= 100 && q.steps >= 100 {
			return raised
		}
		if p.steps != q.steps || a.States[p.now.State].Name != b.States[q.now.State].Name || p.now.Vars[0] != q.now.Vars[0] || p.now.Vars[variable(a, "raised")] != 0 {
			t.Fatalf("after %d steps in %s n=%d (%d steps in %s n=%d with a queue), pending %d:\n%s", p.steps, a.States[p.now.State].Name, p.now.Vars[0],
				q.steps, b.States[q.now.State].Name, q.now.Vars[0], p.now.Vars[variable(a, "raised")], text)
		}
		event := "Go"
		if random.IntN(8) == 0 {
			event = "Stop"
		}
		if took := p.take(p.event(event)); took != q.take(q.event(event)) {
			t.Fatalf("%s is taken by one form (%t):\n%s", event, took, text)
		}
	}
	return raised
}

// variable returns the index of a variable, or -1.
func variable(m *core.Machine, name string) int {
	return slices.IndexFunc(m.Vars, func(v core.Var) bool { return v.Name == name })
}
