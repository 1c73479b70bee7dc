package verify_test

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/fsmgen/fsmgen/internal/sample"
	"github.com/fsmgen/fsmgen/internal/spectest"
	"github.com/fsmgen/fsmgen/spec"
	"github.com/fsmgen/fsmgen/spec/core"
	"github.com/fsmgen/fsmgen/spec/expr"
	"github.com/fsmgen/fsmgen/verify"
)

// TestAtRest wants proofs that hold only because a machine handles events at rest, and wants that what holds only
// elsewhere refutes nothing.
func TestAtRest(t *testing.T) {
	for file, proved := range map[string]bool{"": true, "_nested": true, "_rest": true, "_far": true, "_decides": true, "_endless": false, "_growing": false, "_stuck": false} {
		r := reportOf(t, "testdata/always"+file+".fsm.yaml")
		if r.Proved() != proved || r.Bound.Decides != nil {
			t.Errorf("always%s: all is proved: %t; a payload decides: %v", file, r.Proved(), r.Bound.Decides)
		}
		for _, o := range r.Obligations {
			if o.Status == verify.Unknown && file != "_growing" {
				t.Errorf("always%s: %s is unknown", file, o.Kind)
			}
		}
	}
}

// misreadings are wrong meanings of transitions without an event, as changes of a machine. They leave
// transitions and events in their places, and return false if they change nothing.
var misreadings = map[string]func(m *core.Machine) bool{
	"events do not wait until the machine is at rest": func(m *core.Machine) bool {
		m.Events[m.Eventless()].Eventless = false
		return true
	},
	"the second alternative is taken": func(m *core.Machine) bool {
		return change(m, func(list []core.Transition) bool {
			if len(list) > 1 {
				list[0].Guard = expr.Truth(false)
			}
			return len(list) > 1
		})
	},
	"a step is skipped": func(m *core.Machine) bool {
		return change(m, func(list []core.Transition) bool {
			// The machine goes on from the target as if the step had been taken.
			to := m.Always(list[0].To)
			if len(to) == 0 || to[0].To == list[0].To {
				return false
			}
			list[0].To, list[0].Internal = to[0].To, false
			return true
		})
	},
	"a step is not taken": func(m *core.Machine) bool {
		return change(m, func(list []core.Transition) bool {
			list[len(list)-1].Guard = expr.Truth(false)
			return true
		})
	},
}

// change changes the alternatives without an event of the first state in which that changes something.
func change(m *core.Machine, alternatives func([]core.Transition) bool) bool {
	for s := range m.States {
		if list := m.Always(s); len(list) > 0 && alternatives(list) {
			return true
		}
	}
	return false
}

// TestMisread verifies machines that are read in a wrong way, and holds the reports against the machines
// themselves. That must show for each of the misreadings: otherwise, the tests would not notice if the verifier
// had this mistake.
func TestMisread(t *testing.T) {
	noticed := map[string]int{}
	hold := func(load func() *core.Machine, seed uint64) {
		m := load()
		if m == nil || m.Eventless() < 0 {
			return
		}
		for name, misread := range misreadings {
			other := load()
			if noticed[name] > 0 || !misread(other) {
				continue
			}
			r := verify.Machine(context.Background(), other)
			w := newWitness(m, r, rand.New(rand.NewPCG(seed, 3)))
			w.refutations()
			w.wander()
			if len(w.faults) > 0 {
				noticed[name]++
			}
		}
	}
	files, err := filepath.Glob("testdata/always*.fsm.yaml")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d specs: %v", len(files), err)
	}
	for i, file := range files {
		hold(func() *core.Machine { return load(t, file) }, uint64(i))
	}
	first := sample.Seed(t)
	for i := range sample.Size(3, 4, 40) {
		seed := first + uint64(i)
		text := spectest.Random(rand.New(rand.NewPCG(seed, 1)), spectest.All)
		hold(func() *core.Machine {
			s, _ := spec.LoadWith("random.fsm.yaml", []byte(text), spectest.Open)
			return s.Machine
		}, seed)
	}
	t.Log(noticed)
	for name := range misreadings {
		if noticed[name] == 0 {
			t.Errorf("nothing shows that %s", name)
		}
	}
}

// TestRestAssumes wants the conditions of a report to contain what the proof that the machine comes to rest
// assumes: this one never rests in B if x is larger than y, and never ends.
func TestRestAssumes(t *testing.T) {
	s, diags := spec.Load("restless.fsm.yaml", []byte(`
machine: Restless
vars: {x: {type: int, min: 0, max: 9}, y: {type: int, min: 0, max: 9}}
events: {Go: {}, Stop: {}}
initial: A
terminal: {done: [Z]}
states:
  A: {on: {Go: {to: B, set: {x: 0, y: "min(y + 1, 9)"}}, Stop: Z}}
  B:
    always: [{if: x != y, set: {x: "min(x + 1, 9)"}}, A]
  Z: {}
`))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	r := verify.Machine(context.Background(), s.Machine)
	if r.Termination != verify.Refuted || r.Rest.Status != verify.Proved {
		t.Fatalf("it ends: %s; it comes to rest: %s", r.Termination, r.Rest.Status)
	}
	w := newWitness(s.Machine, r, rand.New(rand.NewPCG(1, 2)))
	w.wander()
	if accepted := w.forged(2000); accepted < 50 || len(w.faults) > 0 {
		t.Errorf("%d configurations: %q", accepted, w.faults)
	}
	r.Conditions = nil
	if w.forged(2000); len(w.faults) == 0 {
		t.Error("the machine comes to rest without any condition, so the test is too weak")
	}
}

// TestWaysWithoutEvent proves that a machine goes on although an event can come in more ways than are considered:
// where it does not lead on, a step without an event does.
func TestWaysWithoutEvent(t *testing.T) {
	s, diags := spec.Load("ways.fsm.yaml", []byte(`
machine: Ways
enums: {Part: [First, Second, Third, Fourth]}
vars: {n: {type: int, min: 0, max: 9, init: 9}}
events: {Move: {a: Part, b: Part, c: Part}}
initial: Waiting
terminal: {done: [Done]}
states:
  Waiting:
    always: {if: n == 0, to: Done}
    on:
      Move:
        - {if: n > 0 && event.a == event.b, set: {n: n - 1}}
        - {if: n > 0 && event.b == event.c, set: {n: n - 1}}
        - {if: n > 0 && event.a == event.c, set: {n: n - 1}}
        - {otherwise: ignore}
  Done: {}
`))
	if s.Machine == nil {
		t.Fatal(diags)
	}
	if r := verify.Machine(context.Background(), s.Machine); !r.Proved() {
		t.Errorf("not proved: %s", r.Summary())
	}
}
