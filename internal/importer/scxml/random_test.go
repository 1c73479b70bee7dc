package scxml

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
	"github.com/fsmgen/fsmgen/spec/diag"
)

// parts are what enough of the random specs must contain, for a hundred documents, and happenings what must happen often enough, for two hundred of them.
var (
	parts      = map[string]int{"raise: ": 10, "sent_": 1, "raised_": 3, "done_state_": 3, "final: true": 1, "history: shallow": 1, "history: deep": 1}
	happenings = map[string]int{"raised": 10, "done": 5, "shallow": 1, "deep": 1, "failed": 2, "peeked": 1}
)

// inexact are the reasons for which random documents are not imported.
var inexact = []string{
	"an event that is raised while another one is to be handled after it",
	"more than 8 raised events at a time, or more than 100 lists of them,",
	"several `history` of a state that begin in different states",
	"content of the transition of `history`",
	"a `history` that begins deep inside a state",
	"a `history` of states that do different things on entry",
	"a transition to the `history` of a state from inside of it",
	illegalCondition,
	"`send` with a delay of an event that can come after the state is left in which it is sent",
	"several `send` of the same event, or with the same delay, in a state",
	"`cancel` of an event while one that was sent after it is still to come",
	"`cancel` in a region of what comes after a delay outside of it",
	unknownEvent,
}

// misread is the reason for which a random document is refused although it could be imported: the spec that the importer has written
// does not load, which it notices itself. That may happen in one of 2,000 documents at most.
const misread = "its spec is wrong"

// rarely checks how many of n documents have been misread.
func rarely(t *testing.T, times, n int) {
	t.Helper()
	if times > max(1, n/2000) {
		t.Errorf("the specs of %d of %d documents are wrong", times, n)
	}
}

