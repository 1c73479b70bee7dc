package scxml

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/spec/core"
)

// delay adds events that come later, most of them to where a timer can raise them: on the way into a state that hears them.
func (r *maker) delay(all []*modelState) {
	for range 1 + r.IntN(5)/3 {
		if len(all) == 0 {
			return
		}
		s := all[r.IntN(len(all))]
		if r.IntN(3) == 0 {
			s = r.states[0] // where the machine often starts
		}
		r.delays++
		event := []string{"t", "t.u", "t", "e"}[r.IntN(4)]
		a := modelAction{send: event, delay: 1000 + 37*r.delays + 500*r.IntN(3)}
		if r.IntN(6) == 0 {
			r.takeBack(s, a)
			continue
		}
		if r.IntN(3) == 0 && !s.final {
			a.id = fmt.Sprintf("id%d", r.delays)
			s.exit = slices.Insert(s.exit, r.IntN(len(s.exit)+1), modelAction{cancel: a.id})
		}
		if r.IntN(8) == 0 {
			a.id = fmt.Sprintf("id%d", r.delays)
			if by := all[r.IntN(len(all))]; len(by.trans) > 0 {
				t := &by.trans[r.IntN(len(by.trans))]
				t.content = append(t.content, modelAction{cancel: a.id})
			}
		}
		switch n := r.IntN(8); {
		case n == 0 && len(s.trans) > 0:
			t := &s.trans[r.IntN(len(s.trans))]
			t.content = append(t.content, a)
		case n == 1:
			s.exit = append(s.exit, a)
		default:
			s.entry = append(s.entry, a)
		}
		hears := s
		if r.IntN(6) == 0 {
			hears = all[r.IntN(len(all))]
		}
		if hears.final {
			continue
		}
		if r.IntN(2) == 0 {
			r.calm(s)
		}
		t := modelTransition{source: hears, events: event, target: r.states[r.IntN(len(r.states))]}
		if r.IntN(3) == 0 {
			t.target, t.content = nil, []modelAction{r.log()}
		}
		hears.trans = append(hears.trans, t)
		if r.IntN(4) == 0 {
			t.events, t.content = "g", []modelAction{r.log()}
			hears.trans = append(hears.trans, t)
		}
	}
}

// takeBack lets the entry of a state cancel what it sends.
func (r *maker) takeBack(s *modelState, a modelAction) {
	a.id = fmt.Sprintf("id%d", r.delays)
	list := []modelAction{a}
	if r.IntN(2) == 0 {
		list = append(list, r.assign())
	}
	s.entry = append(s.entry, append(list, modelAction{cancel: a.id})...)
	if s.final {
		return
	}
	s.trans = append(s.trans, modelTransition{source: s, events: a.send, target: r.states[r.IntN(len(r.states))]})
}

// calm lets the transitions of a state, and of those inside it, not leave it.
func (r *maker) calm(s *modelState) {
	for _, c := range r.states {
		if c != s && !c.within(s) {
			continue
		}
		for i := range c.trans {
			if t := &c.trans[i]; t.target == nil && t.history == nil || t.target != nil && t.target.within(s) && c != s {
				continue
			}
			c.trans[i].target, c.trans[i].history = nil, nil
		}
	}
}

// never is later than all events.
const never = math.MaxInt

// next returns when the next event comes.
func (m *model) next() int {
	next := never
	for _, l := range m.late {
		next = min(next, l.due)
	}
	return next
}

// clock has the timers that run, with the milliseconds at which they are due.
type clock struct {
	machine *core.Machine
	now     int
	due     map[int]int
}

func (c *clock) start(timers []int) {
	for _, t := range timers {
		if c.due == nil {
			c.due = map[int]int{}
		}
		c.due[t] = c.now + int(c.machine.Timers[t].Constant/time.Millisecond)
	}
}

func (c *clock) stop(timers []int) {
	for _, t := range timers {
		delete(c.due, t)
	}
}

// next returns when the next timer is due.
func (c *clock) next() int {
	next := never
	for _, due := range c.due {
		next = min(next, due)
	}
	return next
}

// pass lets time pass, and returns the timer that is due then, or -1.
func (c *clock) pass(now int) int {
	c.now = now
	for timer, due := range c.due {
		if due == now {
			delete(c.due, timer)
			return timer
		}
	}
	return -1
}

// TestTimers is TestRandom for documents that send events with delays, half of them with parallel states.
func TestTimers(t *testing.T) {
	sample.Turn(t)
	seed := sample.Seed(t)
	imported, timers, steps := 0, 0, 0
	did, refused := map[string]int{}, map[string]int{}
	n := sample.Size(300, 300, 900)
	for i := range n {
		r := &maker{Rand: rand.New(rand.NewPCG(seed+uint64(i), 3)), late: true, split: i%2 == 1}
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
		if strings.Contains(string(out), "after:") {
			timers++
		}
		steps += play(t, i, r, m, src, out, did)
	}
	rarely(t, refused[misread], n)
	t.Logf("%d of %d documents imported, %d with timers, %d events; %v; refused: %v", imported, n, timers, steps, did, refused)
	if timers == 0 || n >= 2000 && (timers < n/16 || did["canceled"] < n/40 || did["delayed"] < n/20 || refused["`send` with a delay of an event that can come after the state is left in which it is sent"] < n/20) {
		t.Errorf("of %d documents, %d have timers, and %d events came after a delay; refused: %v", n, timers, did["delayed"], refused)
	}
}