// refusal returns why a document is not imported, or "" after a report of a reason for which none may be refused.
func refusal(t *testing.T, diags diag.List) string {
	t.Helper()
	at := slices.IndexFunc(diags, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
	if at < 0 {
		t.Error("there is neither a spec nor an error")
		return ""
	}
	d := diags[at]
	switch why := strings.TrimSuffix(d.Message, " cannot be imported"); {
	case d.Code == diag.CodeEventless, strings.Contains(why, "would never come to rest"): // some documents never come to rest, whatever happens
		return "it never comes to rest"
	case d.Code == diag.CodeTooBig && d.Span.Start.IsValid():
		return "it is too big"
	case strings.HasPrefix(why, "the spec that the document means is wrong: "):
		return misread
	case slices.Contains(inexact, why), slices.Contains(sides, why), slices.Contains(flatly, why):
		return why
	}
	t.Error(d.Message)
	return ""
}

// TestLoads imports random documents that raise far more events, and return to histories from everywhere, half of them with parallel
// states: what is imported must load.
func TestLoads(t *testing.T) {
	seed := sample.Seed(t)
	imported, wrong, n := 0, 0, sample.Size(100, 150, 900)
	for i := range n {
		src := (&maker{Rand: rand.New(rand.NewPCG(seed+uint64(i), 1)), wild: true, split: i%2 == 1}).model().xml()
		out, diags := load("machine.scxml", []byte(src))
		if out == nil {
			switch refusal(t, diags) {
			case "":
				t.Fatalf("case %d\n%s", i, src)
			case misread:
				wrong++
			}
			continue
		}
		imported++
		if s, found := spec.Load("machine.fsm.yaml", out); s.Machine == nil {
			t.Fatalf("case %d: the spec does not load: %v\n%s\n%s", i, found, src, out)
		}
	}
	t.Logf("%d of %d documents imported, the specs of %d are wrong", imported, n, wrong)
	rarely(t, wrong, n)
	if imported < n/4 {
		t.Errorf("%d of %d documents were imported", imported, n)
	}
}

// TestRandom compares random documents with their specs: states, outputs, and values after each event.
func TestRandom(t *testing.T) {
	seed := sample.Seed(t)
	imported, steps := 0, 0
	has, did := map[string]int{}, map[string]int{}
	refused := map[string]int{}
	n := sample.Size(100, 150, 900)
	for i := range n {
		r := &maker{Rand: rand.New(rand.NewPCG(seed+uint64(i), 0))}
		m := r.model()
		src := m.xml()
		out, diags := load("machine.scxml", []byte(src))
		if out == nil {
			why := refusal(t, diags)
			if refused[why]++; why == "" {
				t.Fatalf("case %d\n%s", i, src)
			}
			continue
		}
		imported++
		for key := range parts {
			if strings.Contains(string(out), key) {
				has[key]++
			}
		}
		steps += play(t, i, r, m, src, out, did)
	}
	rarely(t, refused[misread], n)
	t.Logf("%d of %d documents imported, %d events; %v; %v; refused: %v", imported, n, steps, has, did, refused)
	if imported < n/2 || steps < 2*n {
		t.Errorf("%d of %d documents were imported, %d events were handled", imported, n, steps)
	}
	for key, least := range parts {
		if n >= 2000 && has[key] < n*least/100 {
			t.Errorf("%d of %d specs have %q", has[key], n, key)
		}
	}
	for what, least := range happenings {
		if n >= 2000 && did[what] < n*least/200 {
			t.Errorf("in %d documents, %q happens %d times", n, what, did[what])
		}
	}
}

// play loads the spec of document i, and follows the document with events at random. It returns how many there were, and adds up
// what happened.
func play(t *testing.T, i int, r *maker, m *model, src string, out []byte, did map[string]int) int {
	t.Helper()
	s, diags := spec.Load("machine.fsm.yaml", out)
	if s.Machine == nil {
		t.Fatalf("case %d: the spec does not load: %v\n%s\n%s", i, diags, src, out)
	}
	events, err := follow(r, m, s.Machine)
	if err != nil {
		t.Fatalf("case %d: %v\n%s\n%s", i, err, src, out)
	}
	for what, times := range m.did {
		did[what] += times
	}
	return events
}

// follow sends random events to the model and to the machine, and compares them. It returns the number of events.
func follow(r *maker, m *model, c *core.Machine) (int, error) {
	x := &interp.Machine{Core: c}
	at, err := x.Initial()
	if err != nil {
		return 0, err
	}
	outputs, err := x.Opening(at)
	if err != nil {
		return 0, err
	}
	var got []string
	emit := func(list []interp.Output) {
		for _, o := range list {
			got = append(got, c.Outputs[o.Output].Name)
		}
	}
	emit(outputs)
	clock := &clock{machine: c}
	clock.start(c.Begins())
	step := func(event int) (bool, error) {
		s, err := x.Step(r.answered(c, &at, event))
		if err != nil {
			return false, err
		}
		at = s.Next
		emit(s.Outputs)
		clock.stop(s.Stops)
		clock.start(s.Starts)
		return s.Transition >= 0 && c.Transitions[s.Transition].Effect == core.Take, nil
	}
	m.start()
	for sent := 0; ; sent++ {
		if m.steps > maxMicrosteps {
			return sent, nil
		}
		for taken, again := 0, c.Eventless() >= 0; again; taken++ {
			if taken > 20*maxMicrosteps {
				return sent, fmt.Errorf("after %d events the machine does not come to rest", sent)
			}
			if again, err = step(c.Eventless()); err != nil {
				return sent, err
			}
		}
		values := map[string]int64{"x": m.vars["x"], "y": m.vars["y"], "b": m.vars["b"]}
		for i, v := range c.Vars {
			values[v.Name] = at.Vars[i]
		}
		if len(got) == 0 {
			got = nil
		}
		now := fmt.Sprintf("%s %v x=%d y=%d b=%d", active(c, at), got, values["x"], values["y"], values["b"])
		if want := m.see(); now != want {
			return sent, fmt.Errorf("after %d events the machine is at %s, want %s", sent, now, want)
		}
		if got = nil; sent == 12 || m.ended || m.tie() {
			return sent, nil
		}
		if next := min(m.next(), clock.next()); next < never && r.IntN(2) == 0 || r.IntN(8) == 0 {
			if next == never || r.IntN(3) == 0 && next > m.now+400 {
				next = m.now + 400
			}
			m.pass(next)
			if m.steps > maxMicrosteps {
				return sent, nil
			}
			if timer := clock.pass(next); timer >= 0 {
				if _, err := step(c.Timers[timer].Event); err != nil {
					return sent, err
				}
			}
			continue
		}
		event := []string{"e", "f", "e.f", "e.f.z", "g", "f.g", "e.f.g", "r", "q"}[r.IntN(9)]
		m.steps = 0
		m.send(event)
		if m.steps > maxMicrosteps {
			return sent, nil
		}
		if i := received(c, event); i >= 0 {
			if _, err := step(i); err != nil {
				return sent, err
			}
		}
	}
}

// active returns the names of the active states without states inside.
func active(c *core.Machine, at interp.Config) string {
	s := &c.States[at.State]
	if len(s.Regions) == 0 {
		text := s.Name
		if s.Doc != "" {
			text = s.Doc
		}
		return strings.ReplaceAll(text, " and ", "+") // one that stands for several
	}
	var list []string
	for _, region := range s.Regions {
		list = append(list, region.Leaves[at.Vars[region.Var]].Name)
	}
	return strings.Join(list, "+")
}

// received returns the event of the spec for one that is sent to the document.
func received(c *core.Machine, sent string) int {
	for text := sent; text != ""; text = text[:max(0, strings.LastIndexByte(text, '.'))] {
		if i := slices.IndexFunc(c.Events, func(e core.Event) bool { return !e.Internal && (e.Name == text || e.Doc == text) }); i >= 0 {
			return i
		}
	}
	return slices.IndexFunc(c.Events, func(e core.Event) bool { return e.Doc == "any other event" })
}