// TestAfter imports documents that send events with delays, one by one.
func TestAfter(t *testing.T) {
	const (
		again = "`send` with a delay of an event that can come after the state is left in which it is sent"
		many  = "several `send` of the same event, or with the same delay, in a state"
		end   = "<final id='end'/>"
		send  = "<onentry><send event='x' delay='1s'/></onentry>"
		own   = "<onentry><send id='i' event='x' delay='1s'/></onentry><onexit><cancel sendid='i'/></onexit>"
	)
	for _, test := range []struct{ name, src, want, refused string }{
		{"only its state hears it", "<state id='a'>" + send + "<transition event='x' target='b'/><transition event='e' target='b'/></state><state id='b'><transition event='e' target='end'/></state>" + end, "a:\n    after:\n      1s: delayed_x\n", ""},
		{"the transition sends it", "<state id='a'><transition event='e' target='b'><send event='x' delayexpr='\".5s\"'/></transition></state><state id='b'><transition event='x' target='end'/></state>" + end, "b:\n    after:\n      500ms: delayed_x\n", ""},
		{"it is sent on exit", "<state id='a'><onexit><send event='x' delay='2.5ms'/></onexit><transition event='e' target='b'/></state><state id='b'><transition event='x' target='end'/></state>" + end, "b:\n    after:\n      2.5ms: delayed_x\n", ""},
		{"the machine never ends", "<state id='a'>" + send + "<transition event='x' target='b'/></state><state id='b'><transition event='e' target='c'/></state><state id='c'><transition event='e' target='b'/></state>", "environment: true, internal: true", ""},
		{"the program can send it, too", "<state id='a'>" + send + "<transition event='x' target='b'/></state><state id='b'><onentry><send event='y' delay='2s'/></onentry><transition event='y' target='a'/></state>", "", again},
		{"it is sent only at the start", "<state id='a'>" + send + "<transition event='e' target='b'/></state><state id='b'><transition event='x' target='end'/></state>" + end, "Running:\n    initial: a\n    after:\n      1s: delayed_x\n", ""},
		{"it is sent at the start, with another event", "<state id='a'><onentry><send event='x' delay='1s'/><raise event='e'/></onentry><transition event='e' target='b'/></state><state id='b'><transition event='x' target='end'/></state>" + end, "    states:\n      Start:\n        always:\n          - {to: a, raise: [raised_e]}\n      a:\n", ""},
		{"nobody hears it", "<state id='a'><onentry><send event='x' delay='1s'/></onentry><transition event='e' target='end'/></state>" + end, "states:\n  a:\n    on:\n      e: end\n", ""},
		{"nobody hears it after it is sent", "<state id='a'><transition event='x' target='b'/></state><state id='b'>" + send + "<transition event='e' target='end'/></state>" + end, "  b:\n    on:\n      e: end\n", ""},
		{"without a time to wait", "<state id='a'><transition event='e' target='b'><send event='x' delay='0s'/></transition></state><state id='b'><transition event='x' target='end'/></state>" + end, "raise: [sent_x]", ""},
		{"an outer state", "<state id='a'><transition event='e' target='b'/></state><state id='o'>" + send + "<transition event='x' target='end'/><state id='b'><transition event='e' target='c'/></state><state id='c'/></state>" + end, "o:\n    initial: b\n    after:\n", ""},
		{"two outer states", "<state id='a'><transition event='e' target='b'/></state><state id='p'><state id='o'>" + send + "<state id='b'><transition event='e' target='c'/></state></state><state id='c'><transition event='x' target='end'/></state></state>" + end, "p:\n    initial: o\n    after:\n", ""},
		{"another state hears it", "<state id='a'><transition event='e' target='b'/></state><state id='b'>" + send + "<transition event='e' target='c'/></state><state id='c'><transition event='x' target='end'/></state>" + end, "", again},
		{"a transition for all events hears it", "<state id='a'><transition event='e' target='b'/></state><state id='b'>" + send + "<transition event='x' target='c'/><transition event='e' target='c'/></state><state id='c'><transition event='*' target='end'/></state>" + end, "", again},
		{"it is sent twice", "<state id='a'>" + send + "<transition event='e' target='a'/><transition event='x' target='end'/></state>" + end, "", again},
		{"it is sent again later", "<state id='a'>" + send + "<transition event='e' target='b'/><transition event='x' target='end'/></state><state id='b'><transition event='e' target='a'/></state>" + end, "", again},
		{"without entering a state", "<state id='a'><transition event='e'><send event='x' delay='1s'/></transition><transition event='x' target='end'/></state>" + end, "", again},
		{"under a condition", "<datamodel><data id='n' expr='0'/></datamodel><state id='a'><transition event='e' target='b'><if cond='n == 1'><send event='x' delay='1s'/></if><assign location='n' expr='1'/></transition></state><state id='b'><transition event='x' target='end'/></state>" + end, "", again},
		{"with different delays", "<state id='a'><transition event='e' target='b'><send event='x' delay='1s'/></transition><transition event='f' target='b'><send event='x' delay='2s'/></transition></state><state id='b'><transition event='x' target='end'/></state>" + end, "", again},
		{"the outer state is left and entered by a transition of the spec that stays in it", "<state id='o'>" + send + "<transition event='e' target='c'/><state id='b'><transition event='e'><log/></transition><transition event='x' target='c'/></state><state id='c'><transition event='x' target='end'/></state></state>" + end, "", again},
		{"a state of a region", "<parallel id='p'><state id='r'><state id='a'><transition event='e' target='b'/></state><state id='b'>" + send + "<transition event='x' target='a'/></state></state><state id='s'><transition event='f' target='end'/></state></parallel>" + end, "", again},
		{"it is canceled on exit", "<state id='a'>" + own + "<transition event='x' target='b'/><transition event='e' target='c'/></state><state id='b'><transition event='x' target='end'/></state><state id='c'><transition event='e' target='a'/></state>" + end, "a:\n    after:\n      1s: delayed_x\n", ""},
		{"it is canceled on exit of the state that the start enters", "<state id='a'>" + own + "<transition event='e' target='b'/></state><state id='b'><transition event='x' target='end'/></state>" + end, "", ""},
		{"it is canceled in all transitions", "<state id='a'><transition event='e' target='b'/></state><state id='b'><onentry><send id='i' event='x' delay='1s'/></onentry><transition event='x' target='a'/><transition event='e' target='b'><cancel sendid='i'/></transition></state>", "", again}, // the program may send x
		{"it is canceled on the way into all others", "<state id='a'><onentry><cancel sendid='i'/></onentry><transition event='e' target='b'/><transition event='x' target='a'/></state><state id='b'><onentry><send id='i' event='x' delay='1s'/></onentry><transition event='e x' target='a'/></state>", "b:\n    after:\n      1s: delayed_x\n", ""},
		{"it is canceled in one of two transitions", "<state id='a'><transition event='e' target='b'/></state><state id='b'><onentry><send id='i' event='x' delay='1s'/></onentry><transition event='x' target='a'/><transition event='e' target='b'><cancel sendid='i'/></transition><transition event='f' target='b'/></state>", "", again},
		{"it is canceled under a condition", "<datamodel><data id='n' expr='0'/></datamodel><state id='a'><transition event='e' target='b'/></state><state id='b'><onentry><send id='i' event='x' delay='1s'/></onentry><onexit><if cond='n == 1'><cancel sendid='i'/></if></onexit><transition event='x' target='a'/><transition event='e' target='b'><assign location='n' expr='1'/></transition></state>", "", again},
		{"it is canceled while its timer runs", "<state id='b'><onentry><send id='i' event='x' delay='1s'/></onentry><transition event='x' target='end'/><transition event='e'><cancel sendid='i'/></transition></state>" + end, "", again},
		{"another id is canceled", "<state id='a'><transition event='e' target='b'/></state><state id='b'><onentry><send id='i' event='x' delay='1s'/><send id='k' event='y' delay='2s'/></onentry><onexit><cancel sendid='k'/></onexit><transition event='x' target='a'/><transition event='e y' target='b'/></state>", "", again},
		{"two of them", "<state id='a'><transition event='e' target='b'/></state><state id='b'><onentry><send event='x' delay='1s'/><send event='y' delay='1000ms'/></onentry><transition event='x y' target='end'/></state>" + end, "", many},
	} {
		out, diags := load("x.scxml", []byte(head+test.src+tail))
		said := ""
		for _, d := range diags {
			said += d.Message + "\n"
		}
		if (out == nil) != (test.refused != "") || !strings.Contains(said, test.refused) || !strings.Contains(string(out), test.want) {
			t.Errorf("%s: %s\n%s", test.name, said, out)
		}
	}
}

// TestUnheard imports a transition whose only effect is an event that nobody hears after its delay, while another state hears one of the same name.
func TestUnheard(t *testing.T) {
	src := head + `<datamodel><data id="b" expr="true"/></datamodel>
<state id="a"><onentry><send event="t" delay="1s"/></onentry><transition event="t" target="c"/></state>
<state id="c" initial="d"><transition event="done.state.c" cond="b"><send event="t" delay="2s"/></transition><final id="d"/></state>` + tail
	out, diags := load("machine.scxml", []byte(src))
	if out == nil {
		t.Fatal(diags)
	}
	if strings.Count(string(out), "after:") != 1 {
		t.Errorf("there is not one timer:\n%s", out)
	}
}
